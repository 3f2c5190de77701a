// Documentation, ready to be asked: exact names at once, words and typos from a thread of their own. Promises one index
// version per lookup, also while a new one is flipped in. Refuses nothing that can be typed: no query is an error.

import type { DatabaseSync } from "node:sqlite";
import type { Chunk } from "./chunk.ts";
import { OtherFormat, readIndexFile, readMeta } from "./index/index-file.ts";
import type { Contents } from "./index/report.ts";
import { readPointer, versionFile } from "./index/versions.ts";
import type { TopicMatch } from "./phrasebook/topic.ts";
import { openTopics } from "./phrasebook/topic-tables.ts";
import { DEFAULT_LIMIT, type Hit, type Lookup, MAX_LIMIT } from "./search/lookup.ts";
import type { Meaning } from "./search/search-meaning.ts";
import { nameSearch } from "./search/search-names.ts";
import { SearchThread } from "./search/search-thread.ts";
import { snippet } from "./search/snippet.ts";
import { wordSearch } from "./search/word-search.ts";
import type { Constructs } from "./surface/construct.ts";
import { type ConstructProfile, constructsOf } from "./surface/constructs.ts";
import { openSurface } from "./surface/open-surface.ts";
import type { Surface } from "./surface/surface.ts";

/** What the version holds, without what was left out of it. */
export type DocsStats = Omit<Contents, "skipped" | "notRead"> & { builtAt: number };

