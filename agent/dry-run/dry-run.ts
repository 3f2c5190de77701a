// Runs what the project would be, once, on a fake engine made of its documentation. Promises a report for whatever the scripts
// do, within the limits, and places in the texts as they are. Refuses to say that they work: stubs hand out nothing, so loops
// over what they hand out run zero times.

import type { Identifier } from "acorn";
import { simple } from "acorn-walk";
import type { Clock } from "../../store/clock.ts";
import { readable } from "../check/code.ts";
import type { Confidence } from "../check/finding.ts";
import { judgeName } from "../check/object.ts";
import { syntaxCheck } from "../check/syntax.ts";
import { createDesk, type Desk } from "./desk.ts";
import type { ScriptEnd } from "./protocol.ts";
import type { DryRunAsked, DryRunLimits, DryRunReport, EntryRun, RunError } from "./report.ts";
import { type Script, scriptAt } from "./script.ts";
import { type Beginning, beginningsOf } from "./scripts.ts";
import { startOf } from "./shapes.ts";
import { runScripts } from "./thread.ts";
import type { Place } from "./unit.ts";
import { positionIn } from "./units.ts";

export type DryRunDeps = { clock: Clock; signal: AbortSignal; limits?: Partial<DryRunLimits> };

const LIMITS: DryRunLimits = {
  ms: 2_000,
  memoryBytes: 64 * 1024 * 1024,
  outputChars: 20_000,
  findings: 50,
};
const MARKS = 65_536;
const WORD_CHARS = 8_000;

export async function dryRun(asked: DryRunAsked, deps: DryRunDeps): Promise<DryRunReport> {
  const { clock, signal } = deps;
  const began = clock.now();
  const limits = { ...LIMITS, ...deps.limits };
  const { run, leftOut } = beginningsOf(asked);
  const desk = createDesk(asked, { beginnings: run, limits });
  const job = {
    count: run.length,
    start: JSON.stringify(startOf(asked.world)),
    limits: { ...limits, marks: MARKS, wordChars: WORD_CHARS },
    answer: desk.answer,
  };
  const ends = run.length === 0 ? [] : await runScripts(job, signal);
  const entered = new Set(ends.flatMap((one) => one.entered));
  const { findings, loaded, assumed, units } = desk;
  const functions = units.functionsOf(loaded).filter(({ mark }) => mark < MARKS);
  return {
    entries: run.map((beginning, at) => entryRun(beginning, ends[at] ?? NOT_BEGUN, { desk, asked })),
    findings,
    entered: functions.filter(({ mark }) => entered.has(mark)).length,
    notEntered: functions
      .filter(({ mark }) => !entered.has(mark))
      .map(({ script, name, offset }) => ({
        name,
        path: script.path,
        line: positionIn(script, offset).line,
      })),
    missing: units.missing,
    loaded: [...loaded],
    assumed: [...assumed],
    leftOut,
    output: ends.flatMap(({ output }) => output),
    ms: clock.now() - began,
  };
}

/** The time was up before it began. */
const NOT_BEGUN: ScriptEnd = { end: "time", error: null, thrown: 0, entered: [], output: [] };

type Told = { desk: Desk; asked: DryRunAsked };

function entryRun({ path }: Beginning, ended: ScriptEnd, { desk, asked }: Told): EntryRun {
  const { end, error } = ended;
  const { units } = desk;
  const top = scriptAt(path, asked);
  if (error === null || end === "completed") return { path, end, error: null };
  const place =
    units.placeIn(error.stack) ?? units.throwAt(ended.thrown) ?? (top && { script: top, offset: 0 });
  if (place === null) return { path, end, error: null };
  const at = end === "unparsed" ? (brokenAt(place.script) ?? place) : place;
  return { path, end, error: { ...placed(at), ...worded(error, at, { desk, end }) } };
}

/** The checks read a text as editors do, and say the same place. */
function brokenAt(script: Script): Place | null {
  const error = script.code?.error;
  return error ? { script, offset: error.offset } : null;
}

const placed = ({ script, offset }: Place): Pick<RunError, "path" | "line" | "column"> => ({
  path: script.path,
  ...positionIn(script, offset),
});

type Thrown = NonNullable<ScriptEnd["error"]>;

function worded(
  { name, message }: Thrown,
  place: Place,
  { desk, end }: { desk: Desk; end: EntryRun["end"] },
): Pick<RunError, "message" | "confidence"> {
  if (end === "unparsed") return { message, confidence: ofSyntax(place, desk) };
  if (end !== "threw") return { message: ENDED[end], confidence: "likely" };
  const missing = name === "ReferenceError" ? /^(\S+) is not defined$/.exec(message)?.[1] : undefined;
  const confidence = missing === undefined ? "likely" : ofName(missing, place, desk);
  return { message: name === "" || name === "Error" ? message : `${name}: ${message}`, confidence };
}

const ENDED = {
  completed: "",
  time: "It ran longer than its time.",
  memory: "It took more memory than its share.",
  stack: "It called itself too deep.",
  output: "It printed more than it may.",
};

/** An engine with additions of its own may take what neither parser takes. */
function ofSyntax(place: Place, { touches }: Desk): Confidence {
  const checking = touches.checkingAt(place);
  if (checking === null || checking.code.error === null) return "likely";
  return syntaxCheck.run(checking)[0]?.confidence ?? "likely";
}

/** Declared nowhere: as sure as the checks are of the name. */
function ofName(name: string, place: Place, { touches }: Desk): Confidence {
  const checking = touches.checkingAt(place);
  if (checking === null) return "likely";
  const found: { node?: Identifier } = {};
  readable(() => {
    simple(checking.code.program, {
      Identifier(node) {
        if (node.name === name && (!found.node || node.start === place.offset)) found.node = node;
      },
    });
    return [];
  });
  const { node } = found;
  if (node === undefined) return "likely";
  const kind = checking.uses.callees.has(node) ? "function" : "object";
  return judgeName(node, checking, kind)?.confidence ?? "likely";
}
