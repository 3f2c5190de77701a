// The words of an answer against what landed: judged once more from the log alone, with one more reply at most, and then in
// code's own words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Change, type EventBody, MAIN, type NewEvent, type TurnEvent } from "../../../agent/events.ts";
import { checkDraft } from "../../../agent/turn/check-draft.ts";
import { type Action, decide } from "../../../agent/turn/decide.ts";
import type { Log } from "../../../agent/turn/log.ts";
import { createStage } from "../../../agent/workspace/stage.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

const created = (path: string): Change => ({ path, op: "create", before: null, after: "0", mode: null });
const DRAFT = "I created a.js and b.js.";

/** A log in memory: what a review showed and what the draft speaks of need not be the same here. */
function logOf(bodies: EventBody[]): Log {
  const place = { turn: "t", thread: MAIN, step: 1, at: 0 };
  const events: TurnEvent[] = bodies.map((body, i) => ({ ...body, ...place, seq: i + 1 }));
  const add = (added: NewEvent[]) => {
    for (const { body } of added) events.push({ ...body, ...place, seq: events.length + 1 });
  };
  return {
    turn: "t",
    careful: false,
    events,
    append: async (added) => add(added),
    note: add,
    blob: async () => new Uint8Array(),
  };
}

const none = { prefix: "", tools: "", opening: [], smallModel: "", renderVersion: 1, indexVersion: null };
const bounds = { steps: 9, toolCalls: 9, tokens: 1e6, activeMs: 1e6, reviews: 3 };
const landedLog = (draft: string): EventBody[] => [
  { type: "started", workspace: "ws", request: "make both", by: "me", model: "m", bounds, ...none },
  { type: "review_opened", review: "r", changeset: "c", changes: [created("a.js")], draft },
  { type: "verdict_given", review: "r", verdict: "apply", by: "me", comment: "", fragment: null },
  { type: "landing_started", review: "r", landing: "l" },
  { type: "landed", review: "r", generation: 1, files: 1 },
];
const replied = (text: string): EventBody => ({
  type: "replied",
  reply: "",
  fragment: "f",
  text,
  calls: [],
  finish: "stop",
  cut: false,
  usage: { promptTokens: 1, completionTokens: 1, cachedTokens: 0 },
  ms: 1,
});

async function judged(log: Log, shop: Workshop): Promise<Action> {
  const action = decide(log.events);
  assert.equal(action.type, "check_draft");
  if (action.type !== "check_draft") return action;
  assert.equal(action.after, "landing");
  const { signal } = new AbortController();
  const stage = createStage(shop.deps.workspace, [], { blob: async () => undefined, secrets: [] });
  await checkDraft(action, stage, { log, deps: shop.deps, signal });
  return decide(log.events);
}

const shopOf = () => openWorkshop({ files: {}, model: { script: [] } });

test("an answer that fits what landed is delivered as it is", async () => {
  await using shop = await shopOf();
  const log = logOf(landedLog("I created a.js."));

  const next = await judged(log, shop);

  assert.deepEqual(next, { type: "answer", text: "I created a.js.", outcome: "landed", outstanding: [] });
});

test("one that tells of more than landed is asked for once more, without tools", async () => {
  await using shop = await shopOf();
  const log = logOf(landedLog(DRAFT));

  const next = await judged(log, shop);

  assert.equal(next.type, "push");
  if (next.type !== "push") return;
  assert.match(next.text, /Written: a\.js, and nothing else\. The answer says otherwise:\n- Not so: .*b\.js/);
  const at = log.events.length;
  await log.append(
    [{ thread: MAIN, step: 1, at: 0, body: { type: "pushed", by: next.by, fragment: "f", text: next.text } }],
    [],
  );
  const asked = decide(log.events);
  assert.equal(asked.type === "call_model" ? asked.purpose : asked.type, "final");
  assert.equal(log.events.length, at + 1);
});

test("told of once more, it is code that answers", async () => {
  await using shop = await shopOf();
  const log = logOf(landedLog(DRAFT));
  const push = await judged(log, shop);
  assert.equal(push.type, "push");
  const bodies: EventBody[] = [
    { type: "pushed", by: "claim", fragment: "f", text: "" },
    replied("Indeed I created b.js too."),
  ];
  await log.append(
    bodies.map((body) => ({ thread: MAIN, step: 1, at: 0, body })),
    [],
  );

  const next = await judged(log, shop);

  assert.deepEqual(next, { type: "answer", text: "Written: a.js.", outcome: "landed", outstanding: [] });
});
