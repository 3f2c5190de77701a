// Runs the tool calls of one reply. Reads go side by side, staging calls one by one, in call order. Promises
// exactly one result for every call: also for one that is unknown, malformed, repeated, refused or crashed.

import { sha256 } from "../../store/hash.ts";
import type { Blob } from "../../store/ledger.ts";
import type { CheckNote } from "../check/finding.ts";
import type { EventBody, NewEvent, TurnEvent } from "../events.ts";
import { itemAt, planMade, sizeOf } from "../plans/record.ts";
import { type Scope, scopeOf, scopeWords } from "../plans/scope.ts";
import { showChecklist } from "../plans/show.ts";
import { toolsFor } from "../plans/worker-tools.ts";
import { queryLabel } from "../prompt/query-label.ts";
import { blobOf, toolMessage } from "../prompt/request.ts";
import { redact } from "../redact.ts";
import { refuse, type Tool, type ToolContext, type ToolResult } from "../tools/tool.ts";
import type { Stage } from "../workspace/stage.ts";
import { callKey, IDENTICAL_LIMIT, repeatedText, timesStarted } from "./brakes.ts";
import { fold, threadOf } from "./fold.ts";
import { lookupBudget } from "./lookup-budget.ts";
import { type AskingEffect, askPermission, asksLeave, leaveFor } from "./permission.ts";
import { sideCaller } from "./side-call.ts";
import { stageWrites } from "./stage-writes.ts";
import { aloneRefusal, struckBy } from "./strikes.ts";
import type { PendingCall } from "./thread.ts";
import type { Work } from "./work.ts";
import { worldOf } from "./world-of.ts";

/** A result longer than this is cut for the model, and says so. */
const MAX_RESULT_CHARS = 60_000;

/** `calls` are those of one reply, in call order. */
export type Calls = { thread: string; step: number; calls: PendingCall[] };
type Running = Work & { thread: string; step: number; stage: Stage };

export async function runTools({ thread, step, calls }: Calls, stage: Stage, work: Work): Promise<void> {
  const { log, deps, signal } = work;
  const running: Running = { ...work, thread, step, stage };
  const tools = toolsFor(thread, deps.tools());
  for (const group of grouped(calls, tools)) {
    const planned = plan(log.events, { thread, step, group }, tools);
    const asking = planned.find((one) => one.asks !== null);
    if (asking) return await ask(asking, running);
    await recordStarts(planned, running);
    const results = await Promise.all(planned.map((one) => runOne(one, running)));
    deps.failpoint("tools:ran");
    signal.throwIfAborted();
    for (const [i, result] of results.entries()) {
      const one = planned[i];
      if (!one) continue;
      const scope = scopeOf(log.events, { thread, writes: result.ok ? result.writes : [] });
      if (scope.type === "ask") return await askScope(one, scope.scope, running);
      const told = scope.type === "refused" ? { ...scope.result, ms: result.ms } : result;
      await recordResult(one, told, running);
    }
  }
}

/** Results for calls that will not run (a stop came first). */
export async function skipTools(
  { thread, step, calls }: Calls,
  why: string,
  { log, deps }: Work,
): Promise<void> {
  const tools = deps.tools();
  for (const { index, call } of calls) {
    const key = callKey(call.name, call.args);
    const one: Planned = { index, call, tool: undefined, key, refusal: null, asks: null };
    const tool = tools.find((t) => t.name === call.name);
    const leave = tool && leaveFor(log.events, { step, index, key, args: call.args, tool });
    const isOpen = leave?.type === "refused" && !leave.result.ok && leave.result.reason === "unknown_outcome";
    const words = isOpen ? `${why} ${leave.result.text}` : why;
    const { events, blobs } = resultEvents(
      one,
      { ...refuse("stopped", words), ms: 0 },
      { thread, step, deps },
    );
    await log.append(events, blobs);
  }
}

type Planned = PendingCall & {
  tool: Tool | undefined;
  key: string;
  refusal: ToolResult | null;
  /** A person's leave is needed first. */
  asks: AskingEffect | null;
};
type Timed = ToolResult & { ms: number };

