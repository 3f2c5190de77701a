// Says where an old text that does not match nearly does, and what differs. Promises the file's own lines to copy
// from. Refuses to take the nearest region for a match.

import { numberedLine, shownLine } from "./shown.ts";

const MAX_COMPARED = 20_000;
const MAX_SHOWN = 12;

export function nearestRegion(lines: string[], old: string): string {
  const sought = old.split(/\r?\n/);
  const anchor = sought.reduce((best, line, index) => {
    return line.trim().length > (sought[best] ?? "").trim().length ? index : best;
  }, 0);
  const wanted = pairsOf(sought[anchor] ?? "");
  let [best, at] = [0, -1];
  for (const [index, line] of lines.slice(0, MAX_COMPARED).entries()) {
    const score = likeness(wanted, pairsOf(line));
    if (score > best) [best, at] = [score, index];
  }
  if (at === -1 || best < 0.4) return "Nothing in the file is near it: read the file again with read_file.";
  const start = Math.max(0, at - anchor);
  const region = lines.slice(start, Math.min(lines.length, start + Math.min(sought.length, MAX_SHOWN)));
  const width = String(start + region.length).length;
  const shown = region.map((line, index) => numberedLine(start + 1 + index, width, shownLine(line, 300)));
  return `The nearest region is:\n${shown.join("\n")}\n${difference(region, sought, start)}`;
}

function difference(region: string[], sought: string[], start: number): string {
  for (const [index, line] of region.entries()) {
    const asked = sought[index];
    if (asked === undefined || asked === line) continue;
    const what =
      squeezed(asked) === squeezed(line)
        ? "differs only in white space (tabs, spaces or the indentation)"
        : `has ${JSON.stringify(shownLine(line, 160))} where \`old\` has ${JSON.stringify(shownLine(asked, 160))}`;
    return `Line ${start + 1 + index} ${what}. Copy the lines from read_file, without their numbers.`;
  }
  return "Its lines are the same, but a line does not begin or end where `old` does. Copy whole lines.";
}

const squeezed = (line: string) => line.replace(/\s+/g, "");

function pairsOf(line: string): Map<string, number> {
  const text = squeezed(line).toLowerCase().slice(0, 300);
  const pairs = new Map<string, number>();
  for (let index = 0; index < text.length - 1; index++) {
    const pair = text.slice(index, index + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** Dice's coefficient over pairs of letters. */
function likeness(a: Map<string, number>, b: Map<string, number>): number {
  let [common, total] = [0, 0];
  for (const count of a.values()) total += count;
  for (const [pair, count] of b) {
    total += count;
    common += Math.min(count, a.get(pair) ?? 0);
  }
  return total === 0 ? 0 : (2 * common) / total;
}
