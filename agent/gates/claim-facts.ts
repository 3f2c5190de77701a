// What a claim of a draft is measured on: what the log knows of this turn. Promises facts of the log alone. Refuses to
// know less than it says: where something may have happened out of sight, it counts as having happened.

import type { EventOf, TurnEvent } from "../events.ts";

export type ClaimFacts = {
  /** Paths with a change on the stage. */
  staged: string[];
  landed: string[];
  /** Shown to the person and not applied. */
  rejected: string[];
  read: string[];
  lookups: { tool: string; query: string }[];
  testsRun: boolean;
  checksPassed: boolean;
  /** The person's words, the request first. */
  request: string;
};

/** A claim of the draft that the log contradicts. `text` stands in the draft; `names` is what it is about. */
export type FalseClaim = {
  kind: "change" | "tests" | "read" | "lookup" | "check";
  text: string;
  names: string[];
};
export type ClaimAudit = (draft: string, facts: ClaimFacts) => FalseClaim[];

export type Known = Pick<ClaimFacts, "staged" | "checksPassed" | "request">;

export function claimFacts(events: readonly TurnEvent[], known: Known): ClaimFacts {
  const runs = events.filter((e): e is EventOf<"tool_ran"> => e.type === "tool_ran" && e.ok);
  return {
    ...known,
    ...reviewed(events, known.staged),
    read: unique(runs.flatMap(({ evidence }) => (evidence?.path === undefined ? [] : [evidence.path]))),
    lookups: runs.flatMap((run) => lookupOf(run, events)),
    testsRun: runs.some(({ tool }) => mayRunTests(tool)),
  };
}

/** Tools of ours whose names say "run" or "check" and that run no tests. */
const NO_TESTS = new Set(["dry_run", "check_symbols"]);

/** An owner's tool may do anything, and a name like these says that it may have run tests. */
const mayRunTests = (tool: string) =>
  !NO_TESTS.has(tool) && /test|spec|verify|check|lint|build|run|exec|shell|ci\b/i.test(tool);

function lookupOf(run: EventOf<"tool_ran">, events: readonly TurnEvent[]): ClaimFacts["lookups"] {
  const { evidence, tool } = run;
  if (evidence?.lookup) return [{ tool, query: evidence.lookup.query }];
  if (!evidence?.chunks && !/look|rag|topic|construct|search|find|symbols/.test(tool)) return [];
  const reply = events.findLast(
    (e): e is EventOf<"replied"> => e.type === "replied" && e.thread === run.thread && e.step === run.step,
  );
  return [{ tool, query: wordsOf(reply?.calls[run.index]?.args ?? "") }];
}

/** The texts among a call's arguments. */
function wordsOf(args: string): string {
  try {
    const given: unknown = JSON.parse(args === "" ? "{}" : args);
    if (typeof given !== "object" || given === null) return "";
    return Object.values(given)
      .flat()
      .filter((one) => typeof one === "string")
      .join(" ");
  } catch {
    return "";
  }
}

/** What landed, and what was shown and did not. */
function reviewed(
  events: readonly TurnEvent[],
  staged: readonly string[],
): Pick<ClaimFacts, "landed" | "rejected"> {
  const landed: string[] = [];
  const shown: string[] = [];
  for (const event of events) {
    if (event.type === "review_opened") shown.push(...event.changes.map((change) => change.path));
    if (event.type === "landed") landed.push(...landedBy(event, events));
  }
  const open = lastReview(events);
  const isOpen = (path: string) => staged.includes(path) || open.includes(path);
  return {
    landed: unique(landed),
    rejected: unique(shown.filter((path) => !landed.includes(path) && !isOpen(path))),
  };
}

function landedBy({ review }: EventOf<"landed">, events: readonly TurnEvent[]): string[] {
  const opened = events.findLast((e) => e.type === "review_opened" && e.review === review);
  return opened?.type === "review_opened" ? opened.changes.map((change) => change.path) : [];
}

/** What a review shows that has no verdict yet. */
function lastReview(events: readonly TurnEvent[]): string[] {
  const last = events.findLast((e) => e.type === "review_opened" || e.type === "verdict_given");
  return last?.type === "review_opened" ? last.changes.map((change) => change.path) : [];
}

const unique = (all: readonly string[]): string[] => [...new Set(all)];
