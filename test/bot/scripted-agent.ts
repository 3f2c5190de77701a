// A workspace's agent for stories of the bot: the request's first word says what the turn does. Lands with the real
// landing code on a real folder, so that receipts and undo are true. Refuses to be clever: no model, no tools.

import { changesetBlob } from "../../agent/changeset.ts";
import { type EventBody, MAIN, type NewEvent, toRow } from "../../agent/events.ts";
import { landReview } from "../../agent/landing.ts";
import type { Notifier, Reviewer, Workspace } from "../../agent/ports.ts";
import { defaultBounds } from "../../agent/turn/deps.ts";
import { cardOf } from "../../agent/turn/review.ts";
import { planUndo } from "../../agent/undo.ts";
import type { CodeChecks, TurnSignals, WorkspaceAgent, WorkspaceEntry } from "../../bot/agent.ts";
import { newToken } from "../../bot/buttons.ts";
import type { Clock } from "../../store/clock.ts";
import { noFailpoint } from "../../store/failpoint.ts";
import { sha256 } from "../../store/hash.ts";
import type { AppendBatch, Ledger, TurnInput } from "../../store/ledger.ts";

export type AgentRig = {
  id: string;
  name: string;
  ledger: Ledger;
  clock: Clock;
  workspace: Workspace;
  owners: readonly number[];
  /** What happened, in order: "start one", "steer: words" … */
  heard: string[];
  checks?: CodeChecks;
};

/** The file that "edit" changes, and what it becomes after each review. */
export const FILE = "main.js";
export const edited = (text: string, reviews: number) => `${text}// edited ${reviews}\n`;

export function scriptedEntry(rig: AgentRig): WorkspaceEntry {
  return {
    id: rig.id,
    name: rig.name,
    own: null,
    checks: rig.checks ?? null,
    agent: (ports) => scriptedAgent(rig, ports),
  };
}

type Ports = { reviewer: Reviewer; notifier: Notifier };
type Running = AgentRig & Ports & { turn: string; signals: TurnSignals };

function scriptedAgent(rig: AgentRig, ports: Ports): WorkspaceAgent {
  const deps = { ...rig, ...ports, failpoint: noFailpoint, settings: settingsOf(rig) };
  return {
    async startTurn(request) {
      if (request.text.startsWith("unstartable")) throw new Error("no such model");
      const turn = newToken();
      rig.heard.push(`start ${request.text}`);
      const { chat, topic, by, text } = request;
      const row = {
        turn,
        request: request.id,
        workspace: rig.id,
        chat,
        topic,
        by,
        text,
        startedAt: rig.clock.now(),
      };
      await rig.ledger.createTurn(row, batch(turn, 0, [startedBody(rig, { text, by })], rig.clock));
      return turn;
    },
    runTurn: (turn, signals) => run({ ...rig, ...ports, turn, signals }),
    async failTurn(turn) {
      await ports.notifier.deliver(turn, { text: "It failed.", outcome: "failed", outstanding: [] });
      await end({ ...rig, ...ports, turn }, "failed");
    },
    landReview: (review, signal) => landReview(review, deps, signal),
    planUndo: (n, signal) => planUndo(n, deps, signal),
  };
}

async function run(ctx: Running): Promise<"waiting" | "ended"> {
  const row = await ctx.ledger.turn(ctx.turn);
  const inputs = await take(ctx);
  if (inputs.some((input) => input.kind === "stop")) return finish(ctx, "Stopped.", "stopped");
  if (inputs.length > 0 && inputs.every((input) => input.kind === "overruled")) return "waiting";
  ctx.notifier.progress(ctx.turn, { type: "thinking", step: 1 });
  switch (row?.text.split(" ", 1)[0]) {
    case "edit":
      return edit(ctx, inputs);
    case "invent":
      return invent(ctx, row.text);
    case "hang":
      return hang(ctx);
    case "throw":
      throw new Error("a bug");
    default:
      return finish(ctx, `Answer to ${row?.text}`, "answered");
  }
}

async function edit(ctx: Running, inputs: readonly TurnInput[]): Promise<"waiting" | "ended"> {
  const verdict = inputs.findLast((input) => input.kind === "verdict");
  const said: { review: string; verdict: string; comment: string } | undefined =
    verdict && JSON.parse(verdict.body);
  const by = verdict?.by ?? "";
  switch (said?.verdict) {
    case undefined:
    case "revise":
      return openReview(ctx);
    case "apply": {
      const review = await ctx.ledger.review(said.review);
      if (!review) throw new Error("no such review");
      await landReview(
        review,
        { ...ctx, failpoint: noFailpoint, settings: settingsOf(ctx) },
        ctx.signals.shutdown,
      );
      return finish(ctx, "The edit is in.", "landed");
    }
    default:
      await ctx.reviewer.settle(said?.review ?? "", { type: "rejected", by });
      return finish(ctx, "Nothing was changed.", "rejected");
  }
}

