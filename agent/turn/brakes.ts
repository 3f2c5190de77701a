// Loop brakes over the log: a call made again and again, calls going round in a circle, calls that cannot
// work. A model has no sense of going in circles, so code counts. Each call counts when it starts, before
// anything answers it: a stub that answered first once made the loop endless. Different arguments are no loop.

import { sha256 } from "../../store/hash.ts";
import type { Hash } from "../../store/ledger.ts";
import type { BoundName, EventOf, TurnEvent } from "../events.ts";

/** The 5th identical call of a turn is not run (page 03, brake 1). */
export const IDENTICAL_LIMIT = 4;
/** This many unknown or malformed calls in a row end the work. */
const MISCALL_LIMIT = 3;
/** A period that repeats this often, with identical arguments and results, is a circle. */
const CYCLE_REPEATS = 3;
const CYCLE_PERIODS = [2, 3, 4, 5];
const GIST_CHARS = 240;

/** How often the call `key` started in a thread, since a file that it touches last changed on the stage. */
export function timesStarted(events: readonly TurnEvent[], thread: string, key: string): number {
  let count = 0;
  let touches: string | null | undefined; // a path, null for the whole workspace, undefined for neither
  const results = new Set<Hash>();
  for (const event of events) {
    const isHere = event.thread === thread;
    if (isHere && event.type === "tool_started" && event.key === key) count += 1;
    // The owner's word changes what a call comes to.
    if (event.type === "overruled") count = 0;
    if (isHere && event.type === "tool_ran" && event.key === key && event.ok) {
      touches = touched(event);
      results.add(event.fragment);
    }
    // What was left out may be asked for again: its line says so.
    if (isHere && event.type === "trimmed" && event.replacements.some((one) => results.has(one.fragment)))
      count = 0;
    if (event.type === "staged" && touches !== undefined && !stagedBy(events, event, key)) {
      if (touches === null || touches === event.change.path) count = 0;
    }
  }
  return count;
}

/** Documentation does not change with the stage; a call without a path looks at every file. */
function touched(event: EventOf<"tool_ran">): string | null | undefined {
  if (event.evidence === null || event.evidence.chunks) return undefined;
  return event.evidence.path ?? null;
}

/** A call does not reset its own count: the same write again and again is a loop, though each one stages. */
function stagedBy(events: readonly TurnEvent[], staged: EventOf<"staged">, key: string): boolean {
  return events.some(
    (e) => e.type === "tool_ran" && e.step === staged.step && e.index === staged.index && e.key === key,
  );
}

/** The bound that a thread's calls so far have met, if any. */
export function brakeMet(events: readonly TurnEvent[], thread: string): BoundName | null {
  const since = events.findLastIndex((e) => e.type === "overruled");
  const runs = events
    .slice(since + 1)
    .filter((e): e is EventOf<"tool_ran"> => e.type === "tool_ran" && e.thread === thread);
  if (runs.some((run) => run.reason === "repeated")) return "identical_calls";
  const miscall = miscallsInRow(runs);
  if (miscall) return miscall;
  return CYCLE_PERIODS.some((period) => endsInCycle(runs, period)) ? "cycle" : null;
}

function miscallsInRow(runs: EventOf<"tool_ran">[]): BoundName | null {
  const last = runs.slice(-MISCALL_LIMIT);
  if (last.length < MISCALL_LIMIT) return null;
  const isMiscall = (run: EventOf<"tool_ran">) => run.reason === "unknown_tool" || run.reason === "malformed";
  if (!last.every(isMiscall)) return null;
  return last.at(-1)?.reason === "unknown_tool" ? "unknown_tool" : "malformed_calls";
}

function endsInCycle(runs: EventOf<"tool_ran">[], period: number): boolean {
  const span = period * CYCLE_REPEATS;
  const tail = runs.slice(-span);
  if (tail.length < span) return false;
  const same = (a: EventOf<"tool_ran">, b: EventOf<"tool_ran"> | undefined) =>
    b !== undefined && a.key === b.key && a.result === b.result;
  return tail.every((run, i) => same(run, tail[i % period])) && new Set(tail.map((r) => r.key)).size > 1;
}

/** The result of a call that is not run again: it says so and repeats the gist, or the model is left stuck. */
export function repeatedText(tool: string, times: number, earlier: string | null): string {
  const gist =
    earlier === null ? "" : ` Its result stands above and begins:\n${earlier.slice(0, GIST_CHARS)}`;
  return `Not run: ${tool} was already called ${times} times with these arguments in this request.${gist}`;
}

/** Same tool and same arguments, whatever their order or spacing, give the same key. A hash: a written file is in it. */
export function callKey(tool: string, args: string): string {
  return `${tool} ${sha256(normalised(args))}`;
}

function normalised(args: string): string {
  try {
    return JSON.stringify(sorted(JSON.parse(args === "" ? "{}" : args)));
  } catch {
    return args;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => [k, sorted(v)]),
  );
}
