// A workspace as the bot opens it: what of its own folder cannot be read is told, and the rest goes on.

import assert from "node:assert/strict";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { nobody } from "../../bot/lost-turns.ts";
import { openShop } from "./shop.ts";

test("instructions that fit are taken as they are", async () => {
  await using shop = await openShop({ ".handrail/AGENT.md": "\uFEFFTabs, not spaces.\n" });

  assert.equal(shop.workspace.deps(nobody).settings.instructions, "Tabs, not spaces.");
  assert.deepEqual(shop.faults, []);
});

test("instructions that are too long are cut at a line, and the owner is told", async () => {
  const line = `${"x".repeat(99)}\n`;
  await using shop = await openShop({ ".handrail/AGENT.md": line.repeat(400) });

  const { instructions } = shop.workspace.deps(nobody).settings;

  assert.match(instructions ?? "", /^(x{99}\n)+x{99}$/);
  assert.ok((instructions ?? "").length <= 16 * 1024);
  assert.match(shop.faults.join(), /^shop: \.handrail\/AGENT\.md is longer than 16 KB/);
});

test("instructions and documentation that cannot be read are told, and the workspace opens", async () => {
  await using shop = await openShop({ "notes.md": "elsewhere", ".handrail/docs.json": "{" }, async (root) => {
    await symlink("../notes.md", join(root, ".handrail/AGENT.md"));
  });

  const { settings, tools } = shop.workspace.deps(nobody);

  assert.equal(settings.instructions, null);
  assert.ok(!tools().some((tool) => tool.name === "lookup_docs"));
  assert.deepEqual(shop.faults, [
    "shop: .handrail/docs.json is not JSON (line 1 column 2).",
    "shop: .handrail/AGENT.md cannot be read: it is a link: put the file itself there.",
  ]);
});

test("with documentation, its tools stand behind the base tools", async () => {
  await using shop = await openShop({
    ".handrail/docs.json": '{"sources":[{"name":"docs","folder":"docs"}]}',
    "docs/a.md": "# A\n",
  });

  const names = shop.workspace
    .deps(nobody)
    .tools()
    .map((tool) => tool.name);
  assert.deepEqual(names.slice(names.indexOf("make_plan") + 1), [
    "lookup_docs",
    "resolve_topic",
    "find_construct",
    "check_symbols",
    "rag_lookup",
    "dry_run",
  ]);
});

test("lookups that find nothing more than three times in a row are told to the owner once", async () => {
  await using shop = await openShop({ "a.js": "" });
  const { lookups } = shop.workspace.deps(nobody);
  const miss = (input: string) => lookups.looked({ found: false, input, costMs: 5 });

  for (const input of ["a", "b", "c"]) await miss(input);
  const before = [...shop.faults];
  for (const input of ["d", "e"]) await miss(input);

  assert.deepEqual(before, []);
  assert.equal(shop.faults.length, 1);
  assert.match(shop.faults[0] ?? "", /^Lookups in shop: nothing came of it 4 times in a row/);
});
