// A page server in front of a Telegram server, one person, a bot that is plain fetch. Promises to close everything
// at the end of a test. Refuses real time, except as the limit of a hung test.

import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import type { TestContext } from "node:test";
import { type About, type PageServerOptions, startPageServer } from "../../../bot/playground/page-server.ts";
import { ann, openRig } from "./telegram-server/rig.ts";

export const secret = "0123456789abcdefghijkl";

export const about: About = {
  bot: "Handrail",
  workspace: "quire",
  model: null,
  note: "Works by rules.",
  suggestions: ["find json"],
};

export async function openPageRig(t: TestContext, options: Partial<PageServerOptions> = {}) {
  const telegram = await openRig();
  t.after(() => telegram[Symbol.asyncDispose]());
  const closing = new AbortController();
  const page = await startPageServer({
    person: telegram.person,
    chat: telegram.chat,
    user: ann.id,
    port: 0,
    secret,
    clock: telegram.clock,
    about: async () => about,
    signal: closing.signal,
    ...options,
  });
  t.after(() => page[Symbol.asyncDispose]());
  const origin = `http://127.0.0.1:${page.port}`;

  return {
    telegram,
    page,
    origin,
    closing,
    get: (path: string) => fetch(page.address + path, { signal: telegram.limit() }),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(page.address + path, {
        method: "POST",
        headers: { origin, "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
        signal: telegram.limit(),
      }),
    postBytes: (path: string, bytes: Uint8Array<ArrayBuffer>) =>
      fetch(page.address + path, {
        method: "POST",
        headers: { origin, "content-type": "application/octet-stream" },
        body: bytes,
        signal: telegram.limit(),
      }),
    /** What fetch does not let one choose: the Host header. */
    statusFor: (path: string, headers: Record<string, string>, method = "GET") =>
      new Promise<number>((resolve, reject) => {
        const sent = httpRequest(
          { port: page.port, host: "127.0.0.1", path, method, headers },
          (response) => {
            response.resume();
            resolve(response.statusCode ?? 0);
          },
        );
        sent.on("error", reject);
        sent.end();
      }),
  };
}

/** What a refusal says to the person. */
export async function sentenceOf(response: Response): Promise<string> {
  const body: unknown = await response.json();
  assert(typeof body === "object" && body !== null && "error" in body);
  return String(body.error);
}

export type Told = { event: string; value: unknown };

/** The events of a stream, one at a time. */
export async function openEvents(address: string, signal: AbortSignal) {
  const response = await fetch(`${address}api/events`, { signal });
  assert.equal(response.status, 200);
  assert(response.body);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffered = "";
  const next = async (): Promise<Told | undefined> => {
    while (!buffered.includes("\n\n")) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      buffered += value;
    }
    const end = buffered.indexOf("\n\n");
    const [, event = "", text = "null"] = /^event: (\w+)\ndata: (.*)$/s.exec(buffered.slice(0, end)) ?? [];
    buffered = buffered.slice(end + 2);
    return { event, value: JSON.parse(text) };
  };
  return {
    next,
    /** Skips to the next event of this kind. */
    async until(event: string): Promise<unknown> {
      for (;;) {
        const told = await next();
        if (told === undefined) throw new Error(`The stream ended before "${event}".`);
        if (told.event === event) return told.value;
      }
    },
  };
}
