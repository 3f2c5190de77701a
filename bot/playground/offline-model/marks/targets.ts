// Which footprints a person's words mean. In this order, and only the first that has any: a variable that is
// called exactly so; those whose names begin with the words; name and comment or constructor together; a
// comment that opens with the words. Promises `several` rather than a guess between things that look alike.

import { coverage, sameWords, tokens } from "../words.ts";
import type { Footprint } from "./footprints.ts";
import { codeOf, type Line } from "./structure.ts";

export type Targets = { type: "these"; footprints: Footprint[] } | { type: "several" } | { type: "none" };

export function chooseTargets(
  words: readonly string[],
  footprints: readonly Footprint[],
  lines: readonly Line[],
): Targets {
  const all = (found: readonly string[]) => coverage(words, found) === words.length;
  const some = (footprint: Footprint) => coverage(words, tokens(footprint.name)) > 0;
  const identical = footprints.filter(({ name }) => tokens(name).join(" ") === words.join(" "));
  if (identical.length > 0) return these(identical);
  const exact = footprints.filter(({ name }) => sameWords(words, tokens(name)));
  if (exact.length > 0) return onlyOne(exact);
  const named = footprints.filter(({ name }) => all(tokens(name)));
  // `footerFrame` and `footerText` are one thing; `priceTable` and `stockTable` are two of a kind.
  const family = named.filter(({ name }) => all(tokens(name).slice(0, words.length)));
  if (named.length > 0) return family.length === named.length ? these(named) : onlyOne(named);
  const described = footprints.filter((footprint) => {
    const { name, declared } = footprint;
    return (
      some(footprint) &&
      all([...tokens(name), ...tokens(commentAbove(lines, declared)), ...madeBy(lines, declared)])
    );
  });
  if (described.length > 0) return onlyOne(described);
  // "the cooling stage" is `cooling`, when one of its lines says stage.
  const said = footprints.filter(
    ({ name, lines: own }) =>
      coverage(tokens(name), words) === tokens(name).length &&
      all([...tokens(name), ...own.flatMap((at) => tokens(codeOf(lines, at)))]),
  );
  if (said.length > 0) return onlyOne(said);
  const commented = footprints.filter(({ declared }) => {
    const comment = tokens(commentAbove(lines, declared));
    return all(comment.slice(0, words.length + 1));
  });
  if (commented.length > 0) return sameComment(commented, lines) ? these(commented) : { type: "several" };
  return onlyOne(footprints.filter(({ declared }) => all(madeBy(lines, declared))));
}

function commentAbove(lines: readonly Line[], at: number): string {
  const texts: string[] = [];
  for (let i = (lines[at]?.first ?? at) - 1; lines[i]?.comment; i--) texts.unshift(lines[i]?.text ?? "");
  return texts.join(" ");
}

const these = (footprints: Footprint[]): Targets => ({ type: "these", footprints });

function onlyOne(list: Footprint[]): Targets {
  if (list.length === 0) return { type: "none" };
  return list.length === 1 ? these(list) : { type: "several" };
}

// One comment over several declarations in a row names them all.
function sameComment(footprints: readonly Footprint[], lines: readonly Line[]): boolean {
  return new Set(footprints.map(({ declared }) => commentAbove(lines, declared))).size === 1;
}

/** The words of the constructor or call that makes the thing. */
function madeBy(lines: readonly Line[], declared: number): string[] {
  const made = /=\s*(?:new\s+)?([\w$.]+)/.exec(codeOf(lines, declared));
  return made ? tokens(made[1] ?? "") : [];
}
