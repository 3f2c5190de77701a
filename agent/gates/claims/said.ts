// One statement of a draft: its verb, how it is read, and the files that it is said of. Promises the files of subjects, labels
// and of "In main.js, I …" as well. Refuses what a program did at run time: "the channel was closed in worker.go".

import type { Reading } from "./before.ts";
import { type Scope, scopeOf } from "./scope.ts";
import { isMark, isWord } from "./sentences.ts";
import type { Token } from "./tokens.ts";
import type { VerbForm } from "./verbs.ts";
import * as words from "./words.ts";

export type Said = { tokens: readonly Token[]; reading: Reading; form: VerbForm; after: Scope };

/** The files of a statement, by the part they play. */
export type Files = Pick<Scope, "direct" | "targets" | "inside" | "sources" | "listed" | "place"> & {
  label: readonly Token[];
};

export function filesOf(said: Said): Files {
  const files = partsOf(said);
  const isFolder = ({ text }: Token) => text.endsWith("/");
  if (![...files.direct, ...files.targets].some((one) => !isFolder(one))) return files;
  // "Moved a.js into lib/": the folder is where it went.
  const targets = files.targets.filter((one) => !isFolder(one));
  return { ...files, targets, inside: files.inside.filter((one) => !isFolder(one)) };
}

function partsOf(said: Said): Files {
  const { reading, after, tokens } = said;
  if (isLabelled(said))
    return { ...NO_FILES, label: tokens.slice(...(reading.subject ?? [0, 0])).filter(isName) };
  if (reading.voice === "passive") {
    const subject = scopeOfSubject(said);
    const targets = [...subject.targets, ...after.targets];
    const sources = [...subject.sources, ...after.sources];
    if (tellsOfRun(said, subject)) return { ...NO_FILES, ...movedInto(said) };
    const isNamed = subject.direct.length + targets.length + sources.length > 0;
    const listed = subject.object.some((one) => isWord(one, words.FILES)) ? after.direct : [];
    const inside = [...subject.inside, ...after.inside];
    return {
      direct: [...subject.direct, ...listed],
      targets: isNamed ? targets : introNames(said),
      inside,
      sources,
      listed: subject.listed || after.listed,
      place: after.place,
      label: [],
    };
  }
  const label =
    reading.subject === null ? [] : tokens.slice(...reading.subject).filter(({ kind }) => kind === "name");
  if (label.length === 0) {
    const own = after.direct.length + after.targets.length + after.sources.length;
    if (own > 0) return { ...after, label: [] };
    return { ...after, label: [], direct: whichNames(said), targets: introNames(said) };
  }
  const isAlone = after.object.length === 0 && after.direct.length === 0;
  return isAlone ? { ...after, direct: label, label: [] } : { ...after, label };
}

const isName = ({ kind }: Token) => kind === "name";

/** "main.js: 17 lines deleted" is said of lines, which are in the file of the label. */
function isLabelled({ reading: { voice, subject, at }, tokens }: Said): boolean {
  if (voice !== "passive" || subject === null || !isMark(tokens[subject[1]], ":-")) return false;
  return tokens.slice(subject[1], at).some(({ kind }) => kind === "word" || kind === "code");
}

export function scopeOfSubject({ tokens, reading }: Said): Scope {
  const [from, to] = reading.subject ?? [0, 0];
  return scopeOf(tokens, { from, to });
}

const NO_FILES: Files = {
  direct: [],
  targets: [],
  inside: [],
  sources: [],
  listed: false,
  place: null,
  label: [],
};

/** Verbs that are said of source code alone, and never of what a program does. */
const OF_SOURCE = new Set(
  (
    "refactor rewrite fix simplify implement clean document restructure extend rearrange reformat tweak improve optimize optimise migrate " +
    "convert replace correct rework polish harden streamline resolve patch tidy translate do make"
  ).split(" "),
);

/** "The channel was closed in worker.go": a simple past, of no file, may tell what the program did. */
function tellsOfRun(said: Said, subject: Scope): boolean {
  if (isPerfect(said) || said.reading.elliptic || OF_SOURCE.has(said.form.verb)) return false;
  const isOfFiles = subject.object.some((one) => isWord(one, words.FILES) || isWord(one, words.CHANGES));
  return subject.direct.length + subject.targets.length + subject.sources.length === 0 && !isOfFiles;
}

/** "A function was added to main.js" is said of source all the same. */
function movedInto({ tokens, reading, after, form }: Said): Pick<Files, "targets" | "sources"> {
  const next = tokens[reading.at + 1]?.lower ?? "";
  const isNext = tokens[reading.at + 2]?.kind === "name" || tokens[reading.at + 3]?.kind === "name";
  const isMoved =
    isNext && /^(?:to|into|from)$/.test(next) && /^(?:put|move|delete|derive)$/.test(form.class);
  return isMoved ? { targets: after.targets, sources: after.sources } : { targets: [], sources: [] };
}

export const isPerfect = ({ tokens, reading }: Said) =>
  tokens[reading.at - 1]?.lower === "been" ||
  tokens[reading.at - 2]?.lower === "been" ||
  tokens[reading.at - 1]?.lower === "now";

/** "loader.js, which I created": the names before, if nothing follows. */
function whichNames({ tokens, reading }: Said): Token[] {
  const which = tokens[reading.from - 1];
  const hasName = /^(?:which|that|where)$/.test(which?.lower ?? "");
  const before = tokens[reading.from - 2];
  const name = before?.kind === "name" ? before : tokens[reading.from - 3];
  return hasName && name?.kind === "name" && before?.kind !== "word" ? [name] : [];
}

/** "In main.js, I replaced the loop" */
function introNames({ tokens, reading }: Said): Token[] {
  const { from } = reading;
  const first = tokens.slice(0, 2).findIndex(({ lower }) => /^(?:in|inside|within|to|at|on)$/.test(lower));
  if (from > 9 || first < 0) return [];
  const place = tokens.slice(first + 1, from);
  return place.every(isOfPlace) ? place.filter(({ kind }) => kind === "name") : [];
}

const isOfPlace = (one: Token) =>
  one.kind === "name" ||
  isMark(one, ",()") ||
  /^(?:and|of|lines?|\d+)$/.test(one.lower) ||
  isWord(one, words.DETERMINERS) ||
  isWord(one, words.FILES);
