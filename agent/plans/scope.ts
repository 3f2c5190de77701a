// What a worker may stage without asking: its item's files, so much, for so long. Promises that a call outside of it does not run
// on but asks a person, once for what was asked before. Refuses to ask again about what got a no.

import type { EventOf, TurnEvent } from "../events.ts";
import { refuse, type StageWrite, type ToolResult } from "../tools/tool.ts";
import { plainPath } from "../workspace/paths.ts";
import { itemOfThread, planOf } from "./plan.ts";

/** Of one item, between two looks of a person: what a card can show, and a while that somebody would wait. */
const ITEM_BYTES = 96 * 1024;
const ITEM_MS = 15 * 60_000;
/** After so many noes in one turn nobody is asked any more. */
const MOST_DENIALS = 3;

export type Scope = NonNullable<EventOf<"permission_asked">["scope"]>;
export type InScope =
  | { type: "given" }
  | { type: "ask"; scope: Scope }
  | { type: "refused"; result: ToolResult };

const given: InScope = { type: "given" };
type Asked = EventOf<"permission_asked"> & { scope: Scope };

export type Staging = {
  thread: string;
  writes: readonly StageWrite[];
};

/** Only a worker's thread has a scope. */
export function scopeOf(events: readonly TurnEvent[], staging: Staging): InScope {
  const n = itemOfThread(staging.thread);
  const item = planOf(events)?.items.find((one) => one.n === n);
  if (!item || staging.writes.length === 0) return given;
  const asked = events.filter((e): e is Asked => e.type === "permission_asked" && e.scope !== undefined);
  const mine = asked.filter((e) => e.thread === staging.thread);
  const allowed = mine.filter((e) => decision(e, events) === true);
  const denied = mine.filter((e) => decision(e, events) === false);
  const pathsOf = (all: Asked[]) => all.flatMap(({ scope }) => (scope.over === "files" ? scope.paths : []));
  const mayTouch = [...item.files, ...pathsOf(allowed)];
  const outside = [...new Set(staging.writes.map(({ path }) => plain(path)))].filter(
    (path) => !mayTouch.includes(path),
  );
  if (outside.length > 0) {
    const isDenied = outside.some((path) => pathsOf(denied).includes(path));
    return isDenied ? refused(outsideText(outside)) : ask({ over: "files", paths: outside }, asked, events);
  }
  for (const over of ["size", "time"] as const) {
    const looks = 1 + allowed.filter(({ scope }) => scope.over === over).length;
    const used = over === "size" ? bytesWith(staging, events) : timeOf(staging.thread, events);
    if (used <= looks * (over === "size" ? ITEM_BYTES : ITEM_MS)) continue;
    if (denied.some(({ scope }) => scope.over === over)) return refused(moreText(over));
    return ask({ over, paths: staging.writes.map(({ path }) => path) }, asked, events);
  }
  return given;
}

/** An owner's tool may write a path in any form. */
function plain(path: string): string {
  const known = plainPath(path, "write");
  return known.ok ? known.path : path;
}

function ask(scope: Scope, asked: readonly Asked[], events: readonly TurnEvent[]): InScope {
  const noes = asked.filter((one) => decision(one, events) === false).length;
  return noes >= MOST_DENIALS ? refused(enoughText()) : { type: "ask", scope };
}

function decision({ permission }: Asked, events: readonly TurnEvent[]): boolean | null {
  const made = events.find((e) => e.type === "permission_decided" && e.permission === permission);
  return made?.type === "permission_decided" ? made.allow : null;
}

/** The files of the item as they would stand with this call: a file that is written again counts once. */
function bytesWith({ thread, writes }: Staging, events: readonly TurnEvent[]): number {
  const sizes = new Map<string, number>();
  for (const e of events)
    if (e.type === "staged" && e.thread === thread) sizes.set(e.change.path, e.bytes ?? 0);
  for (const { path, after } of writes) sizes.set(path, after?.byteLength ?? 0);
  return [...sizes.values()].reduce((sum, one) => sum + one, 0);
}

function timeOf(thread: string, events: readonly TurnEvent[]): number {
  return events.reduce((sum, e) => {
    if (e.thread !== thread) return sum;
    return e.type === "replied" || e.type === "tool_ran" ? sum + e.ms : sum;
  }, 0);
}

function refused(text: string): InScope {
  return { type: "refused", result: refuse("outside_item", text) };
}

const outsideText = (paths: readonly string[]): string =>
  `Not staged: ${paths.join(", ")} is outside this item, and the person does not allow it. Do the item within its files, and report what it lacks.`;
const moreText = (over: "size" | "time"): string =>
  over === "size"
    ? "Not staged: the item has written as much as it may, and the person does not allow more. Report what is left."
    : "Not staged: the item has run as long as it may, and the person does not allow more. Report what is left.";
const enoughText = (): string =>
  `Not staged: it is outside this item, and after ${MOST_DENIALS} noes nobody is asked any more. Do the item within its files, and report what it lacks.`;

/** For the person's card: what leaves the plan, in their words. */
export function scopeWords(scope: Scope, item: { n: number; title: string } | null): string {
  const of = item === null ? "an item of the plan" : `item ${item.n}, ${item.title}`;
  if (scope.over === "files") return `changes ${scope.paths.join(", ")}, outside ${of}`;
  return scope.over === "size" ? `writes more than planned for ${of}` : `works longer than planned at ${of}`;
}
