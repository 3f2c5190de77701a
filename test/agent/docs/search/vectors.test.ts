// Vectors beside the index: filled in runs, kept by chunk, used by retrieval where nearly all are there. Promises a real
// index, a real file and a real endpoint on loopback. Refuses any meaning but the one that the test gives to words.

import assert from "node:assert/strict";
import fs from "node:fs";
import { type TestContext, test } from "node:test";
import { vectorsFile } from "../../../../agent/docs/vectors.ts";
import { fillVectors } from "../../../../agent/docs/vectors-fill.ts";
import { retrieve } from "../../../../agent/lookups/retrieve.ts";
import { createEmbedder } from "../../../../agent/model/embeddings.ts";
import type { Embedder } from "../../../../agent/ports.ts";
import type { Clock } from "../../../../store/clock.ts";
import { type EmbeddingsOptions, startEmbeddingsServer } from "../../../servers/embeddings-server.ts";
import { buildHere, openHere, type TempDocs, tempDocs } from "../docs-folder.ts";

const PAGES = {
  "Loom-weaveRow.md": "# Loom-weaveRow\n\nMakes one line of cloth from the threads that are set up.",
  "Loom-weavePattern.md": "# Loom-weavePattern\n\nRepeats a motif across the cloth.",
  "Shuttle-load.md": "# Shuttle-load\n\nPuts yarn into the shuttle.",
  "Spindle-load.md": "# Spindle-load\n\nPuts raw wool on the spindle.",
  "Heddle-height.md": "# Heddle-height\n\nHow far it lifts, in tenths of a picometre.",
};
/** To this endpoint a jacquard is a motif, and nobody else says so. */
const MEANINGS = [["motif", "jacquard"]];

type Rig = { docs: TempDocs; embedder: Embedder; clock: Clock & { slept: number[] }; asked(): string[] };

/** Nothing runs out of time here. */
const still: Clock = { now: () => 0, sleep: () => new Promise<void>(() => {}) };

const embedderAt = (baseUrl: string): Embedder =>
  createEmbedder({ baseUrl, apiKey: "key-of-a-story-0123456789" }, { model: "embed-1", clock: still });

async function rig(t: TestContext, options: EmbeddingsOptions = {}): Promise<Rig> {
  const server = await startEmbeddingsServer({ same: MEANINGS, ...options });
  t.after(() => server[Symbol.asyncDispose]());
  const slept: number[] = [];
  const clock = {
    slept,
    now: () => 0,
    sleep: async (ms: number): Promise<void> => void slept.push(ms),
  };
  const embedder = embedderAt(server.baseUrl);
  const docs = tempDocs(t, PAGES);
  buildHere(docs);
  return { docs, embedder, clock, asked: () => server.inputs.flat() };
}

const never = new AbortController().signal;
const fill = ({ docs, embedder, clock }: Rig, more: { most?: number; signal?: AbortSignal } = {}) =>
  fillVectors(docs.dir, { embedder, clock, signal: never, ...more });

test("a run gives every chunk a vector, and the next one asks for nothing", async (t) => {
  const here = await rig(t);

  const first = await fill(here);
  const asked = here.asked().length;
  const second = await fill(here);

  assert.deepEqual(first, { chunks: 5, embedded: 5, removed: 0, left: 0, failure: null });
  assert.deepEqual(second, { chunks: 5, embedded: 0, removed: 0, left: 0, failure: null });
  assert.deepEqual([asked, here.asked().length], [5, 5]);
  assert.match(
    here.asked().find((text) => text.includes("weaveRow")) ?? "",
    /^Loom.weaveRow\n\s*Makes one line of cloth/,
  );
});

test("over a rebuild only what changed is embedded again, and what is gone is let go", async (t) => {
  const here = await rig(t);
  await fill(here);
  here.docs.write("Shuttle-load.md", "# Shuttle-load\n\nPuts thread into the shuttle.");
  fs.rmSync(`${here.docs.folder}/Heddle-height.md`);

  buildHere(here.docs);
  const filled = await fill(here);

  assert.deepEqual(filled, { chunks: 4, embedded: 1, removed: 2, left: 0, failure: null });
  assert.match(here.asked().at(-1) ?? "", /Puts thread/);
});

test("a run has a bound, and the next one continues", async (t) => {
  const here = await rig(t);

  const runs = [await fill(here, { most: 2 }), await fill(here, { most: 2 }), await fill(here, { most: 2 })];

  assert.deepEqual(
    runs.map((run) => [run?.embedded, run?.left]),
    [
      [2, 3],
      [2, 1],
      [1, 0],
    ],
  );
  assert.equal(new Set(here.asked()).size, 5);
});

test("a limit of the endpoint is waited for as long as it says; a refusal ends the run with its words", async (t) => {
  const limited = await rig(t, {
    fault: (index) => (index < 2 ? { type: "status", status: 429, retryAfter: "9" } : undefined),
  });
  const refused = await rig(t, { fault: () => ({ type: "status", status: 401 }) });

  const [patient, told] = [await fill(limited), await fill(refused)];

  assert.deepEqual([patient?.embedded, limited.clock.slept], [5, [9000, 9000]]);
  assert.deepEqual([told?.embedded, told?.left], [0, 5]);
  assert.match(told?.failure ?? "", /OPENAI_API_KEY/);
});

