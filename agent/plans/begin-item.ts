// Begins an item of the plan: looks its citations up as things stand now, then stores the opening of its worker's conversation, as
// the exact bytes that every request of it will carry. Promises that nothing begins on a citation that does not resolve. Refuses
// to give a worker more than its part: the request, the item, what earlier items expose, what the documentation has for it.

import { briefFor } from "../prompt/brief.ts";
import { blobOf, message, toolsBlob } from "../prompt/request.ts";
import { redact } from "../redact.ts";
import { fold } from "../turn/fold.ts";
import { mainEvent } from "../turn/log.ts";
import type { Work } from "../turn/work.ts";
import { worldOf } from "../turn/world-of.ts";
import type { Stage } from "../workspace/stage.ts";
import { decodeText } from "../workspace/text.ts";
import { unverifiedOf } from "./citations.ts";
import { exposuresOf } from "./exposures.ts";
import { itemRequest, waitsMessage, workerContext } from "./messages.ts";
import { type FileExposures, type PlanItem, planOf, threadOfItem, type Unverified } from "./plan.ts";
import { showChecklist } from "./show.ts";
import { toolsFor } from "./worker-tools.ts";

export async function beginItem(n: number, stage: Stage, work: Work): Promise<void> {
  const { log } = work;
  const item = planOf(log.events)?.items.find((one) => one.n === n);
  if (!item) throw new Error(`the plan has no item ${n}`);
  const unverified = await unresolved(item, stage, work);
  work.signal.throwIfAborted();
  if (unverified.length > 0) await wait(item, unverified, work);
  else await begin(item, stage, work);
  showChecklist(work);
}

async function unresolved(item: PlanItem, stage: Stage, { log, deps, signal }: Work): Promise<Unverified[]> {
  if (item.citations.length === 0) return [];
  const world = await worldOf(stage, { deps, signal });
  return await unverifiedOf(item.citations, {
    docs: await deps.docs(),
    files: stage,
    exists: world?.exists,
    lookedUp: planOf(log.events)?.lookedUp ?? new Set(),
    signal,
  });
}

async function wait(item: PlanItem, unverified: Unverified[], { log, deps }: Work): Promise<void> {
  const text = redact(waitsMessage(item.n, unverified), deps.settings.secrets);
  const fragment = isTold(item, unverified, log.events) ? null : blobOf(message("user", text));
  const body = { type: "item_waits" as const, item: item.n, unverified, fragment: fragment?.hash ?? null };
  const event = mainEvent(fold(log.events).steps, deps.clock.now(), body);
  await log.append([event], fragment ? [fragment] : []);
}

/** Each lookup is looked at, and a model that reads five files need not hear five times what it knows. */
function isTold(
  { n, unverified: first }: PlanItem,
  now: readonly Unverified[],
  events: Work["log"]["events"],
) {
  const last = events.findLast((e) => e.type === "item_waits" && e.item === n);
  const known = last?.type === "item_waits" ? last.unverified : first;
  return JSON.stringify(known) === JSON.stringify(now);
}

async function begin(item: PlanItem, stage: Stage, work: Work): Promise<void> {
  const { log, deps } = work;
  const { started, steps } = fold(log.events);
  const docs = await deps.docs();
  const isBriefed = docs !== null && !deps.settings.without?.has("brief");
  const brief = isBriefed ? briefFor(`${item.title}. ${item.done}`, { docs, profile: deps.profile }) : null;
  const earlier = await exposedSoFar(stage, work);
  const context = workerContext({ request: started.request, earlier, documented: brief?.text ?? null });
  const opening = [context, itemRequest(item)]
    .map((words) => redact(words, deps.settings.secrets))
    .map((words) => blobOf(message("user", words)));
  const thread = threadOfItem(item.n);
  const tools = toolsBlob(toolsFor(thread, deps.tools()));
  const body = {
    type: "item_began" as const,
    item: item.n,
    opening: opening.map(({ hash }) => hash),
    tools: tools.hash,
    provides: brief?.provides ?? [],
  };
  await log.append([{ thread, step: steps, at: deps.clock.now(), body }], [...opening, tools]);
  deps.failpoint("plan:began");
}

/** What the files of items that ended offer now, read from the stage. */
async function exposedSoFar(stage: Stage, { log, signal }: Work): Promise<FileExposures[]> {
  const paths = new Set(log.events.flatMap((e) => (e.type === "item_ended" ? e.files : [])));
  const found: FileExposures[] = [];
  for (const path of paths) {
    const file = await stage.read(path, signal);
    const text = file.ok ? decodeText(file.bytes) : null;
    const exposes = text === null ? null : exposuresOf(path, text);
    if (exposes && exposes.length > 0) found.push({ path, exposes });
  }
  return found;
}