export type Docs = {
  readonly version: string;
  readonly stats: DocsStats;
  /** The programming interface of the version that is current when it is asked; it may be kept over a reload. */
  readonly surface: Surface;
  /** Found once for a version and a profile. */
  constructs(profile: ConstructProfile): Constructs;
  /** Topics of the phrasebook for a goal, the best first; in milliseconds, and without the owner's own. */
  topics(goal: string, limit?: number): TopicMatch[];
  /** Exact names, and where there is none of that name, what the words find. */
  lookup(query: string, limit?: number): Promise<Lookup>;
  /** What the words find, whatever names there are; with the question's vector also what is near in meaning. */
  search(query: string, limit?: number, meaning?: Meaning | null): Promise<Lookup>;
  /** Nearly all chunks have a vector of this model. */
  hasVectors(model: string): Promise<boolean>;
  chunk(id: string): Chunk | undefined;
  /** The word stands somewhere in the documentation's text, in exactly this case. */
  hasWord(word: string): boolean;
  /** Moves to the version that is current now; false when this already is it. */
  reload(): Promise<boolean>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Opens the current index of a folder; undefined when none was built there yet. */
export async function openDocs(dir: string, { signal }: { signal: AbortSignal }): Promise<Docs | undefined> {
  signal.throwIfAborted();
  const first = openCurrent(dir);
  if (!first) return undefined;
  const state = { version: first, closed: false };
  const closing = new Set<Promise<void>>();

  const reload = async (): Promise<boolean> => {
    if (state.closed || readPointer(dir)?.version === state.version.name) return false;
    const next = openCurrent(dir);
    if (!next || next.name === state.version.name) {
      await next?.close();
      return false;
    }
    const last = state.version;
    state.version = next;
    // Lookups that run on the old version end there; only then its file is let go.
    const closed: Promise<void> = last.close().finally(() => closing.delete(closed));
    closing.add(closed);
    return true;
  };

  const ask = async <T>(question: (version: OpenVersion) => Promise<T>): Promise<T> => {
    try {
      return await question(state.version);
    } catch (error) {
      // The search thread opens the file with its first question: two flips without a reload, and the file is swept.
      if (!(await reload())) throw error;
      return question(state.version);
    }
  };

  return {
    get version() {
      return state.version.name;
    },
    get stats() {
      return state.version.stats;
    },
    surface: forwarding(() => state.version.surface),
    constructs: (profile) => state.version.constructs(profile),
    topics: (goal, limit = DEFAULT_LIMIT) => state.version.topics(goal, clampLimit(limit)),
    lookup: (query, limit = DEFAULT_LIMIT) => ask((version) => version.lookup(query, clampLimit(limit))),
    search: (query, limit = DEFAULT_LIMIT, meaning = null) =>
      ask((version) => version.search(query, clampLimit(limit), meaning)),
    hasVectors: (model) => ask((version) => version.hasVectors(model)),
    chunk: (id) => state.version.chunk(id),
    hasWord: (word) => state.version.hasWord(word),
    reload,
    async [Symbol.asyncDispose]() {
      state.closed = true;
      await Promise.all([...closing, state.version.close()]);
    },
  };
}

/** Whoever kept the surface of a version that has gone would ask a closed file. */
function forwarding(current: () => Surface): Surface {
  return {
    interface: (name) => current().interface(name),
    interfaces: () => current().interfaces(),
    members: (name) => current().members(name),
    member: (name, member) => current().member(name, member),
    owners: (member) => current().owners(member),
    memberNames: () => current().memberNames(),
    taken: () => current().taken(),
    takers: (name) => current().takers(name),
    global: (name) => current().global(name),
    globals: () => current().globals(),
    fn: (name) => current().fn(name),
    functions: () => current().functions(),
    isComplete: (name) => current().isComplete(name),
    typesIn: (valueType) => current().typesIn(valueType),
    phrases: (chunk) => current().phrases(chunk),
  };
}

const clampLimit = (limit: number): number =>
  Number.isFinite(limit) ? Math.min(Math.max(1, Math.trunc(limit)), MAX_LIMIT) : DEFAULT_LIMIT;

// Between reading the pointer and opening the file two flips may pass, and the file be swept: then the pointer is read again.
function openCurrent(dir: string): OpenVersion | undefined {
  for (let attempt = 1; ; attempt++) {
    const name = readPointer(dir)?.version;
    if (name === undefined) return undefined;
    try {
      return openVersion(name, versionFile(dir, name));
    } catch (error) {
      if (error instanceof OtherFormat) return undefined;
      const moved = readPointer(dir)?.version !== name;
      if (!moved || attempt === 5) throw error;
    }
  }
}

type OpenVersion = {
  name: string;
  stats: DocsStats;
  surface: Surface;
  constructs(profile: ConstructProfile): Constructs;
  topics(goal: string, limit: number): TopicMatch[];
  lookup(query: string, limit: number): Promise<Lookup>;
  search(query: string, limit: number, meaning: Meaning | null): Promise<Lookup>;
  hasVectors(model: string): Promise<boolean>;
  chunk(id: string): Chunk | undefined;
  hasWord(word: string): boolean;
  close(): Promise<void>;
};

function openVersion(name: string, file: string): OpenVersion {
  const db = readIndexFile(file);
  const surface = openSurface(db);
  const names = nameSearch(db, surface);
  const byId = db.prepare(`${CHUNK} WHERE c.id = ?`);
  const byRow = db.prepare("SELECT id, title, text FROM chunks WHERE n = ?");
  const thread = new SearchThread(file);
  const running = new Set<Promise<unknown>>();

  const toHits = (rows: { n: number; score: number }[], query: string): Hit[] =>
    rows.flatMap(({ n, score }) => {
      const row = byRow.get(n);
      return row
        ? [
            {
              chunk: String(row.id),
              title: String(row.title),
              score,
              snippet: snippet(String(row.text), query),
            },
          ]
        : [];
    });

  const search = async (query: string, limit: number, meaning: Meaning | null): Promise<Lookup> => {
    if (!/[\p{L}\p{N}]/u.test(query)) return { kind: "none", hits: [], total: 0 };
    const found = await thread.search(query, limit, meaning);
    return { kind: found.kind, hits: toHits(found.rows, query), total: found.total };
  };
  const lookup = async (query: string, limit: number): Promise<Lookup> => {
    const exact = names(query, limit);
    if (exact) return { kind: "name", hits: toHits(exact.rows, ""), total: exact.total };
    return search(query, limit, null);
  };
  const tracked = <T>(answer: Promise<T>): Promise<T> => {
    const ended: Promise<boolean> = answer.then(
      () => running.delete(ended),
      () => running.delete(ended),
    );
    running.add(ended);
    return answer;
  };

  return {
    name,
    stats: readStats(db),
    surface,
    constructs: foundOnce((profile) => constructsOf(surface, profile)),
    topics: openTopics(db),
    chunk: (id) => toChunk(byId.get(id)),
    hasWord: wordSearch(db),
    lookup: (query, limit) => tracked(lookup(query, limit)),
    search: (query, limit, meaning) => tracked(search(query, limit, meaning)),
    hasVectors: (model) => tracked(thread.hasVectors(model)),
    async close() {
      await Promise.all(running);
      await thread[Symbol.asyncDispose]();
      db.close();
    },
  };
}

function foundOnce(
  find: (profile: ConstructProfile) => Constructs,
): (profile: ConstructProfile) => Constructs {
  const found = new WeakMap<ConstructProfile, Constructs>();
  return (profile) => {
    const before = found.get(profile);
    if (before) return before;
    const constructs = find(profile);
    found.set(profile, constructs);
    return constructs;
  };
}

const CHUNK = `SELECT c.id, c.title, c.interface, c.member, c.text, c.line, c.hash, p.source, p.path
  FROM chunks c JOIN pages p ON p.n = c.page`;

function toChunk(row: Record<string, unknown> | undefined): Chunk | undefined {
  if (!row) return undefined;
  return {
    id: String(row.id),
    title: String(row.title),
    ...(typeof row.interface === "string" ? { interface: row.interface } : {}),
    ...(typeof row.member === "string" ? { member: row.member } : {}),
    text: String(row.text),
    source: String(row.source),
    path: String(row.path),
    line: Number(row.line),
    hash: String(row.hash),
  };
}

function readStats(db: DatabaseSync): DocsStats {
  const contents: Contents = JSON.parse(readMeta(db, "contents") ?? "null");
  const { skipped: _, notRead: __, ...stats } = contents;
  return { ...stats, builtAt: Number(readMeta(db, "builtAt")) };
}