async function openReview(ctx: Running): Promise<"waiting"> {
  const { ledger, workspace, clock, turn } = ctx;
  const row = await ledger.turn(turn);
  const disk = await workspace.read(FILE, ctx.signals.shutdown);
  if (!row || !disk.ok) throw new Error("nothing to edit");
  const names = /^edit inventing (\S+)/.exec(row.text)?.[1];
  if (names !== undefined) await refuse(ctx, names);
  const log = await ledger.log(turn);
  const reviews = log.filter((event) => event.type === "review_opened").length + 1;
  const text = edited(new TextDecoder().decode(disk.bytes), reviews);
  const long =
    row.text === "edit long" ? Array.from({ length: 400 }, (_, i) => `// line ${i}\n`).join("") : "";
  const after = new TextEncoder().encode(text + long);
  const blobs = [disk.bytes, after].map((bytes) => ({ hash: sha256(bytes), bytes }));
  const [before, now] = blobs.map((blob) => blob.hash);
  const changes = [
    { path: FILE, op: "modify" as const, before: before ?? null, after: now ?? null, mode: disk.mode },
  ];
  const changeset = changesetBlob(ctx.id, changes);
  const review = newToken();
  const allowed = ctx.owners.map((id) => `telegram:${id}`);
  const { chat, topic } = row;
  const body: EventBody = {
    type: "review_opened",
    review,
    changeset: changeset.hash,
    changes,
    draft: "Edited it.",
  };
  await ledger.append({
    ...batch(turn, log.length, [body], clock),
    blobs: [...blobs, changeset],
    state: { state: "waiting" },
    review: {
      review,
      workspace: ctx.id,
      changeset: changeset.hash,
      origin: { type: "turn", turn },
      chat,
      topic,
      allowed,
      openedAt: clock.now(),
      expiresAt: null,
      buttons: [],
      replaces: null,
    },
  });
  const opened = await ledger.review(review);
  if (!opened) throw new Error("the review was not stored");
  if (row.text !== "edit unposted") await ctx.reviewer.post(await cardOf(opened, { ledger }));
  return "waiting";
}

/** "invent a,b" is refused for a and b and answers; "invent a,b hang" goes on until it is stopped. */
async function invent(ctx: Running, text: string): Promise<"ended"> {
  const [, names = "", then] = text.split(" ");
  await refuse(ctx, names);
  return then === "hang" ? hang(ctx) : finish(ctx, "It could not be written.", "answered");
}

/** A write that would bring in these names. */
async function refuse(ctx: Running, names: string): Promise<void> {
  const findings = names
    .split(",")
    .map((about) => ({ family: "member" as const, about, symbol: about, line: 12, path: FILE }));
  const hash = sha256(names);
  const refused = { ok: false, reason: "invented", evidence: null, fragment: hash, result: hash, ms: 1 };
  const call = { index: 0, call: "c1", tool: "write_file", key: "write_file" };
  const { length } = await ctx.ledger.log(ctx.turn);
  const ran: EventBody = { type: "tool_ran", ...call, ...refused, struck: FILE, findings };
  await ctx.ledger.append(batch(ctx.turn, length, [ran], ctx.clock));
}

/** Until a person says stop or the process goes; takes steering on the way. */
async function hang(ctx: Running): Promise<"ended"> {
  const { shutdown, stop } = ctx.signals;
  const over = AbortSignal.any([shutdown, stop]);
  if (!over.aborted) await new Promise((resolve) => over.addEventListener("abort", resolve, { once: true }));
  shutdown.throwIfAborted();
  await take(ctx);
  return finish(ctx, "Stopped.", "stopped");
}

async function take({ ledger, turn, heard, clock }: Running): Promise<TurnInput[]> {
  const inputs = await ledger.inputs(turn);
  for (const { kind, body } of inputs) heard.push(`${kind} ${body}`);
  for (const { n } of inputs) {
    const { length } = await ledger.log(turn);
    const state = inputs.every((input) => input.kind === "overruled") ? "waiting" : "running";
    await ledger.append({ ...batch(turn, length, [], clock), consumed: n, state: { state } });
  }
  return inputs;
}

async function finish(ctx: Running, text: string, outcome: "answered" | "landed" | "rejected" | "stopped") {
  await ctx.notifier.deliver(ctx.turn, { text, outcome, outstanding: [] });
  await end(ctx, outcome);
  return "ended" as const;
}

async function end(
  { ledger, turn, clock }: Pick<Running, "ledger" | "turn" | "clock">,
  outcome: string,
): Promise<void> {
  const { length } = await ledger.log(turn);
  await ledger.append({ ...batch(turn, length, [], clock), state: { state: "ended", outcome } });
}

function batch(turn: string, expect: number, bodies: EventBody[], clock: Clock): AppendBatch {
  const events = bodies.map((body): NewEvent => ({ thread: MAIN, step: 0, at: clock.now(), body }));
  return { turn, expect, events: events.map(toRow), blobs: [] };
}

function startedBody(rig: AgentRig, { text, by }: { text: string; by: string }): EventBody {
  const none = sha256("");
  const versions = { model: "none", smallModel: "none", renderVersion: 1, indexVersion: null };
  const parts = { prefix: none, tools: none, opening: [], bounds: defaultBounds };
  return { type: "started", workspace: rig.id, request: text, by, ...versions, ...parts };
}

function settingsOf(rig: AgentRig) {
  return {
    workspaceId: rig.id,
    workspaceName: rig.name,
    model: "none",
    smallModel: "none",
    tokenField: "max_tokens" as const,
    bounds: defaultBounds,
    secrets: [],
    owners: rig.owners.map((id) => `telegram:${id}`),
    instructions: null,
  };
}
