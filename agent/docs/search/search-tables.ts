// The tables of an index file that full text is searched in: the terms of each chunk, and for each term the chunks that
// have it. Promises that an unchanged page keeps its terms, and that the lists by term are made anew from them at the end
// of a build. Refuses to cut or weigh: a chunk's terms come as they are to be found.

import type { DatabaseSync } from "node:sqlite";
import type { ParsedChunk } from "../chunk.ts";
import { createReadWord, termsOf } from "./chunk-terms.ts";
import { eachWeight, packLists, packWeights } from "./packed.ts";
import { createTerms } from "./stem.ts";

/** `names` holds two lists of term numbers, of the name and of the owner; weights are bytes. */
export const SEARCH_SCHEMA = `
  CREATE TABLE terms (n INTEGER PRIMARY KEY, term TEXT NOT NULL UNIQUE, chunks INTEGER NOT NULL, postings BLOB NOT NULL);
  CREATE TABLE chunk_terms (
    chunk INTEGER PRIMARY KEY, terms BLOB NOT NULL, names BLOB NOT NULL, traits INTEGER NOT NULL, lead INTEGER NOT NULL);
`;

/** Adds the terms of new chunks, under numbers that last as long as the file and its copies. */
export function termWriter(db: DatabaseSync): (row: number | bigint, chunk: ParsedChunk) => void {
  const known = new Map<string, number>();
  for (const row of db.prepare("SELECT n, term FROM terms").iterate())
    known.set(String(row.term), Number(row.n));
  const last = db.prepare("SELECT coalesce(max(n), 0) AS n FROM terms").get();
  const state = { next: Number(last?.n) + 1 };
  const addTerm = db.prepare("INSERT INTO terms (n, term, chunks, postings) VALUES (?, ?, 0, x'')");
  const addChunk = db.prepare(
    "INSERT INTO chunk_terms (chunk, terms, names, traits, lead) VALUES (?, ?, ?, ?, ?)",
  );
  const read = createReadWord();

  const numberOf = (text: string): number => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const n = state.next++;
    known.set(text, n);
    addTerm.run(n, text);
    return n;
  };

  return (row, chunk) => {
    const { weights, name, owner, traits, lead } = termsOf(chunk, read);
    const entries = [...weights]
      .map(([text, weight]) => [numberOf(text), byteOf(weight)])
      .sort(([a = 0], [b = 0]) => a - b);
    const names = packLists([name.map(numberOf), owner.map(numberOf)]);
    addChunk.run(row, packWeights(entries.flat()), names, traits, lead);
  };
}

/** A weight of 0 would say that the term is not there. */
const byteOf = (weight: number): number => Math.max(1, Math.round(weight * 255));

/** More words that a chunk is found by, from elsewhere in the documentation. */
export type MoreWords = ReadonlyMap<number, { words: readonly string[]; weight: number }>;

export function writePostings(db: DatabaseSync, ...more: readonly MoreWords[]): void {
  const numbers = new Map<string, number>();
  for (const row of db.prepare("SELECT n, term FROM terms").iterate())
    numbers.set(String(row.term), Number(row.n));
  const lists: Lists = new Map();
  const term = createTerms();
  const numberOf = (word: string): number | undefined => numbers.get(term(word));

  for (const row of db.prepare("SELECT chunk, terms FROM chunk_terms ORDER BY chunk").iterate()) {
    const chunk = Number(row.chunk);
    const others = more.flatMap((words) => words.get(chunk) ?? []);
    const added = new Map(others.flatMap((one) => numbered(one, numberOf)));
    eachWeight(bytesOf(row.terms), (n, weight) => {
      put(lists, n, [chunk, weight]);
      added.delete(n);
    });
    for (const [n, weight] of added) put(lists, n, [chunk, weight]);
  }
  save(db, lists);
}

/** Of each term: its chunks, each followed by its weight there. */
type Lists = Map<number, number[]>;

function put(lists: Lists, n: number, posting: readonly [chunk: number, weight: number]): void {
  const list = lists.get(n);
  if (list) list.push(...posting);
  else lists.set(n, [...posting]);
}

/** Words that stand nowhere else in the documentation have no number, and nobody asks for them. */
function numbered(
  { words, weight }: { words: readonly string[]; weight: number },
  numberOf: (word: string) => number | undefined,
): [number, number][] {
  return words.flatMap((word): [number, number][] => {
    const n = numberOf(word);
    return n === undefined ? [] : [[n, byteOf(weight)]];
  });
}

function save(db: DatabaseSync, lists: ReadonlyMap<number, number[]>): void {
  const update = db.prepare("UPDATE terms SET chunks = ?, postings = ? WHERE n = ?");
  db.exec("BEGIN; UPDATE terms SET chunks = 0, postings = x''");
  for (const [n, list] of lists) update.run(list.length / 2, packWeights(list), n);
  db.exec("DELETE FROM terms WHERE chunks = 0; COMMIT");
}

export const bytesOf = (value: unknown): Uint8Array =>
  value instanceof Uint8Array ? value : new Uint8Array();
