// Which file holds the thing that a person named, from a search's result alone. A footprint whose variable
// bears the words counts most, then a comment that opens with them, then lines. Promises `sure: false` when
// two files come close. Refuses prose files while there is code.

import { declaredNames } from "../marks/footprints.ts";
import type { FoundFile } from "../results.ts";
import { coverage, sameWords, tokens } from "../words.ts";
import { isProse } from "./plan.ts";

export type Chosen =
  | { type: "one"; file: FoundFile }
  | { type: "several"; files: FoundFile[] }
  | { type: "none" };

const CLOSE = 0.75;
const CHOICES_MAX = 4;
const COMMENT = /^\s*(\/\/|\/\*|\*|#|--|;|<!--)/;

export function chooseFile(found: readonly FoundFile[], words: readonly string[]): Chosen {
  const withHits = found.filter((file) => file.hits.length > 0 && covers(spoken(file), words));
  const code = withHits.filter((file) => !isProse(file.path));
  const scored = (code.length > 0 ? code : withHits)
    .map((file) => ({ file, score: scoreOf(file, words) }))
    .sort((a, b) => b.score - a.score || b.file.hits.length - a.file.hits.length);
  const [best, second] = scored;
  if (!best) return { type: "none" };
  if (!second || second.score < best.score * CLOSE) return { type: "one", file: best.file };
  const near = scored.filter(({ score }) => score >= best.score * CLOSE).slice(0, CHOICES_MAX);
  return { type: "several", files: near.map(({ file }) => file) };
}

function scoreOf(file: FoundFile, words: readonly string[]): number {
  const isExact = (name: string) => sameWords(words, tokens(name)) || name.toLowerCase() === words.join("");
  const named = file.footprints.filter(({ name }) => covers(name, words));
  // A name that says more than the words is half a match: "the price" may be `priceTable` or `formatPrice`.
  const footprint = named.reduce(
    (sum, { name, lines }) => sum + (10 + Math.min(lines.length, 10)) * (isExact(name) ? 1 : 0.5),
    0,
  );
  const fitting = file.hits.filter(({ text }) => covers(text, words));
  const comments = fitting.filter(({ text }) => COMMENT.test(text) && opensWith(text, words)).length;
  const defined = fitting
    .flatMap(({ text }) => declaredNames(text.trim()))
    .filter((name) => covers(name, words));
  return (
    Math.min(footprint, 40) +
    (defined.some(isExact) ? 25 : defined.length > 0 ? 18 : 0) +
    Math.min(comments, 3) * 6 +
    Math.min(fitting.length, 6) +
    (file.nameMatch ? 1 : 0)
  );
}

/** Everything of the file that the search showed on its hit lines. */
const spoken = (file: FoundFile) =>
  [...file.hits.map(({ text }) => text), ...file.footprints.map(({ name }) => name)].join(" ");

const covers = (text: string, words: readonly string[]) => coverage(words, tokens(text)) === words.length;

function opensWith(comment: string, words: readonly string[]): boolean {
  return covers(
    tokens(comment)
      .slice(0, words.length + 2)
      .join(" "),
    words,
  );
}
