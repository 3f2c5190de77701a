// The embeddings client over real HTTP: batches, what a reply must be, every way it can fail, and nothing of key or
// address in what it says. Promises a strict server. Refuses the network.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createEmbedder } from "../../../agent/model/embeddings.ts";
import { systemClock } from "../../../store/clock.ts";
import {
  type EmbeddingsFault,
  type EmbeddingsOptions,
  startEmbeddingsServer,
} from "../../servers/embeddings-server.ts";

const KEY = "key-of-a-story-0123456789";
const LIMITS = { headersMs: 2000, idleMs: 100, totalMs: 5000 };
const never = new AbortController().signal;

const embedderOf = (baseUrl: string, { apiKey = KEY, model = "embed-1" } = {}) =>
  createEmbedder({ baseUrl, apiKey }, { model, clock: systemClock, limits: LIMITS });

async function failing(options: EmbeddingsOptions, other: { apiKey?: string; model?: string } = {}) {
  await using server = await startEmbeddingsServer(options);
  const reply = await embedderOf(server.baseUrl, other).embed(["one text", "another"], never);
  assert.ok(!reply.ok);
  const words = JSON.stringify(reply);
  for (const secret of [KEY, other.apiKey ?? KEY, "127.0.0.1", "http:", "own words"])
    assert.ok(!words.includes(secret), words);
  assert.equal(server.count(), 1, "asked once, without a hidden retry");
  return reply;
}

test("each text gets the vector of its own words, in the order asked", async () => {
  await using server = await startEmbeddingsServer();
  const embedder = embedderOf(server.baseUrl);

  const reply = await embedder.embed(["weave a row", "load the shuttle", "weave a row"], never);

  assert.ok(reply.ok);
  assert.deepEqual(reply.vectors[0], reply.vectors[2]);
  assert.notDeepEqual(reply.vectors[0], reply.vectors[1]);
  assert.equal(reply.vectors[0]?.length, 64);
});

test("many and long texts go in batches, and an empty one goes as something", async () => {
  await using server = await startEmbeddingsServer();
  const texts = [
    ...Array.from({ length: 130 }, (_, at) => `text ${at}`),
    "",
    "x ".repeat(15_000),
    "y ".repeat(15_000),
    "z",
  ];

  const reply = await embedderOf(server.baseUrl).embed(texts, never);

  assert.ok(reply.ok);
  assert.equal(reply.vectors.length, texts.length);
  assert.ok(server.inputs.every((batch) => batch.length <= 64));
  assert.ok(server.inputs.every((batch) => batch.join("").length <= 61_000));
  assert.deepEqual(
    server.inputs.flat().filter((text) => text.trim() === ""),
    [],
  );
});

test("no text asks nobody", async () => {
  await using server = await startEmbeddingsServer();

  const reply = await embedderOf(server.baseUrl).embed([], never);

  assert.deepEqual([reply, server.count()], [{ ok: true, vectors: [] }, 0]);
});

const MISFITS: EmbeddingsFault["type"][] = [
  "count",
  "dimension",
  "nan",
  "huge",
  "zeros",
  "same_index",
  "html",
];
for (const type of MISFITS) {
  if (type === "status") continue;
  test(`a reply that does not fit (${type}) is malformed, and not worth asking again`, async () => {
    const reply = await failing({ fault: () => ({ type }) });

    assert.deepEqual([reply.reason, reply.retryable], ["malformed", false]);
  });
}

test("a server that stops in the middle is told apart from one that cuts", async () => {
  const stalled = await failing({ fault: () => ({ type: "stall" }) });
  const cut = await failing({ fault: () => ({ type: "cut" }) });

  assert.deepEqual([stalled.reason, stalled.retryable], ["timeout", true]);
  assert.deepEqual([cut.reason, cut.retryable], ["network", true]);
});

test("a refusal says what to set, and a limit when to come again", async () => {
  const key = await failing({}, { apiKey: "another-key-9876543210" });
  const model = await failing({}, { model: "embed-2" });
  const limited = await failing({ fault: () => ({ type: "status", status: 429, retryAfter: "7" }) });
  const broken = await failing({ fault: () => ({ type: "status", status: 503 }) });

  assert.match(key.text, /OPENAI_API_KEY/);
  assert.match(model.text, /HANDRAIL_EMBEDDINGS_MODEL/);
  assert.deepEqual([key.retryable, model.retryable], [false, false]);
  assert.deepEqual([limited.status, limited.retryable, limited.retryAfterMs], [429, true, 7000]);
  assert.deepEqual([broken.status, broken.retryable], [503, true]);
});

test("a stop ends the request, and a server that is not there is the network", async () => {
  await using server = await startEmbeddingsServer({ fault: () => ({ type: "stall" }) });
  const stop = new AbortController();
  const asked = embedderOf(server.baseUrl).embed(["text"], stop.signal);

  stop.abort();
  const stopped = await asked;
  const absent = await embedderOf("http://127.0.0.1:9").embed(["text"], never);

  assert.ok(!stopped.ok && !absent.ok);
  assert.deepEqual([stopped.reason, stopped.retryable], ["aborted", false]);
  assert.equal(absent.reason, "network");
});
