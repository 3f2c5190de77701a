// What the owner's word that something exists is about, and what the model hears of it. Promises to find a name in a text
// as code is written there: a plain English word alone is no name. Refuses to know where texts are kept.

import { asContext } from "../gates/envelope.ts";

/** A name as a finding calls it. */
export type Named = { family: string; about: string };
export type Word = "exists" | "withdrawn";

/** Whether one of these is the thing that a finding is about. */
export function saidToExist(rows: readonly Named[]): (finding: Named) => boolean {
  const said = new Set(rows.map(keyOf));
  return (finding) => said.has(keyOf(finding));
}

export const keyOf = ({ family, about }: Named): string => `${family} ${about}`;

/** The word that stands in code: the key of an option, the member without its owner, the file's path. */
export function wordOf({ family, about }: Named): string {
  if (family === "file" || family === "syntax") return about;
  const key = /\(([^()]+)\)$/.exec(about)?.[1];
  const name = key ?? about.replace(/\(\)$/, "").replace(/^new\s+/, "");
  return name.split(/[.#\s]/).findLast((part) => part !== "") ?? about;
}

/** `sheet.gridCellEnd`, `Sheet-gridCellEnd` and `gridCellEnd` are one name; `Grid.size` is not `Sheet.size`. */
export function isWrittenAs(written: string, named: Named): boolean {
  const plain = (name: string) => name.replace(/\(\)$/, "").replace("-", ".").toLowerCase();
  return written === wordOf(named) || plain(written) === plain(named.about);
}

/** Whether a text names the thing. `size` and `text` are words of any answer: they count where they are written as code. */
export function namesIt(text: string, named: Named): boolean {
  const word = wordOf(named);
  // Most texts of a cache do not have it at all.
  if (!text.includes(word)) return false;
  const escaped = word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  const whole = `(?<![\\p{L}\\p{N}_$])${escaped}(?![\\p{L}\\p{N}_$])`;
  const asCode = `(?:(?<=[.#\`'"])|(?<=\\bnew\\s))${escaped}(?![\\p{L}\\p{N}_$])|${whole}(?=\\s?[(:\`])`;
  return new RegExp(/^\p{Ll}+$/u.test(word) ? asCode : whole, "u").test(text);
}

/** What a running request is told when the owner has spoken. */
export function overruledMessage({ about }: Pick<Named, "about">, word: Word): string {
  const says =
    word === "exists"
      ? `The owner of this workspace says that ${about} exists, although the documentation does not have it. ` +
        "Whatever stands above against it no longer holds: a call that was refused for it alone may be made again."
      : `The owner of this workspace has taken back that ${about} exists: it counts as invented again.`;
  return asContext(says);
}