/** Neighbouring reads form one group; everything else stands alone, so that order is kept. */
function grouped(calls: PendingCall[], tools: readonly Tool[]): PendingCall[][] {
  const groups: PendingCall[][] = [];
  let reads: PendingCall[] | undefined;
  for (const pending of calls) {
    const isRead = tools.find((t) => t.name === pending.call.name)?.effect === "read";
    if (isRead && reads) reads.push(pending);
    else groups.push([pending]);
    reads = isRead ? groups.at(-1) : undefined;
  }
  return groups;
}

/** Judges each call before it runs; calls of the same group count too. */
function plan(
  events: readonly TurnEvent[],
  { thread, step, group }: { thread: string; step: number; group: PendingCall[] },
  tools: readonly Tool[],
): Planned[] {
  const inGroup = new Map<string, number>();
  return group.map(({ index, call }) => {
    const tool = tools.find((t) => t.name === call.name);
    const key = callKey(call.name, call.args);
    const times = timesStarted(events, thread, key) + (inGroup.get(key) ?? 0);
    inGroup.set(key, (inGroup.get(key) ?? 0) + 1);
    if (!tool || times >= IDENTICAL_LIMIT)
      return { index, call, tool, key, refusal: noRun(call.name, times, tools), asks: null };
    const leave = leaveFor(events, { step, index, key, args: call.args, tool });
    const refusal = leave.type === "refused" ? leave.result : aloneRefusal(tool, call.args, events);
    const asks = leave.type === "ask" && refusal === null ? leave.effect : null;
    return { index, call, tool, key, refusal, asks };
  });
}

function noRun(name: string, times: number, tools: readonly Tool[]): ToolResult {
  if (times >= IDENTICAL_LIMIT) return refuse("repeated", repeatedText(name, times, null));
  const known = tools.map((tool) => tool.name).join(", ");
  return refuse("unknown_tool", `There is no tool "${name.slice(0, 80)}". Use one of: ${known}.`);
}

async function ask({ index, key, tool, call, asks }: Planned, running: Running): Promise<void> {
  if (asks === null) return;
  const label = labelFor({ tool, call }, running);
  const { log, thread, step, deps } = running;
  await askPermission(log, { thread, step, index, key, tool: call.name, label, effect: asks }, deps);
}

/** The call has run and nothing of it is staged: with a yes it runs again. */
async function askScope(one: Planned, scope: Scope, running: Running): Promise<void> {
  const { log, thread, step, deps } = running;
  const { index, key, call } = one;
  const words = `${labelFor(one, running)}: ${scopeWords(scope, itemAt(thread, log.events))}`;
  const label = redact(words, deps.settings.secrets);
  const asked = { thread, step, index, key, tool: call.name, label, effect: "checkpoint" as const, scope };
  await askPermission(log, asked, deps);
}

function labelFor({ tool, call }: Pick<Planned, "tool" | "call">, { log, deps }: Running): string {
  const { advised } = fold(log.events);
  const labelOf = (query: string) => queryLabel(query, advised ?? []);
  return redact(tool?.label(call.args, labelOf) ?? call.name.slice(0, 80), deps.settings.secrets);
}

async function recordStarts(planned: Planned[], running: Running): Promise<void> {
  const { log, deps, thread, step } = running;
  const events = planned.map((one): NewEvent => {
    const label = labelFor(one, running);
    deps.notifier.progress(log.turn, { type: "tool", step, tool: one.call.name, label });
    const { index, key, call } = one;
    const body: EventBody = { type: "tool_started", index, call: call.id, tool: call.name, label, key };
    return { thread, step, at: deps.clock.now(), body };
  });
  // What cannot be repeated is known to have begun, whatever ends the process then.
  if (log.careful || planned.some(isGrave)) await log.append(events, []);
  else log.note(events, []);
}

/** It runs, and cannot simply be run again. */
function isGrave({ tool, refusal }: Planned): boolean {
  return tool !== undefined && refusal === null && asksLeave(tool.effect);
}

async function runOne(one: Planned, running: Running): Promise<Timed> {
  const { clock } = running.deps;
  const began = clock.now();
  const result = one.refusal ? await withGist(one, running) : await guarded(one, running);
  return { ...result, ms: clock.now() - began };
}

