// How files show in results: sizes, numbered lines, the first line of every write. Promises the same forms in all
// tools. Refuses to print a line of any length: very long ones are cut, and say so.

import { lineStats } from "../workspace/line-stats.ts";

const MAX_LINE = 1_000;

export function shownSize(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`;
}

export function shownLine(line: string, limit = MAX_LINE): string {
  const clean = line.replace(/\r/g, "");
  return clean.length <= limit ? clean : `${clean.slice(0, limit)}… (cut: ${clean.length} characters)`;
}

export function numberedLine(number: number, width: number, line: string): string {
  return `${String(number).padStart(width)}| ${line}`;
}

export function stagedLine(path: string, before: Uint8Array | null, after: Uint8Array | null): string {
  const { added, removed } = lineStats(before, after);
  return `Staged ${path}: +${added} −${removed} lines (not on disk; the person reviews it at the end).`;
}
