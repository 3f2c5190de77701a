// Trims a conversation at a watermark: what was chosen is listed in one event, fragment by fragment with what stands in its place,
// so that a replay applies the list and never chooses again. Promises that the transcript before and after is the same but for
// those. Refuses to touch the prefix, the tools and the opening.

import type { LeftOut } from "../prompt/left-out.ts";
import { blobOf } from "../prompt/request.ts";
import type { Tool } from "../tools/tool.ts";
import { toolsOf } from "./call-model.ts";
import { chooseTrim, type Told } from "./choose-trim.ts";
import type { Action } from "./decide.ts";
import { fold, threadOf } from "./fold.ts";
import { transcript } from "./transcript.ts";
import { bytesAfterTrim, CONTEXT_TOKENS } from "./watermarks.ts";
import type { Work } from "./work.ts";

const decoder = new TextDecoder();

export async function trim(
  { thread: name }: Extract<Action, { type: "trim" }>,
  { log, deps }: Pick<Work, "log" | "deps">,
): Promise<void> {
  const turn = fold(log.events);
  const { started } = turn;
  const told = await Promise.all(
    transcript(log.events, name).map(
      async (part): Promise<Told> => ({ ...part, text: decoder.decode(await log.blob(part.fragment)) }),
    ),
  );
  const fixed = (await log.blob(started.prefix)).byteLength + (await log.blob(toolsOf(name, log))).byteLength;
  const sum = told.reduce((bytes, { text }) => bytes + Buffer.byteLength(text), 0);
  const before = fixed + sum;
  const goal = bytesAfterTrim(started.contextTokens ?? CONTEXT_TOKENS, threadOf(turn, name));
  const effects = new Map(deps.tools().map((tool) => [tool.name, tool.effect]));
  const cuts = chooseTrim(told, {
    events: log.events,
    thread: name,
    excess: before - goal,
    effectOf: (tool) => EFFECTS[effects.get(tool) ?? "read"],
  }).map(({ part, text }) => ({ part, blob: blobOf(text) }));
  const after = cuts.reduce(
    (bytes, { part, blob }) => bytes - Buffer.byteLength(part.text) + blob.bytes.byteLength,
    before,
  );
  const replacements = cuts.map(({ part, blob }) => ({ fragment: part.fragment, by: blob.hash }));
  const body = { type: "trimmed" as const, replacements, bytes: { before, after } };
  const event = { thread: name, step: turn.steps, at: deps.clock.now(), body };
  await log.append(
    [event],
    cuts.map(({ blob }) => blob),
  );
}

const EFFECTS: Record<Tool["effect"], LeftOut["effect"]> = {
  read: "looked",
  stage: "staged",
  effortful: "acted",
  irreversible: "acted",
};
