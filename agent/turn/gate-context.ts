// What the finish gates are told of a turn, from its log: what the person said, what was tried, what changed, what may still be
// pushed. Pure. Refuses the disk and the documentation: what they have to say comes in as checks.

import { type EventOf, MAIN, type TurnEvent } from "../events.ts";
import { claimFacts } from "../gates/claim-facts.ts";
import type { Checks, GateContext } from "../gates/gate.ts";
import { saidIn } from "../gates/said.ts";
import { unfinishedItems } from "../plans/plan.ts";
import { fold } from "./fold.ts";

/** `files` are the project's paths. */
type Given = { asking: boolean; checks: Checks; files: readonly string[] };

export function gateContext(events: readonly TurnEvent[], { asking, checks, files }: Given): GateContext {
  const turn = fold(events);
  const said = saidIn(events);
  const facts = claimFacts(events, {
    staged: turn.changes,
    checks: outcomeOf(checks, events),
    files,
    request: said.join("\n"),
  });
  return {
    said,
    asking,
    wasPushed: events.some(isPush),
    calls: events.filter(isTry).length,
    lookups: facts.lookups.length,
    changed: [...new Set([...facts.changed.staged, ...facts.changed.landed])],
    leftAlone: turn.leftAlone,
    unfinished: unfinishedItems(events),
    facts,
    checks,
  };
}

/** A check that the model asked for itself counts as made. */
function outcomeOf({ introduced, thrown, failed, report }: Checks, events: readonly TurnEvent[]) {
  if (introduced.length + thrown.length + failed.length > 0) return "open";
  const isAsked = events.some((e) => e.type === "tool_ran" && e.ok && CHECKS.has(e.tool));
  return report.files > 0 || isAsked ? "passed" : null;
}

const CHECKS = new Set(["check_symbols", "dry_run"]);

const isPush = (event: TurnEvent): boolean =>
  event.thread === MAIN &&
  (event.type === "pushed" || (event.type === "bound_met" && event.fragment !== null));

/** Calls that were never real calls tried nothing. */
const NO_TRY = new Set(["unknown_tool", "malformed", "stopped"]);

const isTry = (event: TurnEvent): event is EventOf<"tool_ran"> =>
  event.type === "tool_ran" && (event.reason === null || !NO_TRY.has(event.reason));
