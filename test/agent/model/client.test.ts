// The model client over real HTTP: exact bytes out and in, every fault of the wire, and nothing of key or address in
// what it says.

import assert from "node:assert/strict";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { test } from "node:test";
import { createAccumulator } from "../../../agent/model/accumulate.ts";
import { createModelClient } from "../../../agent/model/client.ts";
import type { ModelFailure, ModelReply } from "../../../agent/ports.ts";
import { systemClock } from "../../../store/clock.ts";
import {
  call,
  type Fault,
  faulty,
  type ScriptedReply,
  say,
  startScriptedModel,
} from "../../servers/scripted-model.ts";

const KEY = "key-of-a-story-0123456789";
const LIMITS = { headersMs: 2000, idleMs: 150, totalMs: 5000 };
const never = new AbortController().signal;
const answer = say("Ein Rahmen → é 🚲, and some more words so that it comes in pieces.");
const write = call("write_file", { path: "a.js", content: "var a = 'é';\n".repeat(10) });

const tools = [{ type: "function", function: { name: "write_file", parameters: { type: "object" } } }];
const body = Buffer.from(
  JSON.stringify({
    model: "m",
    messages: [{ role: "user", content: "grüß → 🚲" }],
    tools,
    max_tokens: 500,
    stream: true,
    stream_options: { include_usage: true },
  }),
);

type Answer = ModelReply | ModelFailure;

async function ask(baseUrl: string, limits = LIMITS, signal = never): Promise<Answer> {
  const client = createModelClient({ baseUrl, apiKey: KEY }, systemClock, limits);
  const result = await client.complete({ body, purpose: "answer", maxTokens: 500 }, signal);
  if (!result.ok) {
    const words = JSON.stringify(result);
    assert.ok(!words.includes(KEY) && !words.includes("127.0.0.1") && !words.includes("http:"), words);
    assert.match(result.text, /\.$/);
  }
  return result;
}

async function under(fault: Fault | null, reply: ScriptedReply = answer): Promise<Answer> {
  const script = [fault === null ? reply : faulty(fault, reply)];
  await using model = await startScriptedModel({ script, apiKey: KEY });
  return await ask(model.baseUrl);
}

function whole(result: Answer): ModelReply {
  assert.ok(result.ok, JSON.stringify(result));
  return result;
}

function failed(result: Answer): ModelFailure {
  assert.ok(!result.ok, "a broken reply was taken");
  return result;
}

test("the bytes that are sent are the bytes that were given", async () => {
  await using model = await startScriptedModel({ script: [answer], apiKey: KEY });

  const reply = whole(await ask(model.baseUrl));

  assert.deepEqual(model.requests[0]?.raw, body);
  assert.equal(reply.text, answer.text);
  assert.equal(reply.finish, "stop");
  assert.equal(reply.cut, false);
  assert.ok(reply.usage.promptTokens > 0);
});

const harmless: Fault[] = [
  { type: "delay", ms: 20 },
  { type: "split_code_points" },
  { type: "missing", what: "role" },
  { type: "missing", what: "finish_reason" },
  { type: "missing", what: "usage" },
  { type: "missing", what: "done" },
];

for (const fault of harmless) {
  test(`a whole reply stays whole: ${JSON.stringify(fault)}`, async () => {
    const reply = whole(await under(fault));
    const calls = whole(await under(fault, write)).calls;

    assert.equal(reply.cut, false);
    assert.ok(reply.text.startsWith(answer.text ?? "-"));
    assert.deepEqual(
      calls.map(({ name, args }) => ({ name, args: JSON.parse(args) })),
      [{ name: "write_file", args: write.calls?.[0]?.args }],
    );
  });
}

const broken: [Fault, ModelFailure["reason"]][] = [
  [{ type: "cut" }, "network"],
  [{ type: "cut", frames: 1 }, "network"],
  [{ type: "end_early" }, "network"],
  [{ type: "cut_in_code_point", end: "destroy" }, "network"],
  [{ type: "cut_in_code_point", end: "clean" }, "malformed"],
  [{ type: "not_json" }, "malformed"],
  [{ type: "html", status: 200 }, "malformed"],
  [{ type: "stall" }, "timeout"],
  [{ type: "stall", frames: 0 }, "timeout"],
];

for (const [fault, reason] of broken) {
  test(`nothing broken is taken for whole: ${JSON.stringify(fault)}`, async () => {
    for (const reply of [answer, write]) {
      const failure = failed(await under(fault, reply));

      assert.equal(failure.reason, reason);
      assert.equal(failure.retryable, true);
    }
  });
}

for (const as of ["length", "stop", "tool_calls"] as const) {
  test(`a reply cut by length is cut, labelled ${as}`, async () => {
    assert.equal(whole(await under({ type: "length", as })).cut, true);
    assert.equal(whole(await under({ type: "length", as }, write)).cut, true);
    assert.equal(whole(await under({ type: "length", as, usage: false }, write)).cut, true);
  });
}

