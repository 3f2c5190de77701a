// What the thread of a dry run and its starter tell each other. Promises plain data in both directions, and one answer to each
// question. Refuses code: all but a name and a number is types.

import type { MessagePort } from "node:worker_threads";
import type { EntryEnd } from "./report.ts";

export type Limits = {
  memoryBytes: number;
  outputChars: number;
  /** How many functions and `throw` statements can be told apart. */
  marks: number;
  /** How much of one word of a question is looked at: a stack, a path, a name. */
  wordChars: number;
};

export type Setup = {
  /** The compiled engine. */
  wasm: object;
  /** The fake engine's own code, and what it starts from, as JSON. */
  engine: string;
  start: string;
  /** From which script on, how many there are, and what is left of the time for these. */
  scripts: { from: number; to: number; ms: number };
  limits: Limits;
  /** Answers come by this port, and the first number of `gate` says how many have. */
  answers: MessagePort;
  gate: SharedArrayBuffer;
};

/** A piece of text to run; `blanks` are names that stand in for what is not loaded. */
export type UnitText = {
  id: string;
  text: string;
  kind: "script" | "module" | "function" | "json";
  blanks: string[];
};

export type ScriptEnd = {
  end: EntryEnd;
  error: { name: string; message: string; stack: string } | null;
  /** The number of the last `throw` that was reached, or 0. */
  thrown: number;
  /** Numbers of the functions that were entered. */
  entered: number[];
  output: string[];
};

export type FromThread =
  | { type: "began"; at: number }
  | { type: "ask"; words: string[] }
  | ({ type: "ended"; at: number } & ScriptEnd);

/** The list in which running code leaves its marks: at 0 the number of the last `throw`, behind it one for each function. */
export const MARKS = "__handrail_marks__";

/** Waiting for answers is not the script's own time, up to here: a script may ask without end as well. */
export const MAX_WAITED_MS = 3_000;
