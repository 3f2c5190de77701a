// Chunks near in meaning to a question, by the angle between vectors, all of them compared. Promises a ranking only while
// nearly all chunks have a vector: otherwise those that happen to have one would stand first. Refuses to ask anybody for
// a vector: the question's comes with it.

import type { DatabaseSync } from "node:sqlite";
import { readVectors, type StoredVectors, vectorsFile, vectorsRevision } from "../vectors.ts";

/** Share of the chunks that must have a vector. */
const COVERED = 0.9;
/** As many as the fusion looks at. */
const NEAREST = 200;

export type Meaning = { model: string; vector: Float32Array };

export type MeaningSearch = {
  /** Reads the vectors of a model where they are new; false where they cannot rank. */
  isReady(model: string): boolean;
  /** Rows, the nearest first; none where the vectors do not fit the question's. */
  nearest(meaning: Meaning): number[];
};

export function meaningSearch(db: DatabaseSync, dir: string): MeaningSearch {
  const chunks = Number(db.prepare("SELECT count(*) AS count FROM chunks").get()?.count);
  const state: { model?: string; vectors?: StoredVectors | undefined; lengths?: Float32Array } = {};

  const load = (model: string): void => {
    const file = vectorsFile(dir, model);
    const isSame = state.model === model && state.vectors?.revision === vectorsRevision(file);
    if (isSame && state.vectors) return;
    state.model = model;
    state.vectors = readVectors(file, rowsByHash(db));
    state.lengths = state.vectors ? lengthsOf(state.vectors) : new Float32Array();
  };

  return {
    isReady(model) {
      load(model);
      return (state.vectors?.rows.length ?? 0) >= COVERED * chunks && chunks > 0;
    },
    nearest({ model, vector }) {
      load(model);
      const { vectors, lengths } = state;
      if (!vectors || !lengths || vectors.dimensions !== vector.length) return [];
      return rankByAngle(vectors, lengths, vector);
    },
  };
}

/** Chunks of one title and text share a hash. */
function rowsByHash(db: DatabaseSync): Map<string, number[]> {
  const rows = new Map<string, number[]>();
  for (const row of db.prepare("SELECT n, hash FROM chunks").iterate()) {
    const key = String(row.hash);
    const known = rows.get(key);
    if (known) known.push(Number(row.n));
    else rows.set(key, [Number(row.n)]);
  }
  return rows;
}

function lengthsOf({ rows, matrix, dimensions }: StoredVectors): Float32Array {
  return Float32Array.from(rows, (_, at) => {
    let sum = 0;
    for (let i = at * dimensions; i < (at + 1) * dimensions; i++) sum += (matrix[i] ?? 0) ** 2;
    return Math.sqrt(sum) || 1;
  });
}

function rankByAngle(
  { rows, matrix, dimensions }: StoredVectors,
  lengths: Float32Array,
  vector: Float32Array,
): number[] {
  const angles = new Float32Array(rows.length);
  for (let row = 0; row < rows.length; row++) {
    const from = row * dimensions;
    let dot = 0;
    for (let i = 0; i < dimensions; i++) dot += (matrix[from + i] ?? 0) * (vector[i] ?? 0);
    angles[row] = dot / (lengths[row] ?? 1);
  }
  const floor =
    angles.length > NEAREST ? (angles.slice().sort().at(-NEAREST) ?? 0) : Number.NEGATIVE_INFINITY;
  const near: { n: number; angle: number }[] = [];
  for (const [at, angle] of angles.entries()) if (angle >= floor) near.push({ n: rows[at] ?? 0, angle });
  return near
    .sort((a, b) => b.angle - a.angle || a.n - b.n)
    .slice(0, NEAREST)
    .map(({ n }) => n);
}
