// Runs a turn: take what people did, decide from the log, perform, and again, until it waits for a person or
// has ended. Everything it knows is in the log, so it may be killed anywhere and run again. Refuses to run a
// turn twice at once: the ledger's sequence numbers catch a second runner.

import type { Change } from "./events.ts";
import { beginItem } from "./plans/begin-item.ts";
import { workerOf } from "./plans/decide-item.ts";
import { endItem } from "./plans/end-item.ts";
import { showChecklist } from "./plans/show.ts";
import { redact } from "./redact.ts";
import { callModel } from "./turn/call-model.ts";
import { checkDraft } from "./turn/check-draft.ts";
import { type Action, decide } from "./turn/decide.ts";
import type { TurnDeps } from "./turn/deps.ts";
import { fold } from "./turn/fold.ts";
import { inflate } from "./turn/inflate.ts";
import { consumeInputs } from "./turn/inputs.ts";
import { landReviewOfTurn } from "./turn/land.ts";
import { type Log, mainEvent, openLog } from "./turn/log.ts";
import { postPermission, settlePermission } from "./turn/permission.ts";
import { openReview, postReview } from "./turn/review.ts";
import { runTools, skipTools } from "./turn/run-tools.ts";
import { settleLast } from "./turn/settle.ts";
import { meetBound, push } from "./turn/tell-model.ts";
import { trim } from "./turn/trim.ts";
import { createStage, type Stage } from "./workspace/stage.ts";

export type TurnSignals = {
  /** The process is going down: leave everything as the log has it. */
  shutdown: AbortSignal;
  /** The person said stop; the input is in the ledger already. */
  stop: AbortSignal;
};
export type RunEnd = "waiting" | "ended" | "interrupted";

/** Runs until the turn waits, has ended, or the process goes down. Throws on faults of ours: see `failTurn`. */
export async function runTurn(turn: string, deps: TurnDeps, signals: TurnSignals): Promise<RunEnd> {
  const log = await openLog(deps.ledger, turn);
  const working = AbortSignal.any([signals.shutdown, signals.stop]);
  let stage: Stage | undefined;
  await settleLast(log.events, deps);
  await settlePermission(log, deps);
  let isShown = false;
  for (;;) {
    if (signals.shutdown.aborted) return "interrupted";
    await consumeInputs(log, deps);
    const action = decide(log.events);
    if (action.type === "done") return "ended";
    if (action.type === "wait") return await wait(log, deps);
    // After a restart; a turn that only waits, or lands, has no checklist that goes on.
    if (!isShown && fold(log.events).plan?.working != null) showChecklist({ log, deps });
    isShown = true;
    stage ??= stageOver(fold(log.events).changes, log, deps);
    try {
      await perform(action, { log, stage, deps, working, shutdown: signals.shutdown });
    } catch (error) {
      // A stop ends calls and tools. What fails elsewhere after it is a fault, and would fail in this loop for ever.
      const isEnded = STOPPABLE.has(action.type) && !isStop(action) ? working : signals.shutdown;
      if (!isEnded.aborted) throw error;
    }
    if (action.type === "land" || action.type === "run_tools") stage = undefined;
  }
}

const STOPPABLE: ReadonlySet<Action["type"]> = new Set([
  "inflate",
  "call_model",
  "run_tools",
  "check_draft",
  "begin_item",
  "end_item",
]);

const isStop = (action: Action): boolean => action.type === "end_item" && action.why === "stopped";

function stageOver(changes: Change[], log: Log, { workspace, settings }: TurnDeps): Stage {
  return createStage(workspace, changes, { blob: (hash) => log.blob(hash), secrets: settings.secrets });
}

/**
 * Ends a turn that met a fault of ours, in words that code writes. What a person approved is landed first, or ends as
 * a conflict that was told; throws when neither can be recorded, and is to be tried again then.
 */
