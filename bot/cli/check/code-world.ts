// The world that files are checked against from a terminal: an index that fits the documentation now, the profile, the project
// as it lies on disk, the owner's word. Promises the answers that a turn would get there. Refuses to build without a word on
// standard error when that takes longer than a second.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { createProjectTexts, type Laid } from "../../../agent/check/project-files.ts";
import type { ProjectFiles, World } from "../../../agent/check/world.ts";
import { shrunkText } from "../../../agent/docs/index/shrink.ts";
import { type Docs, openDocs } from "../../../agent/docs/open-docs.ts";
import { afterBuild } from "../../../agent/docs/sources/prepare-sources.ts";
import { ownersWord } from "../../../agent/turn/world-of.ts";
import { openWorkspace } from "../../../agent/workspace/folder.ts";
import { decodeScript } from "../../../agent/workspace/text.ts";
import { noFailpoint } from "../../../store/failpoint.ts";
import { openStore } from "../../../store/open.ts";
import type { Existing } from "../../../store/overlay.ts";
import { refreshIndex } from "../docs-folder.ts";
import type { CliIo } from "../io.ts";
import { safeText } from "../safe-text.ts";
import type { CodePlace } from "./code-place.ts";

export type CodeWorld = {
  /** The project as it lies there, with texts over it: what came by standard input. */
  over(laid: Laid): World & { project: ProjectFiles };
  /** All files of the root. */
  listed: readonly string[];
  /** Of the index. */
  version: string;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function openCodeWorld(at: CodePlace, io: CliIo): Promise<CodeWorld> {
  const tell = (text: string) => io.stderr(`${safeText(text)}\n`);
  const docs = await freshDocs(at, io, tell);
  const exists = ownersWord(await saidToExist(at.workspace, io), docs.surface);
  const workspace = await openWorkspace(at.root, { clock: io.clock, failpoint: noFailpoint });
  const files = await workspace.list(io.signal);
  // Read once, so no file has a second version.
  const listed = files.map(({ path, bytes }) => ({ path, bytes, version: "" }));
  const project = await createProjectTexts().load(listed, async (path) => {
    const file = await workspace.read(path, io.signal);
    return file.ok ? decodeScript(file.bytes) : null;
  });
  const { surface, version } = docs;
  const docsText = (word: string) => docs.hasWord(word);
  return {
    over: (laid) => ({ surface, profile: at.profile, project: project.under(laid), docsText, exists }),
    listed: files.map(({ path }) => path),
    version,
    [Symbol.asyncDispose]: () => docs[Symbol.asyncDispose](),
  };
}

const SLOW_MS = 1000;

async function freshDocs(at: CodePlace, io: CliIo, tell: (text: string) => void): Promise<Docs> {
  const done = new AbortController();
  const telling = io.clock.sleep(SLOW_MS, AbortSignal.any([io.signal, done.signal])).then(
    () => tell(`The documentation of ${at.name} is being read…`),
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

/** What the owner said is there, as the ledger of this data folder has it. */
async function saidToExist(workspace: string | null, io: CliIo): Promise<Existing[]> {
  const file = join(io.dataDir, "handrail.sqlite");
  if (workspace === null || !existsSync(file)) return [];
  await using store = await openStore(`sqlite:${file}`, { clock: io.clock });
  return await store.ledger.existing(workspace);
}
