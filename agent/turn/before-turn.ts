// What each staged file was before the turn, from the log: what is new in it is the turn's doing, and what stood there is not.
// Promises that a file which was moved is what it was under its old name, also when it is edited later. Refuses the disk:
// hashes are all it knows.

import type { Hash } from "../../store/ledger.ts";
import type { Change, TurnEvent } from "../events.ts";

/** By path; null for a file that was not there. */
export type BeforeTurn = Map<string, Hash | null>;
/** One file of a call: its content just before, and what the call makes of it. */
export type FileStep = { path: string; now: Hash | null; after: Hash | null };

export function beforeTurn(events: readonly TurnEvent[]): BeforeTurn {
  const before: BeforeTurn = new Map();
  const now: BeforeTurn = new Map();
  for (const call of callsOf(events)) {
    for (const known of [before, now]) {
      if (call.type === "landed") known.clear();
      for (const path of call.dropped) known.delete(path);
    }
    const steps = call.changes.map(({ path, before: first, after }) => ({
      path,
      now: now.get(path) ?? (now.has(path) ? null : first),
      after,
    }));
    takeStep(before, steps);
    for (const { path, after } of steps) now.set(path, after);
  }
  return before;
}

/** Adds what a call is about to stage. */
export function takeStep(before: BeforeTurn, steps: readonly FileStep[]): void {
  const gone = steps.filter(({ now, after }) => now !== null && after === null);
  const found = steps.flatMap((step): [string, Hash | null][] => {
    const known = before.get(step.path);
    if (known) return [];
    const source = step.now === null ? gone.find(({ now }) => now === step.after) : undefined;
    if (source)
      return [[step.path, before.get(source.path) ?? (before.has(source.path) ? null : source.now)]];
    return known === undefined ? [[step.path, step.now]] : [];
  });
  for (const [path, hash] of found) before.set(path, hash);
}

type Call = { type: "staged" | "landed" | "conflicted"; key: string; changes: Change[]; dropped: string[] };

/** What was staged together, and what took the stage away. */
function callsOf(events: readonly TurnEvent[]): Call[] {
  const calls: Call[] = [];
  for (const event of events) {
    if (event.type === "staged") {
      const key = `${event.thread} ${event.step} ${event.index}`;
      const last = calls.at(-1);
      if (last?.type === "staged" && last.key === key) last.changes.push(event.change);
      else calls.push({ type: "staged", key, changes: [event.change], dropped: [] });
    }
    if (event.type === "landed") calls.push({ type: "landed", key: "", changes: [], dropped: [] });
    if (event.type === "conflicted" && !event.restaged)
      calls.push({
        type: "conflicted",
        key: "",
        changes: [],
        dropped: event.files.map(({ path }) => path),
      });
  }
  return calls;
}
