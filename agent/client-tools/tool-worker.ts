// The thread of one tool of the owner's: loads its module, says what it is, and runs its calls one after another.
// Promises an answer to each call, whatever the module throws. Refuses to read the module from anywhere but the approved
// texts that it was given.

import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { wordsOf } from "../../store/words-of.ts";
import { serveModules } from "./module-hooks.ts";
import {
  type AskName,
  type FromThread,
  MAX_ASKED,
  MAX_TEXT,
  MAX_WHY,
  setupSchema,
  toThread,
} from "./protocol.ts";
import { type ReadTool, readTool } from "./read-tool.ts";

type Port = NonNullable<typeof parentPort>;

if (parentPort !== null) void serve(parentPort);

async function serve(port: Port): Promise<void> {
  const say = (message: FromThread) => port.postMessage(message);
  const setup = setupSchema.parse(workerData);
  try {
    serveModules(setup);
    const tool = readTool(await import(setup.base + setup.entry));
    listen(port, tool);
    say({ type: "described", tool: tool.description });
  } catch (error) {
    say({ type: "unloadable", why: whyOf(wordsOf(error)) });
  }
}

const whyOf = (words: string): string => words.slice(0, MAX_WHY).toWellFormed();

/** What it hands out is of no use when it has ended, to the next one neither. */
type Call = { ended: boolean };
type Asked = PromiseWithResolvers<unknown>;

function listen(port: Port, tool: ReadTool): void {
  const asked = new Map<number, Asked>();
  const state = { n: 0, stop: new AbortController() };

  function ask(now: Call, what: AskName, ...args: unknown[]): Promise<unknown> {
    if (now.ended) return refusal("its call has ended");
    const json = JSON.stringify(args);
    if (json.length > MAX_ASKED)
      return refusal(`ctx.${what} was given more than ${MAX_ASKED / 1024 / 1024} MB`);
    const n = state.n++;
    const pending = Promise.withResolvers<unknown>();
    // Whoever does not wait for the answer hears of a refusal by the call's own end.
    pending.promise.catch(() => undefined);
    asked.set(n, pending);
    const message: FromThread = { type: "ask", n, what, args: json };
    port.postMessage(message);
    return pending.promise;
  }

  async function call(args: string): Promise<FromThread> {
    state.stop = new AbortController();
    const parsed = await tool.parameters.safeParseAsync(parseJson(args));
    if (!parsed.success)
      return { type: "failed", reason: "malformed", why: whyOf(z.prettifyError(parsed.error)) };
    const now: Call = { ended: false };
    try {
      const ctx = {
        shadowed: (given: unknown) => ask(now, "shadowed", given),
        readFile: (path: unknown) => ask(now, "readFile", path),
        listFiles: () => ask(now, "listFiles"),
        lookupDocs: (query: unknown) => ask(now, "lookupDocs", query),
        stage: (path: unknown, content: unknown) => ask(now, "stage", path, content),
        signal: state.stop.signal,
      };
      return { type: "done", text: asText(await tool.run(parsed.data, ctx)) };
    } catch (error) {
      return { type: "failed", reason: "failed", why: whyOf(wordsOf(error)) };
    } finally {
      now.ended = true;
    }
  }

  port.on("message", (raw: unknown) => {
    const message = toThread.parse(raw);
    switch (message.type) {
      case "call":
        void call(message.args).then((answer) => port.postMessage(answer));
        return;
      case "answer": {
        const pending = asked.get(message.n);
        asked.delete(message.n);
        if (message.ok) pending?.resolve(message.value);
        else pending?.reject(new Error(String(message.value)));
        return;
      }
      case "abort":
        state.stop.abort(new Error("The request was stopped."));
    }
  });
}

/** Whoever does not wait for it is not ended by it. */
function refusal(why: string): Promise<never> {
  const refused = Promise.reject(new Error(why));
  refused.catch(() => undefined);
  return refused;
}

/** What a tool returns, as the model reads it. */
function asText(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value, null, 1) ?? "Done.");
  if (text.length <= MAX_TEXT) return text.toWellFormed();
  return `${text.slice(0, MAX_TEXT).toWellFormed()}\n… ${text.length - MAX_TEXT} more characters left out.`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    return undefined;
  }
}
