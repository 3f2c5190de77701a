// Vectors of chunks, kept beside the index: one SQLite file a model, a vector by a chunk's hash, a byte a dimension.
// Promises that an unchanged chunk keeps its vector over every rebuild of the index. Refuses vectors of another length
// than the file's first, and anything that is not a finite number: what asked for them must be told.

import { hash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Raise it when what is embedded of a chunk changes, or how a vector is stored. */
const FORMAT = 1;

export const vectorsFile = (dir: string, model: string): string =>
  path.join(dir, `vectors-${hash("sha256", model).slice(0, 16)}.db`);

const MAX_CHARS = 2000;

/** What of a chunk is embedded: its title, and the beginning of its text without examples. */
export function embeddedText({ title, text }: { title: string; text: string }): string {
  const prose = text.replace(/^```[\s\S]*?(?:^```\s*$|$(?![\s\S]))/gm, "").replace(/\n{3,}/g, "\n\n");
  return `${title}\n${prose}`.slice(0, MAX_CHARS);
}

export type VectorsFile = {
  /** Has this chunk a vector already? */
  has(hash: string): boolean;
  /** Keeps vectors at once: an interrupted run loses only what was on its way. */
  put(vectors: ReadonlyMap<string, Float32Array>): void;
  /** The length of the vectors in it; 0 while it is empty. */
  dimensions(): number;
  clear(): void;
  /** Lets go of chunks that are no more; returns how many. */
  keepOnly(hashes: ReadonlySet<string>): number;
  /** Tells readers that it is worth reading again. */
  publish(): void;
  [Symbol.dispose](): void;
};

/** Opens for writing; a file of another format or model, or a damaged one, is begun anew: it can be filled again. */
export function openVectors(dir: string, model: string): VectorsFile {
  const db = openOrReplace(vectorsFile(dir, model), model);
  const has = db.prepare("SELECT 1 FROM vectors WHERE hash = ?");
  const put = db.prepare("INSERT OR REPLACE INTO vectors (hash, bytes) VALUES (?, ?)");
  const remove = db.prepare("DELETE FROM vectors WHERE hash = ?");
  const dimensions = (): number => {
    const row = db.prepare("SELECT length(bytes) AS length FROM vectors LIMIT 1").get();
    return Number(row?.length ?? 0);
  };
  return {
    has: (key) => has.get(key) !== undefined,
    put(vectors) {
      const length = dimensions() || [...vectors.values()][0]?.length;
      whole(db, () => {
        for (const [key, vector] of vectors) put.run(key, packVector(vector, length));
      });
    },
    dimensions,
    clear: () => db.exec("DELETE FROM vectors"),
    keepOnly(hashes) {
      const keys = db.prepare("SELECT hash FROM vectors").all();
      const gone = keys.map((row) => String(row.hash)).filter((key) => !hashes.has(key));
      whole(db, () => {
        for (const key of gone) remove.run(key);
      });
      return gone.length;
    },
    publish: () => db.exec("UPDATE meta SET value = value + 1 WHERE key = 'revision'"),
    [Symbol.dispose]: () => db.close(),
  };
}

function whole(db: DatabaseSync, work: () => void): void {
  db.exec("BEGIN");
  try {
    work();
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}

function openOrReplace(file: string, model: string): DatabaseSync {
  for (const attempt of ["open", "replace"]) {
    if (attempt === "replace") for (const end of ["", "-wal", "-shm"]) fs.rmSync(file + end, { force: true });
    const db = tryOpen(file, model);
    if (db) return db;
  }
  throw new Error(`The file of vectors ${file} cannot be made.`);
}

function tryOpen(file: string, model: string): DatabaseSync | null {
  const db = new DatabaseSync(file, { timeout: 2000 });
  try {
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS vectors (hash TEXT NOT NULL UNIQUE, bytes BLOB NOT NULL);
      INSERT OR IGNORE INTO meta VALUES ('format', ${FORMAT}), ('revision', 0);`);
    db.prepare("INSERT OR IGNORE INTO meta VALUES ('model', ?)").run(model);
    if (readMeta(db, "format") === FORMAT && readMeta(db, "model") === model) return db;
  } catch (error) {
    if (!isDamaged(error)) {
      db.close();
      throw new Error(`The file of vectors ${file} cannot be opened.`, { cause: error });
    }
  }
  db.close();
  return null;
}

const readMeta = (db: DatabaseSync, key: string): unknown =>
  db.prepare("SELECT value FROM meta WHERE key = ?").get(key)?.value;

/** Not a database, or a broken one. */
const isDamaged = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && (error.errcode === 26 || error.errcode === 11);

/** Only directions are compared, so the longest coordinate may take the whole byte. */
function packVector(vector: Float32Array, length = vector.length): Uint8Array {
  if (vector.length !== length)
    throw new Error(`A vector has ${vector.length} dimensions where the others have ${length}.`);
  const most = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  if (!Number.isFinite(most) || most === 0) throw new Error("A vector holds something that is no number.");
  const bytes = Int8Array.from(vector, (value) => Math.round((value / most) * 127));
  return new Uint8Array(bytes.buffer);
}

/** All vectors of a file that chunks of an index version have; undefined without a file for the model. */
export type StoredVectors = { revision: number; rows: Int32Array; matrix: Int8Array; dimensions: number };

/** Reads the vectors of these chunks, a row each, in the order of the file. */
export function readVectors(
  file: string,
  rowOf: ReadonlyMap<string, readonly number[]>,
): StoredVectors | undefined {
  const db = openForReading(file);
  if (!db) return undefined;
  try {
    const first = db.prepare("SELECT length(bytes) AS length FROM vectors LIMIT 1").get();
    const dimensions = Number(first?.length ?? 0);
    const count = [...rowOf.values()].reduce((sum, rows) => sum + rows.length, 0);
    const stored = { rows: new Int32Array(count), matrix: new Int8Array(count * dimensions) };
    let at = 0;
    for (const { hash: key, bytes } of db.prepare("SELECT hash, bytes FROM vectors").iterate()) {
      if (!(bytes instanceof Uint8Array) || bytes.length !== dimensions) continue;
      for (const row of rowOf.get(String(key)) ?? []) {
        stored.rows[at] = row;
        stored.matrix.set(new Int8Array(bytes.buffer, bytes.byteOffset, dimensions), at * dimensions);
        at += 1;
      }
    }
    return {
      revision: Number(readMeta(db, "revision")),
      rows: stored.rows.subarray(0, at),
      matrix: stored.matrix.subarray(0, at * dimensions),
      dimensions,
    };
  } finally {
    db.close();
  }
}

/** What `publish` counts; undefined without a readable file. */
export function vectorsRevision(file: string): number | undefined {
  const db = openForReading(file);
  if (!db) return undefined;
  try {
    return Number(readMeta(db, "revision"));
  } finally {
    db.close();
  }
}

/** A file that cannot be read is no file: full text answers alone, and the next run of the job replaces it. */
function openForReading(file: string): DatabaseSync | undefined {
  if (!fs.existsSync(file)) return undefined;
  const db = new DatabaseSync(file, { timeout: 500, readOnly: true });
  try {
    if (readMeta(db, "format") === FORMAT) return db;
  } catch {
    // Damaged, or not yet made whole.
  }
  db.close();
  return undefined;
}
