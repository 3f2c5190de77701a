// Programming interfaces for tests, in one call: from facts without any parser, or from inline pages through a real build.
// Promises the product's own merge and the product's own reader. Refuses fakes.

import type { DatabaseSync } from "node:sqlite";
import type { TestContext } from "node:test";
import type { Chunk, DocsSource } from "../../../agent/docs/chunk.ts";
import { type BuildOutcome, build } from "../../../agent/docs/index/build.ts";
import { createIndexFile, prepareWrite } from "../../../agent/docs/index/index-file.ts";
import { settleIndex } from "../../../agent/docs/index/settle-index.ts";
import type { Docs } from "../../../agent/docs/open-docs.ts";
import type { Fact } from "../../../agent/docs/surface/facts.ts";
import { mergeSurface } from "../../../agent/docs/surface/merge-surface.ts";
import { openSurface } from "../../../agent/docs/surface/open-surface.ts";
import type { Surface } from "../../../agent/docs/surface/surface.ts";
import { openHere, tempDocs } from "./docs-folder.ts";

/** A chunk as a parser would give it; `source` is "docs" and complete unless said otherwise. */
export type FactChunk = {
  title: string;
  interface?: string;
  member?: string;
  facts?: Fact[];
  source?: string;
};

export type MergedChunks = { db: DatabaseSync; surface: Surface } & ReturnType<typeof mergeSurface>;

/** The surface that these chunks merge into. `complete` names the complete sources: by default "docs". */
export function mergeChunks(
  t: Pick<TestContext, "after">,
  chunks: readonly FactChunk[],
  complete: readonly string[] = ["docs"],
): MergedChunks {
  const db = createIndexFile(":memory:");
  t.after(() => db.close());
  for (const [at, chunk] of chunks.entries()) addChunk(db, at, chunk);
  settleIndex(db);
  const merged = mergeSurface(db, new Set(complete));
  return { db, surface: openSurface(db), ...merged };
}

/** The surface of facts alone, on a page that is about nothing in particular. */
export const surfaceOfFacts = (t: TestContext, facts: Fact[]): Surface =>
  mergeChunks(t, [{ title: "Everything", facts }]).surface;

function addChunk(db: DatabaseSync, at: number, chunk: FactChunk): void {
  const page = prepareWrite(
    db,
    "INSERT INTO pages (source, path, hash, parser, notes) VALUES (?, ?, '', '', '[]')",
  ).run(chunk.source ?? "docs", `${String(at).padStart(5, "0")}.md`);
  prepareWrite(
    db,
    `INSERT INTO chunks (page, at, id, title, stated_interface, stated_member, title_only, text, line, hash, facts)
     VALUES (?, 0, '', ?, ?, ?, 0, '', 1, '', ?)`,
  ).run(
    page.lastInsertRowid,
    chunk.title,
    chunk.interface ?? null,
    chunk.member ?? null,
    JSON.stringify(chunk.facts ?? []),
  );
}

export type BuiltDocs = {
  docs: Docs;
  surface: Surface;
  report: BuildOutcome;
  chunk(id: string): Chunk | undefined;
};

/** Builds and opens a real index of inline pages, by file name; one complete source unless said otherwise. */
export async function docsOf(
  t: TestContext,
  files: Record<string, string>,
  source: Partial<DocsSource> = {},
): Promise<BuiltDocs> {
  return await docsOfFolder(t, tempDocs(t, files).folder, source);
}

/** The same of a folder that is there, read and not touched. */
export async function docsOfFolder(
  t: TestContext,
  folder: string,
  source: Partial<DocsSource> = {},
): Promise<BuiltDocs> {
  const { dir } = tempDocs(t);
  const sources = [{ name: "docs", folder, complete: true, ...source }];
  const report = build({ sources, dir, builtAt: 0 }, () => {});
  const docs = await openHere(t, dir);
  return { docs, surface: docs.surface, report, chunk: docs.chunk };
}
