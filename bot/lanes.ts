// One lane a workspace: at most one turn runs in it, the next queued request starts when it is free. Promises
// that a verdict lands without waiting in the lane, that no wake-up is lost, and that shutting down loses nothing.
// Refuses to decide what a turn does: it starts them, resumes them and passes the signals on.

import type { Clock } from "../store/clock.ts";
import type { Ledger, QueuedRequest, TurnInput, TurnRow } from "../store/ledger.ts";
import type { WorkspaceAgent } from "./agent.ts";
import type { OnIncident } from "./incident.ts";
import { isTelegramChat } from "./incoming.ts";
import { createRetries } from "./retries.ts";

/** Turns that may wait for a person in one workspace before the queue holds. */
export const MAX_WAITING = 5;

export type Lanes = {
  /** A request was queued in this workspace. */
  wake(workspace: string): void;
  /** An input arrived for this turn; a running one reads it by itself. */
  resume(turn: string): Promise<void>;
  /** Ends what the turn is doing now; its stop input is already stored. */
  stop(turn: string): Promise<void>;
  /** The turn that holds the lane of this workspace. */
  current(workspace: string): string | null;
  /** Picks up what an earlier process left, then opens the lanes. */
  open(): Promise<void>;
  /** Resolves when no turn runs and no request can start. */
  settled(): Promise<void>;
  /** Resolves when the signal was aborted and all turns came to rest. */
  closed(): Promise<void>;
};

export type LanesDeps = {
  ledger: Ledger;
  agents: ReadonlyMap<string, WorkspaceAgent>;
  clock: Clock;
  onIncident: OnIncident;
  /** Shutdown. */
  signal: AbortSignal;
  /** Tells the person that a request could not start. */
  sayFailed(request: QueuedRequest): Promise<void>;
};

type Lane = {
  workspace: string;
  agent: WorkspaceAgent;
  /** Turns that want the lane, before any request. */
  parked: string[];
  current: string | null;
  bell: PromiseWithResolvers<void>;
  busy: boolean;
};

