// Judges a draft: the stage against the documentation, the draft's own code, then the finish gates. Records it in the log,
// from which `decide` goes on. Promises that a check which crashes is admitted on the card and in the answer, so that nothing
// lands unseen. Refuses to end a turn over it.

import type { Blob, Hash } from "../../store/ledger.ts";
import { changesetBlob } from "../changeset.ts";
import type { EventBody, EventOf } from "../events.ts";
import { claimGate } from "../gates/claim.ts";
import type { Checks, Gate, Introduced } from "../gates/gate.ts";
import { judgeDraft } from "../gates/gates.ts";
import { landedMessage } from "../gates/messages.ts";
import { crashedLine, landedAnswer } from "../gates/outstanding.ts";
import { pushesOf } from "../gates/pushes.ts";
import { saidIn } from "../gates/said.ts";
import { silenceGate } from "../gates/silence.ts";
import type { Stage } from "../workspace/stage.ts";
import { beforeTurn } from "./before-turn.ts";
import { noteOf } from "./check-messages.ts";
import { checkDraftCode, checkStage, draftNote, emptyReport, stagedTexts } from "./check-stage.ts";
import type { Action } from "./decide.ts";
import { fold } from "./fold.ts";
import { gateContext } from "./gate-context.ts";
import { mainEvent } from "./log.ts";
import { runStage, type StageRun } from "./run-stage.ts";
import { partExcused } from "./unexcused.ts";
import type { Work } from "./work.ts";
import { type TurnWorld, worldOf } from "./world-of.ts";

type Checking = Extract<Action, { type: "check_draft" }>;
type Checked = Extract<EventBody, { type: "checked" }>;
type Statics = Pick<Checks, "report" | "introduced">;

export async function checkDraft(action: Checking, stage: Stage, work: Work): Promise<void> {
  if (action.after === "landing") return await record([judgeLanded(action, work)], [], work);
  const hash = changesetBlob(work.deps.settings.workspaceId, fold(work.log.events).changes).hash;
  const { checks, ran } = await checksOf(action.draft, hash, { stage, work });
  const files = (await stage.list(work.signal)).map(({ path }) => path);
  const checked = judge(action, hash, { checks, files, work });
  work.signal.throwIfAborted();
  await record([...(ran ? [ran.body] : []), checked], ran ? [ran.blob] : [], work);
}

async function record(bodies: EventBody[], blobs: Blob[], { log, deps }: Work): Promise<void> {
  const { steps } = fold(log.events);
  const at = deps.clock.now();
  await log.append(
    bodies.map((body) => mainEvent(steps, at, body)),
    blobs,
  );
}

function judge(
  { draft, asking, pushable }: Checking,
  stage: Hash,
  { checks, files, work }: { checks: Checks; files: readonly string[]; work: Work },
): Checked {
  const { log, deps } = work;
  const isHeld = pushable && !deps.settings.without?.has("gates");
  const pushes = isHeld ? pushesOf(log.events) : null;
  const context = gateContext(log.events, { asking, checks, files });
  const judged = judgeDraft({ text: draft, stage, pushes }, context);
  return { type: "checked", ...judged, stage, report: checks.report };
}

type Made = { checks: Checks; ran: StageRun["ran"] };

/** What needs the disk and the documentation; without documentation there is nothing to check against. */
async function checksOf(draft: string, hash: Hash, { stage, work }: Omit<Asked, "world">): Promise<Made> {
  const checks: Checks = { report: emptyReport, introduced: [], thrown: [], failed: [] };
  const failed = (check: string, error: unknown) => {
    work.signal.throwIfAborted();
    checks.failed.push(crashedLine(check, error instanceof Error ? error.message : "unknown"));
  };
  try {
    const world = await worldOf(stage, work);
    if (!world) return { checks, ran: null };
    Object.assign(checks, await staticsOf(draft, { stage, world, work }));
    const run = await runStage({ stage, world, hash, work }).catch((error) => failed("the dry run", error));
    if (!run) return { checks, ran: null };
    const known = new Set(checks.introduced.map(placeKey));
    checks.introduced.push(...run.introduced.filter((one) => !known.has(placeKey(one))));
    checks.thrown.push(...run.thrown);
    return { checks, ran: run.ran };
  } catch (error) {
    failed("the check of the staged files", error);
    return { checks, ran: null };
  }
}

const placeKey = ({ path, line }: Introduced): string => `${path}:${line}`;

type Asked = { stage: Stage; world: TurnWorld; work: Work };

async function staticsOf(draft: string, { stage, world, work }: Asked): Promise<Statics> {
  const { log } = work;
  const texts = await stagedTexts(fold(log.events).changes, beforeTurn(log.events), (hash) => log.blob(hash));
  const { certain, likely, ...counts } = checkStage(texts, world);
  const { held: files, excused } = await partExcused(certain, texts, { stage, world, work });
  const inDraft = checkDraftCode(draft, world, saidIn(log.events));
  const places = [...files, ...inDraft.map((one) => ({ ...one, path: null }))];
  return {
    report: {
      ...counts,
      introduced: [...files.map(noteOf), ...inDraft.map(draftNote)],
      told: [...likely, ...excused].map(noteOf),
    },
    introduced: places.map(({ path, line, symbol, message }) => ({ path, line, symbol, message })),
  };
}

/** The words of an answer against what landed of what they spoke of. At most one more reply is asked for. */
function judgeLanded({ draft, pushable }: Checking, { log }: Work): Checked {
  const { events } = log;
  const landed = fold(events).landed ?? [];
  const at = events.findLastIndex((event) => event.type === "landed");
  const before = events.slice(0, at).findLast((e): e is EventOf<"checked"> => e.type === "checked");
  const { report, stage } = before ?? { report: emptyReport, stage: "" };
  const outstanding = before?.outstanding ?? [];
  const introduced = report.introduced.map((note) => ({ ...note, message: "" }));
  const checks: Checks = { report, introduced, thrown: [], failed: [] };
  const context = gateContext(events, { asking: false, checks, files: [] });
  const judged = judgeDraft({ text: draft, stage, pushes: null }, context, [landingGate, silenceGate]);
  // What was admitted on the card has had its pushes.
  const fresh = judged.outstanding.filter((line) => !outstanding.includes(line));
  const mayPush = pushable && !events.slice(at).some((event) => event.type === "pushed");
  const held = fresh.length > 0 && mayPush;
  return {
    type: "checked",
    draft: judged.draft,
    stage,
    held: held ? { gate: "claim", tier: 3, text: landedMessage(fresh, landed) } : null,
    cut: fresh.length > 0 && !held ? landedAnswer(landed) : judged.cut,
    outstanding,
    report,
  };
}

/** An answer that only code could not judge is not held for that: it was judged before. */
const landingGate: Gate = {
  ...claimGate,
  judge(draft, context) {
    try {
      return claimGate.judge(draft, context);
    } catch {
      return null;
    }
  },
};
