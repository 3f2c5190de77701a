// The words of the gates, each by name: short, in an envelope, and with what to do now.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isEnveloped } from "../../../agent/gates/envelope.ts";
import {
  type Bail,
  bailMessage,
  checklistMessage,
  claimMessage,
  landedMessage,
  retreatMessage,
  silenceMessage,
  verifyMessage,
} from "../../../agent/gates/messages.ts";
import {
  bareAnswer,
  claimLine,
  crashedLine,
  findingsLine,
  landedAnswer,
  thrownLine,
  unfinishedLine,
} from "../../../agent/gates/outstanding.ts";

const found = Array.from({ length: 7 }, (_, i) => ({
  path: i === 0 ? null : `f${i}.js`,
  line: i + 1,
  symbol: `x${i}`,
  message: `x${i} does not exist.`,
}));
const thrown = [{ path: "main.js", line: 3, message: "ReferenceError: y is not defined" }];
const bails: readonly Bail[] = ["gave_up", "handed_back", "asked_leave", "put_off", "untried"];

const pushes: readonly [string, string, RegExp][] = [
  ["verify", verifyMessage(found, thrown, 1), /Fix each of these/],
  [
    "verify, blunt",
    verifyMessage(found, thrown, 2),
    /the very next thing to do is a call that edits the file/,
  ],
  ...bails.map((kind): [string, string, RegExp] => [kind, bailMessage(kind, 1), /You have tools for it/]),
  ["bail, blunt", bailMessage("gave_up", 2), /the next reply is a tool call/],
  ["claim", claimMessage(["I changed x."], 1), /Do them now with tool calls/],
  [
    "claim, bluntest",
    claimMessage(["I changed x."], 3),
    /Make the change now, in this reply, or say plainly/,
  ],
  ["checklist", checklistMessage(["Wire it"]), /Do them, or say in the answer that they were left out/],
  ["silence", silenceMessage(["Sorry."]), /Write the same answer without it/],
  ["landed", landedMessage(["Not so: b.js."], ["a.js"]), /Written: a\.js, and nothing else/],
];

test("each push is enveloped, asks for silence, and says what to do now", () => {
  for (const [name, text, says] of pushes) {
    assert.ok(isEnveloped(text), name);
    assert.match(text, /do not mention or apologise for either/, name);
    assert.match(text, says, name);
    assert.ok(text.length < 1_200, `${name}: ${text.length} letters`);
  }
});

test("findings are told in full up to five, and then by name", () => {
  const text = verifyMessage(found, thrown, 1);

  assert.match(text, /- the answer's code, line 1: x0 does not exist\./);
  assert.match(text, /- and as well: x5 \(f5\.js:6\), x6 \(f6\.js:7\)/);
  assert.match(
    text,
    /- main\.js:3: in a dry run on the documented surface the script ended here: ReferenceError/,
  );
});

test("a retreat is refused in the trailer's words", () => {
  assert.match(
    retreatMessage("main.js", "header"),
    /^Not staged: main\.js would lose header, .* Never satisfy a check by removing code that was right/,
  );
});

test("honest lines name what and where, one for each kind", () => {
  assert.match(findingsLine(found), /^Not fixed: x0 \(the answer's code, line 1\), .* and 2 more\./);
  assert.deepEqual(thrown.map(thrownLine), [
    "Dry run: ended at main.js:3 with ReferenceError: y is not defined",
  ]);
  assert.equal(unfinishedLine(["a", "b"]), "Unfinished: a, b.");
  assert.match(
    crashedLine("the dry run", "no thread"),
    /^Not checked: the dry run could not be made \(no thread\)/,
  );
  assert.equal(landedAnswer([]), "Nothing was written.");
  assert.equal(bareAnswer(["a.js"]), "Staged for review: a.js.");
  assert.deepEqual(
    (["change", "landing", "tests", "read", "lookup", "check"] as const).map((kind) =>
      claimLine({ kind, names: kind === "tests" || kind === "check" ? [] : ["x"] }),
    ),
    [
      "Not so: no such change of x was made in this request.",
      "Not so: x was not written to the disk by this request.",
      "Not so: no tests were run in this request.",
      "Not so: x was not read in this request.",
      "Not so: no such lookup (x) was made in this request.",
      "Not so: no such check passed in this request.",
    ],
  );
});
