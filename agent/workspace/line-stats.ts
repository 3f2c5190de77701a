// Counts the lines that a change adds and removes, for cards, receipts and results. Promises numbers for any bytes.
// Refuses to count inside binary files: one line each.

import { diffLineArrays } from "./line-diff.ts";
import { decodeText } from "./text.ts";

export function lineStats(
  before: Uint8Array | null,
  after: Uint8Array | null,
): { added: number; removed: number } {
  const [old, now] = [rawLines(before), rawLines(after)];
  let added = 0;
  let removed = 0;
  for (const step of diffLineArrays(old, now)) {
    if (step.type === "add") added += step.lines.length;
    if (step.type === "drop") removed += step.lines.length;
  }
  return { added, removed };
}

/** Lines with their endings, CR included; binary bytes make one line. */
function rawLines(bytes: Uint8Array | null): string[] {
  if (bytes === null || bytes.length === 0) return [];
  const text = decodeText(bytes);
  return text === null ? [Buffer.from(bytes).toString("latin1")] : (text.match(/[^\n]*\n|[^\n]+$/g) ?? []);
}
