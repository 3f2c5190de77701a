// The review card: the whole change, and nothing that hides in it.
// Promises that what is shown decodes to the bytes of the diff, for files made to break that.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ReviewCard } from "../../../agent/ports.ts";
import { unifiedDiff } from "../../../agent/workspace/unified-diff.ts";
import { cardLead, diffDocument, renderCard } from "../../../bot/render/card.ts";
import { joinPages } from "../../../bot/render/pages.ts";
import { decodeVisible } from "../../../bot/render/visible.ts";
import { card, cardOf, runs } from "./arbitrary.ts";
import { assertMessage } from "./valid.ts";

function pagesOf(of: ReviewCard): string[] {
  const { pages } = renderCard(of, 1);
  return Array.from({ length: pages }, (_, i) => {
    const { text, entities } = renderCard(of, i + 1).text;
    const block = entities.find((entity) => entity.type === "pre");
    return block === undefined ? "" : text.slice(block.offset, block.offset + block.length);
  });
}

const file = (path: string, before: string | null, after: string | null): ReviewCard["files"][number] => ({
  path,
  op: before === null ? "create" : after === null ? "delete" : "modify",
  before: before === null ? null : Buffer.from(before),
  after: after === null ? null : Buffer.from(after),
  note: null,
});

test("the pages decode to exactly the bytes of the diff, and each is a message", () => {
  fc.assert(
    fc.property(card, (of) => {
      const { pages, complete } = renderCard(of, 1);

      assert.equal(decodeVisible(joinPages(pagesOf(of))), unifiedDiff(of.files));
      assert.deepEqual(Buffer.from(diffDocument(of).bytes), Buffer.from(unifiedDiff(of.files)));
      assert.equal(complete, pages === 1);
      for (let page = 1; page <= pages; page += 1) assertMessage(renderCard(of, page).text);
    }),
    runs(50),
  );
});

test("a small change stands on one card with counts, labels and the hash", () => {
  const of = cardOf([file("main.js", "a\nfooter\nb\n", "a\nb\n")], {
    draft: "I **removed** it.",
    road: ["1 write refused"],
  });

  const { text, complete } = renderCard(of, 1);

  assert.ok(complete);
  for (const words of [
    "main.js +0 −1",
    "deletes 1 of 3 lines, changes none",
    "The model says:",
    "1 write refused",
    "-footer",
    of.changeset.slice(0, 12),
  ]) {
    assert.ok(text.text.includes(words), words);
  }
});

test("what the checks said stands under the files, before the road and the model's words", () => {
  const checks = [
    "Checks: 1 file, 214 of 342 names judged, nothing invented",
    "Dry run: 2 scripts ran to their end, 3 of 11 functions not entered",
    "4 older findings in this file were there before",
  ];
  const of = cardOf([file("main.js", "a\n", "b\n")], { checks, road: ["1 write refused"], draft: "Done." });

  const { text } = renderCard(of, 1).text;

  const order = ["main.js", ...checks, "1 write refused", "The model says:"].map((part) =>
    text.indexOf(part),
  );
  assert.ok(order.every((at, i) => at > (order[i - 1] ?? -1)));
});

test("many and long lines of the checks leave room for the diff, and an undo has none", () => {
  const long = Array.from({ length: 40 }, (_, i) => `Told ${i}: ${"Sheet.gridCellEnd ".repeat(90)}`);
  const of = cardOf([file("main.js", "a\n", "b\n")], { checks: long, draft: "word ".repeat(900) });

  const shown = renderCard(of, 1);

  assertMessage(shown.text);
  assert.ok(shown.complete);
  assert.match(shown.text.text, /… and 34 more lines of the checks/);
  assert.doesNotMatch(renderCard(cardOf(of.files), 1).text.text, /[Cc]hecks/);
});

test("a note that says what a label says already stands there once, and reasons are words", () => {
  const [same] = cardOf([file("main.js", "a\nfooter\nb\n", "a\nb\n")]).files;
  assert.ok(same);
  const of = cardOf([{ ...same, note: "deletes 1 of 3 lines, changes none" }], {
    road: ["refused: edit_file (no_match) ×2"],
  });

  const { text } = renderCard(of, 1).text;

  assert.equal(text.split("deletes 1 of 3 lines").length, 2);
  assert.ok(text.includes("refused: edit file (no match) ×2"));
});

