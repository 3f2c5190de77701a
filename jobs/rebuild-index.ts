// Rebuilds the documentation index of each workspace beside the one in use and swaps one pointer. Promises that
// readers see the old index or the new one, and that an unchanged page costs a look. One bad source does not
// stop the other workspaces.

import { buildIndex } from "../agent/docs/index/build-index.ts";
import { docsSources, loadSources } from "../agent/docs/sources.ts";
import type { Clock } from "../store/clock.ts";
import { wordsOf } from "../store/words-of.ts";
import { type Job, MINUTE } from "./job.ts";

export type IndexedWorkspace = { name: string; root: string; indexDir: string; reload(): Promise<void> };

export type RebuildDeps = { workspaces: readonly IndexedWorkspace[]; clock: Clock };

export function rebuildIndex(deps: RebuildDeps): Job {
  return {
    name: "rebuild-index",
    schedule: { cron: "0 3 * * *" },
    timeLimitMs: 10 * MINUTE,
    async run(signal) {
      const totals = { workspaces: 0, chunks: 0, added: 0, removed: 0, modified: 0, skipped: 0, flipped: 0 };
      const failures: string[] = [];
      for (const workspace of deps.workspaces) {
        try {
          const report = await rebuildOne(workspace, deps.clock, signal);
          if (!report) continue;
          totals.workspaces += 1;
          totals.chunks += report.chunks;
          totals.added += report.changed.added;
          totals.removed += report.changed.removed;
          totals.modified += report.changed.modified;
          totals.skipped += report.skipped.length;
          totals.flipped += report.flipped ? 1 : 0;
        } catch (error) {
          signal.throwIfAborted();
          failures.push(`${workspace.name}: ${wordsOf(error)}`);
        }
      }
      if (failures.length > 0) throw new Error(failures.join("; "));
      return totals;
    },
  };
}

async function rebuildOne(workspace: IndexedWorkspace, clock: Clock, signal: AbortSignal) {
  const sources = await loadSources(workspace.root);
  if (sources.length === 0) return null;
  const report = await buildIndex({
    sources: docsSources(sources),
    dir: workspace.indexDir,
    clock,
    signal,
  });
  await workspace.reload();
  return report;
}
