// What code tells a model in a conversation of a turn: a push, or that a bound was met. Stored as the exact fragment that the next
// request carries. Refuses to choose words: whoever decided has chosen.

import type { Blob } from "../../store/ledger.ts";
import type { EventBody } from "../events.ts";
import { boundMessage } from "../gates/envelope.ts";
import { itemBoundMessage } from "../plans/messages.ts";
import { itemOfThread } from "../plans/plan.ts";
import { blobOf, message } from "../prompt/request.ts";
import type { Action } from "./decide.ts";
import type { TurnDeps } from "./deps.ts";
import { fold } from "./fold.ts";
import type { Log } from "./log.ts";

type Told = Extract<Action, { type: "push" | "meet_bound" }>;

export async function push(
  log: Log,
  { thread, by, text }: Extract<Told, { type: "push" }>,
  deps: TurnDeps,
): Promise<void> {
  const fragment = blobOf(message("user", text));
  const body = { type: "pushed" as const, by, fragment: fragment.hash, text };
  await append(log, { thread, body, blobs: [fragment] }, deps);
}

export async function meetBound(
  log: Log,
  { thread, bound, ask }: Extract<Told, { type: "meet_bound" }>,
  deps: TurnDeps,
): Promise<void> {
  const isWorkers = itemOfThread(thread) !== null;
  const text = isWorkers ? itemBoundMessage(bound) : boundMessage(bound, fold(log.events).changes.length);
  const fragment = ask ? blobOf(message("user", text)) : null;
  const body = { type: "bound_met" as const, bound, text, fragment: fragment?.hash ?? null };
  await append(log, { thread, body, blobs: fragment ? [fragment] : [] }, deps);
}

async function append(
  log: Log,
  { thread, body, blobs }: { thread: string; body: EventBody; blobs: Blob[] },
  { clock }: TurnDeps,
): Promise<void> {
  await log.append([{ thread, step: fold(log.events).steps, at: clock.now(), body }], blobs);
}
