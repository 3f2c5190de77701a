// Long texts in parts: nothing cut in two, nothing lost.
// Promises the same words in the same order, within the limits of a message.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bold, code, concat, type FormattedText, pre } from "../../../bot/render/formatted.ts";
import { split } from "../../../bot/render/split.ts";
import { runs } from "./arbitrary.ts";
import { assertMessage } from "./valid.ts";

const partsOf = (whole: FormattedText, limit?: number): FormattedText[] => {
  const result = split(whole, limit);
  assert.equal(result.type, "parts");
  return result.type === "parts" ? result.parts : [];
};

test("a code block that goes on is opened again in its language", () => {
  const lines = Array.from({ length: 300 }, (_, i) => `var line${i} = ${i};`).join("\n");

  const parts = partsOf(concat(["Look:\n\n", pre(lines, "js")]));

  assert.ok(parts.length > 1);
  for (const part of parts)
    assert.deepEqual(
      part.entities.map((one) => [one.type, "language" in one && one.language]),
      [["pre", "js"]],
    );
  assert.equal(parts.map((part) => part.text).join("\n"), `Look:\n\n${lines}`);
});

test("over four parts the answer is a file with a head", () => {
  const result = split(concat(Array.from({ length: 3_000 }, (_, i) => concat([bold(`word${i}`), " and "]))));

  assert.equal(result.type, "file");
  if (result.type !== "file") return;
  assertMessage(result.head);
  assert.ok(result.file.name.endsWith(".md"));
  assert.ok(result.file.content.includes("**word2999**"));
});

test("at most a hundred entities go in one message", () => {
  const parts = partsOf(concat(Array.from({ length: 250 }, (_, i) => concat([code(`n${i}`), " "]))));

  for (const part of parts) assertMessage(part);
  assert.equal(parts.flatMap((part) => part.entities).length, 250);
});

test("no part cuts an entity, a character or a word's worth of text", () => {
  const piece = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 80 }).map((s) => concat([s])),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }).map((s) => code(s.replaceAll("\n", " "))),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }).map((s) => bold(s.replaceAll("\n", " "))),
    fc.constantFrom(concat(["\n\n"]), concat(["\n"]), concat([" "]), concat(["😀".repeat(50)])),
  );
  const dense = (text: string) => text.replace(/[ \n]/g, "");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 200, max: 500 }), (pieces, limit) => {
      const whole = concat(pieces);
      const result = split(whole, limit);
      if (result.type === "file") return;

      assert.equal(dense(result.parts.map((part) => part.text).join("")), dense(whole.text));
      const inline = (of: readonly FormattedText[]) => of.flatMap(({ entities }) => entities).length;
      assert.ok(inline(result.parts) <= inline([whole]));
      for (const part of result.parts) {
        assert.ok(part.text.length <= limit);
        assert.ok(part.text.isWellFormed());
      }
    }),
    runs(300),
  );
});
