// The Chat Completions endpoint: what it refuses, and how it answers, streamed and whole. Driven by plain
// HTTP for the wire and by the installed openai client for what a real client makes of it.

import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { test } from "node:test";
import OpenAI from "openai";
import type { ChatReply } from "../../../../bot/playground/offline-model/chat-reply.ts";
import {
  type ChatServerOptions,
  startChatServer,
} from "../../../../bot/playground/offline-model/chat-server.ts";
import { basicBody, post, tool, user } from "../../../servers/model/client.ts";

const clock = { now: () => 1_700_000_000_000, sleep: async () => {} };
const start = (options: Partial<ChatServerOptions<ChatReply>> = {}) =>
  startChatServer({ clock, respond: () => ({ text: "hi" }), ...options });

const asked = (id: string) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name: "read_file", arguments: "{}" } }],
});
const result = (id: string) => ({ role: "tool", tool_call_id: id, content: "text" });

const refusals: { name: string; body: unknown; says: RegExp; param?: string }[] = [
  { name: "a body that is no JSON", body: "{", says: /could not parse the JSON body/ },
  { name: "a body in broken UTF-8", body: Buffer.from([0x7b, 0xff, 0x7d]), says: /UTF-8/ },
  { name: "no model", body: { messages: [user("x")] }, says: /must provide a model/ },
  {
    name: "no messages",
    body: { model: "m" },
    says: /Missing required parameter: 'messages'/,
    param: "messages",
  },
  { name: "empty messages", body: { model: "m", messages: [] }, says: /empty array/, param: "messages" },
  {
    name: "an unknown role",
    body: { model: "m", messages: [{ role: "robot", content: "x" }] },
    says: /Supported values are: 'system'/,
    param: "messages[0].role",
  },
  {
    name: "null content of a person",
    body: { model: "m", messages: [{ role: "user", content: null }] },
    says: /expected a string, got null/,
  },
  {
    name: "an assistant message with nothing in it",
    body: { model: "m", messages: [{ role: "assistant", content: null }] },
    says: /expected a string, got null/,
  },
  {
    name: "an empty list of tool calls",
    body: { model: "m", messages: [{ role: "assistant", content: "x", tool_calls: [] }] },
    says: /tool_calls': empty array/,
  },
  {
    name: "arguments that are no string",
    body: {
      model: "m",
      messages: [
        {
          role: "assistant",
          tool_calls: [{ id: "a", type: "function", function: { name: "x", arguments: {} } }],
        },
      ],
    },
    says: /arguments': expected a string, but got an object/,
  },
  {
    name: "a tool message that answers nothing",
    body: { model: "m", messages: [user("x"), result("a")] },
    says: /must be a response to a preceding message/,
  },
  {
    name: "a tool call without its answer",
    body: { model: "m", messages: [asked("a"), user("x")] },
    says: /did not have response messages: a/,
  },
  {
    name: "a tool call without its answer at the end",
    body: { model: "m", messages: [user("x"), asked("a")] },
    says: /did not have response messages: a/,
  },
  {
    name: "an answer to an unknown call",
    body: { model: "m", messages: [asked("a"), result("a"), result("b")] },
    says: /'b' not found/,
  },
  {
    name: "a second answer to a call",
    body: { model: "m", messages: [asked("a"), result("a"), result("a")] },
    says: /Duplicate value for 'tool_call_id'/,
  },
  {
    name: "an answer that comes too late",
    body: { model: "m", messages: [asked("a"), result("a"), user("x"), result("a")] },
    says: /must be a response/,
  },
  {
    name: "zero max_tokens",
    body: { ...basicBody, max_tokens: 0 },
    says: /below minimum value/,
    param: "max_tokens",
  },
  { name: "a fraction of a token", body: { ...basicBody, max_tokens: 1.5 }, says: /expected an integer/ },
  {
    name: "an unknown parameter",
    body: { ...basicBody, max_token: 5 },
    says: /Unknown parameter: 'max_token'/,
  },
  { name: "no tools in a list of tools", body: { ...basicBody, tools: [] }, says: /'tools': empty array/ },
  {
    name: "a tool name with a dot",
    body: { ...basicBody, tools: [tool("a.b")] },
    says: /does not match pattern/,
  },
  {
    name: "a tool twice",
    body: { ...basicBody, tools: [tool("a"), tool("a")] },
    says: /Duplicate function name/,
  },
  {
    name: "a schema that is no object",
    body: {
      ...basicBody,
      tools: [{ type: "function", function: { name: "a", parameters: { type: "string" } } }],
    },
    says: /Invalid schema for function 'a'/,
  },
  {
    name: "an array without items",
    body: { ...basicBody, tools: [tool("a", { list: { type: "array" } })] },
    says: /array schema missing items/,
  },
  {
    name: "a tool choice without tools",
    body: { ...basicBody, tool_choice: "auto" },
    says: /only allowed when/,
  },
  {
    name: "a tool choice that is not offered",
    body: { ...basicBody, tools: [tool("a")], tool_choice: { type: "function", function: { name: "b" } } },
    says: /'b' not found/,
  },
  {
    name: "stream options without a stream",
    body: { ...basicBody, stream_options: { include_usage: true } },
    says: /only allowed when 'stream'/,
  },
];

