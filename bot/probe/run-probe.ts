// One probe, through the real turn, in a ledger of its own: what one request learned helps no other. Promises that nothing
// lands: each review is taken back once what it would write is graded. Refuses to give leave for anything.

import { randomUUID } from "node:crypto";
import { fromRow, type Outcome, type TurnEvent } from "../../agent/events.ts";
import { openLookupCache } from "../../agent/lookups/lookup-cache.ts";
import type { ModelClient, ReviewCard, Reviewer } from "../../agent/ports.ts";
import { faultsOf, type Proposed } from "../../agent/probe/grade.ts";
import type { Probe } from "../../agent/probe/probe.ts";
import { runTurn } from "../../agent/run-turn.ts";
import { startTurn } from "../../agent/start-turn.ts";
import { baseTools } from "../../agent/tools/base-tools.ts";
import type { TurnDeps } from "../../agent/turn/deps.ts";
import { fold } from "../../agent/turn/fold.ts";
import { decodeText } from "../../agent/workspace/text.ts";
import type { Clock } from "../../store/clock.ts";
import { noFailpoint } from "../../store/failpoint.ts";
import { openStore } from "../../store/open.ts";
import { wordsOf } from "../../store/words-of.ts";
import { CLI_CHAT, nobody } from "../lost-turns.ts";
import { openWorkspaceEntry, type WorkspaceOptions } from "../workspace-entry.ts";
import type { Bench } from "./bench.ts";
import { leaveOut, type MechanismName } from "./mechanisms.ts";

export type Tokens = { prompt: number; completion: number; cached: number };
export type ProbeRun = {
  probe: string;
  repeat: number;
  passed: boolean;
  /** Why not. */
  faults: string[];
  outcome: Outcome;
  tokens: Tokens;
  ms: number;
  steps: number;
  calls: number;
  /** Of those, calls of known tools with arguments that fit. */
  validCalls: number;
  /** Writes that were refused. */
  bounced: number;
};

export type Player = {
  client: ModelClient;
  settings: WorkspaceOptions["settings"];
  without: readonly MechanismName[];
};

type Playing = { bench: Bench; player: Player; clock: Clock; signal: AbortSignal };

const BY = "probe";

export async function runProbe(probe: Probe, repeat: number, playing: Playing): Promise<ProbeRun> {
  const { bench, player, clock, signal } = playing;
  await using store = await openStore("memory:", { clock });
  await using entry = await openWorkspaceEntry({
    folder: bench.root,
    dataDir: bench.dataDir,
    ledger: store.ledger,
    clock,
    failpoint: noFailpoint,
    model: player.client,
    cache: openLookupCache(store, clock),
    embedder: null,
    settings: { ...player.settings, owners: [BY] },
    onFault: () => undefined,
    signal,
  });
  const cards = createCards();
  const deps = leaveOut(player.without, entry.deps({ ...nobody, reviewer: cards.reviewer }));
  const startedAt = clock.now();
  const played = await play(probe, deps, signal);
  const events = (await store.ledger.log(played.turn)).map(fromRow);
  const faults = played.fault === null ? faultsOf(probe, cards.proposed(), bench) : [played.fault];
  const outcome = fold(events).answered?.outcome ?? "failed";
  return {
    ...{ probe: probe.id, repeat, passed: faults.length === 0, faults, outcome },
    ...countsOf(events),
    ms: clock.now() - startedAt,
  };
}

/** To its end. What fails in it is a fault of this run, and the others go on. */
async function play(
  probe: Probe,
  deps: TurnDeps,
  signal: AbortSignal,
): Promise<{ turn: string; fault: string | null }> {
  const { ledger, clock, settings } = deps;
  const turn = randomUUID();
  const place = { workspace: settings.workspaceId, chat: CLI_CHAT, topic: null, messageId: null };
  const wish = { cause: `probe:${turn}`, ...place, by: BY, text: probe.request };
  const signals = { shutdown: signal, stop: new AbortController().signal };
  try {
    await startTurn(await ledger.addRequest(wish, clock.now()), deps, turn);
    while ((await runTurn(turn, deps, signals)) === "waiting") await refuse(turn, deps);
    signal.throwIfAborted();
    const { answered } = fold((await ledger.log(turn)).map(fromRow));
    const isDown = answered?.outcome === "model_failed";
    return { turn, fault: isDown ? `the model could not be asked: ${answered.text}` : null };
  } catch (error) {
    signal.throwIfAborted();
    return { turn, fault: `the turn failed: ${wordsOf(error)}` };
  }
}

/** A probe ends where a person would decide. */
async function refuse(turn: string, { ledger, settings, clock }: TurnDeps): Promise<void> {
  const at = clock.now();
  const { permission } = fold((await ledger.log(turn)).map(fromRow));
  if (permission)
    return void (await ledger.decidePermission({
      ...{ turn, permission: permission.permission, allow: false, by: BY, at, tap: null },
    }));
  const open = await ledger.reviewsIn(["open"], settings.workspaceId);
  const review = open.find(({ origin }) => origin.type === "turn" && origin.turn === turn);
  if (!review) throw new Error("it waits, and for no review");
  await ledger.decideByReply({ review: review.review, by: BY, verdict: "withdraw", comment: "", at });
}

/** What the last review would have written. */
function createCards() {
  const cards: ReviewCard[] = [];
  const reviewer: Reviewer = { ...nobody.reviewer, post: async (card) => void cards.push(card) };
  const text = (bytes: Uint8Array | null) => (bytes === null ? null : decodeText(bytes));
  return {
    reviewer,
    proposed: (): Proposed[] =>
      (cards.at(-1)?.files ?? []).map(({ path, before, after }) => ({
        ...{ path, before: text(before), after: text(after) },
      })),
  };
}

const INVALID = new Set(["unknown_tool", "malformed"]);
const writing = new Set(baseTools.filter(({ effect }) => effect === "stage").map(({ name }) => name));

function countsOf(
  events: readonly TurnEvent[],
): Pick<ProbeRun, "tokens" | "steps" | "calls" | "validCalls" | "bounced"> {
  const replies = events.filter((event) => event.type === "replied");
  const ran = events.filter((event) => event.type === "tool_ran");
  const sum = (of: (one: (typeof replies)[number]) => number) =>
    replies.reduce((total, one) => total + of(one), 0);
  return {
    tokens: {
      prompt: sum(({ usage }) => usage.promptTokens),
      completion: sum(({ usage }) => usage.completionTokens),
      cached: sum(({ usage }) => usage.cachedTokens),
    },
    steps: fold(events).steps,
    calls: ran.length,
    validCalls: ran.filter(({ reason }) => !INVALID.has(reason ?? "")).length,
    bounced: ran.filter(({ ok, tool }) => !ok && writing.has(tool)).length,
  };
}
