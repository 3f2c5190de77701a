// Properties of the checks: programs that are written from the documentation itself, and from nothing at all, raise nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { checkFile } from "../../../agent/check/check-file.ts";
import { checkSnippet } from "../../../agent/check/check-snippet.ts";
import type { World } from "../../../agent/check/world.ts";
import type { Profile } from "../../../agent/workspace/profile.ts";
import { sampleDocs } from "../docs/sample-docs.ts";
import { pressroom } from "./engine-world.ts";
import { programs } from "./programs.ts";

const withRequire = (profile: Profile): Profile => ({
  ...profile,
  globals: [...profile.globals, "require"],
});

function raisesNothing(world: World): void {
  fc.assert(
    fc.property(programs(world.surface, 3), (text) => {
      assert.deepEqual(checkFile({ path: "main.js", text }, world), []);
      assert.deepEqual(checkSnippet(`Like so:\n\n\`\`\`js\n${text}\`\`\`\n`, world), []);
    }),
    { numRuns: 60 },
  );
}

test("programs of an engine's documented members raise nothing", async (t) => {
  const { docs, profile } = await sampleDocs(t, "quire");
  const project = { paths: () => ["there.js"], read: () => "" };
  raisesNothing({ surface: docs.surface, profile: withRequire(profile), project });
  const { world } = pressroom(t);
  raisesNothing({ ...world, profile: withRequire(world.profile), project });
});

test("no text takes a check down, and positions are inside it", (t) => {
  const { world } = pressroom(t);
  const piece = fc.constantFrom(
    ...[
      "press",
      ".",
      "leaf",
      "nope",
      "(",
      ")",
      "{",
      "}",
      "[",
      "]",
      "'",
      "`",
      "/",
      "*",
      "\n",
      "\r\n",
      "\uFEFF",
      " ",
      ";",
    ],
    ...[
      "=",
      "=>",
      "var ",
      "function ",
      "if (",
      "new ",
      "#include ",
      "```",
      "~~~",
      "> ",
      "- ",
      "$",
      "1",
      ",",
      "?.",
      "typeof ",
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join("");
      const lines = text.split(/\r\n?|\n/);
      for (const { line, column } of [
        ...checkFile({ path: "main.js", text }, world),
        ...checkSnippet(text, world),
      ]) {
        assert.ok(line >= 1 && line <= lines.length, text);
        assert.ok(column >= 1 && column <= (lines[line - 1] ?? "").length + 1, text);
      }
    }),
    { numRuns: 300 },
  );
});

test("a fence, a template and a dollar in prose never trip a check", (t) => {
  const { world } = pressroom(t);
  const word = fc.constantFrom(
    "It costs $5.",
    "Use `leaf` and `main.js`.",
    "The $" + "{press.nope} of a template.",
    "See press.nope for more.",
    "* press.nope\n",
    "```text\npress.nope\n```\n",
    "    press.nope\n",
    "$$x.y$$",
    "`$" + "{HOME}/press.nope`",
    "<press.nope>",
    "https://press.nope/press.leafs",
    "`1.2.3`",
    "“press.nope”",
    "~~press.nope~~",
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      assert.deepEqual(checkSnippet(words.join("\n\n"), world), []);
    }),
    { numRuns: 100 },
  );
});

test("a place is right behind whatever stands before it, in files and in texts", (t) => {
  const { file, snippet } = pressroom(t);
  const line = fc.constantFrom(
    "",
    "#target press",
    '#include "main.js"',
    "//@include 'main.js'",
    "say('\u{1F600}\u{1D538}');",
    "\tsay(1); // \u{1F600}",
    "/* a\u2028b */ say(2);",
    "say('\u00E9e\u0301');",
  );
  const end = fc.constantFrom("\n", "\r\n", "\r");
  const before = fc.constantFrom("", "\t", "say('\u{1F600}'); ", "/* \u{1D538} */ ");
  const place = ([found]: readonly { line: number; column: number }[]) => found && [found.line, found.column];

  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), end, before, fc.boolean(), (lines, newline, lead, bom) => {
      const text = `${bom ? "\uFEFF" : ""}${[...lines, `${lead}press.nope;`].join(newline)}`;
      const expected = [lines.length + 1, lead.length + "press.".length + 1];

      assert.deepEqual(place(file(text)), expected);
      const fenced = `\`\`\`js${newline}${text.replace("\uFEFF", "")}${newline}\`\`\``;
      // A lone CR ends no line of a Markdown fence.
      if (newline !== "\r")
        assert.deepEqual(place(snippet(`${bom ? "\uFEFF" : ""}${fenced}`)), [lines.length + 2, expected[1]]);
    }),
    { numRuns: 200 },
  );
});

test("hostile texts end in a moment, and never with a throw", (t) => {
  const { file, snippet } = pressroom(t, { profile: { level: 2026 } });
  const hostile = [
    "(".repeat(100_000),
    "[({".repeat(34_000),
    `var a = ${"[".repeat(10_000)}${"]".repeat(10_000)};`,
    `var a = ${"{a:".repeat(10_000)}1${"}".repeat(10_000)};`,
    `press.nope; // ${"x".repeat(1_000_000)}`,
    `var a = "${"y".repeat(1_000_000)}"; press.nope;`,
    `press${"['a']".repeat(10_000)};`,
    "\uD800 press.nope; \uDC00",
    "press.\uD800nope;",
    "press.nope;\0\0\0",
    `${"\0".repeat(10_000)}press.nope;`,
    `var a = ${"!".repeat(20_000)}press.leaf;`,
    `${"function f(){".repeat(3_000)}${"}".repeat(3_000)}`,
    `a = ${"b ? c : ".repeat(5_000)} d;`,
    `var a0 = press;${Array.from({ length: 300 }, (_, n) => `function f${n}(x) { f${n + 1}(x); f${n}(x.parent); }`).join("")} f0(press.leaf);`,
    `${"/*".repeat(50_000)}`,
    `\`${"${`".repeat(5_000)}`,
    "#include ".repeat(20_000),
  ];

  for (const text of hostile) {
    const started = performance.now();
    assert.doesNotThrow(() => file(text), text.slice(0, 40));
    assert.doesNotThrow(() => snippet(`\`\`\`js\n${text}\n\`\`\``), text.slice(0, 40));
    assert.ok(performance.now() - started < 8_000, `${text.slice(0, 40)}: ${performance.now() - started} ms`);
  }
});
