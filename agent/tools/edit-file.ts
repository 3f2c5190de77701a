// Replaces an exact old text. Promises that it matches as often as asked and nothing is matched loosely; an edit
// that only takes lines away passes the checks of a deletion. Refuses with the nearest region and what differs.

import { z } from "zod";
import { droppedLines, stageDeletion } from "../delete/delete-pass.ts";
import { mainEnding, splitText } from "../workspace/text.ts";
import { elisionIn } from "./elision.ts";
import { withEnding } from "./line-endings.ts";
import { nearestRegion } from "./nearest-region.ts";
import { openText } from "./open-text.ts";
import { stagedLine } from "./shown.ts";
import { defineTool, done, refuse, type ToolResult } from "./tool.ts";
import { wholeNumber } from "./whole-number.ts";

export const editFileTool = defineTool({
  name: "edit_file",
  description: "Replace the exact text `old` by `new`.",
  effect: "stage",
  parameters: z.object({
    path: z.string(),
    old: z.string().describe("As in the file, without line numbers"),
    new: z.string(),
    count: wholeNumber.describe("How often `old` must match; default 1").optional(),
  }),
  label: ({ path }) => `editing ${path}`,
  async run({ path: asked, old, new: fresh, count = 1 }, ctx) {
    const file = await openText({ path: asked, otherwise: ", so it is not edited." }, ctx);
    if (!file.ok) return file;
    const { path, text, before } = file;
    if (old === "") return refuse("no_match", "`old` is empty. Give the text to replace, or use write_file.");
    if (old === fresh) return refuse("no_change", "`old` and `new` are the same.");
    if (!fresh.isWellFormed()) return refuse("text", "`new` is not well-formed Unicode. Send it again.");
    const elided = elisionIn(splitText(fresh).lines, before.lines);
    if (elided !== null) return elided;
    const seen = ctx.files.conceal(text);
    const all = matchesOf(text, old);
    // What matches inside of a secret was guessed: a yes or no to it would spell the secret out.
    const found = seen === text || matchesOf(seen, old).length === all.length ? all : [];
    const fault = countFault({ path, text: seen, old, count }, found);
    if (fault !== null) return fault;
    const edited = replaceAt(text, found, withEnding(fresh, mainEnding(before)));
    const drop = droppedLines(before.lines, splitText(edited).lines);
    if (drop !== null) return stageDeletion({ path, before, drop }, ctx);
    const after = new TextEncoder().encode(edited);
    const line = lineOf(text, found[0]?.[0] ?? 0);
    return done(stagedLine(path, file.bytes, after), { path, lines: [line, line] }, [
      { path, after, note: null },
    ]);
  },
});

/** Where `old` stands; its newlines fit both kinds of line ending. */
function matchesOf(text: string, old: string): [number, number][] {
  const found: [number, number][] = [];
  const plain = text.replace(/\r\n/g, "\n");
  const sought = old.replace(/\r\n/g, "\n");
  // Each newline of the plain text that was CRLF moves what follows by one.
  const shifts = [...text.matchAll(/\r\n/g)].map((match, index) => match.index - index);
  const at = (offset: number) => offset + countBelow(shifts, offset);
  for (let from = plain.indexOf(sought); from !== -1; from = plain.indexOf(sought, from + sought.length)) {
    found.push([at(from), at(from + sought.length)]);
  }
  return found;
}

function countBelow(sorted: number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function replaceAt(text: string, places: [number, number][], fresh: string): string {
  let [result, at] = ["", 0];
  for (const [from, to] of places) {
    result += text.slice(at, from) + fresh;
    at = to;
  }
  return result + text.slice(at);
}

type Sought = { path: string; text: string; old: string; count: number };

function countFault({ path, text, old, count }: Sought, found: [number, number][]): ToolResult | null {
  if (found.length === count) return null;
  if (found.length === 0) {
    return refuse(
      "no_match",
      `\`old\` does not occur in ${path}. ${nearestRegion(splitText(text).lines, old)}`,
    );
  }
  const lines = found.slice(0, 20).map(([from]) => lineOf(text, from));
  return refuse(
    "match_count",
    `\`old\` occurs ${found.length} times in ${path}, not ${count} (lines ${lines.join(" ")}). Take in more of the lines around, or set count to ${found.length} to replace all.`,
  );
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
