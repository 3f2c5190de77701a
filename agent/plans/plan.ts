// The plan of a turn, folded from its log: items in order, which of them is at work, which may begin. Promises that an item's
// number is never used twice, and that code alone says when the next one begins. Refuses to go on over a person's words or an
// item that was not completed: the plan waits then until it is made anew.

import { MAIN, type TurnEvent } from "../events.ts";

/** A citation that nothing was found for, and why. */
export type Unverified = { citation: string; why: string };

export type PlanItem = {
  /** Counted over the whole turn. */
  n: number;
  title: string;
  /** What it may touch, as plain paths. */
  files: string[];
  /** What is so when it is done. */
  done: string;
  /** What it rests on: `[chunk id]`, `path:line`, `Interface.member`. */
  citations: string[];
  /** Those that did not resolve when the plan was made. */
  unverified: Unverified[];
};

/** What an item's declared names are good for. */
export type Exposure = { kind: "function" | "class" | "variable" | "export" | "member"; name: string };
export type FileExposures = { path: string; exposes: Exposure[] };

export type ItemEnd = "completed" | "unfinished" | "failed" | "orphaned";
export type ItemState = "open" | "waiting" | "working" | ItemEnd;
export type Planned = PlanItem & { state: ItemState };

export type PlanState = {
  plan: number;
  /** How often a plan was made in this turn. */
  made: number;
  items: Planned[];
  /** The item that a worker is at. */
  working: number | null;
  /** The item that may begin now. */
  next: number | null;
  /** Whose doing it is that nothing begins before the plan is made anew. */
  heldBy: "person" | "item" | null;
  /** Items that a change of the plan left out, though nobody but the model wanted that. */
  dropped: PlanItem[];
  /** Chunks that lookups of the turn's own conversation brought. */
  lookedUp: ReadonlySet<string>;
};

export const threadOfItem = (n: number): string => `item:${n}`;

/** The item of a worker's thread; null for any other. */
export function itemOfThread(thread: string): number | null {
  return thread.startsWith("item:") ? Number(thread.slice("item:".length)) : null;
}

export const isOpen = ({ state }: Pick<Planned, "state">): boolean => state === "open" || state === "waiting";

type Folding = {
  state: PlanState & { lookedUp: Set<string> };
  /** By item: since when it waits for a citation. */
  waits: Map<number, number>;
  /** When something was last looked at, or made, that a citation may be about. */
  lastNews: number;
};

/** Null before the first plan. */
export function planOf(events: readonly TurnEvent[]): PlanState | null {
  const folding: Folding = {
    state: {
      plan: 0,
      made: 0,
      items: [],
      working: null,
      next: null,
      heldBy: null,
      dropped: [],
      lookedUp: new Set(),
    },
    waits: new Map(),
    lastNews: 0,
  };
  for (const event of events) apply(folding, event);
  const { state, waits, lastNews } = folding;
  if (state.made === 0) return null;
  for (const item of state.items) {
    const since = waits.get(item.n);
    if (item.state === "open" && since !== undefined && since > lastNews) item.state = "waiting";
  }
  const first = state.items.find(isOpen);
  state.dropped = state.dropped.filter((one) => !state.items.some((later) => covers(later, one)));
  const isFree = state.heldBy === null && state.working === null;
  state.next = isFree && first?.state === "open" ? first.n : null;
  return state;
}

function apply(folding: Folding, event: TurnEvent): void {
  const { state, waits } = folding;
  switch (event.type) {
    case "plan_made": {
      const known = new Map(state.items.map((item) => [item.n, item.state]));
      const gone = state.items.filter((item) => isOpen(item) && !event.items.some(({ n }) => n === item.n));
      if (state.heldBy !== "person") state.dropped.push(...gone);
      state.items = event.items.map((item) => ({ ...item, state: known.get(item.n) ?? "open" }));
      for (const { n, unverified } of event.items) if (unverified.length > 0) waits.set(n, event.seq);
      state.plan = event.plan;
      state.made += 1;
      state.heldBy = null;
      return;
    }
    case "item_began":
      state.working = event.item;
      return become(state, event.item, "working");
    case "item_waits":
      waits.set(event.item, event.seq);
      return;
    case "item_ended":
      folding.lastNews = event.seq;
      state.working = null;
      if (event.state !== "completed") state.heldBy ??= "item";
      return become(state, event.item, event.state);
    case "steered":
      state.heldBy = state.made > 0 ? "person" : null;
      return;
    case "verdict_given":
      if (event.verdict === "revise" && state.made > 0) state.heldBy = "person";
      return;
    case "tool_ran":
      if (!event.ok || event.evidence === null || event.thread !== MAIN) return;
      folding.lastNews = event.seq;
      for (const chunk of event.evidence.chunks ?? []) state.lookedUp.add(chunk);
      return;
  }
}

function become(state: PlanState, n: number, now: ItemState): void {
  const item = state.items.find((one) => one.n === n);
  if (item) item.state = now;
}

/** A later item that does what an earlier one was to do: of the same name, or for all of its files. */
function covers(later: PlanItem, { n, title, files }: PlanItem): boolean {
  if (later.n <= n) return false;
  return (
    later.title.toLowerCase() === title.toLowerCase() || files.every((path) => later.files.includes(path))
  );
}

/** The items that count: one that was not completed, and that a later one took up, does not. */
export function standingItems({ items }: PlanState): Planned[] {
  return items.filter((item) => item.state === "completed" || !items.some((later) => covers(later, item)));
}

/** Titles of what was planned and is not completed: what a final answer has to mention. */
export function unfinishedItems(events: readonly TurnEvent[]): string[] {
  const plan = planOf(events);
  if (!plan) return [];
  const open = standingItems(plan).filter(({ state }) => state !== "completed");
  return [...open, ...plan.dropped].map(({ title }) => title);
}
