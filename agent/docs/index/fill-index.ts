// Brings the pages of an index file up to date with what the folders hold. Promises that an unchanged page costs nothing
// but its reading, and that a page which its parser fails on is reported. Refuses to name or rank: that is settling.

import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { wordsOf } from "../../../store/words-of.ts";
import type { DocsSource, Parsed } from "../chunk.ts";
import { chooseParser } from "../parse/parsers.ts";
import { termWriter } from "../search/search-tables.ts";
import { prepareWrite } from "./index-file.ts";
import type { ReadPage } from "./read-pages.ts";

/** A source with its pages; a source that cannot be read now keeps the pages that it had. */
export type SourcePages = { source: DocsSource; pages: ReadPage[] } | { source: DocsSource; kept: true };

type OnPage = (done: number, total: number) => void;

/** Returns how many pages were taken over as they were. */
export function fillIndex(db: DatabaseSync, sources: SourcePages[], onPage: OnPage): number {
  const known = knownPages(db);
  const total = sources.reduce((sum, entry) => sum + ("pages" in entry ? entry.pages.length : 0), 0);
  const write = pageWriter(db);
  let done = 0;
  let reused = 0;

  db.exec("BEGIN");
  for (const entry of sources) {
    const { source } = entry;
    if ("kept" in entry) reused += keepAll(known, source);
    for (const page of "pages" in entry ? entry.pages : []) {
      const key = `${source.name}\0${page.path}`;
      const before = known.get(key);
      known.delete(key);
      if (before?.hash === page.hash && before.parser === (source.parser ?? "")) reused += 1;
      else write(source, page, before?.n);
      done += 1;
      onPage(done, total);
    }
  }
  for (const gone of known.values()) removePage(db, gone.n);
  db.exec("COMMIT");
  return reused;
}

/** What is left in `known` at the end is removed. */
function keepAll(known: Map<string, KnownPage>, source: DocsSource): number {
  const kept = [...known].filter(([, page]) => page.source === source.name);
  for (const [key] of kept) known.delete(key);
  return kept.length;
}

type KnownPage = { n: number; source: string; hash: string; parser: string };

function knownPages(db: DatabaseSync): Map<string, KnownPage> {
  const known = new Map<string, KnownPage>();
  for (const row of db.prepare("SELECT n, source, path, hash, parser FROM pages").iterate()) {
    const source = String(row.source);
    known.set(`${source}\0${row.path}`, {
      n: Number(row.n),
      source,
      hash: String(row.hash),
      parser: String(row.parser),
    });
  }
  return known;
}

function removePage(db: DatabaseSync, page: number): void {
  prepareWrite(db, "DELETE FROM chunk_terms WHERE chunk IN (SELECT n FROM chunks WHERE page = ?)").run(page);
  prepareWrite(db, "DELETE FROM chunks WHERE page = ?").run(page);
  prepareWrite(db, "DELETE FROM pages WHERE n = ?").run(page);
}

function pageWriter(db: DatabaseSync) {
  const addPage = prepareWrite(
    db,
    "INSERT INTO pages (source, path, hash, parser, notes) VALUES (?, ?, ?, ?, ?)",
  );
  const addChunk = prepareWrite(
    db,
    `INSERT INTO chunks (page, at, id, title, stated_interface, stated_member, title_only, text, line, hash, facts)
     VALUES (?, ?, '', ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addTerms = termWriter(db);

  return (source: DocsSource, page: ReadPage, replaces: number | undefined): void => {
    if (replaces !== undefined) removePage(db, replaces);
    const { chunks, notes } = parsePage(source, page);
    const added = addPage.run(source.name, page.path, page.hash, source.parser ?? "", JSON.stringify(notes));
    for (const [at, chunk] of chunks.entries()) {
      const text = [chunk.text, chunk.listing ?? ""].filter((part) => part !== "").join("\n\n");
      const digest = hash("sha256", `${chunk.title}\0${text}`).slice(0, 16);
      const owner = chunk.interface ?? null;
      const row = addChunk.run(
        added.lastInsertRowid,
        at,
        chunk.title,
        owner,
        chunk.member ?? null,
        chunk.titleOnly ? 1 : 0,
        text,
        chunk.line,
        digest,
        JSON.stringify(chunk.facts ?? []),
      );
      addTerms(row.lastInsertRowid, chunk);
    }
  };
}

function parsePage(source: DocsSource, page: ReadPage): Parsed {
  if ("problem" in page) return { chunks: [], notes: [page.problem] };
  try {
    const parsed = chooseParser(page, source.parser).parse(page);
    const empty = parsed.chunks.length === 0 && parsed.notes.length === 0;
    return empty ? { chunks: [], notes: ["empty"] } : parsed;
  } catch (error) {
    // One page that a parser chokes on must not cost the others; the report names it.
    return {
      chunks: [],
      notes: [error instanceof RangeError ? TOO_DEEP : `the parser failed: ${wordsOf(error)}`],
    };
  }
}

/** What a full stack comes from, and what a parser says that looks before it is full. */
const TOO_DEEP = "nested too deeply; the page is not read";
