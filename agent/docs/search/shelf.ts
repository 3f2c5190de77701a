// What ranking keeps in memory of an index file: of each chunk its interface, the terms of its names, its traits; and the
// way to the terms' lists, which stay in the file. Promises a few bytes a chunk. Refuses text.

import type { DatabaseSync } from "node:sqlite";
import type { Vocabulary } from "./alternatives.ts";
import { createNearTerms, type Near } from "./near-terms.ts";
import { unpackLists } from "./packed.ts";
import { bytesOf } from "./search-tables.ts";
import { createTerms } from "./stem.ts";

/** By row of a chunk; interfaces and member names are numbers that only compare. */
export type Shelf = {
  chunks: number;
  /** One more than the highest row. */
  rows: number;
  terms: number;
  interfaceOf: Int32Array;
  /** 0: an interface's own chunk, or a page of prose. */
  memberOf: Int32Array;
  traits: Uint8Array;
  lead: Float64Array;
  names: TermLists;
  owners: TermLists;
  vocabulary: Vocabulary;
  term(text: string): Term | undefined;
};

/** Lists of term numbers, end to end: that of a row is from its start to the next row's. */
export type TermLists = { starts: Int32Array; terms: Int32Array };
export type Term = { n: number; chunks: number; postings: Uint8Array };

export function readShelf(db: DatabaseSync): Shelf {
  const size = db.prepare("SELECT count(*) AS chunks, coalesce(max(n), 0) + 1 AS rows FROM chunks").get();
  const rows = Number(size?.rows);
  const shelf = {
    interfaceOf: new Int32Array(rows),
    memberOf: new Int32Array(rows),
    traits: new Uint8Array(rows),
    lead: new Float64Array(rows),
  };
  const interfaces = createNumbers();
  const members = createNumbers();
  const names = createLists(rows);
  const owners = createLists(rows);
  const query = db.prepare(
    `SELECT c.n, c.interface, c.member, t.names, t.traits, t.lead
     FROM chunks c JOIN chunk_terms t ON t.chunk = c.n ORDER BY c.n`,
  );
  for (const row of query.iterate()) {
    const n = Number(row.n);
    const [name = [], owner = []] = unpackLists(bytesOf(row.names));
    names.add(n, name);
    owners.add(n, owner);
    shelf.interfaceOf[n] = typeof row.interface === "string" ? interfaces(row.interface) : 0;
    shelf.memberOf[n] = typeof row.member === "string" ? members(row.member) : 0;
    shelf.traits[n] = Number(row.traits);
    shelf.lead[n] = Number(row.lead);
  }
  const terms = Number(db.prepare("SELECT coalesce(max(n), 0) + 1 AS count FROM terms").get()?.count);
  const lists = { names: names.end(), owners: owners.end() };
  return { chunks: Number(size?.chunks), rows, terms, ...shelf, ...lists, ...termsOf(db) };
}

/** Rows come in ascending order; those that do not come have none. */
function createLists(rows: number) {
  const starts = new Int32Array(rows + 1);
  const terms: number[] = [];
  const state = { next: 0 };
  const upTo = (row: number): void => {
    while (state.next <= row) starts[state.next++] = terms.length;
  };
  return {
    add(row: number, list: number[]): void {
      upTo(row);
      terms.push(...list);
    },
    end(): TermLists {
      upTo(rows);
      return { starts, terms: Int32Array.from(terms) };
    },
  };
}

function createNumbers(): (name: string) => number {
  const known = new Map<string, number>();
  return (name) => {
    const n = known.get(name) ?? known.size + 1;
    known.set(name, n);
    return n;
  };
}

function termsOf(db: DatabaseSync): Pick<Shelf, "vocabulary" | "term"> {
  const get = db.prepare("SELECT n, chunks, postings FROM terms WHERE term = ?");
  const count = db.prepare("SELECT chunks FROM terms WHERE term = ?");
  const from = db.prepare("SELECT term FROM terms WHERE term >= ? AND term < ? ORDER BY term LIMIT ?");
  const chunks = (term: string): number => Number(count.get(term)?.chunks ?? 0);
  const state: { near?: (term: string) => Near[] } = {};
  const vocabulary: Vocabulary = {
    term: createTerms(),
    has: (term) => chunks(term) > 0,
    chunks,
    startingWith: (prefix, limit) =>
      from.all(`${prefix}`, `${prefix}\u{10ffff}`, limit).map((row) => String(row.term)),
    // A question without a slip never needs them.
    near(term) {
      state.near ??= createNearTerms(
        db
          .prepare("SELECT term FROM terms")
          .all()
          .map((row) => String(row.term)),
      );
      return state.near(term);
    },
  };
  return {
    vocabulary,
    term(text) {
      const row = get.get(text);
      return row
        ? { n: Number(row.n), chunks: Number(row.chunks), postings: bytesOf(row.postings) }
        : undefined;
    },
  };
}
