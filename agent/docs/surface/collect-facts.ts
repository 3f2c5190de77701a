// Gathers what all chunks of an index say of the programming interface, by whom it is about. Promises that nothing which a
// chunk's name or a fact states is left out, and that the order of pages decides nothing. Refuses names that no script
// could write, with a note.

import type { DatabaseSync } from "node:sqlite";
import type { Fact, MemberFact, Param } from "./facts.ts";

/**
 * Where something is stated. Rank 0: in the chunk that is about this very thing; 1: in the chunk of its interface, as a
 * row of a table or a line of a list; 2: anywhere else.
 */
export type Origin = { rank: 0 | 1 | 2; chunk: string; source: string; path: string };
export type Stated<T> = { fact: T; at: Origin };
type FactOf<K extends Fact["type"]> = Extract<Fact, { type: K }>;

/** `own` are the chunks that are about it. */
export type MemberDraft = { name: string; own: Origin[]; facts: Stated<MemberFact>[] };
export type InterfaceDraft = {
  name: string;
  own: Origin[];
  facts: Stated<FactOf<"interface">>[];
  constructors: Stated<FactOf<"constructor">>[];
  members: Map<string, MemberDraft>;
  sources: Set<string>;
};

export type Collected = {
  interfaces: Map<string, InterfaceDraft>;
  /** `owner`: the interface of whose own page the chunk is. */
  globals: Map<string, (Stated<FactOf<"global">> & { owner: string | null })[]>;
  functions: Map<string, Stated<FactOf<"function">>[]>;
  /** Keys by what takes them: `Interface.member`, a function, `new Interface`. */
  options: Map<string, Stated<Param[]>[]>;
  notes: { path: string; reason: string }[];
};

type ChunkRow = { id: string; interface: string | null; member: string | null; source: string; path: string };

const CHUNKS = `SELECT c.id, c.interface, c.member, c.facts, p.source, p.path FROM chunks c JOIN pages p ON p.n = c.page
  ORDER BY p.source, p.path, c.at`;

export function collectFacts(db: DatabaseSync): Collected {
  const all: Collected = {
    interfaces: new Map(),
    globals: new Map(),
    functions: new Map(),
    options: new Map(),
    notes: [],
  };
  for (const row of db.prepare(CHUNKS).iterate()) {
    const chunk: ChunkRow = {
      id: String(row.id),
      interface: typeof row.interface === "string" ? row.interface : null,
      member: typeof row.member === "string" ? row.member : null,
      source: String(row.source),
      path: String(row.path),
    };
    addTitle(all, chunk);
    const facts: Fact[] = row.facts === "[]" ? [] : JSON.parse(String(row.facts));
    for (const fact of facts) addFact(all, chunk, fact);
  }
  return all;
}

/** What a chunk's own name states. */
function addTitle(all: Collected, chunk: ChunkRow): void {
  if (chunk.interface === null) return;
  if (chunk.member === null) {
    const named = isWritable(all, chunk, chunk.interface);
    if (named) interfaceOf(all, chunk, chunk.interface).own.push(originOf(chunk, 0));
  } else if (isWritable(all, chunk, chunk.interface, chunk.member)) {
    memberOf(all, chunk, { interface: chunk.interface, name: chunk.member }).own.push(originOf(chunk, 0));
  }
}

function addFact(all: Collected, chunk: ChunkRow, fact: Fact): void {
  switch (fact.type) {
    case "interface":
      if (isWritable(all, chunk, fact.name))
        interfaceOf(all, chunk, fact.name).facts.push({ fact, at: rankInterface(chunk, fact.name) });
      return;
    case "constructor":
      if (isWritable(all, chunk, fact.interface))
        interfaceOf(all, chunk, fact.interface).constructors.push({
          fact,
          at: rankInterface(chunk, fact.interface),
        });
      return;
    case "member":
      if (isWritable(all, chunk, fact.interface, fact.name))
        memberOf(all, chunk, fact).facts.push({ fact, at: rankMember(chunk, fact) });
      return;
    case "global":
      if (isWritable(all, chunk, fact.name)) {
        const owner = chunk.member === null ? chunk.interface : null;
        listed(all.globals, fact.name).push({ fact, at: originOf(chunk, owner === null ? 1 : 0), owner });
      }
      return;
    case "function":
      if (isWritable(all, chunk, fact.name))
        listed(all.functions, fact.name).push({ fact, at: originOf(chunk, chunk.id === fact.name ? 0 : 1) });
      return;
    case "options":
      listed(all.options, fact.of).push({ fact: fact.keys, at: rankOptions(chunk, fact.of) });
      return;
    case "example":
      return;
  }
}

function interfaceOf(all: Collected, chunk: ChunkRow, name: string): InterfaceDraft {
  const known = all.interfaces.get(name);
  const draft = known ?? {
    name,
    own: [],
    facts: [],
    constructors: [],
    members: new Map<string, MemberDraft>(),
    sources: new Set<string>(),
  };
  if (!known) all.interfaces.set(name, draft);
  draft.sources.add(chunk.source);
  return draft;
}

function memberOf(all: Collected, chunk: ChunkRow, of: { interface: string; name: string }): MemberDraft {
  const { members } = interfaceOf(all, chunk, of.interface);
  const known = members.get(of.name);
  if (known) return known;
  const draft: MemberDraft = { name: of.name, own: [], facts: [] };
  members.set(of.name, draft);
  return draft;
}

const originOf = ({ id, source, path }: ChunkRow, rank: Origin["rank"]): Origin => ({
  rank,
  chunk: id,
  source,
  path,
});

const rankInterface = (chunk: ChunkRow, name: string): Origin =>
  originOf(chunk, chunk.interface === name && chunk.member === null ? 0 : 1);

function rankMember(chunk: ChunkRow, fact: MemberFact): Origin {
  if (chunk.interface !== fact.interface) return originOf(chunk, 2);
  if (chunk.member === fact.name) return originOf(chunk, 0);
  return originOf(chunk, chunk.member === null ? 1 : 2);
}

const rankOptions = (chunk: ChunkRow, of: string): Origin =>
  originOf(chunk, of === (chunk.member === null ? chunk.id : `${chunk.interface}.${chunk.member}`) ? 0 : 1);

function listed<T>(map: Map<string, T[]>, key: string): T[] {
  const known = map.get(key);
  if (known) return known;
  const list: T[] = [];
  map.set(key, list);
  return list;
}

const MAX_NAME = 200;
const UNWRITABLE = /[\p{Cc}\p{Cs}\s]/u;

// A lone surrogate would also come back from the file as another character, and collide there.
function isWritable(all: Collected, chunk: ChunkRow, ...names: string[]): boolean {
  const bad = names.find((name) => name === "" || name.length > MAX_NAME || UNWRITABLE.test(name));
  if (bad === undefined) return true;
  const shown = bad.toWellFormed().replaceAll(/\s+/g, " ").slice(0, 60);
  const reason = `not a name of code, left out of the index: "${shown}"`;
  const isSaid = all.notes.some((note) => note.path === chunk.path && note.reason === reason);
  if (!isSaid) all.notes.push({ path: chunk.path, reason });
  return false;
}
