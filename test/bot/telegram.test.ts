// The connection to Telegram: every call ends, and no error says where it went or with which token.
// The canary is the token itself: it is looked for in everything that an error can be made to print.

import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import { type TestContext, test } from "node:test";
import { setImmediate as tick } from "node:timers/promises";
import { inspect } from "node:util";
import { Api, InputFile } from "grammy";
import { createTelegram, signalFor, TelegramError } from "../../bot/telegram.ts";
import { systemClock } from "../../store/clock.ts";
import { steppedClock } from "./outbox/rig.ts";

const token = "7777:CANARY-do-not-show-this";

async function serve(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}

const open = (apiRoot: string, clock = systemClock) =>
  createTelegram({ token, apiRoot, timeoutSeconds: 30, clock });

async function failureOf(call: Promise<unknown>): Promise<TelegramError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof TelegramError, inspect(error));
  return error;
}

function assertSilent(error: TelegramError): void {
  const told = [
    inspect(error, { depth: null, showHidden: true }),
    error.stack,
    JSON.stringify(error),
    String(error),
  ];
  for (const word of ["CANARY", "7777", "127.0.0.1", "/bot"]) {
    // The stack names files of ours, and one of them lies in a folder called bot.
    const searched = word === "/bot" ? told.map((one) => one?.replaceAll(/file:\S+|\(?\/\S+/g, "")) : told;
    assert.ok(!searched.join("\n").includes(word), word);
  }
  assert.equal(error.cause, undefined);
}

const methods = Object.getOwnPropertyNames(Api.prototype).filter((name) => name !== "constructor");

const failures: Record<string, { answer: RequestListener; kind: string; code: number }> = {
  reset: { answer: (_, response) => response.destroy(), kind: "network", code: 0 },
  "half a body": {
    answer: (_, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write('{"ok":true,', () => response.destroy());
    },
    kind: "network",
    code: 0,
  },
  "a gateway's page": {
    answer: (_, response) => void response.writeHead(502).end("<html>bad gateway</html>"),
    kind: "network",
    code: 502,
  },
  "an echo of the address": {
    answer: (request, response) =>
      void response.writeHead(400).end(
        JSON.stringify({
          ok: false,
          error_code: 400,
          description: `Bad Request: ${request.url?.replace("/bot", "")}`,
        }),
      ),
    kind: "refused",
    code: 400,
  },
  flood: {
    answer: (_, response) =>
      void response.writeHead(429).end(
        JSON.stringify({
          ok: false,
          error_code: 429,
          description: "Too Many Requests",
          parameters: { retry_after: 9 },
        }),
      ),
    kind: "flood",
    code: 429,
  },
  conflict: {
    answer: (_, response) =>
      void response
        .writeHead(409)
        .end(JSON.stringify({ ok: false, error_code: 409, description: "Conflict" })),
    kind: "conflict",
    code: 409,
  },
};

for (const [name, { answer, kind, code }] of Object.entries(failures)) {
  test(`no method tells the token or the address when it meets ${name}`, async (t) => {
    const { api } = open(await serve(t, answer));
    assert.ok(methods.length > 100);

    for (const method of methods) {
      const call: unknown = Reflect.get(api.raw, method);
      if (typeof call !== "function") continue;
      const error = await failureOf(Promise.resolve(call()));

      assertSilent(error);
      assert.deepEqual([error.method, error.kind, error.code], [method, kind, code]);
      assert.equal(error.retryAfterS, kind === "flood" ? 9 : null);
    }
  });
}

test("nobody listening is a failure of the network, by its code alone", async () => {
  const { api } = open("http://127.0.0.1:9");

  const error = await failureOf(api.getMe());

  assertSilent(error);
  assert.equal(error.kind, "network");
});

test("a call without an answer ends after its time, and a long poll ten seconds after its own", async (t) => {
  const clock = steppedClock();
  const began = clock.now();
  let asked = 0;
  const count = () => {
    asked += 1;
  };
  const { api } = open(await serve(t, count), clock);
  const outlast = async (call: Promise<unknown>, calls: number) => {
    const failure = failureOf(call);
    while (asked < calls) await tick();
    clock.step();
    return await failure;
  };

  const plain = await outlast(api.getMe(), 1);
  const plainMs = clock.now() - began;
  const poll = await outlast(api.getUpdates({ timeout: 50 }), 2);

  assert.deepEqual([plain.kind, plainMs], ["timeout", 30_000]);
  assert.deepEqual([poll.kind, clock.now() - began - plainMs], ["timeout", 60_000]);
});

test("a body that stalls ends ten seconds after its last byte", async (t) => {
  const clock = steppedClock();
  const began = clock.now();
  let sent = false;
  const answer: RequestListener = (_, response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write('{"ok":true,', () => {
      sent = true;
    });
  };
  const { api } = open(await serve(t, answer), clock);

  const failure = failureOf(api.getMe());
  while (!sent) await tick();
  for (let i = 0; i < 200; i += 1) await tick();
  clock.step();
  const error = await failure;

  assert.equal(error.kind, "timeout");
  assert.equal(clock.now() - began, 10_000);
});

test("the caller's signal ends a call at once", async (t) => {
  const { api } = open(await serve(t, () => undefined));
  const stop = new AbortController();

  const failure = failureOf(api.getUpdates({ timeout: 50 }, signalFor(stop.signal)));
  stop.abort();

  assert.equal((await failure).description, "aborted by the caller");
});

test("an upload arrives as the exact bytes", async (t) => {
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, i) => i % 256));
  const got: Buffer[] = [];
  const answer: RequestListener = (request, response) => {
    request.on("data", (chunk: Buffer) => got.push(chunk));
    request.on("end", () => response.end(JSON.stringify({ ok: true, result: { message_id: 5 } })));
  };
  const { api } = open(await serve(t, answer));

  await api.sendDocument(1, new InputFile(bytes, "review.diff"));

  assert.ok(Buffer.concat(got).includes(bytes));
});

test("no body of any method carries a secret out, and nothing in it moves", async (t) => {
  const bodies: string[] = [];
  const apiRoot = await serve(t, (request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      bodies.push(Buffer.concat(parts).toString());
      response.setHeader("content-type", "application/json");
      response.end('{"ok":true,"result":{"message_id":1}}');
    });
  });
  const key = "sk-CANARY-0123456789";
  const { api } = createTelegram({ token, apiRoot, secrets: [key], timeoutSeconds: 30, clock: systemClock });

  const text = `é ${key} and ${token}, both`;
  await api.sendMessage(1, text);
  await api.editMessageText(1, 1, text);
  await api.answerCallbackQuery("1", { text });
  await api.setMyCommands([{ command: "a", description: text }]);
  await api.sendDocument(1, new InputFile(Buffer.from(`in a file: ${key}`), "a.diff"), { caption: token });

  assert.equal(bodies.length, 5);
  for (const body of bodies) assert.doesNotMatch(body, /CANARY/);
  const sent: { text: string } = JSON.parse(bodies[0] ?? "");
  assert.equal(sent.text, `é ${"*".repeat(key.length)} and ${"*".repeat(token.length)}, both`);
});
