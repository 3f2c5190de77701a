// The front desk: takes an HTTP request to its method, lets a fault strike where it should, writes the answer. Promises
// commit before answer. Refuses wrong tokens and unknown methods in Telegram's words.

import type { IncomingMessage, ServerResponse } from "node:http";
import { disturb, type Fault, type FaultFunction } from "./faults.ts";
import type { JsonObject } from "./fields.ts";
import { limits } from "./limits.ts";
import { download } from "./methods/media.ts";
import type { Api } from "./methods/method.ts";
import { findMethod } from "./methods/methods.ts";
import { type RecordedCall, recordable } from "./recorded-call.ts";
import { bare, Refusal } from "./refusal.ts";
import { answer, type Ending, send, sendError } from "./reply.ts";
import { type Call, readCall } from "./request.ts";

type Desk = { api: Api; token: string; fault: FaultFunction | undefined; closing: AbortSignal };

/** What a call came to: an answer or a refusal. */
type Outcome = { status: number; ok: boolean; body: JsonObject; refusal?: Refusal };

export function createDesk({ api, token: ours, fault: faultFor, closing }: Desk) {
  const { clock } = api.world;
  const calls: RecordedCall[] = [];
  let arrived = 0;

  const record = (call: RecordedCall) => {
    if (calls.length >= limits.rememberedCalls) calls.splice(0, limits.rememberedCalls / 2);
    calls.push(call);
  };

  const serveMethod = async (method: string, call: Call, response: ServerResponse) => {
    const n = ++arrived;
    const params = recordable(call);
    const fault = faultFor?.({ n, method, params });
    const entry = { n, at: clock.now(), method, params, ...(fault && { fault: fault.kind }) };
    const signal = AbortSignal.any([closing, closedEarly(response)]);
    if (fault?.kind === "delay") await clock.sleep(fault.ms, signal);
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
        const url = URL.parse(request.url ?? "/", "http://127.0.0.1");
        const [, files, token, rest = ""] = /^(\/file)?\/bot([^/]+)\/(.+)$/.exec(url?.pathname ?? "") ?? [];
        if (url === null || token === undefined || !/^\d+:/.test(token)) throw bare(404);
        if (token !== ours) throw bare(401);
        if (files !== undefined) return serveFile(api, rest, response);
        if (request.method !== "GET" && request.method !== "POST") throw bare(404);
        await serveMethod(rest, await readCall(request, url.search.slice(1)), response);
      } catch (cause) {
        if (response.destroyed || closing.aborted) response.destroy();
        else sendError(response, cause instanceof Refusal ? cause : internal(cause));
      }
    },
  };
}

/** Our own mistake, told to whoever drives the server instead of being lost. */
const internal = (cause: unknown) =>
  new Refusal(500, `Internal Server Error: ${cause instanceof Error ? cause.message : "unknown"}`);

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
