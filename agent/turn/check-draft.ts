// Judges a draft: the stage against the documentation, the draft's own code, then the finish gates. Records it in the log,
// from which `decide` goes on. Promises that a check which crashes is admitted on the card and in the answer, so that nothing
// lands unseen. Refuses to end a turn over it.

import { sha256 } from "../../store/hash.ts";
import { changesetBlob } from "../changeset.ts";
import type { EventBody, EventOf } from "../events.ts";
import { claimGate } from "../gates/claim.ts";
import type { Checks } from "../gates/gate.ts";
import { judgeDraft } from "../gates/gates.ts";
import { landedMessage } from "../gates/messages.ts";
import { crashedLine, landedAnswer } from "../gates/outstanding.ts";
import { pushesOf } from "../gates/pushes.ts";
import { saidIn } from "../gates/said.ts";
import type { Stage } from "../workspace/stage.ts";
import { beforeTurn } from "./before-turn.ts";
import { noteOf } from "./check-messages.ts";
import { checkDraftCode, checkStage, draftNote, emptyReport, stagedTexts } from "./check-stage.ts";
import { isUnlisted } from "./check-writes.ts";
import type { Action } from "./decide.ts";
import { fold } from "./fold.ts";
import { gateContext } from "./gate-context.ts";
import { mainEvent } from "./log.ts";
import type { Work } from "./work.ts";
import { type TurnWorld, worldOf } from "./world-of.ts";

type Checking = Extract<Action, { type: "check_draft" }>;
type Checked = Extract<EventBody, { type: "checked" }>;
type Statics = Pick<Checks, "report" | "introduced">;

export async function checkDraft(action: Checking, stage: Stage, work: Work): Promise<void> {
  const { log, deps } = work;
  const checked = action.after === "landing" ? judgeLanded(action, work) : await judge(action, stage, work);
  work.signal.throwIfAborted();
  await log.append([mainEvent(fold(log.events).steps, deps.clock.now(), checked)], []);
}

async function judge({ draft, asking, pushable }: Checking, stage: Stage, work: Work): Promise<Checked> {
  const { log, deps } = work;
  const hash = changesetBlob(deps.settings.workspaceId, fold(log.events).changes).hash;
  const checks = await checksOf(draft, stage, work);
  const isHeld = pushable && !deps.settings.without?.has("gates");
  const pushes = isHeld ? pushesOf(log.events) : null;
  const context = gateContext(log.events, { asking, checks });
  const judged = judgeDraft({ text: draft, stage: hash, pushes }, context);
  return { type: "checked", ...judged, stage: hash, report: checks.report };
}

/** What needs the disk and the documentation; without documentation there is nothing to check against. */
async function checksOf(draft: string, stage: Stage, work: Work): Promise<Checks> {
  const nothing: Checks = { report: emptyReport, introduced: [], thrown: [], failed: [] };
  try {
    const world = await worldOf(stage, work);
    if (!world) return nothing;
    return { ...nothing, ...(await staticsOf(draft, { stage, world, work })) };
  } catch (error) {
    work.signal.throwIfAborted();
    return { ...nothing, failed: [crashedLine("the check of the staged files", wordsOf(error))] };
  }
}

type Asked = { stage: Stage; world: TurnWorld; work: Work };

async function staticsOf(draft: string, { stage, world, work }: Asked): Promise<Statics> {
  const { log } = work;
  const texts = await stagedTexts(fold(log.events).changes, beforeTurn(log.events), (hash) => log.blob(hash));
  const { certain, likely, ...counts } = checkStage(texts, world);
  const files = [];
  for (const one of certain) if (!(await isUnlisted(one, { stage, work }))) files.push(one);
  const inDraft = checkDraftCode(draft, world, saidIn(log.events));
  const places = [...files, ...inDraft.map((one) => ({ ...one, path: null }))];
  return {
    report: {
      ...counts,
      introduced: [...files.map(noteOf), ...inDraft.map(draftNote)],
      told: likely.map(noteOf),
    },
    introduced: places.map(({ path, line, symbol, message }) => ({ path, line, symbol, message })),
  };
}

/** The words of an answer against what landed of what they spoke of. At most one more reply is asked for. */
function judgeLanded({ draft, pushable }: Checking, { log }: Work): Checked {
  const { events } = log;
  const turn = fold(events);
  const landed = turn.landed ?? [];
  const at = events.findLastIndex((event) => event.type === "landed");
  const before = events.slice(0, at).findLast((e): e is EventOf<"checked"> => e.type === "checked");
  const known = before?.outstanding ?? [];
  const report = before?.report ?? emptyReport;
  const checks: Checks = { report, introduced: [], thrown: [], failed: [] };
  const context = gateContext(events, { asking: false, checks });
  const admitted = judgeDraft({ text: draft, stage: "", pushes: null }, context, [claimGate]).outstanding;
  const fresh = admitted.filter((line) => !known.includes(line));
  const mayPush = pushable && !events.slice(at).some((event) => event.type === "pushed");
  const text = landedMessage(fresh, landed);
  return {
    type: "checked",
    draft: sha256(draft),
    stage: before?.stage ?? "",
    held: fresh.length > 0 && mayPush ? { gate: "claim", tier: 3, text } : null,
    cut: fresh.length > 0 && !mayPush ? landedAnswer(landed) : null,
    outstanding: known,
    report,
  };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : "unknown";
}
