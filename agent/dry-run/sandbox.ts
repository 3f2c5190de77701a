// One script in an engine of its own: begun, watched, ended. Promises an end for whatever the script does that the engine can
// see; what it cannot, its thread ends. Refuses to hand results over: what is told is text and numbers.

import { EvalFlags, JSException, type JSValueHandle } from "quickjs-wasi";
import { wordsOf } from "../../store/words-of.ts";
import { createEngine, type Engine, type Given } from "./engine.ts";
import type { ScriptEnd, UnitText } from "./protocol.ts";

const MAX_TEXT = 2_000;

export async function runScript(at: number, given: Given): Promise<ScriptEnd> {
  const engine = await createEngine(given);
  try {
    const unit = engine.unit(given.asking.ask(["entry", `${at}`]));
    const { end, error } = run(unit, engine);
    return { end, error, ...engine.marks(), output: engine.output };
  } finally {
    engine[Symbol.dispose]();
  }
}

type End = Pick<ScriptEnd, "end" | "error">;

function run(unit: UnitText, engine: Engine): End {
  const { vm } = engine;
  const isModule = unit.kind === "module";
  try {
    if (!isModule) vm.evalCode(unit.text, unit.id, EvalFlags.COMPILE_ONLY).dispose();
  } catch (error) {
    const why = endOf(error, engine);
    return why.end === "threw" ? { ...why, end: "unparsed" } : why;
  }
  try {
    engine.run(unit).dispose();
    vm.executePendingJobs();
    const [lost] = engine.rejected();
    const error = lost === undefined ? null : textsOf(lost);
    // A limit that was met within a promise's job refuses that promise, and goes no further.
    const stop = engine.stopped();
    if (stop !== null) return { end: stop, error: null };
    return { end: error === null ? "completed" : "threw", error };
  } catch (error) {
    return endOf(error, engine);
  }
}

function endOf(error: unknown, { stopped }: Engine): End {
  const stop = stopped();
  if (!(error instanceof JSException)) {
    // The engine's own stack, or memory that it could not get: what it says of itself is no longer worth much.
    const end = error instanceof RangeError ? "stack" : "memory";
    return { end: stop ?? end, error: { name: "Error", message: cut(wordsOf(error)), stack: "" } };
  }
  const { name, message, stack = "" } = error;
  const told = { name: cut(name), message: cut(message), stack: cut(stack) };
  if (stop !== null) return { end: stop, error: told };
  if (/^(?:out of memory|string too long)$/.test(message)) return { end: "memory", error: told };
  const isDeep = /^(?:Maximum call stack size exceeded|stack overflow)$/.test(message);
  return { end: isDeep ? "stack" : "threw", error: told };
}

/** What a promise was refused with: a value of the script, of which only text is taken. */
function textsOf(lost: JSValueHandle): ScriptEnd["error"] {
  const text = (name: string): string => {
    if (!lost.isObject) return name === "message" ? lost.toString() : "";
    return lost.getProp(name).consume((one) => (one.isString ? one.toString() : ""));
  };
  return { name: cut(text("name")), message: cut(text("message")), stack: cut(text("stack")) };
}

const cut = (words: string): string => words.slice(0, MAX_TEXT);