test("a path that is too long keeps its end, which tells files apart", () => {
  const of = cardOf([file(`${"deep/".repeat(60)}main.js`, "a\n", "b\n")]);

  const { text } = renderCard(of, 1).text;

  assert.match(text, /• deep\/.{20,40}…[^\n]{20,80}\/main\.js \+1 −1/);
  assert.match(cardLead(of), /…\S*\/main\.js waits for your verdict\.$/);
});

test("what a file steers is labelled, whatever the change says of itself", () => {
  const of = cardOf([
    file(".github/workflows/ci.yml", null, "on: push\n"),
    file("package.json", "{}\n", '{"scripts":{"postinstall":"x"}}\n'),
    file("old.js", "x\n", null),
    file("big.js", "", `${"x\n".repeat(300)}`),
  ]);

  const { text } = renderCard(of, 1).text;

  for (const label of [
    "runs in CI",
    ".github/workflows/ci.yml +1 −0 · new",
    "packages",
    "deletes the file",
    "large: 300 lines",
  ]) {
    assert.ok(text.includes(label), label);
  }
});

test("a change of what others use, and one beside the files that were named, are labelled", () => {
  const files = [
    file("lib/parts.js", "exports.a = 1;\nvar b = 2;\n", "exports.c = 1;\nvar b = 2;\n"),
    file("es.mjs", "export const a = 1;\nlet b;\n", "export const a = 1;\nlet c;\n"),
  ];

  const asked = (request: string) => renderCard(cardOf(files, { request }), 1).text.text;

  assert.match(
    asked("set pot.heat"),
    /parts\.js \+1 −1\n\s+⚠ touches what it exports\n• es\.mjs \+1 −1\n(?!\s+⚠)/,
  );
  assert.match(
    asked("in parts.js set a.b"),
    /exports\n• es\.mjs \+1 −1\n\s+⚠ not a file that the request names/,
  );
  assert.doesNotMatch(asked("lib/parts.js and ./es.mjs, please."), /request names/);
});

test("labels of files beyond the list are named all the same", () => {
  const many = Array.from({ length: 40 }, (_, i) =>
    file(`lib/module-with-a-long-name-${i}.js`, "a\n", "b\n"),
  );
  const of = cardOf([...many, file("zz/.husky/pre-commit", null, "x\n")]);

  const { text } = renderCard(of, 1).text;

  assert.match(text, /more files, all in the diff\n\s+⚠ .*runs by itself/);
});

test("padding cannot push a payload out of sight, and hidden characters stand by name", () => {
  const of = cardOf([file("a.js", "x\n", `x\n${"\n".repeat(500)}${" ".repeat(400)}evil("раypal\u202e")\n`)]);

  const { text, complete } = renderCard(of, 1);

  assert.ok(complete);
  assert.ok(text.text.includes("+⟨×500 lines⟩"));
  assert.ok(text.text.includes('+⟨U+0020×400⟩evil("⟨U+0440⟩⟨U+0430⟩ypal⟨U+202E⟩")'));
  assert.match(text.text, /3 hidden or look-alike characters/);
  assert.match(text.text, /2 long blank runs/);
});

test("no page ends with the heading of what stands on the next", () => {
  const of = cardOf(
    Array.from({ length: 120 }, (_, i) => file(`lib/m${i}.js`, null, "x\n".repeat(1 + (i % 5)))),
  );

  const pages = pagesOf(of);

  assert.ok(pages.length > 2);
  for (const page of pages) assert.doesNotMatch(page.split("\n").at(-1) ?? "", /^(diff|new|---|\+\+\+|@@)/);
  assert.equal(decodeVisible(joinPages(pages)), unifiedDiff(of.files));
});

test("a page that is not there shows the nearest, and the lead says what waits", () => {
  const of = cardOf([file("a.js", "x\n", "line\n".repeat(3_000))]);
  const { pages } = renderCard(of, 1);

  assert.deepEqual(renderCard(of, 99), renderCard(of, pages));
  assert.deepEqual(renderCard(of, -1), renderCard(of, 1));
  assert.equal(cardLead(of), "Review: a change to a.js waits for your verdict.");
});
