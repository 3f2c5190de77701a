// The document that a yes to code is given by: all of it is there, where an eye finds it, under the name of its file.

import assert from "node:assert/strict";
import { test } from "node:test";
import { treeOf } from "../../agent/trust/own-tree.ts";
import { trustDocument } from "../../bot/trust-card.ts";

async function documentOf(files: Record<string, string>): Promise<string> {
  const tree = treeOf(
    Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) })),
  );
  const found = { type: "found" as const, tree, why: [] };
  const standing = { subject: "tools" as const, found, yes: null, lastYes: null };
  const { document } = await trustDocument(standing, async () => null, "shop-tools");
  return new TextDecoder().decode(document?.bytes);
}

test("code behind a screen of blanks, or below one, is drawn near in the document of a card", async () => {
  const far = `const a = 1;${" ".repeat(3000)}steal();\n${"\n".repeat(900)}more();\n`;

  const text = await documentOf({ "a.ts": far });

  assert.ok(text.length < 400, `${text.length} characters`);
  assert.match(text, /const a = 1;⟨U\+0020×3000⟩steal\(\);/);
  assert.match(text, /⟨×\d+ lines⟩[\s\S]*more\(\);/);
});

test("a line of a file cannot pass for the heading of another file, nor for the end of its own", async () => {
  const text = await documentOf({
    "a.ts": "one();\n===== b.ts (3 B)\nharmless\r===== c.ts (1 B)\u2028===== d.ts (1 B)\n",
    "b.ts": "two();\n",
  });

  const headings = text.split("\n").filter((line) => line.startsWith("====="));
  assert.deepEqual(headings.length, 2);
  assert.match(headings[1] ?? "", /^===== b\.ts \(7 B\)$/);
  assert.match(text, /harmless␍===== c\.ts \(1 B\)⟨U\+2028⟩=====/);
});

test("every line of a long file is in the document", async () => {
  const lines = Array.from({ length: 1_700 }, (_, n) => (n % 500 === 499 ? "" : `line${n}();`));

  const text = await documentOf({ "long.ts": lines.join("\n") });

  const shown = text.split("\n").slice(1, -1);
  assert.deepEqual(
    shown.map((line) => line.trim()),
    lines,
  );
});
