// Which footprints a person's words mean. In this order, and only the first that has any: a variable that is
// called exactly so; one whose name has all the words; name and comment or constructor together; a comment
// that opens with the words. Promises nothing rather than two things that merely look alike.

import { coverage, sameWords, tokens } from "../words.ts";
import type { Footprint } from "./footprints.ts";
import { codeOf, type Line } from "./structure.ts";

export function chooseTargets(
  words: readonly string[],
  footprints: readonly Footprint[],
  lines: readonly Line[],
): Footprint[] {
  const all = (found: readonly string[]) => coverage(words, found) === words.length;
  const some = (footprint: Footprint) => coverage(words, tokens(footprint.name)) > 0;
  const named = footprints.filter(({ name }) => all(tokens(name)));
  const exact = named.filter(({ name }) => sameWords(words, tokens(name)));
  if (exact.length > 0) return exact;
  if (named.length > 0) return named;
  const described = footprints.filter((footprint) => {
    const { name, declared } = footprint;
    return (
      some(footprint) &&
      all([...tokens(name), ...tokens(commentAbove(lines, declared)), ...madeBy(lines, declared)])
    );
  });
  if (described.length > 0) return onlyOne(described);
  const commented = footprints.filter(({ declared }) => {
    const comment = tokens(commentAbove(lines, declared));
    return all(comment.slice(0, words.length + 1));
  });
  if (commented.length > 0) return commented.length > 1 ? sameComment(commented, lines) : commented;
  return onlyOne(footprints.filter(({ declared }) => all(madeBy(lines, declared))));
}

export function commentAbove(lines: readonly Line[], at: number): string {
  const texts: string[] = [];
  for (let i = (lines[at]?.first ?? at) - 1; lines[i]?.comment; i--) texts.unshift(lines[i]?.text ?? "");
  return texts.join(" ");
}

const onlyOne = <T>(list: T[]): T[] => (list.length === 1 ? list : []);

// One comment over several declarations in a row names them all.
function sameComment(footprints: readonly Footprint[], lines: readonly Line[]): Footprint[] {
  const comments = new Set(footprints.map(({ declared }) => commentAbove(lines, declared)));
  return comments.size === 1 ? [...footprints] : [];
}

/** The words of the constructor or call that makes the thing. */
function madeBy(lines: readonly Line[], declared: number): string[] {
  const made = /=\s*(?:new\s+)?([\w$.]+)/.exec(codeOf(lines, declared));
  return made ? tokens(made[1] ?? "") : [];
}
