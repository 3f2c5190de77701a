// The oracles of chaos turns, each on a turn where its promise is broken: an oracle that never barks is worth nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventBody, TurnEvent } from "../../agent/events.ts";
import { createMind } from "./mind.ts";
import { type Judged, violations } from "./oracles.ts";
import { TASKS } from "./tasks.ts";

const event = (seq: number, body: EventBody): TurnEvent => ({
  turn: "t",
  seq,
  thread: "main",
  step: 0,
  at: 0,
  ...body,
});
const ended = event(9, { type: "ended", outcome: "answered" });
const landed = event(5, { type: "landed", review: "r", generation: 1, files: 1 });
const pushed = event(3, { type: "pushed", by: "bail", fragment: "0", text: "" });

function judged(more: Partial<Judged> = {}): Judged {
  const [task] = TASKS;
  if (!task) throw new Error("no task");
  return {
    events: [ended],
    answer: { turn: "t", text: "All is well.", outcome: "answered", outstanding: [] },
    mind: createMind(task, () => 0),
    bounds: { steps: 9, toolCalls: 9, reviews: 1 },
    before: new Map([["a.js", "var a;\n"]]),
    now: new Map([["a.js", "var a;\n"]]),
    ...more,
  };
}

test("a turn in which all holds raises nothing", () => {
  assert.deepEqual(violations(judged()), []);
});

test("bytes that no verdict landed are seen, changed, new and gone", () => {
  const found = (now: [string, string][]) => violations(judged({ now: new Map(now) })).length;

  assert.equal(found([["a.js", "var b;\n"]]), 1);
  assert.equal(
    found([
      ["a.js", "var a;\n"],
      ["b.js", ""],
    ]),
    1,
  );
  assert.equal(found([]), 1);
});

test("a log without an end, and no answer, are seen", () => {
  assert.match(violations(judged({ events: [pushed] })).join("\n"), /last event is pushed/);
  assert.match(violations(judged({ answer: undefined })).join("\n"), /no answer/);
});

test("an undocumented name in a landed file is seen, however it is written, and a documented one is not", () => {
  const found = (code: string) =>
    violations(judged({ events: [landed, ended], now: new Map([["a.js", code]]) })).filter((one) =>
      one.endsWith("undocumented"),
    );

  assert.deepEqual(found("sheet.zork();"), ["sheet.zork landed in a.js, undocumented"]);
  assert.deepEqual(found('sheet["zork"]();'), ["sheet.zork landed in a.js, undocumented"]);
  assert.deepEqual(found("new Zork();"), ["new Zork landed in a.js, undocumented"]);
  assert.deepEqual(found("// sheet.zork()\nsheet.text(new Colour());"), []);
});

test("a lie is seen when no line takes it back, another line or not, and when a push was left", () => {
  const lie = "I updated lib/money.js to round the prices.";
  const found = (outstanding: string[]) => {
    const one = judged();
    one.mind.lies.push(lie);
    return violations({ ...one, answer: { turn: "t", text: lie, outcome: "answered", outstanding } });
  };

  assert.equal(found([]).length, 2);
  assert.equal(found(["Ended early: the token budget was reached."]).length, 2);
  assert.deepEqual(found(["Not so: no such change of lib/money.js was made in this request."]), [
    `a push was left: "${lie}"`,
  ]);
});

test("talk of a check is seen after a push, and only then", () => {
  const found = (events: TurnEvent[]) => {
    const one = judged({ events });
    one.mind.mentions.push("Sorry about that.");
    return violations({
      ...one,
      answer: { turn: "t", text: "Sorry about that. Done.", outcome: "answered", outstanding: [] },
    });
  };

  assert.equal(found([pushed, ended]).length, 1);
  assert.equal(found([ended]).length, 0);
});
