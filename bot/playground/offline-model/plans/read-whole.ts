// Reads files through the tool until they are whole, since the tool shows a large file in parts. Promises the
// lines of the file, or null with the reason. Refuses to go on past a few parts.

import { type ReadPart, readPart } from "../results.ts";
import type { Batch, Result } from "../transcript.ts";
import { type Plan, use, useAll } from "./plan.ts";

export type WholeFile = { path: string; lines: string[] | null; why: string };

const PARTS_MAX = 4;

/** The first read of all files is one reply; further parts of large ones follow. */
export function* readWhole(paths: readonly string[]): Plan<WholeFile[]> {
  const results = yield* useAll(paths.map((path) => ({ name: "read_file", args: { path } })));
  const files: WholeFile[] = [];
  for (const [i, path] of paths.entries()) files.push(yield* rest(path, results[i]));
  return files;
}

function* rest(path: string, first: Result | undefined): Plan<WholeFile> {
  const part = first ? readPart(first.text) : null;
  if (!part)
    return { path, lines: null, why: first?.refused?.text ?? first?.text ?? "It could not be read." };
  const lines = [...part.lines];
  for (let count = 1; lines.length < part.total && count < PARTS_MAX; count++) {
    const result = yield* use("read_file", { path, from: lines.length + 1, to: part.total });
    const next = readPart(result.text);
    if (!next || next.lines.length === 0) break;
    lines.push(...next.lines);
  }
  return lines.length < part.total
    ? { path, lines: null, why: `${path} is too large for me.` }
    : { path, lines, why: "" };
}

/** The file as an earlier read in these batches showed it, before anything was staged there. */
export function firstSeen(path: string, batches: readonly Batch[]): string[] | null {
  const lines: string[] = [];
  let total = -1;
  for (const result of batches.flat()) {
    if (/^Staged /.test(result.text) && result.args.path === path) break;
    const part: ReadPart | null =
      result.name === "read_file" && result.args.path === path ? readPart(result.text) : null;
    if (!part || part.from !== lines.length + 1) continue;
    lines.push(...part.lines);
    total = part.total;
  }
  return lines.length === total ? lines : null;
}
