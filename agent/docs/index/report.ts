// What a build has to say: counts, what was skipped and why, what changed. Promises that nothing which was found in a
// folder is missing from it. Refuses wording for a terminal: that is the command's.

import type { DatabaseSync } from "node:sqlite";
import type { DocsSource, ParserName } from "../chunk.ts";
import type { Merging, SurfaceCounts } from "../surface/merge-surface.ts";
import type { SurfaceDelta } from "./delta.ts";
import type { Settled } from "./settle-index.ts";
import type { Shrunk } from "./shrink.ts";

/** What one source gave: the members are those that it states, also where another source states them too. */
export type SourceYield = {
  name: string;
  parser: ParserName | null;
  complete: boolean;
  pages: number;
  chunks: number;
  members: number;
};

/** What an index version holds. The part of a report that is stored with it. */
export type Contents = {
  chunks: number;
  interfaces: number;
  members: number;
  pages: number;
  surface: SurfaceCounts;
  /** Mined from worked examples. */
  topics: number;
  sources: SourceYield[];
  skipped: { path: string; reason: string }[];
  notRead: { kind: string; files: number }[];
};

export type Changed = { added: number; removed: number; modified: number };

export type IndexReport = Contents & {
  version: string;
  reusedPages: number;
  changed: Changed;
  delta: SurfaceDelta;
  /** Sources that gave so much less than the last time that the old index stays: then `flipped` is false. */
  held: Shrunk[];
  /** Sources of which nothing could be read this time, and what became of their pages. */
  unread: Unread[];
  ms: number;
  flipped: boolean;
};

export type Unread = { source: string; reason: string };

export const UNCHANGED: Changed = { added: 0, removed: 0, modified: 0 };

export type Collecting = {
  settled: Settled;
  merged: Merging;
  topics: number;
  notRead: Map<string, number>;
  sources: readonly DocsSource[];
};

export function collectReport(db: DatabaseSync, collecting: Collecting): Contents {
  const { settled, merged, topics, notRead } = collecting;
  const pages = Number(db.prepare("SELECT count(*) AS count FROM pages").get()?.count);
  const skipped: Contents["skipped"] = [];
  const noted = db.prepare("SELECT path, notes FROM pages WHERE notes <> '[]' ORDER BY source, path");
  for (const row of noted.iterate()) {
    const notes: unknown = JSON.parse(String(row.notes));
    if (!Array.isArray(notes)) continue;
    for (const note of notes) skipped.push({ path: String(row.path), reason: String(note) });
  }
  return {
    chunks: settled.chunks,
    interfaces: merged.counts.interfaces,
    members: merged.counts.members,
    pages,
    surface: merged.counts,
    sources: yields(db, collecting),
    topics,
    skipped: [...skipped, ...settled.duplicates, ...merged.notes],
    notRead: [...notRead]
      .map(([kind, files]) => ({ kind, files }))
      .sort((a, b) => (a.kind < b.kind ? -1 : 1)),
  };
}

function yields(db: DatabaseSync, { merged, sources }: Collecting): SourceYield[] {
  const stated = new Map(sources.map((source) => [source.name, source]));
  const rows = db.prepare(
    `SELECT source, count(*) AS pages, sum((SELECT count(*) FROM chunks c WHERE c.page = p.n)) AS chunks
     FROM pages p GROUP BY source ORDER BY source`,
  );
  return rows.all().map((row) => ({
    name: String(row.source),
    parser: stated.get(String(row.source))?.parser ?? null,
    complete: stated.get(String(row.source))?.complete ?? false,
    pages: Number(row.pages),
    chunks: Number(row.chunks),
    members: merged.membersBySource.get(String(row.source)) ?? 0,
  }));
}

/** Compares chunk by chunk, by id. */
export function compareVersions(before: DatabaseSync | undefined, after: DatabaseSync): Changed {
  const old = before ? hashes(before) : new Map<string, string>();
  const changed = { ...UNCHANGED };
  for (const [id, digest] of hashes(after)) {
    const was = old.get(id);
    if (was === undefined) changed.added += 1;
    else if (was !== digest) changed.modified += 1;
    old.delete(id);
  }
  return { ...changed, removed: old.size };
}

function hashes(db: DatabaseSync): Map<string, string> {
  const found = new Map<string, string>();
  for (const row of db.prepare("SELECT id, hash FROM chunks").iterate())
    found.set(String(row.id), String(row.hash));
  return found;
}
