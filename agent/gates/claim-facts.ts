// What a claim of a draft is measured on: what the log knows of this turn. Promises facts of the log alone. Refuses to
// know less than it says: where something may have happened out of sight, it counts as having happened.

import type { Change, EventOf, TurnEvent } from "../events.ts";
import type { ClaimFacts, Lookup, Op } from "./claims/claim.ts";

export type Known = {
  staged: readonly Change[];
  checks: ClaimFacts["checks"];
  /** Paths of the project. */
  files: readonly string[];
  request: string;
};

export function claimFacts(
  events: readonly TurnEvent[],
  { staged, checks, files, request }: Known,
): ClaimFacts {
  const runs = events.filter((e): e is EventOf<"tool_ran"> => e.type === "tool_ran" && e.ok);
  const paths = unique(staged.map(({ path }) => path));
  return {
    changed: { staged: paths, ...reviewed(events, paths), moved: unique(conflicted(events)) },
    ops: opsOf(events, staged),
    read: unique(runs.flatMap(({ evidence }) => (evidence?.path === undefined ? [] : [evidence.path]))),
    lookups: runs.flatMap((run) => lookupOf(run, events)),
    testsRun: runs.some(({ tool }) => mayRunTests(tool)),
    checks,
    files,
    request,
  };
}

/** Tools of ours whose names say "run" or "check" and that run no tests. */
const NO_TESTS = new Set(["dry_run", "check_symbols"]);

/** An owner's tool may do anything, and a name like these says that it may have run tests. */
const mayRunTests = (tool: string) =>
  !NO_TESTS.has(tool) && /test|spec|verify|check|lint|build|run|exec|shell|ci\b/i.test(tool);

function lookupOf(run: EventOf<"tool_ran">, events: readonly TurnEvent[]): Lookup[] {
  const { evidence, tool } = run;
  if (evidence?.lookup) return [{ tool, query: evidence.lookup.query }];
  if (!evidence?.chunks && !/look|rag|topic|construct|search|find|list|symbols/.test(tool)) return [];
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
): Pick<ClaimFacts["changed"], "landed" | "rejected"> {
  const landed = unique(landedIn(events).map(({ path }) => path));
  const shown = events.flatMap((e) => (e.type === "review_opened" ? e.changes.map(({ path }) => path) : []));
  const open = lastReview(events);
  const isOpen = (path: string) => staged.includes(path) || open.includes(path);
  return { landed, rejected: unique(shown.filter((path) => !landed.includes(path) && !isOpen(path))) };
}

const conflicted = (events: readonly TurnEvent[]): string[] =>
  events.flatMap((event) => (event.type === "conflicted" ? event.files.map(({ path }) => path) : []));

function landedIn(events: readonly TurnEvent[]): Change[] {
  return events.flatMap((event) => {
    if (event.type !== "landed") return [];
    const opened = events.findLast((e) => e.type === "review_opened" && e.review === event.review);
    return opened?.type === "review_opened" ? opened.changes : [];
  });
}

/** What a review shows that has no verdict yet. */
function lastReview(events: readonly TurnEvent[]): string[] {
  const last = events.findLast((e) => e.type === "review_opened" || e.type === "verdict_given");
  return last?.type === "review_opened" ? last.changes.map(({ path }) => path) : [];
}

function opsOf(events: readonly TurnEvent[], staged: readonly Change[]): Map<string, Op> {
  const ops = new Map<string, Op>();
  for (const { path, op } of [...landedIn(events), ...staged]) {
    // What this turn created and then changed again was created by it.
    const isOwn = op === "modify" && ops.get(path) === "create";
    ops.set(path, isOwn ? "create" : op);
  }
  return ops;
}

const unique = (all: readonly string[]): string[] => [...new Set(all)];
