// A diff as a person must see it: characters that are invisible, that turn the line round, or that pass for another
// letter stand there by name, and long blank runs stand there as a count. Promises that `decodeVisible` gives back
// exactly what went in. Refuses to leave anything out.

import { wholeCharacter } from "./formatted.ts";

export type VisibleDiff = {
  lines: string[];
  /** Characters shown by name. */
  hidden: number;
  /** Blank runs shown as a count, within lines and of whole lines. */
  collapsed: number;
  /** Some line has letters that run from right to left, so its order on the screen is not that of the bytes. */
  rightToLeft: boolean;
};

/** Shorter runs at the end of a line are shown space by space, and shorter runs of blank lines line by line. */
const TRAILING_RUN = 9;
const BLANK_LINES = 4;

/** Signs of our own; one that stands in the text already is shown by its name. */
const TAB = "⇥";
const CARRIAGE_RETURN = "␍";
const TRAILING_SPACE = "␠";
const ownSigns = /[⟨⟩⇥␍␠]/gu;

const unseen =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800\ufffc]|\u0333|\u033f|\u030a|(?! )\p{Zs}/gu;
/** Signs that stand for ASCII: full width, mathematical letters, stops, slashes and marks that pass for others. */
const twins =
  /[\uff01-\uff5e\u{1d400}-\u{1d7ff}\u037e\u0589\u05c3\u01c0-\u01c3\u2024\u2044\u2215\u2236\u29f8\ua789]/gu;
const words = /[\p{L}\p{N}\p{M}_$]+/gu;
const latin = /\p{Script=Latin}/u;
const foreign =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u;
/** Letters that look Latin by themselves: a word of nothing else passes for a Latin one. */
const lookLatin = /^[\p{N}_$асеорхуіјѕһԁԛԝАВЕЅІЈКМНОРСТХУοΑΒΕΖΗΙΚΜΝΟΡΤΥΧνɑɡı]+$/u;
const anyLetter = /\p{L}/u;
const rightToLeftLetter =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A character as it stands in a shown text. */
export const nameOf = (sign: string): string =>
  `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;

/** The diff's lines as shown; the newline at the end of the diff is not a line. */
export function visibleDiff(diff: string): VisibleDiff {
  const raw = diff.split("\n");
  if (raw.at(-1) === "") raw.pop();
  const count = { hidden: 0, collapsed: 0 };
  const lines: string[] = [];
  for (let i = 0; i < raw.length; ) {
    const line = raw[i] ?? "";
    const run = blankRun(raw, i);
    const shown = showLine(line, count);
    const collapses = run > BLANK_LINES;
    if (collapses) count.collapsed += 1;
    lines.push(collapses ? `${shown}⟨×${run} lines⟩` : shown);
    i += collapses ? run : 1;
  }
  return { lines, ...count, rightToLeft: rightToLeftLetter.test(diff) };
}

/** What the shown lines stand for. */
export function decodeVisible(lines: readonly string[]): string {
  return lines
    .flatMap((line) => {
      const repeated = /⟨×(\d+) lines⟩$/.exec(line);
      const shown = repeated === null ? line : line.slice(0, repeated.index);
      return Array.from({ length: Number(repeated?.[1] ?? 1) }, () => `${decodeLine(shown)}\n`);
    })
    .join("");
}

/** Names what cannot be seen, in text that is no diff: file names, notes, answers. */
export function showHidden(text: string): string {
  return text.replace(/[^\n]+/g, (line) => nameSigns(line, { hidden: 0, collapsed: 0 }));
}

/** Like showHidden, and on one line. */
export const showName = (text: string): string => showHidden(text).replaceAll("\n", "⟨U+000A⟩");

/** A path within `limit` units: what is left out lies in the middle, since its end is what tells files apart. */
export function showPath(path: string, limit: number): string {
  const shown = showName(path);
  if (shown.length <= limit) return shown;
  const head = wholeCharacter(shown, Math.floor(limit / 3));
  const tail = shown.length - (limit - head - 1);
  const from = wholeCharacter(shown, tail) === tail ? tail : tail + 1;
  return `${shown.slice(0, head)}…${shown.slice(from)}`;
}

type Count = { hidden: number; collapsed: number };

/** The sign in front (space, plus, minus) belongs to the diff and is never part of a run. */
function showLine(line: string, count: Count): string {
  const sign = /^[ +-]/.test(line) ? line.slice(0, 1) : "";
  const named = nameSigns(line.slice(sign.length), count);
  return sign + showRuns(named, count);
}

/** All names are given on the text as it came, so that no step sees the signs of another. */
function nameSigns(text: string, count: Count): string {
  const places = new Set<number>();
  const mark = (pattern: RegExp, within: string, at: number) => {
    for (const match of within.matchAll(pattern)) places.add(at + match.index);
  };
  mark(unseen, text, 0);
  mark(twins, text, 0);
  mark(ownSigns, text, 0);
  for (const word of text.matchAll(words)) {
    const mixed = latin.test(word[0]) && foreign.test(word[0]);
    if (mixed) mark(new RegExp(foreign, "gu"), word[0], word.index);
    else if (passesForLatin(word[0])) mark(/\p{L}/gu, word[0], word.index);
  }
  if (places.size === 0) return text;
  let shown = "";
  let from = 0;
  for (const at of [...places].sort((a, b) => a - b)) {
    const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
    shown += text.slice(from, at) + shownAs(sign, count);
    from = at + sign.length;
  }
  return shown + text.slice(from);
}

const passesForLatin = (word: string): boolean =>
  lookLatin.test(word) && anyLetter.test(word) && !/[A-Za-z]/.test(word);

function shownAs(sign: string, count: Count): string {
  if (sign === "\t") return TAB;
  if (sign === "\r") return CARRIAGE_RETURN;
  count.hidden += 1;
  return nameOf(sign);
}

function showRuns(text: string, count: Count): string {
  const counted = (code: string, length: number) => {
    count.collapsed += 1;
    return `⟨${code}×${length}⟩`;
  };
  const ends = text.replace(/ +(?=␍?$)/, (run) =>
    run.length < TRAILING_RUN ? TRAILING_SPACE.repeat(run.length) : counted("U+0020", run.length),
  );
  return ends
    .replace(/ {40,}/g, (run) => counted("U+0020", run.length))
    .replace(/⇥{40,}/g, (run) => counted("U+0009", run.length));
}

/** How many equal lines stand here, when they show nothing but blanks. */
function blankRun(lines: readonly string[], at: number): number {
  const line = lines[at] ?? "";
  if (!/^[ +-]?[ \t\r]*$/.test(line)) return 1;
  let end = at + 1;
  while (lines[end] === line) end += 1;
  return end - at;
}

function decodeLine(shown: string): string {
  return shown
    .replaceAll(TAB, "\t")
    .replaceAll(CARRIAGE_RETURN, "\r")
    .replaceAll(TRAILING_SPACE, " ")
    .replace(/⟨U\+([0-9A-F]+)(?:×(\d+))?⟩/g, (_, hex: string, times: string | undefined) =>
      String.fromCodePoint(Number.parseInt(hex, 16)).repeat(Number(times ?? 1)),
    );
}
