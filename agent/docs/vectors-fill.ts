// Gives every chunk of the current index a vector of one model. Promises that an unchanged chunk is never embedded again,
// that what came is kept whatever comes next, and counts of all of it. Refuses to go on for ever: a run has a bound, and
// the next one continues.

import type { Clock } from "../../store/clock.ts";
import type { Embedder, ModelFailure } from "../ports.ts";
import { readIndexFile } from "./index/index-file.ts";
import { readPointer, versionFile } from "./index/versions.ts";
import { embeddedText, openVectors, type VectorsFile } from "./vectors.ts";

export type Filled = {
  /** Chunks of the index, those of one title and text once. */
  chunks: number;
  embedded: number;
  removed: number;
  /** Without a vector when the run ended. */
  left: number;
  /** What ended the run early, in words; null when its bound did, or nothing was left. */
  failure: string | null;
};

export type FillOptions = {
  embedder: Embedder;
  clock: Clock;
  signal: AbortSignal;
  /** Chunks embedded in one run at most. */
  most?: number;
};

const MOST = 20_000;
const BATCH = 64;
/** An endpoint that limits requests is waited for, so often in a row and so long at most. */
const WAITS = { times: 5, eachMs: 5_000, mostMs: 60_000 };

/** Undefined where there is no index. */
export async function fillVectors(dir: string, options: FillOptions): Promise<Filled | undefined> {
  const version = readPointer(dir)?.version;
  if (version === undefined) return undefined;
  const db = readIndexFile(versionFile(dir, version));
  try {
    using file = openVectors(dir, options.embedder.model);
    const texts = new Map<string, number>();
    for (const row of db.prepare("SELECT n, hash FROM chunks ORDER BY n").iterate())
      texts.set(String(row.hash), Number(row.n));
    const one = db.prepare("SELECT title, text FROM chunks WHERE n = ?");
    const textOf = (hash: string): string => {
      const row = one.get(texts.get(hash) ?? -1);
      return embeddedText({ title: String(row?.title), text: String(row?.text) });
    };
    const removed = file.keepOnly(new Set(texts.keys()));
    const { embedded, failure } = await fill(file, { hashes: [...texts.keys()], textOf }, options);
    if (embedded + removed > 0) file.publish();
    const left = [...texts.keys()].filter((hash) => !file.has(hash)).length;
    return { chunks: texts.size, embedded, removed, left, failure };
  } finally {
    db.close();
  }
}

type Wanted = { hashes: string[]; textOf(hash: string): string };

async function fill(file: VectorsFile, { hashes, textOf }: Wanted, options: FillOptions) {
  const { embedder, clock, signal, most = MOST } = options;
  const state = { embedded: 0, waits: 0 };
  let missing = hashes.filter((hash) => !file.has(hash));
  while (missing.length > 0 && state.embedded < most) {
    const batch = missing.slice(0, Math.min(BATCH, most - state.embedded));
    const reply = await embedder.embed(batch.map(textOf), signal);
    if (!reply.ok) {
      state.waits += 1;
      if (!reply.retryable || state.waits > WAITS.times)
        return { embedded: state.embedded, failure: reply.text };
      await clock.sleep(waitOf(reply, state.waits), signal);
      continue;
    }
    state.waits = 0;
    const vectors = new Map(batch.map((hash, at) => [hash, reply.vectors[at] ?? new Float32Array()]));
    if (isOtherLength(file, reply.vectors)) {
      // The same model's name, and another model behind it: vectors of the two do not compare.
      file.clear();
      missing = hashes;
      continue;
    }
    file.put(vectors);
    state.embedded += batch.length;
    missing = missing.slice(batch.length);
  }
  return { embedded: state.embedded, failure: null };
}

const waitOf = ({ retryAfterMs }: ModelFailure, times: number): number =>
  Math.min(WAITS.mostMs, retryAfterMs ?? WAITS.eachMs * times);

function isOtherLength(file: VectorsFile, vectors: readonly Float32Array[]): boolean {
  const known = file.dimensions();
  return known !== 0 && vectors.some(({ length }) => length !== known);
}
