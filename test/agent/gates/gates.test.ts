// The gates together: their order, their own budgets, the shared one, the reserve, and what ships when all are spent.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventBody, GateName, TurnEvent } from "../../../agent/events.ts";
import { checklistGate } from "../../../agent/gates/checklist.ts";
import { claimGateOf } from "../../../agent/gates/claim.ts";
import type { Gate, GateContext, Introduced } from "../../../agent/gates/gate.ts";
import { gates, judgeDraft } from "../../../agent/gates/gates.ts";
import { pushesOf } from "../../../agent/gates/pushes.ts";
import { verifyGate } from "../../../agent/gates/verify.ts";
import { sha256 } from "../../../store/hash.ts";
import { contextOf, noChecks, noReport } from "./context.ts";

/** A log of drafts that were held, each by a gate. */
function logOf(...holds: { gate: GateName; draft: string; stage?: string }[]): TurnEvent[] {
  const bodies = holds.flatMap(({ gate, draft, stage = "s" }): EventBody[] => [
    {
      type: "replied",
      text: draft,
      reply: "",
      fragment: "",
      calls: [],
      finish: "stop",
      cut: false,
      ...numbers,
    },
    {
      type: "checked",
      draft: sha256(draft),
      stage,
      held: { gate, tier: 1, text: "" },
      cut: null,
      outstanding: [],
      report: noReport,
    },
  ]);
  return bodies.map((body, seq) => ({ ...body, turn: "t", seq, thread: "main", step: seq, at: 0 }));
}
const numbers = { usage: { promptTokens: 1, completionTokens: 1, cachedTokens: 0 }, ms: 1 };

const lies = claimGateOf([
  (draft) =>
    /changed|updated/.test(draft) ? [{ kind: "change", text: draft, names: ["x.js"], line: 1 }] : [],
]);
const list: readonly Gate[] = gates.map((gate) => (gate.name === "claim" ? lies : gate));

function judge(draft: string, events: TurnEvent[], given: Partial<GateContext> = {}, stage = "s") {
  return judgeDraft({ text: draft, stage, pushes: pushesOf(events) }, contextOf(given), list);
}

const invented: Introduced = {
  path: "main.js",
  line: 3,
  symbol: "sheet.gridCellEnd",
  message: "sheet.gridCellEnd does not exist.",
};
const checks = { ...noChecks, introduced: [invented] };

test("a claim comes before a bail, and findings come after both", () => {
  const draft = "I updated x.js. You can add the rest.";

  assert.equal(judge(draft, [], { checks }).held?.gate, "claim");
  assert.equal(judge("You can add the rest.", [], { checks }).held?.gate, "bail");
  assert.equal(judge("It is blue.", [], { checks }).held?.gate, "verify");
});

test("each gate has a budget of its own, and what it no longer holds is admitted", () => {
  const events = logOf({ gate: "verify", draft: "one" }, { gate: "verify", draft: "two" });

  const judged = judge("something else entirely", events, { checks });

  assert.equal(judged.held, null);
  assert.match(judged.outstanding[0] ?? "", /^Not fixed: sheet\.gridCellEnd \(main\.js:3\)/);
});

test("a second hold for findings is blunter", () => {
  assert.match(judge("new words here", [], { checks }).held?.text ?? "", /Fix each of these/);

  const again = judge("new words here", logOf({ gate: "verify", draft: "old" }), { checks });

  assert.equal(again.held?.tier, 2);
  assert.match(again.held?.text ?? "", /an explanation does not change them/);
});

test("three pushes are shared by all; one more comes from the reserve, on new words", () => {
  const spent = logOf(
    { gate: "bail", draft: "a" },
    { gate: "bail", draft: "b" },
    { gate: "verify", draft: "The header is blue in every file of the project now, and so is the footer." },
  );

  const fresh = judge("I updated x.js as well as y.js, and the header.", spent);
  const same = judge("The header is blue in every file of the project now, and so is the footer!", spent, {
    checks,
  });

  assert.equal(fresh.held?.gate, "claim");
  assert.equal(same.held, null);
});

test("new changes on the stage are new material too", () => {
  const spent = logOf(
    { gate: "bail", draft: "a" },
    { gate: "bail", draft: "b" },
    { gate: "verify", draft: "Done." },
  );

  assert.equal(judge("Done.", spent, { checks }).held, null);
  assert.equal(judge("Done.", spent, { checks }, "other").held?.gate, "verify");
});

