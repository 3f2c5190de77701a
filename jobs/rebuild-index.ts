// Rebuilds the documentation index of each workspace beside the one in use and swaps one pointer. Promises that
// readers see the old index or the new one, and that an unchanged page costs a look. One bad source stops neither the
// other sources nor the other workspaces, and fails the run by name.

import { buildIndex } from "../agent/docs/index/build-index.ts";
import { shrunkText } from "../agent/docs/index/shrink.ts";
import { writeBuiltOf } from "../agent/docs/sources/built-of.ts";
import type { LoadedSources, SourceNote } from "../agent/docs/sources/load-sources.ts";
import { afterBuild, cacheDirOf, prepareSources } from "../agent/docs/sources/prepare-sources.ts";
import type { Clock } from "../store/clock.ts";
import { wordsOf } from "../store/words-of.ts";
import { type Job, MINUTE } from "./job.ts";

export type IndexedWorkspace = {
  name: string;
  indexDir: string;
  /** What the workspace may read now. */
  sources(): Promise<LoadedSources>;
  reload(): Promise<void>;
};

export type RebuildDeps = { workspaces: readonly IndexedWorkspace[]; clock: Clock };

export function rebuildIndex(deps: RebuildDeps): Job {
  return {
    name: "rebuild-index",
    schedule: { cron: "0 3 * * *" },
    timeLimitMs: 10 * MINUTE,
    async run(signal) {
      const totals = {
        workspaces: 0,
        chunks: 0,
        added: 0,
        removed: 0,
        modified: 0,
        skipped: 0,
        flipped: 0,
        reread: 0,
      };
      const failures: string[] = [];
      for (const workspace of deps.workspaces) {
        try {
          const onFault = (text: string) => void failures.push(`${workspace.name}: ${text}`);
          const report = await rebuildOne(workspace, { clock: deps.clock, signal, onFault });
          if (!report) continue;
          totals.workspaces += 1;
          totals.chunks += report.chunks;
          totals.added += report.changed.added;
          totals.removed += report.changed.removed;
          totals.modified += report.changed.modified;
          totals.skipped += report.skipped.length;
          totals.flipped += report.flipped ? 1 : 0;
          totals.reread += report.pages - report.reusedPages;
        } catch (error) {
          signal.throwIfAborted();
          failures.push(`${workspace.name}: ${wordsOf(error)}`);
        }
      }
      if (failures.length > 0) throw new Error(failures.join("; "));
      return totals;
    },
    // Pages that were read again are a new input each time: one of them should have shown in an index.
    outcome: ({ flipped, reread, chunks }) => ({
      moved: flipped !== 0,
      input:
        reread === 0 ? "no page changed" : `${reread} pages changed of ${chunks} chunks, ${deps.clock.now()}`,
    }),
  };
}

type Rebuilding = { clock: Clock; signal: AbortSignal; onFault(text: string): void };

async function rebuildOne(workspace: IndexedWorkspace, { clock, signal, onFault }: Rebuilding) {
  const { indexDir } = workspace;
  const loaded = await workspace.sources();
  const cacheDir = cacheDirOf(indexDir);
  const prepared = await prepareSources(loaded.sources, { cacheDir, clock, signal });
  // What waits for a yes was told when it came up, and what nothing is wrong with needs nobody.
  const tell = (notes: readonly SourceNote[]): void => {
    for (const note of notes) if (note.kind === "fault" || note.kind === "kept") onFault(note.text);
  };
  tell(loaded.notes);
  if (prepared.sources.length === 0) {
    tell(prepared.notes);
    return null;
  }
  const report = await buildIndex({ sources: prepared.sources, dir: indexDir, clock, signal }).catch(
    (error: unknown) => {
      tell(prepared.notes);
      throw error;
    },
  );
  if (report.held.length === 0) await writeBuiltOf(indexDir, loaded.sources);
  for (const one of report.held) onFault(shrunkText(one));
  tell(afterBuild(prepared.notes, report.unread));
  await workspace.reload();
  return report;
}