test("an endpoint that only ever limits is left after a few times", async (t) => {
  const here = await rig(t, { fault: () => ({ type: "status", status: 503 }) });

  const filled = await fill(here);

  assert.equal(filled?.left, 5);
  assert.equal(here.clock.slept.length, 5);
});

test("a stopped run keeps what it has", async (t) => {
  const here = await rig(t);
  const stop = new AbortController();
  const stopping: Embedder = {
    model: here.embedder.model,
    async embed(texts, signal) {
      if (here.asked().length >= 2) stop.abort();
      return here.embedder.embed(texts.slice(0, 64), signal);
    },
  };

  await fill(here, { most: 2 });
  const stopped = await fillVectors(here.docs.dir, {
    embedder: stopping,
    clock: here.clock,
    signal: stop.signal,
  });

  assert.deepEqual([stopped?.embedded, stopped?.left], [0, 3]);
});

test("the same name with vectors of another length begins anew, and so does a damaged file", async (t) => {
  const here = await rig(t);
  await fill(here);
  const longer = await startEmbeddingsServer({ dimensions: 32 });
  t.after(() => longer[Symbol.asyncDispose]());
  const embedder = embedderAt(longer.baseUrl);
  here.docs.write("Reel-turn.md", "# Reel-turn\n\nWinds yarn.");
  buildHere(here.docs);

  const anew = await fillVectors(here.docs.dir, { embedder, clock: here.clock, signal: never });
  for (const end of ["-wal", "-shm"]) fs.rmSync(vectorsFile(here.docs.dir, "embed-1") + end, { force: true });
  fs.writeFileSync(
    vectorsFile(here.docs.dir, "embed-1"),
    "no database at all, but long enough to look like one".repeat(100),
  );
  const mended = await fill(here);

  assert.deepEqual([anew?.embedded, anew?.left], [6, 0]);
  assert.deepEqual([mended?.embedded, mended?.left], [6, 0]);
});

async function found(here: Rig, t: TestContext, query: string, embedder: Embedder | null = here.embedder) {
  const docs = await openHere(t, here.docs.dir);
  const before = here.asked().length;
  const chunks = await retrieve(query, { docs, embedder, signal: never });
  return { ids: chunks.map(({ id }) => id), sent: here.asked().slice(before) };
}

test("a question finds by meaning what none of its words name", async (t) => {
  const here = await rig(t);
  await fill(here);

  const byMeaning = await found(here, t, "jacquard");
  const byWords = await found(here, t, "jacquard", null);

  assert.equal(byMeaning.ids[0], "Loom-weavePattern");
  assert.deepEqual(byMeaning.sent, ["jacquard"]);
  assert.deepEqual(byWords, { ids: [], sent: [] });
});

test("words and meaning together put what both find first", async (t) => {
  const here = await rig(t);
  await fill(here);

  const { ids } = await found(here, t, "jacquard across the cloth");

  assert.equal(ids[0], "Loom-weavePattern");
  assert.ok(ids.includes("Loom-weaveRow"));
});

test("an exact name stands first and costs no vector", async (t) => {
  const here = await rig(t);
  await fill(here);

  const { ids, sent } = await found(here, t, "Shuttle.load");

  assert.equal(ids[0], "Shuttle-load");
  assert.deepEqual(sent, []);
});

test("without a file, and with one that is mostly empty, words answer alone and nothing is sent", async (t) => {
  const here = await rig(t);

  const without = await found(here, t, "motif on cloth");
  await fill(here, { most: 3 });
  const partly = await found(here, t, "motif on cloth");

  assert.equal(without.ids[0], "Loom-weavePattern");
  assert.deepEqual([without.sent, partly.sent], [[], []]);
  assert.deepEqual(partly.ids, without.ids);
});

test("what is longer than a query is never sent", async (t) => {
  const here = await rig(t);
  await fill(here);

  const { ids, sent } = await found(
    here,
    t,
    `An imagined answer about a motif. ${"It goes on and on. ".repeat(30)}`,
  );

  assert.ok(ids.includes("Loom-weavePattern"));
  assert.deepEqual(sent, []);
});

test("an endpoint that fails, or whose vectors have another length, leaves the words", async (t) => {
  const here = await rig(t);
  await fill(here);
  const failing: Embedder = {
    model: here.embedder.model,
    embed: async () => ({
      ok: false,
      reason: "network",
      status: null,
      text: "it failed.",
      retryAfterMs: null,
      retryable: true,
    }),
  };
  const other: Embedder = {
    model: here.embedder.model,
    embed: async () => ({ ok: true, vectors: [new Float32Array(7).fill(1)] }),
  };

  const withoutNet = await found(here, t, "motif on cloth", failing);
  const misfit = await found(here, t, "motif on cloth", other);

  assert.equal(withoutNet.ids[0], "Loom-weavePattern");
  assert.deepEqual(misfit.ids, withoutNet.ids);
});
