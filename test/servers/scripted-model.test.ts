// The scripted model: each script form, each fault, and the bytes it records. What a fault is on the wire is
// checked with plain HTTP, so that a client under test can trust its name.

import assert from "node:assert/strict";
import { test } from "node:test";
import OpenAI from "openai";
import { basicBody, post, tool, user } from "./model/client.ts";
import {
  call,
  type Fault,
  faulty,
  type ScriptedReply,
  say,
  startScriptedModel,
  together,
} from "./scripted-model.ts";

const streamed = {
  ...basicBody,
  stream: true,
  stream_options: { include_usage: true },
  tools: [tool("write_file")],
};
const sideBody = basicBody;
const write = call("write_file", { path: "a.js", content: "var a = 'é';\n".repeat(10) });

async function under(
  fault: Fault,
  reply: ScriptedReply = say("A whole answer, with enough words in it for pieces."),
) {
  await using model = await startScriptedModel({ script: [faulty(fault, reply)] });
  return await post(model.baseUrl, streamed);
}

test("a queue is served in order, functions see the request, and its end is an error that is not retried", async () => {
  await using model = await startScriptedModel({
    script: ["one", (request) => say(`two ${request.model}`), call("write_file", { path: "x" })],
  });

  const answers = [];
  for (let i = 0; i < 4; i++) answers.push(await post(model.baseUrl, basicBody));

  assert.match(answers[0]?.text ?? "", /"one"/);
  assert.match(answers[1]?.text ?? "", /"two m"/);
  assert.match(answers[2]?.text ?? "", /write_file/);
  assert.equal(answers[3]?.status, 400);
  assert.match(answers[3]?.text ?? "", /no reply left for request 3/);
  assert.equal(model.remaining(), 0);
});

test("requests without tools have a queue of their own when one is given", async () => {
  await using model = await startScriptedModel({ script: ["main"], side: ["L1: DELETE"] });

  const side = await post(model.baseUrl, sideBody);
  const main = await post(model.baseUrl, streamed);

  assert.match(side.text, /L1: DELETE/);
  assert.match(main.text, /main/);
});

test("a request that forces a tool has a queue of its own, and without one the emptiest call", async () => {
  const parameters = {
    type: "object",
    properties: { list: { type: "array", items: { type: "string" } }, word: { type: "string" } },
  };
  const forced = {
    ...basicBody,
    tools: [{ type: "function", function: { name: "give", parameters } }],
    tool_choice: { type: "function", function: { name: "give" } },
  };
  await using queued = await startScriptedModel({
    script: ["main"],
    forced: [say("no"), call("give", "{}")],
  });
  await using plain = await startScriptedModel({ script: ["main"] });

  const answers = [
    await post(queued.baseUrl, forced),
    await post(queued.baseUrl, forced),
    await post(queued.baseUrl, forced),
    await post(plain.baseUrl, forced),
  ];

  assert.match(answers[0]?.text ?? "", /"no"/);
  assert.match(answers[1]?.text ?? "", /"give"/);
  assert.equal(answers[2]?.status, 400);
  const [choice] = JSON.parse(answers[3]?.text ?? "").choices;
  assert.deepEqual(JSON.parse(choice.message.tool_calls[0].function.arguments), { list: [], word: "" });
  assert.deepEqual([queued.remaining(), plain.remaining()], [1, 1]);
});

test("the exact bytes of each request are kept, refused ones too", async () => {
  await using model = await startScriptedModel({ respond: () => "ok" });
  const odd = '{ "model":"m",  "messages":[{"role":"user","content":"\\u00e9 é"}] }';

  await post(model.baseUrl, odd);
  await post(model.baseUrl, "not json");

  assert.deepEqual(
    model.requests.map((request) => request.raw.toString()),
    [odd, "not json"],
  );
  assert.deepEqual(
    model.requests.map((request) => request.status),
    [200, 400],
  );
});

test("together gives text beside calls", async () => {
  await using model = await startScriptedModel({
    script: [together(say("Wait."), write, call("list_files"))],
  });

  const answer = JSON.parse((await post(model.baseUrl, basicBody)).text);

  assert.equal(answer.choices[0].message.content, "Wait.");
  assert.equal(answer.choices[0].message.tool_calls.length, 2);
});