const statuses: [number, boolean, RegExp][] = [
  [400, false, /refused the request \(HTTP 400\)/],
  [401, false, /refused the key \(HTTP 401\)\. Check OPENAI_API_KEY/],
  [403, false, /refused the key/],
  [404, false, /Check OPENAI_BASE_URL and HANDRAIL_MODEL/],
  [408, true, /HTTP 408/],
  [429, true, /limiting requests/],
  [500, true, /failed \(HTTP 500\)/],
  [503, true, /failed \(HTTP 503\)/],
];

for (const [status, retryable, words] of statuses) {
  test(`HTTP ${status} is ${retryable ? "worth" : "not worth"} asking again, and the server's words stay out`, async () => {
    const fault: Fault = { type: "status", status, message: `no ${KEY} at http://127.0.0.1` };
    const failure = failed(await under(fault));

    assert.equal(failure.status, status);
    assert.equal(failure.retryable, retryable);
    assert.match(failure.text, words);
  });
}

test("retry-after is read in seconds and as a date, and bounded", async () => {
  const after = async (retryAfter: string) =>
    failed(await under({ type: "status", status: 429, retryAfter })).retryAfterMs;

  assert.equal(await after("7"), 7000);
  assert.equal(await after("0"), 0);
  assert.equal(await after("99999"), 120_000);
  assert.equal(await after("soon"), null);
  const inAMinute = await after(new Date(Date.now() + 60_000).toUTCString());
  assert.ok(inAMinute !== null && inAMinute > 50_000 && inAMinute <= 60_000, String(inAMinute));
});

test("a stop in the middle of a reply is told as that, and the connection is closed", async () => {
  const stop = new AbortController();
  const closed = Promise.withResolvers<void>();
  await using server = await serve((_request, response) => {
    response.once("close", closed.resolve);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('data: {"choices":[{"delta":{"content":"half"}}]}\n\n');
    setImmediate(() => stop.abort());
  });

  const failure = failed(await ask(server.baseUrl, LIMITS, stop.signal));
  await closed.promise;

  assert.equal(failure.reason, "aborted");
});

test("a server that never answers, and one that never ends, are left after the time limits", async () => {
  await using silent = await serve(() => undefined);
  await using endless = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const timer = setInterval(() => response.write(": still here\n\n"), 20);
    response.once("close", () => clearInterval(timer));
  });

  const late = failed(await ask(silent.baseUrl, { ...LIMITS, headersMs: 100 }));
  const long = failed(await ask(endless.baseUrl, { ...LIMITS, totalMs: 200 }));

  assert.equal(late.reason, "timeout");
  assert.equal(long.reason, "timeout");
  assert.equal(long.retryable, true);
});

test("a body that is no completion, or holds no choice, is not an empty answer", async () => {
  for (const [type, text] of [
    ["application/json", "{}"],
    ["application/json", '{"choices":[]}'],
    ["application/json", '{"error":{"message":"overloaded"}}'],
    ["application/json", '{"choices":"none"}'],
    ["text/event-stream", "data: [DONE]\n\n"],
    ["text/event-stream", 'data: {"error":{"message":"overloaded"}}\n\ndata: [DONE]\n\n'],
    ["text/event-stream", "data: {not json}\n\n"],
  ] as const) {
    await using server = await serve((_request, response) => {
      response.writeHead(200, { "content-type": type });
      response.end(text);
    });

    assert.equal(failed(await ask(server.baseUrl)).reason, "malformed", text);
  }
});

test("a server that does not stream is understood, and its body kept as it came", async () => {
  const text = JSON.stringify({
    choices: [{ message: { role: "assistant", content: "é 🚲" }, finish_reason: "stop" }],
    usage: { prompt_tokens: 3, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 1 } },
  });
  await using server = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(text);
  });

  const reply = whole(await ask(server.baseUrl));

  assert.equal(reply.text, "é 🚲");
  assert.equal(Buffer.from(reply.raw).toString(), text);
  assert.deepEqual(reply.usage, { promptTokens: 3, completionTokens: 2, cachedTokens: 1 });
});

test("two calls of a reply that was not streamed stay two, with one id for both or with none", () => {
  for (const id of ["call_1", null]) {
    const accumulator = createAccumulator();
    const one = (path: string) => ({
      id,
      function: { name: "read_file", arguments: JSON.stringify({ path }) },
    });

    accumulator.whole(JSON.stringify({ choices: [{ message: { tool_calls: [one("a.js"), one("b.js")] } }] }));

    assert.deepEqual(
      accumulator.end().calls.map(({ name, args }) => [name, args]),
      [
        ["read_file", '{"path":"a.js"}'],
        ["read_file", '{"path":"b.js"}'],
      ],
    );
  }
});

