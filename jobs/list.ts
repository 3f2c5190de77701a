// The jobs that Handrail runs, by name what each needs. Promises one line a job. Refuses to run them: that is the
// scheduler's.

import { type EmbedDeps, embedDocs } from "./embed-docs.ts";
import type { Job } from "./job.ts";
import { type CacheDeps, maintainCache } from "./maintain-cache.ts";
import { type RebuildDeps, rebuildIndex } from "./rebuild-index.ts";

export type JobDeps = RebuildDeps & CacheDeps & EmbedDeps;

export function jobsOf(deps: JobDeps): Job[] {
  return [rebuildIndex(deps), embedDocs(deps), maintainCache(deps)];
}
