// Ends an item of the plan, or sends its worker back: whether it is done is pulled from the stage, by its changes and their static
// checks. Promises that only what is staged and passed is completed, and that a stopped or lost worker's item is orphaned. Refuses
// the worker's word for any of it: what the item exposes is read from the staged files.

import type { EventBody } from "../events.ts";
import { claimFacts } from "../gates/claim-facts.ts";
import { falseClaims } from "../gates/claims/false-claims.ts";
import { blobOf, message } from "../prompt/request.ts";
import { redact } from "../redact.ts";
import { beforeTurn } from "../turn/before-turn.ts";
import { checkStage, stagedTexts } from "../turn/check-stage.ts";
import type { Action } from "../turn/decide.ts";
import { fold } from "../turn/fold.ts";
import { mainEvent } from "../turn/log.ts";
import { partExcused } from "../turn/unexcused.ts";
import type { Work } from "../turn/work.ts";
import { worldOf } from "../turn/world-of.ts";
import type { Stage } from "../workspace/stage.ts";
import { decodeText } from "../workspace/text.ts";
import { compare } from "./compare.ts";
import { exposuresOf } from "./exposures.ts";
import { endedMessage, notDoneMessage, nothingStaged } from "./messages.ts";
import { type FileExposures, type ItemEnd, isOpen, type PlanItem, planOf, threadOfItem } from "./plan.ts";
import { showChecklist } from "./show.ts";

type Ending = Extract<Action, { type: "end_item" }>;

/** A worker is sent back to its item at most so often. */
const MOST_PUSHES = 2;
const MOST_PROBLEMS = 5;

/** `staged` are the item's changes that stand; `exposes` and `opaque` are of those files. */
type Found = {
  staged: string[];
  exposes: FileExposures[];
  opaque: string[];
  problems: string[];
  /** Nothing that the worker could do would change it. */
  isCheckable: boolean;
};

export async function endItem({ item: n, why }: Ending, stage: Stage, work: Work): Promise<void> {
  const { log } = work;
  const item = planOf(log.events)?.items.find((one) => one.n === n);
  if (!item) throw new Error(`the plan has no item ${n}`);
  const found = why === "stopped" ? stagedOnly(item, work) : await look(item, stage, work);
  work.signal.throwIfAborted();
  const pushes = log.events.filter(
    (e) => e.type === "pushed" && e.thread === threadOfItem(n) && e.by === BY,
  ).length;
  const mayPush = why === "reported" && found.isCheckable && pushes < MOST_PUSHES;
  if (found.problems.length > 0 && mayPush) return await sendBack(item, found.problems, work);
  await end(item, { found, state: stateOf(why, found) }, work);
  work.deps.failpoint("plan:ended");
  showChecklist(work);
}

const BY = "item";

function stateOf(why: Ending["why"], { problems }: Found): ItemEnd {
  if (why === "stopped") return "orphaned";
  if (why === "failed") return "failed";
  return why === "reported" && problems.length === 0 ? "completed" : "unfinished";
}

/** Paths that the item's worker staged, and whose change still stands. */
function pathsOf({ n }: PlanItem, { log }: Pick<Work, "log">): string[] {
  const thread = threadOfItem(n);
  const mine = new Set(
    log.events.flatMap((e) => (e.type === "staged" && e.thread === thread ? [e.change.path] : [])),
  );
  return fold(log.events).changes.flatMap(({ path }) => (mine.has(path) ? [path] : []));
}

function stagedOnly(item: PlanItem, work: Work): Found {
  return { staged: pathsOf(item, work), exposes: [], opaque: [], problems: [], isCheckable: false };
}

async function look(item: PlanItem, stage: Stage, work: Work): Promise<Found> {
  const found = stagedOnly(item, work);
  for (const path of found.staged) {
    const file = await stage.read(path, work.signal);
    if (!file.ok) continue;
    const text = decodeText(file.bytes);
    const exposes = text === null ? null : exposuresOf(path, text);
    if (exposes === null) found.opaque.push(path);
    else if (exposes.length > 0) found.exposes.push({ path, exposes });
  }
  if (found.staged.length === 0)
    return { ...found, problems: [nothingStaged(item.files)], isCheckable: true };
  const missing = await notThere(item, stage, work);
  const checked = await check(found.staged, stage, work);
  return { ...found, problems: [...missing, ...checked.problems], isCheckable: checked.ok };
}

