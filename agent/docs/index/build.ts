// Builds one index version from start to flip, in the thread that it is called on. Promises that readers see the old
// version or the new one, whatever is killed when. Refuses to flip to a file that failed its own checks.

import { hash } from "node:crypto";
import fs from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { DocsSource } from "../chunk.ts";
import { PARSERS_VERSION } from "../parse/parsers.ts";
import { mineTopics } from "../phrasebook/mine-topics.ts";
import { writePostings } from "../search/search-tables.ts";
import { wordsOfExamples } from "../search/words-of-examples.ts";
import { wordsOfHeirs } from "../search/words-of-heirs.ts";
import { mergeSurface } from "../surface/merge-surface.ts";
import { compareSurfaces, NO_DELTA } from "./delta.ts";
import { fillIndex, type SourcePages } from "./fill-index.ts";
import {
  continueIndexFile,
  createIndexFile,
  FORMAT,
  readIndexFile,
  readMeta,
  writeMeta,
} from "./index-file.ts";
import { readFolder } from "./read-pages.ts";
import {
  type Contents,
  collectReport,
  compareVersions,
  type IndexReport,
  UNCHANGED,
  type Unread,
} from "./report.ts";
import { settleIndex } from "./settle-index.ts";
import { shrunkSources } from "./shrink.ts";
import {
  buildingFile,
  flipPointer,
  lockVersions,
  readPointer,
  sweepVersions,
  syncPath,
  versionFile,
} from "./versions.ts";

/** Where a build stands. `reading` comes again and again, every other stage once, when it is done. */
export type BuildStage =
  | "locked"
  | "scanned"
  | "reading"
  | "filled"
  | "settled"
  | "validated"
  | "renamed"
  | "flipped"
  | "swept";
export type BuildProgress = { stage: BuildStage; done: number; total: number };
export type OnProgress = (progress: BuildProgress) => void;

/** `acceptShrink`: also an index in which a source gives much less than the last time is swapped in. */
export type BuildRequest = { sources: DocsSource[]; dir: string; builtAt: number; acceptShrink?: boolean };
export type BuildOutcome = Omit<IndexReport, "ms">;

/** A documentation folder that is not there, and that no earlier version has pages of. */
export class DocsFolderError extends Error {
  override readonly name = "DocsFolderError";
}

export function build(request: BuildRequest, onProgress: OnProgress): BuildOutcome {
  const { dir } = request;
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
  using _lock = lockVersions(dir);
  const reached = (stage: BuildStage) => onProgress({ stage, done: 1, total: 1 });
  reached("locked");

  sweepVersions(dir);
  const current = openCurrent(dir);
  try {
    const { sources, notRead, unread } = readSources(request.sources, current?.db);
    const version = versionOf(sources, notRead, current?.db);
    reached("scanned");
    if (current?.version === version) {
      const contents = readContents(current.db);
      return {
        version,
        ...contents,
        ...withUnread(contents, unread),
        reusedPages: contents.pages,
        changed: UNCHANGED,
        delta: NO_DELTA,
        held: [],
        flipped: false,
      };
    }

    const made = makeVersion({ request, sources, notRead, version, current, onProgress });
    const outcome = {
      version,
      ...made.contents,
      ...withUnread(made.contents, unread),
      reusedPages: made.reused,
      changed: made.changed,
      delta: made.delta,
    };
    const held = request.acceptShrink ? [] : shrunkSources(yieldsOf(current?.db), made.contents.sources);
    if (held.length > 0) {
      fs.rmSync(buildingFile(dir, version));
      return { ...outcome, held, flipped: false };
    }
    syncPath(buildingFile(dir, version));
    reached("validated");
    fs.renameSync(buildingFile(dir, version), versionFile(dir, version));
    syncPath(dir);
    reached("renamed");
    flipPointer(dir, current ? { version, previous: current.version } : { version });
    reached("flipped");
    sweepVersions(dir);
    reached("swept");
    return { ...outcome, held, flipped: true };
  } finally {
    current?.db.close();
  }
}

type Current = { version: string; db: DatabaseSync };

// A current version that cannot be read is no reason to fail: this build replaces it.
function openCurrent(dir: string): Current | undefined {
  const version = readPointer(dir)?.version;
  if (version === undefined) return undefined;
  try {
    return { version, db: readIndexFile(versionFile(dir, version)) };
  } catch {
    return undefined;
  }
}

type Sources = { sources: SourcePages[]; notRead: Map<string, number>; unread: Unread[] };

function readSources(wanted: DocsSource[], current: DatabaseSync | undefined): Sources {
  const read: Sources = { sources: [], notRead: new Map(), unread: [] };
  for (const source of wanted) {
    const folder = readFolder(source);
    if (folder) {
      read.sources.push({ source, pages: folder.pages });
      for (const [kind, files] of folder.notRead)
        read.notRead.set(kind, (read.notRead.get(kind) ?? 0) + files);
    } else if (current && keptPages(current, source.name).length > 0) {
      read.sources.push({ source, kept: true });
      read.unread.push({ source: source.name, reason: KEPT });
    } else {
      read.unread.push({ source: source.name, reason: NOTHING });
    }
  }
  if (wanted.length > 0 && read.sources.length === 0) {
    const [only] = wanted.length === 1 ? wanted : [];
    throw new DocsFolderError(
      only && !only.entries
        ? `There is no readable documentation folder at ${only.folder}.`
        : `There is nothing to read in ${wanted.map(({ name }) => `"${name}"`).join(", ")}.`,
    );
  }
  return read;
}