test("status faults carry their status and retry-after", async () => {
  const busy = await under({ type: "status", status: 429, retryAfter: "7" });
  const down = await under({ type: "status", status: 500 });
  const wrong = await under({ type: "status", status: 401, message: "no" });

  assert.deepEqual([busy.status, down.status, wrong.status], [429, 500, 401]);
  assert.equal(busy.headers.get("retry-after"), "7");
  assert.equal(JSON.parse(wrong.text).error.message, "no");
});

test("an HTML page and plain words come instead of JSON", async () => {
  const html = await under({ type: "html" });
  const words = await under({ type: "not_json" });

  assert.equal(html.status, 502);
  assert.match(html.text, /^<!doctype html>/);
  assert.equal(words.status, 200);
  assert.throws(() => JSON.parse(words.text));
});

test("a delay waits on the clock it was given", async () => {
  const waits: number[] = [];
  const clock = { now: () => 0, sleep: async (ms: number) => void waits.push(ms) };
  await using model = await startScriptedModel({
    script: [faulty({ type: "delay", ms: 90_000 }, say("late"))],
    clock,
  });

  const answer = await post(model.baseUrl, basicBody);

  assert.deepEqual(waits, [90_000]);
  assert.match(answer.text, /late/);
});

test("a held answer comes when it is let go", async () => {
  const gate = Promise.withResolvers<void>();
  await using model = await startScriptedModel({
    script: [faulty({ type: "hold", until: gate.promise }, say("held"))],
  });
  let answered = false;

  const answer = post(model.baseUrl, basicBody).finally(() => {
    answered = true;
  });
  await post(model.baseUrl, basicBody);

  assert.equal(answered, false);
  gate.resolve();
  assert.match((await answer).text, /held/);
});

test("a stall sends some frames and then nothing, until the client goes", async () => {
  await using model = await startScriptedModel({
    script: [faulty({ type: "stall", frames: 2 }, say("A long enough answer."))],
  });
  const client = new AbortController();

  const response = await fetch(`${model.baseUrl}/chat/completions`, {
    method: "POST",
    body: JSON.stringify(streamed),
    signal: client.signal,
  });
  const reader = response.body?.getReader();
  let text = "";
  while (text.split("\n\n").length < 3) text += Buffer.from((await reader?.read())?.value ?? []).toString();
  client.abort();

  assert.equal(text.split("\n\n").length - 1, 2);
  await assert.rejects(async () => reader?.read());
});

test("a cut stream breaks, one that ends early ends cleanly, and neither says why it finished", async () => {
  const cut = await under({ type: "cut", frames: 3 });
  const early = await under({ type: "end_early", frames: 3 });

  assert.equal(cut.broken, true);
  assert.equal(early.broken, false);
  for (const answer of [cut, early]) {
    assert.equal(answer.events.length, 3);
    assert.doesNotMatch(answer.text, /"finish_reason":"|DONE/);
  }
});

test("a stream cut inside a code point ends in half a character", async () => {
  const broken = await under({ type: "cut_in_code_point", end: "destroy" });
  const clean = await under({ type: "cut_in_code_point", end: "clean" }, say("plain words"));

  assert.deepEqual([broken.broken, clean.broken], [true, false]);
  for (const { bytes } of [broken, clean])
    assert.throws(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes));
});

test("packets that end inside code points still make a whole answer", async () => {
  const answer = await under({ type: "split_code_points" }, say("bicycle 🚲, café"));

  const whole = answer.events.map((event) => JSON.stringify(event)).join("");
  assert.match(whole, /🚲/);
  assert.equal(answer.events.at(-1), "[DONE]");
});

test("a reply cut by length uses all of max_tokens, whatever its finish reason claims", async () => {
  for (const as of ["length", "stop", "tool_calls"] as const) {
    const answer = await under({ type: "length", as }, write);

    const frames = answer.events.slice(0, -1).map((event) => JSON.parse(JSON.stringify(event)));
    const args = frames
      .flatMap((frame) => frame.choices[0]?.delta.tool_calls ?? [])
      .map((piece) => piece.function.arguments)
      .join("");
    assert.equal(frames.at(-2).choices[0].finish_reason, as);
    assert.equal(frames.at(-1).usage.completion_tokens, basicBody.max_tokens);
    assert.ok(args.length > 10);
    assert.throws(() => JSON.parse(args));
  }
});

