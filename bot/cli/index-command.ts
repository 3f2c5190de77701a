// `handrail index`: builds the index of a workspace's documentation, or of a folder, and says what it holds. Promises a
// report of what was skipped and why, and with --json one object a line, the report last. Refuses to hide what it could
// not read: a bad source, or an index that is held back, ends in exit code 1.

import { parseArgs } from "node:util";
import type { BuildProgress } from "../../agent/docs/index/build.ts";
import { openDocs } from "../../agent/docs/open-docs.ts";
import { ownTopics } from "../../agent/docs/phrasebook/find-topics.ts";
import { afterBuild } from "../../agent/docs/sources/prepare-sources.ts";
import { DOCS_OPTIONS, DOCS_USAGE, type DocsPlace, exitCode, findDocs, refreshIndex } from "./docs-folder.ts";
import { type Reported, renderReport } from "./index-report.ts";
import type { CliIo } from "./io.ts";

const INDEX_USAGE = `index ${DOCS_USAGE} [--accept-shrink] [--json]`;

export async function indexCommand(argv: string[], io: CliIo): Promise<number> {
  return exitCode(io, INDEX_USAGE, async () => {
    const { values } = parseArgs({
      args: argv,
      options: { ...DOCS_OPTIONS, json: { type: "boolean" }, "accept-shrink": { type: "boolean" } },
    });
    const at = await findDocs(values, io);
    // With nothing to read, what is wrong with each source is the whole report.
    if (at.sources.length === 0) {
      for (const note of at.notes) io.stderr(`${note.text}\n`);
      return 1;
    }
    const report = await refreshIndex(at, io, {
      acceptShrink: values["accept-shrink"] ?? false,
      onProgress: values.json ? jsonProgress(io) : terminalProgress(io),
    }).catch((error: unknown) => {
      for (const note of at.notes) io.stderr(`${note.text}\n`);
      throw error;
    });
    const { constructs, notes } = await readAs(at, io);
    const reported = { report, notes: [...afterBuild(at.notes, report.unread), ...notes], constructs };
    io.stdout(values.json ? `${JSON.stringify(asJson(reported))}\n` : renderReport(reported, io.isTty));
    const isWhole =
      report.held.length + report.unread.length === 0 && !at.notes.some((note) => note.kind === "fault");
    return isWhole ? 0 : 1;
  });
}

/** The index as the profile reads it: constructs by its endings, and what its own topics name in vain. */
async function readAs(
  { dir, profile }: DocsPlace,
  io: CliIo,
): Promise<Pick<Reported, "constructs" | "notes">> {
  await using docs = await openDocs(dir, { signal: io.signal });
  if (!docs) return { constructs: null, notes: [] };
  const notes = ownTopics(profile, docs.surface).dropped.map(({ symbol, phrase }) => ({
    source: "engine.json",
    kind: "note" as const,
    text: `engine.json: the topic "${phrase}" names ${symbol}, which the documentation does not have: left out`,
  }));
  return { constructs: docs.constructs(profile), notes };
}

/** Constructs by id: what each is made of stands in the index. */
const asJson = ({ report, constructs, notes }: Reported) => ({
  type: "report",
  ...report,
  constructs: (constructs?.constructs ?? []).map(({ id, interface: made, kind }) => ({
    id,
    interface: made,
    kind,
  })),
  skippedPairs: constructs?.skipped ?? [],
  notes,
});

const jsonProgress = (io: CliIo) => (progress: BuildProgress) =>
  io.stdout(`${JSON.stringify({ type: "progress", ...progress })}\n`);

function terminalProgress(io: CliIo) {
  return ({ stage, done, total }: BuildProgress): void => {
    if (!io.isTty) return;
    if (stage === "reading") io.stderr(`\rreading ${done} of ${total} pages`);
    else if (stage === "filled") io.stderr("\r\u001b[K");
  };
}