const KEPT = "its pages are kept from the last index";
const NOTHING = "nothing of it is in the index";

function keptPages(db: DatabaseSync, source: string): [string, string][] {
  const rows = db.prepare("SELECT path, hash FROM pages WHERE source = ? ORDER BY path").all(source);
  return rows.map((row) => [String(row.path), String(row.hash)]);
}

function versionOf(
  sources: SourcePages[],
  notRead: Map<string, number>,
  current: DatabaseSync | undefined,
): string {
  const parts = sources.map((entry) => {
    const { name, parser, complete } = entry.source;
    const pages: [string, string][] =
      "pages" in entry
        ? entry.pages.map((page) => [page.path, page.hash])
        : current
          ? keptPages(current, name)
          : [];
    return [name, parser ?? "", complete ?? false, pages.sort(([a], [b]) => (a < b ? -1 : 1))];
  });
  const all = JSON.stringify([
    FORMAT,
    PARSERS_VERSION,
    parts,
    [...notRead].sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  return hash("sha256", all).slice(0, 24);
}

type Making = {
  request: BuildRequest;
  sources: SourcePages[];
  notRead: Map<string, number>;
  version: string;
  current: Current | undefined;
  onProgress: OnProgress;
};

function makeVersion(making: Making) {
  const { request, version, current, onProgress } = making;
  const file = buildingFile(request.dir, version);
  const db = startFile(file, request.dir, current);
  try {
    const reused = fillIndex(db, making.sources, (done, total) =>
      onProgress({ stage: "reading", done, total }),
    );
    onProgress({ stage: "filled", done: 1, total: 1 });
    const settled = settleIndex(db);
    const merged = mergeSurface(db, completeSources(request.sources));
    const topics = mineTopics(db);
    writePostings(db, wordsOfHeirs(db), wordsOfExamples(db));
    const { notRead } = making;
    const contents = collectReport(db, { settled, merged, topics, notRead, sources: request.sources });
    writeMeta(db, "version", version);
    writeMeta(db, "parsers", String(PARSERS_VERSION));
    writeMeta(db, "builtAt", String(request.builtAt));
    writeMeta(db, "contents", JSON.stringify(contents));
    onProgress({ stage: "settled", done: 1, total: 1 });
    validate(db, contents);
    const changed = compareVersions(current?.db, db);
    return { reused, contents, changed, delta: compareSurfaces(current?.db, db) };
  } finally {
    db.close();
  }
}

const completeSources = (sources: readonly DocsSource[]): Set<string> =>
  new Set(sources.filter((source) => source.complete).map((source) => source.name));

function startFile(file: string, dir: string, current: Current | undefined): DatabaseSync {
  const continues = current && readMeta(current.db, "parsers") === String(PARSERS_VERSION);
  if (!continues) return createIndexFile(file);
  fs.copyFileSync(versionFile(dir, current.version), file, fs.constants.COPYFILE_FICLONE);
  return continueIndexFile(file);
}

function validate(db: DatabaseSync, contents: Contents): void {
  const check = Object.values(db.prepare("PRAGMA quick_check(1)").get() ?? {})[0];
  const row = db
    .prepare(
      `SELECT (SELECT count(*) FROM chunks) AS chunks, (SELECT count(*) FROM chunk_terms) AS words,
        (SELECT count(*) FROM chunks WHERE id = '') AS unnamed,
        (SELECT count(*) FROM names WHERE chunk NOT IN (SELECT n FROM chunks)) AS dangling,
        (SELECT count(*) FROM surface_members WHERE chunk NOT IN (SELECT id FROM chunks)) AS undocumented`,
    )
    .get();
  const whole = row?.chunks === contents.chunks && row.words === contents.chunks;
  if (check !== "ok" || !whole || row.unnamed !== 0 || row.dangling !== 0 || row.undocumented !== 0) {
    throw new Error(
      `The new index failed its checks (${String(check)}, ${JSON.stringify(row)}); the old one stays.`,
    );
  }
}

const yieldsOf = (db: DatabaseSync | undefined) => (db ? readContents(db).sources : []);

function readContents(db: DatabaseSync): Contents {
  const contents: Contents = JSON.parse(readMeta(db, "contents") ?? "null");
  return contents;
}

// Said on every build while it lasts, and not stored: the version is about pages, not about when they were reachable.
function withUnread(contents: Contents, unread: Unread[]): Pick<IndexReport, "skipped" | "unread"> {
  const told = unread.map(({ source, reason }) => ({ path: source, reason }));
  return { unread, skipped: [...told, ...contents.skipped] };
}
