// Which findings a change brings, and which the file had. Promises that a finding which only moved, or whose line was
// written anew around it, stays inherited, each old one once. Refuses to compare by line number: lines shift.

import type { FileFinding, Finding } from "./finding.ts";

type Side = { text: string; findings: readonly Finding[] };

export function withOrigins(after: Side, before: Side | null): FileFinding[] {
  const left = new Map<string, string[]>();
  const oldLines = before?.text.split(/\r\n?|\n/) ?? [];
  for (const one of before?.findings ?? []) {
    const known = left.get(keyOf(one)) ?? [];
    left.set(keyOf(one), [...known, lineOf(one, oldLines)]);
  }
  const newLines = before ? after.text.split(/\r\n?|\n/) : [];
  // A line that stands as it stood takes its old finding before a new line may.
  const unchanged = new Set(after.findings.filter((one) => take(left, one, lineOf(one, newLines))));
  return after.findings.map((one) => {
    const isInherited = unchanged.has(one) || take(left, one, null);
    return { ...one, origin: isInherited ? "inherited" : "introduced" };
  });
}

const keyOf = ({ family, symbol }: Finding): string => `${family} ${symbol}`;
const lineOf = ({ line }: Finding, lines: readonly string[]): string => lines[line - 1]?.trim() ?? "";

/** Uses up one old finding of the same symbol: of this line, or of any. */
function take(left: Map<string, string[]>, one: Finding, line: string | null): boolean {
  const lines = left.get(keyOf(one)) ?? [];
  const at = line === null ? lines.length - 1 : lines.indexOf(line);
  if (at < 0) return false;
  lines.splice(at, 1);
  return true;
}
