// The press of the checks' tests, as dry runs see it: its documentation, a few files, what changed. Promises the product's own
// threads and clock. Refuses files on a disk: texts are enough.

import type { TestContext } from "node:test";
import { dryRun } from "../../../agent/dry-run/dry-run.ts";
import type { DryRunLimits, DryRunReport } from "../../../agent/dry-run/report.ts";
import { systemClock } from "../../../store/clock.ts";
import { pressroom, type Settings } from "../check/engine-world.ts";

export type Tried = Settings & {
  changed?: string[] | null;
  limits?: Partial<DryRunLimits>;
  exists?: (about: string) => boolean;
  signal?: AbortSignal;
};

/** Runs `files`, of which `main.js` begins where no profile says otherwise. */
export async function tried(
  t: TestContext,
  files: Record<string, string>,
  more: Tried = {},
): Promise<DryRunReport> {
  const { changed = null, limits = {}, exists, signal = t.signal, ...settings } = more;
  const profile = {
    entry: ["main.js"],
    loaders: ["include"],
    globals: ["include", "print"],
    ...settings.profile,
  };
  const { world } = pressroom(t, { ...settings, profile });
  const project = { paths: () => Object.keys(files), read: (path: string) => files[path] ?? null };
  const asked = {
    world: {
      ...world,
      project,
      ...(exists ? { exists: ({ about }: { about: string }) => exists(about) } : {}),
    },
    changed,
  };
  return await dryRun(asked, { clock: systemClock, signal, limits });
}

/** What a test compares: the path, the end, and where an error is. */
export const endsOf = ({ entries }: DryRunReport): string[] =>
  entries.map(({ path, end, error }) =>
    error && end !== "completed"
      ? `${path} ${end} ${error.path}:${error.line}:${error.column}`
      : `${path} ${end}`,
  );

export const touched = ({ findings }: DryRunReport): string[] =>
  findings.map(({ path, line, column, about }) => `${about} ${path}:${line}:${column}`);
