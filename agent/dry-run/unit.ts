// The text that the engine is given for a file: marked, with the files that its pragmas include standing where they are
// included. Promises for every line and column of it the file and place that it comes from. Refuses to include a file
// within itself, and more of them than any script has.

import { pragmasIn } from "../check/loads.ts";
import type { Mark, Script } from "./script.ts";

export type Place = { script: Script; offset: number };

export type Unit = {
  id: string;
  script: Script;
  text: string;
  kind: "script" | "module" | "function" | "json";
  /** Everything that stands in it, itself first. */
  scripts: Script[];
  /** Of a line and a column as the engine counts: from 1, columns in bytes. */
  placeOf(line: number, column: number): Place;
};

export type Assembling = {
  /** The script that a pragma names; null for none. */
  include(target: string, place: Place): Script | null;
  /** Numbers for the functions and throws of a script, the same whenever it is asked for. */
  baseOf(script: Script): { functions: number; throws: number };
  marks: string;
};

const MAX_INCLUDED = 500;
const MAX_CHARS = 8_000_000;

/** `isFixed`: written here, and so of one place. */
type Piece = { at: number; script: Script; offset: number; isFixed: boolean };
type State = { pieces: Piece[]; parts: string[]; length: number; scripts: Script[]; by: Assembling };

export function assemble(script: Script, asked: { id: string; kind: Unit["kind"]; by: Assembling }): Unit {
  const { id, kind, by } = asked;
  const state: State = { pieces: [], parts: [], length: 0, scripts: [], by };
  const [before, after] = wrapping(script, kind);
  write(before, { script, offset: 0, isFixed: true }, state);
  add(script, [], state);
  write(after, { script, offset: script.text.length, isFixed: true }, state);
  const text = state.parts.join("");
  return { id, script, text, kind, scripts: state.scripts, placeOf: placesIn(text, state.pieces, script) };
}

function wrapping({ returnsAtTop }: Script, kind: Unit["kind"]): [string, string] {
  if (kind === "json") return ["(", "\n)"];
  if (kind === "function") return ["(function (exports, require, module, __filename, __dirname) {", "\n})"];
  return returnsAtTop && kind === "script" ? ["(function () {", "\n}).call(this);"] : ["", ""];
}

function add(script: Script, above: readonly Script[], state: State): void {
  state.scripts.push(script);
  const base = state.by.baseOf(script);
  const included = pragmasIn(script.text).map(({ target, offset }) => ({
    at: lineStart(script.text, offset),
    target,
    offset,
  }));
  const points = [...script.marks, ...included].sort((a, b) => a.at - b.at);
  let from = 0;
  for (const point of points) {
    write(script.source.slice(from, point.at), { script, offset: from, isFixed: false }, state);
    from = point.at;
    if ("target" in point) include(point, [...above, script], state);
    else write(wordsOf(point, base, state.by.marks), { script, offset: point.at, isFixed: true }, state);
  }
  write(script.source.slice(from), { script, offset: from, isFixed: false }, state);
}

function include(
  { target, offset }: { target: string; offset: number },
  above: readonly Script[],
  state: State,
): void {
  const script = above.at(-1);
  if (script === undefined || state.scripts.length > MAX_INCLUDED || state.length > MAX_CHARS) return;
  const found = state.by.include(target, { script, offset });
  if (found === null || above.includes(found)) return;
  add(found, above, state);
  write("\n", { script: found, offset: found.text.length, isFixed: true }, state);
}

const lineStart = (text: string, offset: number): number =>
  Math.max(text.lastIndexOf("\n", offset), text.lastIndexOf("\r", offset)) + 1;

type Base = { functions: number; throws: number };

function wordsOf({ type, n }: Mark, base: Base, marks: string): string {
  switch (type) {
    case "function":
      return `;${marks}[${base.functions + n}]=1;`;
    case "arrow":
      return `(${marks}[${base.functions + n}]=1,`;
    case "throw":
      return `(${marks}[0]=${base.throws + n},`;
    case "close":
      return ")";
  }
}

function write(text: string, from: Omit<Piece, "at">, state: State): void {
  if (text === "") return;
  state.pieces.push({ ...from, at: state.length });
  state.parts.push(text);
  state.length += text.length;
}

function placesIn(text: string, pieces: readonly Piece[], script: Script): Unit["placeOf"] {
  const state: { starts?: number[] } = {};
  return (line, column) => {
    state.starts ??= lineStarts(text);
    const start = state.starts[line - 1] ?? text.length;
    const at = start + lettersOf(text.slice(start, state.starts[line] ?? text.length), column - 1);
    const piece = pieceAt(pieces, at);
    if (piece === undefined) return { script, offset: 0 };
    return { script: piece.script, offset: piece.isFixed ? piece.offset : piece.offset + at - piece.at };
  };
}

function pieceAt(pieces: readonly Piece[], at: number): Piece | undefined {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.at ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}

/** The engine counts the separators of the language as line ends; editors do not. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n?|[\n\u2028\u2029]/g)) starts.push(index + end.length);
  return starts;
}

/** How many letters so many bytes of UTF-8 are. */
function lettersOf(line: string, bytes: number): number {
  let [at, left] = [0, bytes];
  while (left > 0 && at < line.length) {
    const point = line.codePointAt(at) ?? 0;
    left -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    at += point < 0x10000 ? 1 : 2;
  }
  return at;
}