export function createLanes(deps: LanesDeps): Lanes {
  const { ledger, signal, onIncident } = deps;
  const active = new Map<string, AbortController>();
  const side = new Set<Promise<void>>();
  const retries = createRetries(deps);
  const lanes = new Map(
    [...deps.agents].map(([workspace, agent]): [string, Lane] => [
      workspace,
      { workspace, agent, parked: [], current: null, bell: Promise.withResolvers(), busy: true },
    ]),
  );
  const atRest = new Set<() => void>();
  signal.addEventListener("abort", () => ringAll(lanes), { once: true });
  const loops: Promise<void>[] = [];

  async function loop(lane: Lane): Promise<void> {
    while (!signal.aborted) {
      // Armed before we look: what arrives while we look rings this bell and not a lost one.
      lane.bell = Promise.withResolvers();
      lane.busy = true;
      const turn = await next(lane);
      lane.current = turn ?? null;
      if (turn !== undefined) await drive(lane, turn, () => park(lane, turn));
      else {
        lane.busy = false;
        rested();
        await lane.bell.promise;
      }
    }
    lane.busy = false;
    rested();
  }

  async function next(lane: Lane): Promise<string | undefined> {
    const parked = lane.parked.shift();
    if (parked !== undefined) return active.has(parked) ? next(lane) : parked;
    try {
      const waiting = await ledger.turnsIn(["waiting"], lane.workspace);
      if (waiting.length >= MAX_WAITING) return undefined;
      const queued = await ledger.queuedRequests(lane.workspace);
      const request = queued.find((one) => isTelegramChat(one.chat));
      return request && (await start(lane, request));
    } catch (error) {
      onIncident({ kind: "lane", text: `The queue of ${lane.workspace} could not be read.`, error });
      retries.later(`lane ${lane.workspace}`, () => ring(lane));
      return undefined;
    }
  }

  async function start(lane: Lane, request: QueuedRequest): Promise<string | undefined> {
    try {
      return await lane.agent.startTurn(request);
    } catch (error) {
      if (signal.aborted) return undefined;
      onIncident({ kind: "turn", text: `Request ${request.id} could not start.`, error });
      // Dropped, or the lane would try the same request for ever.
      await ledger.dropRequest(request.id);
      await deps
        .sayFailed(request)
        .catch(() => retries.later(`unstarted ${request.id}`, () => deps.sayFailed(request)));
      return next(lane);
    }
  }

  /** A turn that could not even be ended is in the ledger as it was: `again` tries it anew. */
  async function drive(lane: Lane, turn: string, retry: () => void): Promise<void> {
    if (active.has(turn)) return;
    const stop = new AbortController();
    active.set(turn, stop);
    try {
      const seen = newest(await ledger.inputs(turn));
      const outcome = await run(lane, turn, stop.signal);
      active.delete(turn);
      if (outcome === "waiting" && !signal.aborted) await again(turn, seen);
      retries.worked(turn);
    } catch (error) {
      if (!signal.aborted)
        onIncident({ kind: "turn", text: `Turn ${turn} could not be carried on; trying again.`, error });
      retries.later(turn, retry);
    } finally {
      active.delete(turn);
      ring(lane);
    }
  }

  async function run(lane: Lane, turn: string, stop: AbortSignal): Promise<"waiting" | "ended"> {
    try {
      return await lane.agent.runTurn(turn, { shutdown: signal, stop });
    } catch (error) {
      if (!signal.aborted) {
        onIncident({ kind: "turn", text: `Turn ${turn} failed.`, error });
        await lane.agent.failTurn(turn, error, signal);
      }
      return "ended";
    }
  }

  /** An input may come between the turn's last look and its rest; one that it has left lying is not offered again. */
  async function again(turn: string, seen: number): Promise<void> {
    const inputs = pressing(await ledger.inputs(turn));
    if (newest(inputs) > seen) await resume(turn);
    else if (inputs.length > 0) onIncident({ kind: "turn", text: `Turn ${turn} left an input unread.` });
  }

  /** What is stored for the turn must reach it, also when the ledger cannot be read at this moment. */
  async function resume(turn: string): Promise<void> {
    try {
      await resumeNow(turn);
    } catch (error) {
      onIncident({ kind: "turn", text: `Turn ${turn} could not be woken; trying again.`, error });
      retries.later(`wake ${turn}`, () => resumeNow(turn));
    }
  }

  async function resumeNow(turn: string): Promise<void> {
    if (signal.aborted || active.has(turn)) return;
    const row = await ledger.turn(turn);
    const lane = row && lanes.get(row.workspace);
    if (!lane || row.state === "ended") return;
    if (needsModel(await ledger.inputs(turn))) park(lane, turn);
    else aside(lane, turn);
  }

  function park(lane: Lane, turn: string): void {
    if (!lane.parked.includes(turn)) lane.parked.push(turn);
    ring(lane);
  }

  function aside(lane: Lane, turn: string): void {
    const task = drive(lane, turn, () => aside(lane, turn)).finally(() => {
      side.delete(task);
      rested();
    });
    side.add(task);
  }

  function rested(): void {
    if (side.size > 0 || [...lanes.values()].some((lane) => lane.busy)) return;
    for (const resolve of atRest) resolve();
    atRest.clear();
  }

  function resting(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    atRest.add(resolve);
    rested();
    return promise;
  }

  async function open(): Promise<void> {
    for (const lane of lanes.values()) {
      const [first, ...others] = await turnsOf(lane, "running");
      if (first) park(lane, first.turn);
      // More than one runs only where verdicts were landing beside the lane.
      for (const row of others) aside(lane, row.turn);
      for (const row of await turnsOf(lane, "waiting")) {
        if (pressing(await ledger.inputs(row.turn)).length > 0) await resume(row.turn);
      }
    }
    // Last: a queued request must not start beside a turn that is still to be resumed.
    loops.push(...[...lanes.values()].map(loop));
  }

  async function turnsOf(lane: Lane, state: "running" | "waiting"): Promise<TurnRow[]> {
    const rows = await ledger.turnsIn([state], lane.workspace);
    return rows.filter((row) => isTelegramChat(row.chat));
  }

  return {
    wake(workspace) {
      const lane = lanes.get(workspace);
      if (lane) ring(lane);
    },
    resume,
    async stop(turn) {
      const running = active.get(turn);
      if (running) running.abort(new Error("stopped by a person"));
      else await resume(turn);
    },
    current: (workspace) => lanes.get(workspace)?.current ?? null,
    open,
    async settled() {
      do {
        await retries.settled();
        await resting();
      } while (retries.waiting > 0);
    },
    async closed() {
      await Promise.all(loops);
      await Promise.all(side);
      await retries.settled();
    },
  };
}

function ring(lane: Lane): void {
  lane.busy = true;
  lane.bell.resolve();
}

function ringAll(lanes: ReadonlyMap<string, Lane>): void {
  for (const lane of lanes.values()) ring(lane);
}

/** Words for a turn that waits for a verdict wait with it. */
function pressing(inputs: readonly TurnInput[]): TurnInput[] {
  return inputs.filter((input) => input.kind !== "steer");
}

function newest(inputs: readonly TurnInput[]): number {
  return Math.max(0, ...inputs.map((input) => input.n));
}

/** Landing and rejecting are short and run at once; a comment or a leave needs the model, and with it the lane. */
function needsModel(inputs: readonly TurnInput[]): boolean {
  if (inputs.some((input) => input.kind === "stop")) return false;
  if (inputs.some((input) => input.kind === "permission")) return true;
  return inputs.some((input) => input.kind === "verdict" && verdictOf(input.body) === "revise");
}

function verdictOf(body: string): unknown {
  const parsed: unknown = JSON.parse(body);
  return typeof parsed === "object" && parsed !== null && "verdict" in parsed ? parsed.verdict : undefined;
}
