// Lines of a report, in which nobody is named: "main.js: updated", "main.js updated", "Guard added to main.js". Promises the
// files of the label. Refuses what is only proposed, and statements about code.

import type { Place, Reading } from "./before.ts";
import { REACH } from "./before.ts";
import { isReported } from "./doubt.ts";
import { isMark, isWord } from "./sentences.ts";
import type { Token } from "./tokens.ts";
import * as words from "./words.ts";

/** At the start of a sentence, or after a mark that starts one. */
export function opening({ tokens, at, form }: Place, mark: number): Reading | null {
  const isRead = form.verb === "read" && mark < 0 && tokens[at]?.text === "read";
  if (!form.past || (form.base && !isRead)) return null;
  if (isReported(tokens, mark)) return null;
  const label = labelBefore(tokens, mark);
  if (label === null && mark >= 0 && isMark(tokens[mark], "([") && !isMark(tokens[mark - 1], "•|:-")) {
    if (mark > 0) return null;
  }
  return { voice: "active", subject: label, from: at, at, elliptic: true };
}

/** "main.js: updated", "main.js (updated)", "| main.js | updated |" */
function labelBefore(tokens: readonly Token[], mark: number): [number, number] | null {
  let from = mark;
  while (from > 0 && isMark(tokens[from], ":-•|([→)]")) from -= 1;
  // "main.js, line 3: …"
  while (
    from > 0 &&
    (/^(?:lines?|\d+)$/.test(tokens[from]?.lower ?? "") ||
      (isMark(tokens[from], ",-") && tokens[from - 1]?.kind !== "name"))
  )
    from -= 1;
  const to = from + 1;
  while (
    from >= 0 &&
    (tokens[from]?.kind === "name" || isMark(tokens[from], ",&") || tokens[from]?.lower === "and")
  )
    from -= 1;
  const first = from + 1;
  if (first >= to || tokens[first]?.kind !== "name") return null;
  return [first, to];
}

/** "main.js updated, loader.js created": at the start of a clause, and nothing that it was done to. */
export function headline({ tokens, at }: Place, name: number): Reading | null {
  const from = firstName(tokens, name);
  const next = tokens[at + 1];
  if (isProposed(tokens, from)) return null;
  const ends =
    next === undefined ||
    next.kind === "mark" ||
    /^(?:to|with|and|in|successfully|as|so|accordingly)$/.test(next.lower);
  if (!ends || !startsStatement(tokens, from)) return null;
  return { voice: "passive", subject: [from, name + 1], from, at, elliptic: true };
}

/** "Suggested change: main.js split into two" */
function isProposed(tokens: readonly Token[], at: number): boolean {
  const from = Math.max(0, at - REACH);
  const colon = tokens.slice(from, at).findLastIndex((one) => isMark(one, ":"));
  return colon >= 0 && isReported(tokens, from + colon);
}

/** The first of the names that end here: "a.js, b.js and c.js". */
function firstName(tokens: readonly Token[], name: number): number {
  let from = name;
  while (
    from > 0 &&
    name - from < REACH &&
    (tokens[from - 1]?.kind === "name" || isMark(tokens[from - 1], "&,") || tokens[from - 1]?.lower === "and")
  )
    from -= 1;
  while (from < name && tokens[from]?.kind !== "name") from += 1;
  return from;
}

const startsStatement = (tokens: readonly Token[], at: number) =>
  at === 0 || isMark(tokens[at - 1], ":;-•|,") || tokens[at - 1]?.lower === "and";

/** "main.js received a guard", "main.js gained a guard" */
export function received({ tokens, at, form }: Place, name: number): Reading | null {
  const first = firstName(tokens, name);
  const next = tokens[at + 1];
  const isThing =
    /^(?:an?|the|new|another|some|two|three|its own)$/.test(next?.lower ?? "") ||
    next?.kind === "code" ||
    next?.lower === "support";
  if (!form.past || !isThing || !startsStatement(tokens, first)) return null;
  return { voice: "passive", subject: [first, name + 1], from: first, at, elliptic: true };
}

/** "main.js: guard added" */
export function labelled({ tokens, at, form }: Place, prev: number): Reading | null {
  const next = tokens[at + 1];
  if (!form.participle || form.base || (next !== undefined && next.kind !== "mark")) return null;
  for (let i = prev; i >= 0 && prev - i < 5; i--) {
    if (isMark(tokens[i], ":-")) {
      const label = labelBefore(tokens, i);
      return label === null ? null : { voice: "passive", subject: label, from: label[0], at, elliptic: true };
    }
    const isNoun = tokens[i]?.kind === "code" || tokens[i]?.kind === "word";
    if (
      !isNoun ||
      isWord(tokens[i], words.FINITE) ||
      isWord(tokens[i], words.RESTARTS) ||
      isWord(tokens[i], words.NOT)
    )
      return null;
  }
  return null;
}

const EDITS = new Set(
  "add remove move fix update replace rename apply make insert refactor rewrite extract append wire hook register extend".split(
    " ",
  ),
);

/** "Guard added to main.js", and nothing else: a line of a report. */
export function fragment({ tokens, at, form }: Place): Reading | null {
  if (at > 5 || !EDITS.has(form.verb) || !form.participle) return null;
  const isShort = at > 0 && !/^(?:the|these|those|this|that)$/.test(tokens[0]?.lower ?? "");
  const isPlain = tokens
    .slice(0, at)
    .every(
      (one) => (one.kind === "word" || one.kind === "code" || isMark(one, "•")) && !isWord(one, words.NOT),
    );
  const target = tokens[at + 2]?.kind === "name" ? at + 2 : at + 3;
  const isPlaced =
    /^(?:to|in|from|into)$/.test(tokens[at + 1]?.lower ?? "") && tokens[target]?.kind === "name";
  if (!isShort || !isPlain || !isPlaced) return null;
  const rest = tokens.slice(target + 1);
  const ends = rest.every((one) => one.kind === "name" || isMark(one, ",&()") || one.lower === "and");
  return ends ? { voice: "passive", subject: [0, at], from: 0, at, elliptic: true } : null;
}

/** "Files changed: main.js" */
export function reduced({ tokens, at }: Place, prev: number): Reading | null {
  const isStart = prev <= 1 && isMark(tokens[at + 1], ":");
  return isStart ? { voice: "active", subject: null, from: 0, at, elliptic: true } : null;
}
