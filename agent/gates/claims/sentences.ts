// A line's tokens by sentence. Promises that none reaches over another, so that one "Created" claims no name of the next.
// Refuses questions: what is asked is not claimed.

import type { Token } from "./tokens.ts";

export type Sentence = { tokens: Token[]; start: number; end: number };

export function sentencesOf(tokens: readonly Token[]): Sentence[] {
  const found: Sentence[] = [];
  let open: Token[] = [];
  const close = (asked: boolean) => {
    if (asked)
      open = open.slice(
        0,
        Math.max(
          0,
          open.findLastIndex((one) => isMark(one, "-;")),
        ),
      );
    const [first, last] = [open[0], open.at(-1)];
    if (first && last) found.push({ tokens: open, start: first.start, end: last.end });
    open = [];
  };
  for (const token of tokens) {
    if (token.kind === "mark" && (token.text === "." || token.text === "?")) close(token.text === "?");
    else open.push(token);
  }
  close(false);
  return found;
}

export const isWord = (token: Token | undefined, words: ReadonlySet<string>): boolean =>
  token?.kind === "word" && words.has(token.lower);

export const isMark = (token: Token | undefined, marks: string): boolean =>
  token?.kind === "mark" && marks.includes(token.text);
