// After a push nothing delivered speaks of it: held once, then cut by code, whole sentences and never inside code.

import assert from "node:assert/strict";
import { test } from "node:test";
import { silenceGate } from "../../../agent/gates/silence.ts";
import { contextOf } from "./context.ts";

const judge = (draft: string, given = {}) =>
  silenceGate.judge(draft, contextOf({ wasPushed: true, ...given }));

test("an apology after a push is held, and its sentence is named", () => {
  const judged = judge("I apologize for the confusion. The header in `main.js` is blue now.");

  assert.match(
    judged?.push?.(1) ?? "",
    /speaks of what the person never saw:\n- I apologize for the confusion\./,
  );
  assert.equal(judged?.cut, "The header in `main.js` is blue now.");
});

test("the check and the draft are not mentioned either", () => {
  const draft =
    "The automated check flagged a name.\n\n- Header is blue.\n- My previous answer was wrong.\n- Footer is as it was.";

  assert.equal(judge(draft)?.cut, "- Header is blue.\n- Footer is as it was.");
});

test("a cut never reaches into code", () => {
  const code = "```js\n// sorry, the check flagged this\nrun();\n```";

  assert.equal(judge(`${code}\nIt runs.`), null);
  assert.equal(judge(`Sorry about that.\n\n${code}`)?.cut, code);
});

test("a cut that leaves nothing gives a sentence of code's own", () => {
  assert.equal(judge("Sorry about that!")?.cut, "Nothing was changed in this request.");
  assert.equal(judge("My mistake.", { changed: ["a.js"] })?.cut, "Staged for review: a.js.");
});

test("nothing was pushed: an apology is the model's own business", () => {
  assert.equal(silenceGate.judge("Sorry, there is no such file.", contextOf()), null);
});

test("words of the task are no mention", () => {
  assert.equal(judge("The check() function handles errors now."), null);
  assert.equal(judge('The page shows "Sorry, not found" in red.'), null);
  assert.equal(
    judge("The automated check now runs on save.", { said: ["Add an automated check on save"] }),
    null,
  );
});
