// The local Bot API server: real HTTP on loopback that answers as Telegram does, strictly. Promises that an accepted
// call is durable before it is answered. Refuses any address but 127.0.0.1, and whatever Telegram would refuse.

import { createServer } from "node:http";
import type { Clock } from "../../../store/clock.ts";
import { listenOnLoopback } from "../listen.ts";
import { createDesk } from "./desk.ts";
import type { FaultFunction } from "./faults.ts";
import { limits } from "./limits.ts";
import type { Api } from "./methods/method.ts";
import { createPace, noPace } from "./pace.ts";
import { createPersonSide, type PersonSide } from "./person.ts";
import type { RecordedCall } from "./recorded-call.ts";
import { createUpdates } from "./updates.ts";
import { createWorld } from "./world.ts";

export type TelegramServerOptions = {
  token: string;
  botUsername?: string;
  port?: number;
  clock: Clock;
  statePath?: string;
  pace?: "telegram" | "off";
  fault?: FaultFunction;
};

export type TelegramServer = {
  apiRoot: string;
  person: PersonSide;
  calls: readonly RecordedCall[];
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startTelegramServer(options: TelegramServerOptions): Promise<TelegramServer> {
  const botId = Number(/^(\d+):[\w-]{6,}$/.exec(options.token)?.[1]);
  if (!Number.isSafeInteger(botId))
    throw new Error("A bot token looks like 123456:ABC-def; this one does not.");
  const { clock, statePath, botUsername: username = "handrail_bot" } = options;
  const world = createWorld({ bot: { id: botId, username, firstName: "Handrail" }, clock, statePath });
  const pace = options.pace === "telegram" ? createPace(clock) : noPace;
  const api: Api = { world, pace, updates: createUpdates(world) };
  const closing = new AbortController();
  const desk = createDesk({ api, token: options.token, fault: options.fault, closing: closing.signal });
  const server = createServer((request, response) => {
    desk.serve(request, response).catch((cause: unknown) => {
      response.destroy(cause instanceof Error ? cause : new Error("The server failed.", { cause }));
    });
  });
  server.keepAliveTimeout = limits.keepAliveMs;
  const port = await listenOnLoopback(server, options.port ?? 0);
  return {
    apiRoot: `http://127.0.0.1:${port}`,
    person: createPersonSide(world, closing.signal),
    calls: desk.calls,
    async [Symbol.asyncDispose]() {
      closing.abort(new Error("The server is closing."));
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      world.close();
    },
  };
}
