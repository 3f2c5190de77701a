// Guards an index against a source that suddenly yields much less: a moved folder, a stub in place of a page, a format that
// its parser does not know any more. Promises to name the source, what shrank, from what to what. Refuses to weigh reasons:
// whoever wants the smaller index says so.

import type { SourceYield } from "./report.ts";

/** What a source gave the last time, and would give now. */
export type Shrunk = { source: string; what: "chunks" | "members"; from: number; to: number };

const LEAST_SHARE = 0.8;
/** Of a handful, one page is a fifth. */
const FEW = 5;

/** Sources that are new or gone have nothing to be compared with. */
export function shrunkSources(before: readonly SourceYield[], after: readonly SourceYield[]): Shrunk[] {
  const now = new Map(after.map((one) => [one.name, one]));
  return before.flatMap((last) => {
    const next = now.get(last.name);
    if (!next) return [];
    return (["chunks", "members"] as const)
      .filter((what) => last[what] >= FEW && next[what] < last[what] * LEAST_SHARE)
      .map((what) => ({ source: last.name, what, from: last[what], to: next[what] }));
  });
}

/** One line a source, with what to do. */
export function shrunkText({ source, what, from, to }: Shrunk): string {
  return `"${source}" shrank from ${from} ${what} to ${to}, so the old index stays. If that is right, accept it: handrail index --accept-shrink (with the same --workspace or --docs).`;
}
