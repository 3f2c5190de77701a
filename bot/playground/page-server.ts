// Serves the playground's page on loopback: a chat, as on a phone, for one person. Promises that only this machine,
// with the secret, gets in, and that the address says where it really listens. Refuses any interface but 127.0.0.1.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Clock } from "../../store/clock.ts";
import { listenOnLoopback } from "./listen.ts";
import { type Assets, readAssets } from "./page-assets.ts";
import {
  admit,
  type Gate,
  guardHeaders,
  HttpRefusal,
  isSecret,
  notFound,
  sendBytes,
  sendRefusal,
} from "./page-http.ts";
import { findRoute, type RouteDeps } from "./page-routes.ts";
import { createStreams } from "./page-stream.ts";
import type { About } from "./page-view.ts";
import type { PersonSide } from "./telegram-server/person.ts";

export type { About } from "./page-view.ts";

export type PageServerOptions = {
  person: PersonSide;
  /** The private chat and the person in it. */
  chat: number;
  user: number;
  /** Preferred; any free one is taken when it is busy. 0 asks for any. */
  port: number;
  /** At least 128 bits in base64url; keep it between starts, and an open page finds its way back. */
  secret: string;
  clock: Clock;
  about: () => Promise<About>;
  /** Hears of what should not have happened; the page is told in a sentence without details. */
  onFault?: (error: unknown) => void;
  /** Aborted, it closes the server. */
  signal: AbortSignal;
};

export type PageServer = {
  /** http://127.0.0.1:PORT/SECRET/ */
  address: string;
  port: number;
  /** The preferred port was busy, so this is another. */
  moved: boolean;
  [Symbol.asyncDispose](): Promise<void>;
};

type Site = { gate: Gate; assets: Assets; deps: RouteDeps; onFault: (error: unknown) => void };

export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const { person, chat, user, secret, clock, about } = options;
  if (!isSecret(secret)) throw new Error("The page's secret must be 128 bits, as base64url.");
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, options.signal]);
  const assets = await readAssets();
  signal.throwIfAborted();
  const server = createServer();
  const port = await listenNear(server, options.port);
  const streams = createStreams({ person, chat, user, clock, about, signal });
  const deps = { person, chat, user, streams, about, signal };
  const { onFault = () => undefined } = options;
  const site: Site = { gate: { port, secret }, assets, deps, onFault };
  server.on("request", (request, response) => void answer(site, request, response));
  const close = async () => {
    closing.abort(new Error("The page's server is closing."));
    await streams.closed;
    await closeServer(server);
  };
  signal.addEventListener("abort", () => void closeServer(server), { once: true });
  return {
    address: `http://127.0.0.1:${port}/${secret}/`,
    port,
    moved: options.port !== 0 && port !== options.port,
    [Symbol.asyncDispose]: close,
  };
}

/** Never rejects: whatever goes wrong is an answer, or the end of the connection. */
async function answer(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  guardHeaders(response);
  try {
    await serve(site, request, response);
  } catch (cause) {
    const hasLeft = response.destroyed || site.deps.signal.aborted;
    if (!(cause instanceof HttpRefusal) && !hasLeft) site.onFault(cause);
    const refusal =
      cause instanceof HttpRefusal ? cause : new HttpRefusal(500, "The playground failed at this.");
    sendRefusal(response, refusal);
  }
}

async function serve(
  { gate, assets, deps }: Site,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const admitted = admit(request, gate);
  const route = findRoute(admitted);
  if (route !== undefined) return route(deps, { request, response, query: admitted.query });
  const asset = admitted.method === "GET" ? assets.get(admitted.path) : undefined;
  if (asset === undefined) throw notFound();
  sendBytes(response, asset.type, asset.bytes);
}

async function listenNear(server: Server, preferred: number): Promise<number> {
  try {
    return await listenOnLoopback(server, preferred);
  } catch (cause) {
    const isBusy = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
    if (!isBusy) throw cause;
    return listenOnLoopback(server, 0);
  }
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