/** A refusal without content leaves the model stuck: the earlier result's beginning goes with it. */
async function withGist(one: Planned, { log, thread }: Running): Promise<ToolResult> {
  const refusal = one.refusal ?? refuse("repeated", "");
  if (refusal.ok || refusal.reason !== "repeated") return refusal;
  const earlier = log.events.findLast(
    (e) => e.type === "tool_ran" && e.thread === thread && e.key === one.key && e.reason !== "repeated",
  );
  if (earlier?.type !== "tool_ran") return refusal;
  const content: unknown = JSON.parse(new TextDecoder().decode(await log.blob(earlier.fragment))).content;
  return refuse("repeated", repeatedText(one.call.name, IDENTICAL_LIMIT, String(content)));
}

async function guarded(one: Planned, running: Running): Promise<ToolResult> {
  const { log, deps, stage, thread, step, signal } = running;
  if (!one.tool) return refuse("unknown_tool", "There is no such tool.");
  try {
    const ctx: ToolContext = {
      files: stage,
      profile: deps.profile,
      docs: await deps.docs(),
      world: () => worldOf(stage, { deps, signal }),
      lookups: deps.lookups,
      plan: fold(log.events).plan,
      seen: threadOf(fold(log.events), thread).seen,
      side: sideCaller({ step, index: one.index }, running),
      budget: lookupBudget({ thread, step, index: one.index, tool: one.call.name }, running),
      clock: deps.clock,
      signal,
    };
    return await one.tool.call(one.call.args, ctx);
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Error ? error.message : "unknown";
    return refuse("crashed", `${one.call.name} failed (${why}). Go on without it, or try another tool.`);
  }
}

/** Puts the result's writes onto the stage (all or none; it refuses what is over its limits) and records both. */
async function recordResult(one: Planned, result: Timed, running: Running): Promise<void> {
  const { log, deps, stage, thread, step } = running;
  const outcome = result.ok
    ? await stageWrites(result.writes, stage, running)
    : { ok: true as const, proposals: [], told: "" };
  const made = planMade(one, result, log);
  const told = outcome.ok ? withNote(result, outcome.told) : { ...outcome, ms: result.ms };
  const { events, blobs } = resultEvents(one, told, running);
  const proposals = outcome.ok ? outcome.proposals : [];
  const at = deps.clock.now();
  const staged = proposals.map(
    ({ change, note }): NewEvent => ({
      thread,
      step,
      at,
      body: { type: "staged", index: one.index, change, note, ...sizeOf(thread, result, change.path) },
    }),
  );
  const said = made === null ? events : [{ thread, step, at, body: made }, ...events];
  const all = [...blobs, ...proposals.flatMap((p) => p.blobs)];
  // What it did is done: a kill must not leave it looking as if nobody knew.
  if (made !== null) {
    await log.append([...staged, ...said], all);
    showChecklist(running);
  } else if (isGrave(one)) await log.append([...staged, ...said], all);
  else log.note([...staged, ...said], all);
}

const withNote = (result: Timed, note: string): Timed =>
  note === "" ? result : { ...result, text: `${result.text}\n${note}` };

function resultEvents(
  one: Planned,
  result: Timed & { findings?: CheckNote[] },
  { thread, step, deps }: Pick<Running, "thread" | "step" | "deps">,
): { events: NewEvent[]; blobs: Blob[] } {
  const words = result.ok ? result.text : `Refused (${result.reason}): ${result.text}`;
  const shown = shorten(redact(words, deps.settings.secrets));
  const fragment = blobOf(toolMessage(one.call.id, shown));
  const { findings = [] } = result;
  // What an owner's tool writes is not in its arguments.
  const struck = findings[0]?.path ?? struckBy({ tool: one.tool, args: one.call.args }, result);
  const body: EventBody = {
    type: "tool_ran",
    index: one.index,
    call: one.call.id,
    tool: one.call.name,
    key: one.key,
    ok: result.ok,
    reason: result.ok ? null : result.reason,
    fragment: fragment.hash,
    result: sha256(shown),
    evidence: result.ok ? result.evidence : null,
    ...(struck === null ? {} : { struck }),
    ...(findings.length === 0 ? {} : { findings }),
    ms: result.ms,
  };
  return { events: [{ thread, step, at: deps.clock.now(), body }], blobs: [fragment] };
}

function shorten(text: string): string {
  if (text.length <= MAX_RESULT_CHARS) return text;
  const left = text.length - MAX_RESULT_CHARS;
  return `${text.slice(0, MAX_RESULT_CHARS).toWellFormed()}\n… ${left} more characters left out; narrow the call.`;
}