test("a claim that comes back after its push gets the bluntest words, once", () => {
  const once = logOf({ gate: "claim", draft: "I changed x.js." });
  const twice = [
    ...logOf(
      { gate: "claim", draft: "I changed x.js." },
      { gate: "claim", draft: "x.js was updated, truly." },
    ),
  ];

  const again = judge("x.js was updated, truly.", once);
  const third = judge("It is a fact that x.js was changed by me.", twice);

  assert.equal(again.held?.tier, 3);
  assert.match(again.held?.text ?? "", /The file system shows no such thing/);
  assert.equal(third.held, null);
  assert.deepEqual(third.outstanding, ["Not so: no such change of x.js was made in this request."]);
});

test("a word-for-word repeat ends the turn, whatever budgets are left", () => {
  const events = logOf({ gate: "bail", draft: "You can add it." });

  const judged = judge("You can add it.", events);

  assert.equal(judged.held, null);
  assert.deepEqual(judged.outstanding, ["Nothing was changed in this request."]);
});

test("a draft after a bound is judged and not pushed", () => {
  const judged = judgeDraft(
    { text: "Sorry. It is blue.", stage: "s", pushes: null },
    contextOf({ wasPushed: true, checks }),
    list,
  );

  assert.equal(judged.held, null);
  assert.equal(judged.cut, "It is blue.");
  assert.equal(judged.outstanding.length, 1);
});

test("a gate that crashes is admitted, and the others still judge", () => {
  const broken: Gate = {
    name: "claim",
    budget: 1,
    tier: () => 1,
    judge() {
      throw new Error("no table");
    },
  };

  const judged = judgeDraft(
    { text: "It is blue.", stage: "s", pushes: pushesOf([]) },
    contextOf({ checks }),
    [broken, verifyGate],
  );

  assert.equal(judged.held?.gate, "verify");
  assert.ok(judged.outstanding.includes("Not checked: the claim check could not be made (no table)."));
});

test("findings in a file that is left alone are admitted, and nobody is pushed about them", () => {
  const judged = judge("It is blue.", [], { checks, leftAlone: ["main.js"] });

  assert.equal(judged.held, null);
  assert.equal(judged.outstanding.length, 1);
});

test("a script that ended in the dry run holds a draft", () => {
  const thrown = [{ path: "main.js", line: 7, message: "ReferenceError: nowhere is not defined" }];

  const judged = judge("It is blue.", [], { checks: { ...noChecks, thrown } });

  assert.match(judged.held?.text ?? "", /main\.js:7: in a dry run/);
  assert.match(judged.outstanding[0] ?? "", /^Dry run: ended at main\.js:7 with ReferenceError/);
});

test("plan items that are open and unmentioned hold a draft; named ones do not", () => {
  const unfinished = ["Wire footer module into main.js"];

  const silent = checklistGate.judge("The header is blue.", contextOf({ unfinished }));
  const named = checklistGate.judge(
    "Left out: wiring the footer module into main.js.",
    contextOf({ unfinished }),
  );

  assert.match(silent?.push?.(1) ?? "", /not done and that the draft does not mention:\n- Wire footer/);
  assert.deepEqual(silent?.outstanding, ["Unfinished: Wire footer module into main.js."]);
  assert.equal(named, null);
});

test("an open plan item that is told as done is not mentioned; a list under a heading is", () => {
  const unfinished = ["Wire footer module into main.js"];
  const judge = (draft: string) => checklistGate.judge(draft, contextOf({ unfinished }));

  assert.notEqual(judge("Wired the footer module into main.js."), null);
  assert.equal(judge("The header is blue.\n\nNot done:\n- Wire the footer module into main.js"), null);
});

test("judging a draft takes some two milliseconds, and never a noticeable time", () => {
  const lines = Array.from(
    { length: 20 },
    (_, i) => `- The header of \`part${i}.js\` is blue, and you see it at once.`,
  );
  const draft = lines.join("\n");
  const context = contextOf({ wasPushed: true, checks, unfinished: ["Wire the footer"] });
  const pushes = pushesOf([]);
  judgeDraft({ text: draft, stage: "s", pushes }, context, list);
  const began = performance.now();

  for (let i = 0; i < 50; i++) judgeDraft({ text: draft, stage: "s", pushes }, context, list);

  const each = (performance.now() - began) / 50;
  assert.ok(each < 25, `${each.toFixed(2)} ms`);
});
