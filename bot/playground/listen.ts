// Where the playground's servers listen: loopback, and nowhere else. Promises the port that was really taken.
// Refuses a busy port with the system's own error; whether another will do is the caller's to say.

import type { Server } from "node:http";

/** 0 takes any free port. */
export async function listenOnLoopback(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, "127.0.0.1", resolve);
  await promise;
  server.off("error", reject);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}
