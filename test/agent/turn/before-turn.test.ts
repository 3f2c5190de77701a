// What files were before the turn, from logs of staged changes: moves, moves back, landings, conflicts.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Change, EventBody, TurnEvent } from "../../../agent/events.ts";
import { beforeTurn, takeStep } from "../../../agent/turn/before-turn.ts";

const log = (...bodies: (EventBody & { step?: number })[]): TurnEvent[] =>
  bodies.map(({ step = 1, ...body }, at) => ({
    turn: "t",
    seq: at + 1,
    thread: "main",
    at: 0,
    step,
    ...body,
  }));

function staged(step: number, path: string, before: string | null, after: string | null) {
  const op: Change["op"] = after === null ? "delete" : before === null ? "create" : "modify";
  return {
    type: "staged" as const,
    step,
    index: 0,
    change: { path, op, before, after, mode: null },
    note: null,
  };
}

test("an edited file is what it was at its first staging, a new one is nothing", () => {
  const before = beforeTurn(
    log(staged(1, "a.js", "a0", "a1"), staged(2, "a.js", "a0", "a2"), staged(3, "b.js", null, "b1")),
  );

  assert.deepEqual(
    [...before],
    [
      ["a.js", "a0"],
      ["b.js", null],
    ],
  );
});

test("a moved file is what it was under its old name, over edits and further moves", () => {
  const events = log(
    staged(1, "a.js", "a0", "a1"),
    staged(2, "a.js", "a0", null),
    staged(2, "b.js", null, "a1"),
    staged(3, "b.js", null, "a2"),
    staged(4, "b.js", null, null),
    staged(4, "c.js", null, "a2"),
  );

  assert.equal(beforeTurn(events).get("b.js"), "a0");
  assert.equal(beforeTurn(events).get("c.js"), "a0");
});

test("a new file beside a deletion of other content is no move, nor one of another call", () => {
  const events = log(
    staged(1, "a.js", "a0", null),
    staged(1, "b.js", null, "b1"),
    staged(2, "c.js", null, "a0"),
  );

  assert.equal(beforeTurn(events).get("b.js"), null);
  assert.equal(beforeTurn(events).get("c.js"), null);
});

test("a file that this turn made and moved was nothing before", () => {
  const events = log(
    staged(1, "a.js", null, "a1"),
    staged(2, "a.js", null, null),
    staged(2, "b.js", null, "a1"),
  );

  assert.equal(beforeTurn(events).get("b.js"), null);
});

test("what landed is the file's past from then on; what a conflict dropped is forgotten", () => {
  const landed: EventBody = { type: "landed", review: "r", generation: 1, files: 1 };
  const dropped: EventBody = {
    type: "conflicted",
    review: "r",
    files: [{ path: "a.js", why: "changed" }],
    restaged: false,
  };

  const afterLanding = beforeTurn(log(staged(1, "a.js", "a0", "a1"), landed, staged(2, "a.js", "a1", "a2")));
  const afterConflict = beforeTurn(log(staged(1, "a.js", "a0", "a1"), dropped, staged(2, "a.js", "x", "a2")));

  assert.equal(afterLanding.get("a.js"), "a1");
  assert.equal(afterConflict.get("a.js"), "x");
});

test("a call that is about to be staged counts as staged", () => {
  const before = beforeTurn(log(staged(1, "a.js", "a0", "a1")));

  takeStep(before, [
    { path: "a.js", now: "a1", after: null },
    { path: "b.js", now: null, after: "a1" },
  ]);

  assert.equal(before.get("b.js"), "a0");
});