/** A file that the item was to create is neither staged nor on the disk. */
async function notThere({ files }: PlanItem, stage: Stage, work: Work): Promise<string[]> {
  const { changes } = fold(work.log.events);
  const missing: string[] = [];
  for (const path of files) {
    if (changes.some((change) => change.path === path)) continue;
    const file = await stage.read(path, work.signal);
    if (!file.ok && file.reason === "not_found") missing.push(`${path} is planned and is not there`);
  }
  return missing;
}

async function check(
  paths: readonly string[],
  stage: Stage,
  work: Work,
): Promise<{ ok: boolean; problems: string[] }> {
  const { log, deps, signal } = work;
  try {
    const world = await worldOf(stage, { deps, signal });
    if (!world) return { ok: true, problems: [] };
    const { changes } = fold(log.events);
    const staged = await stagedTexts(changes, beforeTurn(log.events), (hash) => log.blob(hash));
    const { certain } = checkStage(
      staged.filter(({ path }) => paths.includes(path)),
      world,
    );
    const { held: mine } = await partExcused(certain, staged, { stage, world, work });
    const problems = mine.slice(0, MOST_PROBLEMS).map((one) => `${one.path}:${one.line}: ${one.message}`);
    const left = mine.length - problems.length;
    return { ok: true, problems: left > 0 ? [...problems, `and ${left} more like these`] : problems };
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Error ? error.message : "unknown";
    return { ok: false, problems: [`its files could not be checked (${why})`] };
  }
}

async function sendBack(item: PlanItem, problems: readonly string[], { log, deps }: Work): Promise<void> {
  const text = redact(notDoneMessage(problems), deps.settings.secrets);
  const fragment = blobOf(message("user", text));
  const body = { type: "pushed" as const, by: BY, fragment: fragment.hash, text };
  const { steps } = fold(log.events);
  await log.append([{ thread: threadOfItem(item.n), step: steps, at: deps.clock.now(), body }], [fragment]);
}

async function end(
  item: PlanItem,
  { found, state }: { found: Found; state: ItemEnd },
  { log, deps }: Work,
): Promise<void> {
  const plan = planOf(log.events);
  const turn = fold(log.events);
  const left = plan?.items.some(isOpen) === true;
  const landed = log.events.flatMap((e) =>
    e.type === "review_opened" ? e.changes.map(({ path }) => path) : [],
  );
  const touched = [...new Set([...turn.changes.map(({ path }) => path), ...(turn.hasLanded ? landed : [])])];
  const items = (plan?.items ?? []).map((one) => (one.n === item.n ? { ...one, state } : one));
  const report = reportOf(item, log.events);
  const words = endedMessage({
    item,
    state,
    files: found.staged,
    exposes: found.exposes,
    opaque: found.opaque,
    problems: found.problems,
    report,
    contradicted: contradictedIn(report, log.events, {
      staged: turn.changes,
      checks: found.problems.length === 0 ? "passed" : "open",
      files: (plan?.items ?? []).flatMap(({ files }) => files),
      request: `${item.title}\n${item.done}`,
    }),
    compared: left || !plan ? null : compare({ ...plan, items }, touched),
    isHeld: left && (state !== "completed" || plan?.heldBy != null),
  });
  const fragment = blobOf(message("user", redact(words, deps.settings.secrets)));
  const body: EventBody = {
    type: "item_ended",
    item: item.n,
    state,
    files: found.staged,
    exposes: found.exposes,
    problems: found.problems,
    fragment: fragment.hash,
  };
  await log.append([mainEvent(turn.steps, deps.clock.now(), body)], [fragment]);
}

type Known = Parameters<typeof claimFacts>[1];

/** A report decides nothing, so an audit that fails over its wording leaves it as it is: a claim. */
function contradictedIn(report: string, events: Work["log"]["events"], known: Known): string[] {
  try {
    return [...new Set(falseClaims(report, claimFacts(events, known)).map(({ text }) => text.trim()))];
  } catch {
    return [];
  }
}

/** The worker's last words; a reply that was cut, or has calls, reports nothing. */
function reportOf({ n }: PlanItem, events: Work["log"]["events"]): string {
  const last = events.findLast((e) => e.type === "replied" && e.thread === threadOfItem(n));
  return last?.type === "replied" && !last.cut && last.calls.length === 0 ? last.text : "";
}
