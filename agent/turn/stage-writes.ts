// Puts what a call would write onto the stage, all of it or nothing, once the rule of grounding and the static check let it.
// Promises that what is refused leaves the stage as it was. Refuses nothing by itself: the rules and the stage say why, in
// their words.

import type { CheckNote } from "../check/finding.ts";
import type { TurnEvent } from "../events.ts";
import { isWatched, retreatIn } from "../gates/retreat.ts";
import type { Refusal } from "../ports.ts";
import type { StageWrite } from "../tools/tool.ts";
import type { Proposal, Stage } from "../workspace/stage.ts";
import { checkWrites } from "./check-writes.ts";
import { fold } from "./fold.ts";
import { isGrounded, ungrounded, type Write } from "./grounding.ts";
import { aloneWrites } from "./strikes.ts";
import type { Work } from "./work.ts";

/** `told` is for the model, behind the call's own result. */
export type StagedWrites =
  | { ok: true; proposals: Proposal[]; told: string }
  | (Refusal & { findings?: CheckNote[] });

export async function stageWrites(
  writes: readonly StageWrite[],
  stage: Stage,
  { log, deps, thread, signal }: Work & { thread: string },
): Promise<StagedWrites> {
  if (writes.length === 0) return { ok: true, proposals: [], told: "" };
  const alone = aloneWrites(writes, log.events);
  if (alone) return alone;
  const docs = await deps.docs();
  const isHeld = !deps.settings.without?.has("grounding");
  if (docs && isHeld && !isGrounded(log.events, thread)) {
    const ground = {
      surface: docs.surface,
      profile: deps.profile,
      provides: providedFor(thread, log.events),
    };
    const refused = ungrounded(await asText(writes, stage, signal), ground);
    if (refused) return refused;
  }
  const checked = await checkWrites(writes, stage, { log, deps, signal });
  if (!checked.ok) return checked;
  if (isWatched(log.events)) {
    const retreat = retreatIn(await asText(writes, stage, signal), log.events, await textsOf(stage, signal));
    if (retreat !== null) return { ok: false, reason: "retreat", text: retreat };
  }
  const staged = await stage.proposeAll([...writes], signal);
  return staged.ok ? { ...staged, told: checked.told } : staged;
}

/** Names that the opening of a thread gave. */
function providedFor(thread: string, events: readonly TurnEvent[]): readonly string[] {
  const began = events.find((e) => e.type === "item_began" && e.thread === thread);
  return began?.type === "item_began" ? began.provides : (fold(events).started.brief?.provides ?? []);
}

/** Each write with what it would replace; what is no text has no names to be looked up. */
async function asText(writes: readonly StageWrite[], stage: Stage, signal: AbortSignal): Promise<Write[]> {
  const texts: Write[] = [];
  for (const { path, after } of writes) {
    const now = await stage.read(path, signal);
    texts.push({ path, before: now.ok ? plainText(now.bytes) : null, after: after && plainText(after) });
  }
  return texts;
}

/** What is staged by now: code that has moved there is not lost. */
async function textsOf(stage: Stage, signal: AbortSignal): Promise<string[]> {
  const texts: string[] = [];
  for (const { path, after } of stage.changes()) {
    const file = after === null ? null : await stage.read(path, signal);
    if (file?.ok) texts.push(plainText(file.bytes) ?? "");
  }
  return texts;
}

function plainText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
