// TypeScript in the checks: types become blanks, and what is left is judged.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { blankTypes } from "../../../agent/check/blank-types.ts";
import { checkFile } from "../../../agent/check/check-file.ts";
import { readCode } from "../../../agent/check/code.ts";
import { pressroom, told } from "./engine-world.ts";

const TYPED = readFileSync(new URL("fixtures/typed.txt", import.meta.url), "utf8");

test("types become blanks of their own length, and what is left is JavaScript", () => {
  const blanked = blankTypes(TYPED);

  assert.ok("text" in blanked, JSON.stringify(blanked));
  assert.equal(blanked.text.length, TYPED.length);
  assert.equal(blanked.text.split("\n").length, TYPED.split("\n").length);
  assert.equal(readCode(blanked.text, "x.js")?.error, null);
});

test("a typed file is judged at its own lines and columns", (t) => {
  const { world } = pressroom(t, { profile: { level: 2022, domain: ["**/*.ts"] } });

  const found = checkFile(
    {
      path: "a.ts",
      text: "const leaf: Leaf = press.open('a' as string);\nexport const n: number = leaf!.nope;\n",
    },
    world,
  );

  assert.deepEqual(told(found), ["member leaf!.nope"]);
  assert.deepEqual([found[0]?.line, found[0]?.column], [2, 32]);
});

test("a typed file that does not parse says where", (t) => {
  const { world } = pressroom(t, { profile: { level: 2022, domain: ["**/*.ts"] } });

  const found = checkFile({ path: "a.ts", text: "const a: number = 1;\nconst b: = 2;\n" }, world);

  assert.deepEqual(
    told(found).filter((one) => one.startsWith("syntax")),
    ["syntax ="],
  );
  assert.equal(found[0]?.line, 2);
});

test("typed code in a text is read as well", (t) => {
  const { snippet } = pressroom(t, { profile: { level: null } });

  assert.deepEqual(told(snippet("```ts\nconst leaf: Leaf = press.leaf as Leaf;\nleaf.nope;\n```")), [
    "member leaf.nope",
  ]);
});
