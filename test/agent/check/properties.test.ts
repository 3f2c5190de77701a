// Properties of the checks: programs that are written from the documentation itself, and from nothing at all, raise nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { checkFile } from "../../../agent/check/check-file.ts";
import { checkSnippet } from "../../../agent/check/check-snippet.ts";
import type { World } from "../../../agent/check/world.ts";
import type { Surface } from "../../../agent/docs/surface/surface.ts";
import { sampleDocs } from "../docs/sample-docs.ts";
import { pressroom } from "./engine-world.ts";

const isName = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name);

/** Expressions of documented members, by the documented ways to their owners. */
function expressions(surface: Surface): string[] {
  return surface.interfaces().flatMap((name) => {
    const info = surface.interface(name);
    const members = surface.members(name).filter((member) => isName(member.name));
    return members.flatMap((member) => {
      const owner = member.static ? name : info?.reach?.replace(/\([^()]*\)/g, "()");
      if (!owner) return [];
      return [member.kind === "method" ? `${owner}.${member.name}()` : `${owner}.${member.name}`];
    });
  });
}

function programs(surface: Surface): fc.Arbitrary<string> {
  const expression = fc.constantFrom(...expressions(surface));
  const statement = fc.oneof(
    expression.map((code) => `${code};`),
    fc.tuple(fc.constantFrom("a", "b", "c"), expression).map(([name, code]) => `var ${name} = ${code};`),
    expression.map((code) => `if (${code}) { ${code}; }`),
    fc.tuple(expression, expression).map(([one, other]) => `use(${one}, ${other});`),
    expression.map((code) => `try { ${code}; } catch (error) { use(error.message); }`),
  );
  return fc
    .array(statement, { minLength: 1, maxLength: 12 })
    .map((lines) => `${lines.join("\n")}\nfunction use(one, other) { return [one, other]; }\n`);
}

function raisesNothing(world: World): void {
  fc.assert(
    fc.property(programs(world.surface), (text) => {
      assert.deepEqual(checkFile({ path: "main.js", text }, world), []);
      assert.deepEqual(checkSnippet(`Like so:\n\n\`\`\`js\n${text}\`\`\`\n`, world), []);
    }),
    { numRuns: 60 },
  );
}

test("programs of an engine's documented members raise nothing", async (t) => {
  const { docs, profile } = await sampleDocs(t, "quire");
  raisesNothing({ surface: docs.surface, profile, project: { paths: () => [], read: () => null } });
  raisesNothing(pressroom(t).world);
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
