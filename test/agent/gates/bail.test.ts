// A draft that gives up, hands the work back or asks for leave is held; an honest one is not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bailGate } from "../../../agent/gates/bail.ts";
import { contextOf } from "./context.ts";

const held = (draft: string, given = {}) => bailGate.judge(draft, contextOf(given))?.push?.(1) ?? null;

test("a draft that tells the person to do it themselves is held", () => {
  const push = held("You can add a line with the new colour to the setup function.");

  assert.match(push ?? "", /hands the work back/);
});

test("asking leave for what was asked already is held, and gets blunter words the second time", () => {
  const judged = bailGate.judge("Would you like me to go ahead and change it?", contextOf());

  assert.match(judged?.push?.(1) ?? "", /asks for leave/);
  assert.match(judged?.push?.(2) ?? "", /the next reply is a tool call/);
  assert.deepEqual(judged?.outstanding, ["Nothing was changed in this request."]);
});

test("giving up before anything was tried is held", () => {
  assert.match(held("Unfortunately I cannot edit files in this project.", { calls: 0 }) ?? "", /gives up/);
});

test("a plan instead of work, and no call at all, are held too", () => {
  assert.match(held("I'll look into it and change the header next.") ?? "", /promises work and ends/);
  assert.match(
    held("Headers are a matter of taste, and blue is a common choice.", { calls: 0 }) ?? "",
    /no tool was called/,
  );
  assert.equal(held("The header is blue already.", { calls: 0 }), null);
});

test("a draft that comes with an open question to the person stands aside", () => {
  assert.equal(held("Shall I use the dark blue or the light blue?", { asking: true }), null);
});

test("an honest no after a lookup passes", () => {
  const draft = "I could not add it: the documentation of Sheet has no such thing, and nothing near it.";

  assert.equal(held(draft, { calls: 3, lookups: 2 }), null);
});

test("work on the stage, and an answer to a question, pass", () => {
  assert.equal(held("Please run it once to see.", { changed: ["main.js"] }), null);
  assert.equal(
    held("You can set the colour with the fill option.", { said: ["How do I set the colour?"] }),
    null,
  );
});

test("what no tool can do is no work that was handed back", () => {
  assert.equal(held("Run `npm test` in the project's folder.", { said: ["run the tests"] }), null);
});

test("code, quotes and the person's own words do not count", () => {
  const said = ["Please add a hint that says you can add a note here"];

  assert.equal(held("The button reads “You can add rows”.", { said }), null);
  assert.equal(held("```\n// you can add more here\n```\nThat is the line in question.", { said }), null);
});
