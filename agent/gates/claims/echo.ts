// Whether a verb stands among words that the person said: then they are the person's, whoever writes them down again. Promises
// to look at runs of words alone, so that one name in common makes no echo. Refuses to know who said it first.

import type { Token } from "./tokens.ts";

export type Echo = (tokens: readonly Token[], at: number) => boolean;

/** So many words in a row are no chance. */
const RUN = 5;

export function createEcho(request: string): Echo {
  let runs: ReadonlySet<string> | null = null;
  return (tokens, at) => {
    runs ??= new Set(runsOf(wordsOf(request)));
    if (runs.size === 0) return false;
    const before = tokens.slice(Math.max(0, at - RUN + 1), at).flatMap(({ text }) => wordsOf(text));
    const after = tokens.slice(at, at + RUN).flatMap(({ text }) => wordsOf(text));
    const near = [...before.slice(1 - RUN), ...after.slice(0, RUN)];
    return runsOf(near).some((run) => runs?.has(run));
  };
}

function runsOf(words: readonly string[]): string[] {
  return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(" "));
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? [];
