// The world that files are checked against from a terminal: an index that fits the documentation now, the profile, the project
// as it lies on disk, the owner's word. Promises the answers that a turn would get there. Refuses to build without a word on
// standard error when that takes longer than a second.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProjectFiles, World } from "../../../agent/check/world.ts";
import { shrunkText } from "../../../agent/docs/index/shrink.ts";
import { type Docs, openDocs } from "../../../agent/docs/open-docs.ts";
import { afterBuild } from "../../../agent/docs/sources/prepare-sources.ts";
import { MAX_FILE_BYTES } from "../../../agent/workspace/folder.ts";
import { listFiles } from "../../../agent/workspace/listing.ts";
import { decodeText } from "../../../agent/workspace/text.ts";
import { openStore } from "../../../store/open.ts";
import { refreshIndex } from "../docs-folder.ts";
import type { CliIo } from "../io.ts";
import { safeText } from "../safe-text.ts";
import type { CodePlace } from "./code-place.ts";

export type CodeWorld = {
  world: World & { project: ProjectFiles };
  /** Of the index. */
  version: string;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function openCodeWorld(at: CodePlace, io: CliIo): Promise<CodeWorld> {
  const tell = (text: string) => io.stderr(`${safeText(text)}\n`);
  const docs = await freshDocs(at, io, tell);
  const project = await projectOnDisk(at.root, io.signal);
  const exists = await ownersWord(at.workspace, io);
  return {
    world: { surface: docs.surface, profile: at.profile, project, exists },
    version: docs.version,
    [Symbol.asyncDispose]: () => docs[Symbol.asyncDispose](),
  };
}

const SLOW_MS = 1000;

async function freshDocs(at: CodePlace, io: CliIo, tell: (text: string) => void): Promise<Docs> {
  const done = new AbortController();
  const telling = io.clock.sleep(SLOW_MS, AbortSignal.any([io.signal, done.signal])).then(
    () => tell(`Reading the documentation of ${at.name}: it is new, or has changed…`),
    () => undefined,
  );
  try {
    const report = at.sources.length > 0 ? await refreshIndex(at, io) : null;
    for (const note of afterBuild(at.notes, report?.unread ?? [])) tell(note.text);
    for (const one of report?.held ?? []) tell(shrunkText(one));
  } finally {
    done.abort();
    await telling;
  }
  const docs = at.sources.length > 0 ? await openDocs(at.dir, { signal: io.signal }) : undefined;
  if (!docs) throw new Error(`There is no documentation of ${at.name} to check against.`);
  return docs;
}

/** Read when a finding depends on it, each file once. */
async function projectOnDisk(root: string, signal: AbortSignal): Promise<ProjectFiles> {
  const listed = await listFiles(root, signal);
  const sizes = new Map(listed.map(({ path, bytes }) => [path, bytes]));
  const paths = listed.map(({ path }) => path);
  const known = new Map<string, string | null>();
  return {
    paths: () => paths,
    read(path) {
      const before = known.get(path);
      if (before !== undefined) return before;
      const isFit = (sizes.get(path) ?? Number.POSITIVE_INFINITY) <= MAX_FILE_BYTES;
      const text = isFit ? readText(join(root, path)) : null;
      known.set(path, text);
      return text;
    },
  };
}

function readText(file: string): string | null {
  try {
    return decodeText(readFileSync(file));
  } catch {
    // It went away, or is not ours to read: then nothing is known of it.
    return null;
  }
}

/** What the owner said is there, as the ledger of this data folder has it. */
async function ownersWord(workspace: string | null, io: CliIo): Promise<NonNullable<World["exists"]>> {
  const file = join(io.dataDir, "handrail.sqlite");
  if (workspace === null || !existsSync(file)) return () => false;
  await using store = await openStore(`sqlite:${file}`, { clock: io.clock });
  const said = new Set((await store.ledger.existing(workspace)).map(wordKey));
  return (finding) => said.has(wordKey(finding));
}

const wordKey = ({ family, about }: { family: string; about: string }): string => `${family} ${about}`;
