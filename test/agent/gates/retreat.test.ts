// A push answered by a smaller file: what had passed may not go, unless the person asked for it, or the finding was in it.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventBody, TurnEvent } from "../../../agent/events.ts";
import { retreatIn } from "../../../agent/gates/retreat.ts";
import { noReport } from "./context.ts";

const BEFORE = [
  "function header(sheet) {",
  '  sheet.text("Title");',
  "  sheet.line();",
  "}",
  "function footer(sheet) {",
  "  sheet.fancyEnd();",
  "}",
  "header(sheet);",
  "footer(sheet);",
  "",
].join("\n");
const ONLY_FOOTER = 'function footer(sheet) {\n  sheet.text("x");\n}\nfooter(sheet);\n';

function logOf(request: string, ...bodies: EventBody[]): TurnEvent[] {
  const none = { prefix: "", tools: "", opening: [], smallModel: "", renderVersion: 1, indexVersion: null };
  const bounds = { steps: 9, toolCalls: 9, tokens: 9, activeMs: 9, reviews: 3 };
  const started: EventBody = {
    type: "started",
    workspace: "ws",
    request,
    by: "me",
    model: "m",
    bounds,
    ...none,
  };
  return [started, ...bodies].map((body, i) => ({
    ...body,
    turn: "t",
    seq: i + 1,
    thread: "main",
    step: i,
    at: 0,
  }));
}
const pushed = (by: string): EventBody => ({ type: "pushed", by, fragment: "", text: "" });
const checked = (line: number): EventBody => ({
  type: "checked",
  draft: "",
  stage: "",
  held: null,
  cut: null,
  outstanding: [],
  report: {
    ...noReport,
    introduced: [
      { family: "member", about: "Sheet.fancyEnd", symbol: "sheet.fancyEnd", line, path: "main.js" },
    ],
  },
});

const retreat = (after: string | null, events: TurnEvent[], others: string[] = []) =>
  retreatIn([{ path: "main.js", before: BEFORE, after }], events, others);

test("a function that had passed may not go to satisfy a push", () => {
  const text = retreat(ONLY_FOOTER, logOf("make it blue", pushed("bail")));

  assert.match(text ?? "", /^Not staged: main\.js would lose header, which was right/);
  assert.match(text ?? "", /Never satisfy a check by removing code that was right/);
});

test("the file itself may not go either", () => {
  assert.match(retreat(null, logOf("make it blue", pushed("claim"))) ?? "", /would lose/);
});

test("without a push, or after the person spoke, the model may shorten as it likes", () => {
  assert.equal(retreat(ONLY_FOOTER, logOf("make it blue")), null);
  assert.equal(retreat(ONLY_FOOTER, logOf("make it blue", pushed("cut"))), null);
  const steered: EventBody = { type: "steered", by: "me", text: "only the footer", fragment: "" };
  assert.equal(retreat(ONLY_FOOTER, logOf("make it blue", pushed("bail"), steered)), null);
});

test("the person asked for something to go", () => {
  assert.equal(retreat(ONLY_FOOTER, logOf("remove the header", pushed("bail"))), null);
});

test("what the finding is in may go, with what served only that", () => {
  const events = logOf("make it blue", checked(6), pushed("verify"));

  assert.equal(retreat(BEFORE.replace("  sheet.fancyEnd();\n", ""), events), null);
  assert.equal(
    retreat(BEFORE.replace(/function footer[\s\S]*?\n}\n/, "").replace("footer(sheet);\n", ""), events),
    null,
  );
  assert.match(retreat(ONLY_FOOTER, events) ?? "", /would lose header/);
});

test("what moved to another file is not lost", () => {
  const others = ['function header(sheet) {\n  sheet.text("Title");\n  sheet.line();\n}\n'];

  assert.equal(retreat(ONLY_FOOTER, logOf("make it blue", pushed("bail")), others), null);
});

test("a better way that needs a line less is no retreat", () => {
  const shorter = BEFORE.replace('  sheet.text("Title");\n  sheet.line();', '  sheet.heading("Title");');

  assert.equal(retreat(shorter, logOf("make it blue", pushed("bail"))), null);
});

test("many lines without a name count as well", () => {
  const long = `${Array.from({ length: 20 }, (_, i) => `sheet.text("line ${i}");`).join("\n")}\n`;
  const events = logOf("make it blue", pushed("bail"));

  const text = retreatIn([{ path: "main.js", before: long, after: 'sheet.text("line 0");\n' }], events, []);

  assert.match(text ?? "", /would lose 19 lines of code/);
});
