// A stub script as its tree and its documentation comments. Promises the comment that stands directly before a node, and
// the comments that belong to none. Refuses to fail on code that does not parse: it is read as far as that goes.

import { type Comment, type Options, type Program, parse } from "acorn";
import { parse as parseLoose } from "acorn-loose";
import type { InterfaceKind, MemberKind, Param } from "../../surface/facts.ts";
import { type Doc, hasTag, readDoc } from "./tags.ts";

/** One thing that the file declares, from its code, its comment, or both. */
export type Declared = {
  what: "interface" | "member" | "function" | "global" | "constructor" | "typedef" | "page";
  name: string;
  owner?: string;
  interfaceKind?: InterfaceKind;
  kind?: MemberKind;
  static?: true;
  readOnly?: true;
  /** From code; the comment's own parameters go before them. */
  params?: Param[];
  keys?: Param[];
  valueType?: string;
  parents?: string[];
  doc?: Doc;
  line: number;
};

export type DocComment = { doc: Doc; start: number; end: number; line: number };

export type Script = {
  source: string;
  docs: DocComment[];
  /** Places of the comments that some declaration has taken. */
  used: Set<number>;
  found: Declared[];
  /** A file with exports keeps everything else to itself. */
  exportsOnly: boolean;
  /** Functions with something on their prototype, and names that have a setter. */
  classes: ReadonlySet<string>;
  setters: ReadonlySet<string>;
  /** The name of `@module`, which `exports` stands for. */
  module?: string;
};

/** Above this the parser that repairs what it reads may take minutes. */
const MAX_LOOSE = 512 * 1024;

export type ParsedScript = { script: Script; program: Program; note?: string };

export function readScript(text: string): ParsedScript {
  const source = blankDirectives(text);
  const failures: string[] = [];
  for (const sourceType of ["module", "script"] as const) {
    const comments: Comment[] = [];
    try {
      const program = parse(source, optionsFor(sourceType, comments));
      return { script: scriptOf(source, comments, program), program };
    } catch (error) {
      // Code that is nested without end costs the stack before it is found to be wrong.
      if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
      failures.push(error.message);
    }
  }
  return readBroken(source, failures[1] ?? failures[0] ?? "");
}

function readBroken(source: string, failure: string): ParsedScript {
  const comments: Comment[] = [];
  const program = source.length > MAX_LOOSE ? undefined : repaired(source, comments);
  const found = program ? comments : commentsIn(source);
  const how = program ? "it is read as far as it goes" : "only its comments are read";
  const note = `not a whole script (${failure}): ${how}`;
  const read = program ?? parse("", optionsFor("module", []));
  return { script: scriptOf(source, found, read), program: read, note };
}

function repaired(source: string, comments: Comment[]): Program | undefined {
  try {
    return parseLoose(source, optionsFor("module", comments));
  } catch {
    // Whatever drives the parser that repairs out of its mind, the comments are still there.
    return undefined;
  }
}

const optionsFor = (sourceType: "module" | "script", onComment: Comment[]): Options => ({
  ecmaVersion: "latest",
  sourceType,
  locations: true,
  allowHashBang: true,
  allowReturnOutsideFunction: true,
  allowImportExportEverywhere: true,
  allowSuperOutsideMethod: true,
  onComment,
});

/** `#target` and its like are orders to the host; lines keep their length, so that places fit. */
const blankDirectives = (text: string): string =>
  text
    .replace(/^\uFEFF/, " ")
    .replace(/^[ \t]*#[ \t]*(?:target|targetengine|include|includepath|strict|script)\b.*$/gm, (line) =>
      " ".repeat(line.length),
    );

function commentsIn(source: string): Comment[] {
  return [...source.matchAll(/\/\*([\s\S]*?)\*\//g)].map(({ 0: whole, 1: value = "", index }) => ({
    type: "Block",
    value,
    start: index,
    end: index + whole.length,
  }));
}

function scriptOf(source: string, comments: Comment[], program: Program): Script {
  const docs: DocComment[] = [];
  let line = 1;
  let at = 0;
  for (const { type, value, start, end } of comments.toSorted((a, b) => a.start - b.start)) {
    const doc = type === "Block" ? readDoc(value) : undefined;
    if (!doc || (docs.at(-1)?.end ?? 0) > start) continue;
    for (; at < start; at += 1) if (source.charCodeAt(at) === 10) line += 1;
    docs.push({ doc, start, end, line });
  }
  const exportsOnly = program.body.some(({ type }) => type.startsWith("Export"));
  const module = docs.flatMap(({ doc }) => doc.tags).find(({ name }) => name === "module")?.about;
  const classes = namesIn(source, /([\p{L}_$][\p{L}\p{N}_$]*)\.prototype\b/gu);
  const setters = namesIn(source, /\bset\s+([\p{L}_$][\p{L}\p{N}_$]*)\s*\(/gu);
  const sets = { used: new Set<number>(), classes, setters };
  return { source, docs, ...sets, found: [], exportsOnly, ...(module ? { module } : {}) };
}

const namesIn = (source: string, shape: RegExp): Set<string> =>
  new Set([...source.matchAll(shape)].map(([, name = ""]) => name));

const BETWEEN = /^(?:\s|\/\/[^\n]*(?:\n|$)|\/\*(?!\*)(?:[^*]|\*(?!\/))*\*\/)*$/;

/** The comment directly before this place, marked as taken. */
export function docBefore(script: Script, at: number): Doc | undefined {
  const index = lastBefore(script.docs, at);
  const comment = script.docs[index];
  if (!comment || at - comment.end > 2000) return undefined;
  if (!BETWEEN.test(script.source.slice(comment.end, at)) || isOwnEntry(comment.doc)) return undefined;
  script.used.add(index);
  return comment.doc;
}

/** Gives back the comment before this place, which no declaration needed. */
export function release(script: Script, at: number): void {
  script.used.delete(lastBefore(script.docs, at));
}

function lastBefore(docs: readonly DocComment[], at: number): number {
  let low = 0;
  let high = docs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((docs[middle]?.end ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Such a comment stands for itself, wherever it is put. */
const isOwnEntry = (doc: Doc): boolean =>
  hasTag(doc, "typedef", "callback", "file", "fileoverview", "overview", "module", "event");

/** Private things are no part of what a script may use. */
export const isHidden = (doc: Doc | undefined): boolean =>
  hasTag(doc, "private", "ignore", "inner", "hidden", "internal");

/** By custom; `__proto__` and its like are names of the language. */
export const isInternal = (name: string): boolean => /^_(?!_.+__$)/.test(name);
