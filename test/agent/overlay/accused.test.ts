// Which names a card offers: refused ones, those that shipped all the same, each once in a turn.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { CheckNote } from "../../../agent/check/finding.ts";
import { type EventBody, MAIN, type TurnEvent } from "../../../agent/events.ts";
import { accusedBefore } from "../../../agent/overlay/accused.ts";

const note = (about: string, more: Partial<CheckNote> = {}): CheckNote => ({
  family: "member",
  about,
  symbol: about,
  line: 1,
  path: "a.js",
  ...more,
});
const hash = "a".repeat(64);

const refused = (...findings: CheckNote[]): EventBody => {
  const call = { index: 0, call: "c", tool: "write_file", key: "k", ok: false, reason: "invented" };
  return { type: "tool_ran", ...call, fragment: hash, result: hash, evidence: null, findings, ms: 1 };
};
const checked = (...introduced: CheckNote[]): EventBody => {
  const report = { files: 1, judged: 1, open: 0, introduced, told: [note("Told.only")], inherited: 0 };
  return { type: "checked", draft: hash, stage: hash, held: null, cut: null, outstanding: [], report };
};
const ran = (stage: string, ...findings: CheckNote[]): EventBody => {
  return { type: "dry_ran", by: "draft", stage, report: hash, line: "", findings, ms: 1 };
};
const opened = (review: string): EventBody => {
  return { type: "review_opened", review, changeset: hash, changes: [], draft: "" };
};

const logOf = (...bodies: EventBody[]): TurnEvent[] =>
  bodies.map((body, i) => ({ turn: "t", seq: i + 1, thread: MAIN, step: 1, at: 1, ...body }));
const names = (events: TurnEvent[], review: string | null) =>
  accusedBefore(events, review).map(({ about }) => about);

test("a review tells what was refused before it, the answer only what came after", () => {
  const log = logOf(
    refused(note("A.x"), note("A.y")),
    refused(note("A.x", { line: 9 })),
    opened("r1"),
    refused(note("A.x")),
    refused(note("A.z")),
    opened("r2"),
    refused(note("A.end")),
  );

  assert.deepEqual(names(log, "r1"), ["A.x", "A.y"]);
  assert.deepEqual(names(log, "r2"), ["A.z"]);
  assert.deepEqual(names(log, null), ["A.end"]);
  assert.equal(accusedBefore(log, "r1")[0]?.line, 1);
});

test("what a draft shipped with is told with it, from the checks and from the dry run of that stage", () => {
  const log = logOf(
    ran("b".repeat(64), note("Old.run")),
    ran(hash, note("A.run")),
    checked(note("A.shipped")),
  );

  assert.deepEqual(names(log, null), ["A.shipped", "A.run"]);
});

test("an earlier draft's findings that were mended are not told, nor what is only likely", () => {
  const log = logOf(checked(note("A.mended")), checked());

  assert.deepEqual(names(log, null), []);
});

test("one name in two families is two questions; a level of the language is none", () => {
  const log = logOf(
    refused(note("keys"), note("keys", { family: "engine" }), note("arrow function", { family: "syntax" })),
  );

  assert.deepEqual(
    accusedBefore(log, null).map(({ family }) => family),
    ["member", "engine"],
  );
});

test("a request without checks has nobody accused", () => {
  assert.deepEqual(names(logOf(), null), []);
});