test("a mislabelled cut without usage shows only in the JSON that ends in the middle", async () => {
  const answer = await under({ type: "length", as: "tool_calls", usage: false }, write);

  assert.doesNotMatch(answer.text, /"usage":\{/);
  assert.match(answer.text, /"finish_reason":"tool_calls"/);
});

test("role, finish reason, usage and the end mark can each be missing", async () => {
  const without = async (what: "role" | "finish_reason" | "usage" | "done") =>
    (await under({ type: "missing", what })).text;

  assert.doesNotMatch(await without("role"), /"role"/);
  assert.doesNotMatch(await without("finish_reason"), /"finish_reason":"/);
  assert.doesNotMatch(await without("usage"), /usage/);
  assert.doesNotMatch(await without("done"), /DONE/);
});

test("two calls can come under one id", async () => {
  await using model = await startScriptedModel({
    script: [faulty({ type: "duplicate_ids" }, together(write, write))],
  });

  const answer = JSON.parse((await post(model.baseUrl, basicBody)).text);

  const ids = answer.choices[0].message.tool_calls.map((made: { id: string }) => made.id);
  assert.deepEqual(ids, ["call_same", "call_same"]);
});

test("what a model may say wrongly goes out as it is: bad arguments, nothing, calls that nobody allowed", async () => {
  await using model = await startScriptedModel({ script: [call("nobody", "{oops"), {}, call("write_file")] });
  const none = { ...streamed, stream: false, stream_options: undefined, tool_choice: "none" };

  const [bad, empty, forbidden] = [
    JSON.parse((await post(model.baseUrl, basicBody)).text),
    JSON.parse((await post(model.baseUrl, basicBody)).text),
    JSON.parse((await post(model.baseUrl, none)).text),
  ];

  assert.equal(bad.choices[0].message.tool_calls[0].function.arguments, "{oops");
  assert.equal(empty.choices[0].message.content, "");
  assert.equal(forbidden.choices[0].message.tool_calls[0].function.name, "write_file");
});

test("5 MB of arguments arrive whole", async () => {
  const content = "z".repeat(5 * 1024 * 1024);
  await using model = await startScriptedModel({ script: [call("write_file", { path: "big", content })] });

  const answer = await post(model.baseUrl, streamed);

  assert.ok(answer.bytes.length > content.length);
  assert.equal(answer.events.at(-1), "[DONE]");
});

test("faults can be laid over any script by request", async () => {
  await using model = await startScriptedModel({
    respond: () => "fine",
    faults: (_, index) => (index === 1 ? { type: "status", status: 503 } : undefined),
  });

  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await post(model.baseUrl, basicBody)).status);

  assert.deepEqual(statuses, [200, 503, 200]);
});

test("a seed gives the same madness twice, and another seed another", async () => {
  const play = async (seed: number) => {
    await using model = await startScriptedModel({ seed });
    const seen: string[] = [];
    for (let i = 0; i < 25; i++) {
      const answer = await post(model.baseUrl, { ...streamed, messages: [user(`${i}`)] });
      seen.push(`${answer.status} ${answer.broken} ${answer.text.replaceAll(/"created":\d+/g, "")}`);
    }
    return seen;
  };

  const [first, again, other] = [await play(7), await play(7), await play(8)];

  assert.deepEqual(first, again);
  assert.notDeepEqual(first, other);
});

test("the openai client sees the faults as it sees real ones", async () => {
  await using model = await startScriptedModel({
    script: [faulty({ type: "status", status: 429, retryAfter: "1" }), faulty({ type: "html" }), say("well")],
  });
  const openai = new OpenAI({ baseURL: model.baseUrl, apiKey: "k", maxRetries: 0 });
  const ask = { model: "m", messages: [{ role: "user" as const, content: "x" }] };

  await assert.rejects(openai.chat.completions.create(ask), OpenAI.RateLimitError);
  await assert.rejects(openai.chat.completions.create(ask), OpenAI.InternalServerError);
  const answer = await openai.chat.completions.create(ask);

  assert.equal(answer.choices[0]?.message.content, "well");
});