for (const { name, body, says, param } of refusals)
  test(`${name} is refused as the API refuses it, and nobody is asked`, async () => {
    await using server = await start({ respond: () => assert.fail("asked") });

    const answer = await post(server.baseUrl, body);

    assert.equal(answer.status, 400);
    const { error } = JSON.parse(answer.text);
    assert.match(error.message, says);
    assert.equal(error.type, "invalid_request_error");
    if (param) assert.equal(error.param, param);
    assert.equal(server.requests[0]?.status, 400);
  });

test("a wrong key and a missing key are refused without echoing the key", async () => {
  await using server = await start({ apiKey: "sk-right" });

  const wrong = await post(server.baseUrl, basicBody, { authorization: "Bearer sk-wrong" });
  const none = await post(server.baseUrl, basicBody);
  const right = await post(server.baseUrl, basicBody, { authorization: "Bearer sk-right" });

  assert.deepEqual([wrong.status, none.status, right.status], [401, 401, 200]);
  assert.equal(JSON.parse(wrong.text).error.code, "invalid_api_key");
  assert.doesNotMatch(wrong.text, /sk-/);
});

test("another host name is refused, since a page may have found the port", async () => {
  await using server = await start();
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();

  httpRequest(`${server.baseUrl}/models`, { headers: { host: "evil.example" } }, (response) => {
    response.resume();
    resolve(response.statusCode);
  })
    .on("error", reject)
    .end();

  assert.equal(await promise, 403);
});

test("an unknown address is answered as the API answers it", async () => {
  await using server = await start();

  const response = await fetch(`${server.baseUrl}/embeddings`, { method: "POST", body: "{}" });

  assert.equal(response.status, 404);
  assert.match(await response.text(), /Unknown request URL: POST \/v1\/embeddings/);
});

test("a whole answer has text, calls, a finish reason and usage that adds up", async () => {
  await using server = await start({
    respond: () => ({ text: "Looking.", calls: [{ name: "read_file", args: { path: "a.js" } }] }),
  });

  const answer = JSON.parse((await post(server.baseUrl, { ...basicBody, tools: [tool("read_file")] })).text);

  const [choice] = answer.choices;
  assert.equal(answer.object, "chat.completion");
  assert.equal(answer.created, 1_700_000_000);
  assert.equal(choice.finish_reason, "tool_calls");
  assert.equal(choice.message.content, "Looking.");
  assert.equal(choice.message.tool_calls[0].function.arguments, '{"path":"a.js"}');
  assert.equal(answer.usage.total_tokens, answer.usage.prompt_tokens + answer.usage.completion_tokens);
});

test("a call that the request forces ends with stop, as the API's does", async () => {
  await using server = await start({ respond: () => ({ calls: [{ name: "a", args: {} }] }) });
  const tool_choice = { type: "function", function: { name: "a" } };

  const answer = await post(server.baseUrl, { ...basicBody, tools: [tool("a")], tool_choice });

  const [choice] = JSON.parse(answer.text).choices;
  assert.deepEqual([choice.finish_reason, choice.message.tool_calls.length], ["stop", 1]);
});

test("a stream brings the role, text in pieces, calls in pieces, the finish reason, the usage, and [DONE]", async () => {
  const text = "A sentence with a bicycle 🚲 and an é, long enough for several pieces of it.";
  const args = { path: "main.js", content: "var a = 1;\n".repeat(20) };
  await using server = await start({ respond: () => ({ text, calls: [{ name: "write_file", args }] }) });
  const body = {
    ...basicBody,
    tools: [tool("write_file")],
    stream: true,
    stream_options: { include_usage: true },
  };

  const answer = await post(server.baseUrl, body);

  const frames = answer.events.slice(0, -1).map((event) => JSON.parse(JSON.stringify(event)));
  const deltas = frames.flatMap((frame) => frame.choices.map((choice: { delta: unknown }) => choice.delta));
  assert.equal(answer.events.at(-1), "[DONE]");
  assert.equal(deltas[0].role, "assistant");
  const texts = deltas.flatMap((delta) => (delta.content ? [delta.content] : []));
  assert.ok(texts.length > 2);
  assert.equal(texts.join(""), text);
  const pieces = deltas.flatMap((delta) => delta.tool_calls ?? []);
  assert.equal(pieces[0].function.name, "write_file");
  assert.ok(pieces[0].id);
  assert.ok(pieces.slice(1).every((piece) => piece.id === undefined && piece.index === 0));
  assert.deepEqual(JSON.parse(pieces.map((piece) => piece.function.arguments).join("")), args);
  assert.equal(frames.at(-2).choices[0].finish_reason, "tool_calls");
  assert.deepEqual(frames.at(-1).choices, []);
  assert.ok(frames.at(-1).usage.completion_tokens > 0);
  assert.ok(frames.slice(0, -1).every((frame) => frame.usage === null));
});

