// The job that gives chunks their vectors: without a model it sends nothing, and one bad workspace stops no other.
// Promises real indexes and a real endpoint on loopback. Refuses the clock: nothing waits here.

import assert from "node:assert/strict";
import fs from "node:fs";
import { type TestContext, test } from "node:test";
import { createEmbedder } from "../../agent/model/embeddings.ts";
import { embedDocs } from "../../jobs/embed-docs.ts";
import type { Clock } from "../../store/clock.ts";
import { buildHere, tempDocs } from "../agent/docs/docs-folder.ts";
import { type EmbeddingsOptions, startEmbeddingsServer } from "../servers/embeddings-server.ts";

const PAGES = {
  "Loom-weave.md": "# Loom.weave\n\nMakes cloth.",
  "Loom-card.md": "# Loom.card\n\nCombs wool.",
};
const clock: Clock = { now: () => 0, sleep: () => new Promise<void>(() => {}) };
const never = new AbortController().signal;

function indexed(t: TestContext, name: string) {
  const docs = tempDocs(t, PAGES);
  buildHere(docs);
  return { name, indexDir: docs.dir };
}

async function served(t: TestContext, options: EmbeddingsOptions = {}) {
  const server = await startEmbeddingsServer(options);
  t.after(() => server[Symbol.asyncDispose]());
  const endpoint = { baseUrl: server.baseUrl, apiKey: "key-of-a-story-0123456789" };
  return { server, embedder: createEmbedder(endpoint, { model: "embed-1", clock }) };
}

test("without a model the job says so and leaves no file", async (t) => {
  const workspace = indexed(t, "shop");
  const before = fs.readdirSync(workspace.indexDir);

  const result = await embedDocs({ workspaces: [workspace], embedder: null, clock }).run(never);

  assert.deepEqual(result, { model: "none" });
  assert.deepEqual(fs.readdirSync(workspace.indexDir), before);
});

test("every workspace's chunks get vectors, counted, and a workspace without an index is passed over", async (t) => {
  const { embedder } = await served(t);
  const bare = { name: "bare", indexDir: tempDocs(t).dir };
  const workspaces = [indexed(t, "shop"), bare, indexed(t, "mill")];

  const job = embedDocs({ workspaces, embedder, clock });
  const [first, second] = [await job.run(never), await job.run(never)];

  assert.deepEqual(first, { model: "embed-1", workspaces: 2, chunks: 4, embedded: 4, removed: 0, left: 0 });
  assert.deepEqual(second, { model: "embed-1", workspaces: 2, chunks: 4, embedded: 0, removed: 0, left: 0 });
});

test("a workspace that cannot be filled fails the run by name, after the others were filled", async (t) => {
  const { embedder, server } = await served(t);
  const broken = indexed(t, "broken");
  fs.writeFileSync(`${broken.indexDir}/current.json`, JSON.stringify({ version: "0".repeat(24) }));

  const job = embedDocs({ workspaces: [broken, indexed(t, "mill")], embedder, clock });

  await assert.rejects(job.run(never), /^Error: broken: .*2 chunks embedded, 0 left/);
  assert.equal(server.inputs.flat().length, 2);
});

test("a refused key fails the run and says what to set", async (t) => {
  const { embedder } = await served(t, { fault: () => ({ type: "status", status: 401 }) });

  const job = embedDocs({ workspaces: [indexed(t, "shop")], embedder, clock });

  await assert.rejects(job.run(never), /shop: .*OPENAI_API_KEY.*2 left/);
});

test("a stop ends the run with its own reason", async (t) => {
  const { embedder } = await served(t, { fault: () => ({ type: "stall" }) });
  const stop = new AbortController();

  const running = embedDocs({ workspaces: [indexed(t, "shop")], embedder, clock }).run(stop.signal);
  stop.abort(new Error("stopping"));

  await assert.rejects(running, /stopping/);
});
