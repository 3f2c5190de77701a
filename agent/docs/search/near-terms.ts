// Terms that are nearly what was typed. Promises the nearest ones of a vocabulary, a swap of two letters counted as one
// slip. Refuses short words: under five letters everything is near everything.

export type Near = { term: string; sureness: number };

const MOST = 6;
/** A correction is never as sure as a word, and each slip takes from it. */
const ONE_SLIP = 0.8;
const EACH_MORE = 0.15;

/** Reads the vocabulary once; each word is then compared with the terms of nearly its letters only. */
export function createNearTerms(
  vocabulary: readonly string[],
  { sameFirst = true }: { sameFirst?: boolean } = {},
): (word: string) => Near[] {
  const letters = Uint32Array.from(vocabulary, lettersOf);
  return (word) => {
    const most = slipsOf(word.length);
    if (most === 0) return [];
    const own = lettersOf(word);
    const found: { term: string; slips: number }[] = [];
    for (const [at, term] of vocabulary.entries()) {
      const theirs = letters[at] ?? 0;
      const isFar =
        Math.abs(term.length - word.length) > most ||
        bits(own & ~theirs) > most ||
        bits(theirs & ~own) > most;
      // The first letter of a word is what people get right.
      if (isFar || (sameFirst && term[0] !== word[0])) continue;
      const slips = slipsBetween(word, term, most);
      if (slips <= most) found.push({ term, slips });
    }
    const least = found.reduce((fewest, { slips }) => Math.min(fewest, slips), most);
    return found
      .filter(({ slips }) => slips === least)
      .slice(0, MOST)
      .map(({ term, slips }) => ({ term, sureness: ONE_SLIP - EACH_MORE * (slips - 1) }));
  };
}

/** How many slips turn one word into the other; undefined where they are more than a few. */
export function fewSlips(a: string, b: string): number | undefined {
  const most = slipsOf(Math.min(a.length, b.length));
  if (most === 0 || Math.abs(a.length - b.length) > most) return undefined;
  const slips = slipsBetween(a, b, most);
  return slips <= most ? slips : undefined;
}

/** One bit a letter, as far as there are bits. */
function lettersOf(term: string): number {
  let letters = 0;
  for (let at = 0; at < term.length; at++) letters |= 1 << (term.charCodeAt(at) & 31);
  return letters;
}

function bits(value: number): number {
  let count = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

function slipsOf(length: number): number {
  if (length < 5) return 0;
  if (length < 6) return 1;
  return length < 10 ? 2 : 3;
}

/** Letters put in, left out, wrong or swapped, from one word to the other; `most` + 1 for more. */
function slipsBetween(a: string, b: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
      if (best < least) least = best;
    }
    if (least > most) return most + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}