test("usage is left out of a stream that did not ask for it", async () => {
  await using server = await start();

  const answer = await post(server.baseUrl, { ...basicBody, stream: true });

  assert.doesNotMatch(answer.text, /usage/);
});

test("call ids differ along a transcript, also when the server restarts amid it", async () => {
  const respond = () => ({ calls: [{ name: "read_file", args: "{}" }] });
  const ids: string[] = [];
  const messages: unknown[] = [user("x")];

  for (let step = 0; step < 3; step++) {
    await using server = await start({ respond });
    const answer = JSON.parse(
      (await post(server.baseUrl, { ...basicBody, messages, tools: [tool("read_file")] })).text,
    );
    const [made] = answer.choices[0].message.tool_calls;
    ids.push(made.id);
    messages.push(answer.choices[0].message, result(made.id));
  }

  assert.equal(new Set(ids).size, 3);
});

test("an honest reply never reaches max_tokens, and a repeated prefix counts as cached", async () => {
  await using server = await start({ respond: () => ({ text: "x".repeat(4000) }) });
  const long = { ...basicBody, messages: [{ role: "system", content: "s".repeat(8000) }, user("a")] };

  const first = JSON.parse((await post(server.baseUrl, long)).text).usage;
  const second = JSON.parse((await post(server.baseUrl, long)).text).usage;

  assert.equal(first.completion_tokens, 99);
  assert.equal(first.prompt_tokens_details.cached_tokens, 0);
  assert.ok(second.prompt_tokens_details.cached_tokens >= 1920);
});

test("a client that goes away aborts the model", async () => {
  const asked = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<unknown>();
  await using server = await start({
    respond: (_, signal) => {
      signal.addEventListener("abort", () => aborted.resolve(signal.reason));
      asked.resolve();
      return new Promise<ChatReply>(() => {});
    },
  });
  const client = new AbortController();

  const answer = post(server.baseUrl, basicBody, {}, client.signal).catch(() => null);
  await asked.promise;
  client.abort();

  assert.match(String(await aborted.promise), /closed the connection/);
  assert.equal(await answer, null);
});

test("only the last requests are remembered, with their exact bytes", async () => {
  await using server = await start({ keep: 2 });
  const bodies = ["one", "two", "three"].map((text) =>
    JSON.stringify({ ...basicBody, messages: [user(text)] }),
  );

  for (const body of bodies) await post(server.baseUrl, body);

  assert.deepEqual(
    server.requests.map((request) => request.raw.toString()),
    bodies.slice(1),
  );
});

test("the openai client reads answers, streams, models and errors", async () => {
  await using server = await start({
    apiKey: "k",
    models: ["offline"],
    respond: () => ({ text: "hello there", calls: [{ name: "list_files", args: {} }] }),
  });
  const openai = new OpenAI({ baseURL: server.baseUrl, apiKey: "k", maxRetries: 0 });
  const ask = { model: "m", messages: [{ role: "user" as const, content: "x" }], max_tokens: 50 };

  const whole = await openai.chat.completions.create(ask);
  let streamed = "";
  for await (const chunk of await openai.chat.completions.create({ ...ask, stream: true }))
    streamed += chunk.choices[0]?.delta.content ?? "";
  const final = await openai.chat.completions.stream(ask).finalChatCompletion();
  const models = await openai.models.list();

  assert.equal(whole.choices[0]?.message.content, "hello there");
  assert.equal(streamed, "hello there");
  assert.equal(final.choices[0]?.finish_reason, "tool_calls");
  assert.equal(models.data[0]?.id, "offline");
  await assert.rejects(openai.chat.completions.create({ ...ask, max_tokens: 0 }), OpenAI.BadRequestError);
  const stranger = new OpenAI({ baseURL: server.baseUrl, apiKey: "z", maxRetries: 0 });
  await assert.rejects(stranger.chat.completions.create(ask), OpenAI.AuthenticationError);
});