export async function failTurn(
  turn: string,
  deps: TurnDeps,
  { error, signal }: { error: unknown; signal: AbortSignal },
): Promise<void> {
  const why = error instanceof Error ? error.message : "unknown";
  const words = `Something in Handrail failed (${why}). Nothing more was written. Ask again.`;
  try {
    const ctx = await alone(turn, deps, signal);
    await settleLast(ctx.log.events, deps);
    if (await goOn(ctx)) await endInWords(ctx, words);
  } catch (cause) {
    signal.throwIfAborted();
    const ctx = await alone(turn, deps, signal);
    if (await isApproved(ctx.log, deps)) throw cause;
    await endInWords(ctx, words);
  }
}

async function isApproved(log: Log, { ledger }: TurnDeps): Promise<boolean> {
  const { review } = fold(log.events);
  return review !== null && (await ledger.review(review.review))?.state === "approved";
}

/**
 * Ends a turn whose process is gone and whose person is not there to go on with: what was approved lands, an answer
 * that was written is kept, and everything else ends in words.
 */
export async function loseTurn(turn: string, deps: TurnDeps, signal: AbortSignal): Promise<void> {
  const ctx = await alone(turn, deps, signal);
  if (!(await goOn(ctx))) return;
  const { log } = ctx;
  const what = "The process that ran this request ended before it was done.";
  await log.append([mainEvent(fold(log.events).steps, deps.clock.now(), { type: "lost", what })], []);
  await endInWords(ctx, `${what} Nothing more was written. Ask again.`);
}

type Alone = Performing & { stage: Stage };

async function alone(turn: string, deps: TurnDeps, signal: AbortSignal): Promise<Alone> {
  const log = await openLog(deps.ledger, turn);
  const stage = stageOver([], log, deps);
  return { log, deps, stage, working: signal, shutdown: signal };
}

/** As far as the turn goes without a model and without a person. False when that was to its end. */
async function goOn(ctx: Alone): Promise<boolean> {
  const { log, deps, shutdown } = ctx;
  for (;;) {
    shutdown.throwIfAborted();
    await consumeInputs(log, deps);
    const action = decide(log.events);
    if (action.type === "done") return false;
    if (!needsNobody(action)) return true;
    // There is no model to answer a push.
    await perform(action.type === "check_draft" ? { ...action, pushable: false } : action, ctx);
  }
}

type NeedsNobody =
  | Extract<Action, { type: "land" | "answer" | "deliver" | "end" }>
  | (Extract<Action, { type: "check_draft" }> & { after: "landing" });

function needsNobody(action: Action): action is NeedsNobody {
  if (action.type === "check_draft") return action.after === "landing";
  return ["land", "answer", "deliver", "end"].includes(action.type);
}

async function endInWords(ctx: Alone, words: string): Promise<void> {
  const { log, deps, shutdown } = ctx;
  const turn = fold(log.events);
  const { steps, answered, ended } = turn;
  if (ended) return;
  const why = "Handrail ended this request before the call had a result.";
  const { name, pending } = workerOf(turn) ?? turn;
  await skipTools({ thread: name, step: steps, calls: pending }, why, { log, deps, signal: shutdown });
  await orphan(ctx);
  await settlePermission(log, deps);
  const text = redact(words, deps.settings.secrets);
  // An answer that stands in the log already is the turn's answer; what failed came after it.
  const said = answered ?? { text, outcome: "failed" as const, outstanding: [] };
  if (answered === null) await answer({ ...said, type: "answer" }, ctx);
  if (fold(log.events).answered === null) {
    // A verdict came in that moment: it goes first.
    if (await goOn(ctx)) await endInWords(ctx, words);
    return;
  }
  await deliver({ ...said, type: "deliver" }, ctx);
  await end({ type: "end", outcome: said.outcome }, ctx);
}

/** Nobody goes on with the item that was at work. */
async function orphan({ log, stage, deps, shutdown }: Alone): Promise<void> {
  const working = fold(log.events).plan?.working ?? null;
  if (working === null) return;
  await endItem({ type: "end_item", item: working, why: "stopped" }, stage, { log, deps, signal: shutdown });
}