test("a reply without end is given up, not kept in memory", async () => {
  const piece = `data: {"choices":[{"delta":{"content":"${"x".repeat(1 << 20)}"}}]}\n\n`;
  await using server = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const more = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on("drain", more);
    more();
  });

  assert.equal(failed(await ask(server.baseUrl)).reason, "malformed");
});

test("a redirect is not followed: key and prompt go nowhere else", async () => {
  const asked: string[] = [];
  await using other = await serve((request, response) => {
    asked.push(request.url ?? "");
    response.end("{}");
  });
  await using server = await serve((_request, response) => {
    response.writeHead(307, { location: `${other.baseUrl}/chat/completions` });
    response.end();
  });

  failed(await ask(server.baseUrl));

  assert.deepEqual(asked, []);
});

test("the library's own settings in the environment change nothing: no headers, no log", async (t) => {
  const seen: IncomingHttpHeaders[] = [];
  await using server = await serve((request, response) => {
    seen.push(request.headers);
    response.writeHead(500).end();
  });
  const log = t.mock.method(console, "debug", () => undefined);
  const settings = {
    OPENAI_LOG: "debug",
    OPENAI_ORG_ID: "org-of-somebody",
    OPENAI_PROJECT_ID: "project-of-somebody",
    OPENAI_CUSTOM_HEADERS: "authorization: Bearer another\nx-of-somebody: 1",
  };
  Object.assign(process.env, settings);
  t.after(() => {
    for (const name of Object.keys(settings)) delete process.env[name];
  });

  failed(await ask(server.baseUrl));

  const [headers] = seen;
  assert.equal(headers?.authorization, `Bearer ${KEY}`);
  assert.ok(!JSON.stringify(headers).includes("somebody"));
  assert.ok(!JSON.stringify(headers).includes("stainless"));
  assert.equal(log.mock.callCount(), 0);
});

async function serve(listener: RequestListener) {
  const server = createServer((request, response) => {
    request.resume().once("end", () => listener(request, response));
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const streams: Record<string, { body: string; text: string }> = {
  "comments, and no space behind the colon": {
    body: ': hello\n\ndata:{"choices":[{"delta":{"content":"a b"},"finish_reason":"stop"}]}\n\n: bye\n\ndata:[DONE]\n\n',
    text: "a b",
  },
  "carriage returns alone": {
    body: 'data: {"choices":[{"delta":{"content":"a b"},"finish_reason":"stop"}]}\r\rdata: [DONE]\r\r',
    text: "a b",
  },
  "one event over several data lines": {
    body: 'event: x\r\ndata: {"choices":\r\ndata: [{"delta":{"content":"a b"},\r\ndata: "finish_reason":"stop"}]}\r\n\r\ndata: [DONE]\r\n\r\n',
    text: "a b",
  },
  "no blank lines between events": {
    body: 'data: {"choices":[{"delta":{"content":"a"}}]}\ndata: {"choices":[{"delta":{"content":" b"},"finish_reason":"stop"}]}\ndata: [DONE]',
    text: "a b",
  },
  "content as a list of parts": {
    body: 'data: {"choices":[{"delta":{"content":[{"type":"text","text":"a"},{"type":"text","text":" b"}],"tool_calls":null},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
    text: "a b",
  },
  "several choices at once": {
    body: [0, 1, 2]
      .map((index) => `data: {"choices":[{"index":${index},"delta":{"content":"${index}"}}]}\n\n`)
      .concat('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')
      .join(""),
    text: "0",
  },
  "usage that makes no sense": {
    body: 'data: {"choices":[{"delta":{"content":"a b"},"finish_reason":"stop"}]}\n\ndata: {"choices":[],"usage":{"prompt_tokens":-5e12,"completion_tokens":"many","prompt_tokens_details":7}}\n\ndata: {"choices":[],"usage":[1e999]}\n\ndata: [DONE]\n\n',
    text: "a b",
  },
};

for (const [what, { body: stream, text }] of Object.entries(streams)) {
  for (const size of [1, 7, 100_000]) {
    test(`a stream is read with ${what}, in pieces of ${size}`, () => {
      const accumulator = createAccumulator();

      for (let at = 0; at < stream.length; at += size) accumulator.push(stream.slice(at, at + size));
      const reply = accumulator.end();

      assert.equal(reply.text, text);
      assert.equal(reply.finish, "stop");
      assert.ok(reply.ended);
      assert.ok(Object.values(reply.usage ?? {}).every((n) => Number.isSafeInteger(n) && n >= 0));
    });
  }
}

test("sixteen megabytes without a line end cost no second", () => {
  const accumulator = createAccumulator();
  const piece = "x".repeat(65_536);
  const began = performance.now();

  for (let i = 0; i < 250; i++) accumulator.push(piece);

  assert.ok(performance.now() - began < 500);
});
