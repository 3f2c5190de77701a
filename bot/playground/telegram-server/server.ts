// The local Bot API server: real HTTP on loopback that answers as Telegram does, strictly. Promises that an accepted
// call is durable before it is answered. Refuses any address but 127.0.0.1, and whatever Telegram would refuse.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Clock } from "../../../store/clock.ts";
import { disturb, type Fault, type FaultFunction } from "./faults.ts";
import type { JsonObject } from "./fields.ts";
import { limits } from "./limits.ts";
import { download } from "./methods/media.ts";
import type { Api } from "./methods/method.ts";
import { findMethod } from "./methods/methods.ts";
import { createPace, noPace } from "./pace.ts";
import { createPersonSide, type PersonSide } from "./person.ts";
import { type RecordedCall, recordable } from "./recorded-call.ts";
import { bare, Refusal } from "./refusal.ts";
import { answer, type Ending, send, sendError } from "./reply.ts";
import { type Call, readCall } from "./request.ts";
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
  const desk = createDesk({ api, options, closing: closing.signal });
  const server = createServer((request, response) => {
    desk.serve(request, response).catch((cause: unknown) => {
      response.destroy(cause instanceof Error ? cause : new Error("The server failed.", { cause }));
    });
  });
  server.keepAliveTimeout = limits.keepAliveMs;
  const port = await listen(server, options.port ?? 0);
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

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      const address = server.address();
      if (typeof address === "object" && address !== null) resolve(address.port);
      else reject(new Error("The server has no port."));
    });
  });
}

type Desk = { api: Api; options: TelegramServerOptions; closing: AbortSignal };
/** What a call came to: an answer or a refusal. */
type Outcome = { status: number; ok: boolean; body: JsonObject; refusal?: Refusal };

function createDesk({ api, options, closing }: Desk) {
  const calls: RecordedCall[] = [];
  let arrived = 0;

  const record = (call: RecordedCall) => {
    if (calls.length >= limits.rememberedCalls) calls.splice(0, limits.rememberedCalls / 2);
    calls.push(call);
  };

  const serveMethod = async (method: string, call: Call, response: ServerResponse) => {
    const n = ++arrived;
    const params = recordable(call);
    const fault = options.fault?.({ n, method, params });
    const entry = { n, at: options.clock.now(), method, params, ...(fault && { fault: fault.kind }) };
    const signal = AbortSignal.any([closing, closedEarly(response)]);
    if (fault?.kind === "delay") await options.clock.sleep(fault.ms, signal);
    if (fault?.kind === "reset_before" || (fault?.kind === "status" && !fault.after)) {
      record({ ...entry, status: fault.kind === "status" ? fault.code : 0, ok: false });
      return breakOff(response, fault);
    }
    const { status, ok, body, refusal } = await runMethod({ api, method, call, fault }, signal);
    // Recorded before it is announced: who waits for the change finds the call that made it.
    record({ ...entry, status, ok, ...(refusal && { description: refusal.message }) });
    api.world.commit();
    if (fault?.kind === "status") breakOff(response, fault);
    else if (refusal !== undefined) sendError(response, refusal, endingOf(fault));
    else send(response, status, body, endingOf(fault));
  };

  return {
    calls,
    async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
      try {
        const url = new URL(request.url ?? "/", "http://127.0.0.1");
        const [, files, token, rest = ""] = /^(\/file)?\/bot([^/]+)\/(.+)$/.exec(url.pathname) ?? [];
        if (token === undefined || !/^\d+:/.test(token)) throw bare(404);
        if (token !== options.token) throw bare(401);
        if (files !== undefined) return serveFile(api, decodeURIComponent(rest), response);
        if (request.method !== "GET" && request.method !== "POST") throw bare(404);
        await serveMethod(rest, await readCall(request, url.searchParams), response);
      } catch (cause) {
        if (response.destroyed || closing.aborted) response.destroy();
        else if (cause instanceof Refusal) sendError(response, cause);
        else {
          sendError(response, bare(500));
          throw cause;
        }
      }
    },
  };
}

type Run = { api: Api; method: string; call: Call; fault: Fault | undefined };

async function runMethod({ api, method, call, fault }: Run, signal: AbortSignal): Promise<Outcome> {
  const found = findMethod(method);
  if (fault?.kind === "gap") {
    api.world.changeSettings({ lastUpdate: api.world.settings().lastUpdate + fault.ids });
  }
  try {
    if (found === undefined) throw new Refusal(404, "Not Found: method not found");
    const result = await found.run(api, call, signal);
    const shown = Array.isArray(result) && found.name === "getUpdates" ? disturb(fault, result) : result;
    return { status: 200, ok: true, body: { ok: true, result: shown } };
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    return { status: cause.code, ok: false, body: {}, refusal: cause };
  }
}

function serveFile({ world }: Api, path: string, response: ServerResponse): void {
  const bytes = download(world, path);
  if (bytes === undefined) throw bare(404);
  answer(response, { status: 200, type: "application/octet-stream", bytes: Buffer.from(bytes) });
}

/** Aborts when the client hangs up before it was answered. */
function closedEarly(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const hungUp = () => {
    if (!response.writableFinished) controller.abort(new Error("The client hung up."));
  };
  if (response.destroyed) hungUp();
  else response.once("close", hungUp);
  return controller.signal;
}

function endingOf(fault: Fault | undefined): Ending {
  if (fault?.kind === "reset_after") return "reset";
  return fault?.kind === "half_body" ? "half" : "whole";
}

function breakOff(
  response: ServerResponse,
  fault: Extract<Fault, { kind: "reset_before" | "status" }>,
): void {
  if (fault.kind === "reset_before") return send(response, 200, {}, "reset");
  const { code, retryAfter, html, description } = fault;
  if (html) {
    const bytes = Buffer.from(`<html><head><title>${code}</title></head><body>${code}</body></html>`);
    return answer(response, { status: code, type: "text/html", bytes });
  }
  sendError(response, new Refusal(code, description ?? bare(code).message, retryAfter));
}