type Performing = { log: Log; deps: TurnDeps; working: AbortSignal; shutdown: AbortSignal };

async function perform(
  action: Exclude<Action, { type: "done" | "wait" }>,
  ctx: Performing & { stage: Stage },
): Promise<void> {
  const { log, deps, working, shutdown, stage } = ctx;
  switch (action.type) {
    case "inflate":
      return await inflate(action.max, { log, deps, signal: working });
    case "call_model":
      return await callModel(action, { log, deps, signal: working });
    case "trim":
      return await trim(action, { log, deps });
    case "run_tools":
      return await runTools(action, stage, { log, deps, signal: working });
    case "skip_tools":
      await skipTools(action, action.why, { log, deps, signal: shutdown });
      return await settlePermission(log, deps);
    case "push":
      return await push(log, action, deps);
    case "meet_bound":
      return await meetBound(log, action, deps);
    case "check_draft":
      return await checkDraft(action, stage, { log, deps, signal: working });
    case "begin_item":
      return await beginItem(action.item, stage, { log, deps, signal: working });
    case "end_item":
      return await endItem(action, stage, { log, deps, signal: isStop(action) ? shutdown : working });
    case "open_review":
      return await openReview(log, action.draft, deps);
    case "land":
      return await landReviewOfTurn(action.review, { log, deps, signal: shutdown });
    case "answer":
      return await answer(action, ctx);
    case "deliver":
      return await deliver(action, ctx);
    case "end":
      return await end(action, ctx);
  }
}

async function answer(action: Extract<Action, { type: "answer" }>, { log, deps }: Performing): Promise<void> {
  const turn = fold(log.events);
  const { outcome, outstanding } = action;
  const text = redact(action.text, deps.settings.secrets);
  if (turn.review) {
    const isClosed = await deps.ledger.closeReview(turn.review.review, "withdrawn", deps.clock.now());
    if (isClosed) await deps.reviewer.settle(turn.review.review, { type: "stopped" });
    // A tap came first: what it decided is taken before anything is said about it.
    else if ((await deps.ledger.inputs(log.turn)).some((input) => input.kind === "verdict")) return;
  }
  const body = { type: "answered" as const, text, outcome, outstanding };
  await log.append([mainEvent(turn.steps, deps.clock.now(), body)], []);
}

async function deliver(
  action: Extract<Action, { type: "deliver" }>,
  { log, deps }: Performing,
): Promise<void> {
  const { text, outcome, outstanding } = action;
  deps.failpoint("answer:delivering");
  await deps.notifier.deliver(log.turn, { text, outcome, outstanding });
  deps.failpoint("answer:delivered");
  await log.append([mainEvent(fold(log.events).steps, deps.clock.now(), { type: "delivered" })], []);
}

/** Words that came too late to steer become the next request, in the person's name: nothing is lost silently. */
async function end(action: Extract<Action, { type: "end" }>, { log, deps }: Performing): Promise<void> {
  const { ledger, clock } = deps;
  const turn = fold(log.events);
  const row = await ledger.turn(log.turn);
  for (const input of await ledger.inputs(log.turn)) {
    if (input.kind !== "steer" || !row) continue;
    const { text } = JSON.parse(input.body);
    const { workspace, chat, topic } = row;
    const cause = `steer:${log.turn}:${input.n}`;
    await ledger.addRequest(
      { cause, workspace, chat, topic, messageId: null, by: input.by, text: String(text) },
      clock.now(),
    );
  }
  const { outcome } = action;
  const answerText = turn.answered?.text ?? "";
  await log.append([mainEvent(turn.steps, clock.now(), { type: "ended", outcome })], [], {
    state: { state: "ended", outcome, answer: answerText },
  });
}

/** A restart may have come between a question's opening and its card, so posting is repeated; it is harmless. */
async function wait(log: Log, deps: TurnDeps): Promise<RunEnd> {
  const { review, permission } = fold(log.events);
  if (review) await postReview(review.review, deps);
  if (permission) await postPermission(log, deps);
  return "waiting";
}
