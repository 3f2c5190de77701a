// Searching a workspace that has documentation: hits as they always were, and misses tried again in the engine's own
// names. Promises the sample workspaces on disk.

import assert from "node:assert/strict";
import { test } from "node:test";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { docsFindInFiles } from "../../../agent/tools/docs-find-in-files.ts";
import { docsTools } from "../../../agent/tools/docs-tools.ts";
import { findInFilesTool } from "../../../agent/tools/find-in-files.ts";
import { layTools, plainLayer } from "../../../agent/tools/lay-tools.ts";
import type { Tool } from "../../../agent/tools/tool.ts";
import { docsWorld } from "./docs-world.ts";

const docsAware = docsFindInFiles.over(findInFilesTool);

test("a search with hits is the plain one's, byte for byte, and so is every refusal", async (t) => {
  const world = await docsWorld(t);

  for (const args of [
    { pattern: "price table" },
    { pattern: "/gridRow\\(/" },
    { pattern: "header", path: "main.js" },
    { pattern: "parts.json" },
    { pattern: "" },
    { pattern: "/(/" },
    { pattern: "x", path: "nowhere" },
    { pattern: 5 },
  ])
    assert.deepEqual(
      await world.call(docsAware, args),
      await world.call(findInFilesTool, args),
      args.pattern.toString(),
    );
});

test("a search without hits is tried again with the engine's names, and says so", async (t) => {
  const world = await docsWorld(t);

  const plain = await world.call(findInFilesTool, { pattern: "columns like in a newspaper" });
  const result = await world.call(docsAware, { pattern: "columns like in a newspaper" });

  assert.match(plain.text, /^No hits for "columns like in a newspaper"/);
  assert.match(
    result.text,
    /^No hits for "columns like in a newspaper" itself; it was searched as the documentation's names for it: .*Sheet\.flowBegin.*\n\d+ hits for them in \d+ files?\n\ncover\.js\n/,
  );
  assert.match(result.text, /\* \d+\| .*sheet\.flowBegin\(contents/);
});

test("the path narrows the second search too, and a second miss names what was tried", async (t) => {
  const world = await docsWorld(t);

  const elsewhere = await world.call(docsAware, { pattern: "columns like in a newspaper", path: "lib" });

  assert.match(elsewhere.text, /^No hits for "columns like in a newspaper"\. /);
  assert.match(elsewhere.text, /\nAlso searched, without hits, as .*: .*Sheet\.flowBegin.*\.$/);
});

test("a match that is weak is told to be a hint", async (t) => {
  const world = await docsWorld(t);

  const result = await world.call(docsAware, { pattern: "columns of unequal breadth" });

  assert.match(result.text, /\(a weak match, a hint only\)\.\n/);
});

test("names of code and words that nobody documents stay a miss", async (t) => {
  const world = await docsWorld(t);

  for (const pattern of ["drawInvoiceTable", "sheet.gridRowEnd", "barcode", "/\\bqqq\\w+/"])
    assert.deepEqual(
      await world.call(docsAware, { pattern }),
      await world.call(findInFilesTool, { pattern }),
      pattern,
    );
});

test("an expression's words count as words", async (t) => {
  const world = await docsWorld(t);

  const result = await world.call(docsAware, { pattern: "/newspaper\\s+columnar?/i" });

  assert.match(result.text, /^No hits for "\/newspaper\\s\+columnar\?\/i" itself; .*Sheet\.flowBegin/);
});

test("it stands in the plain search's place, and the docs tools come behind the base tools", () => {
  const laid = layTools(plainLayer(baseTools), docsTools).map((tool) => tool.name);

  assert.deepEqual(
    laid.slice(0, baseTools.length),
    baseTools.map((tool) => tool.name),
  );
  for (const name of ["lookup_docs", "resolve_topic", "find_construct"]) assert.ok(laid.includes(name), name);
});

test("a second search that fails leaves the first one's result", async (t) => {
  const world = await docsWorld(t);
  const args = { pattern: "columns like in a newspaper" };
  const failing: Tool = {
    ...findInFilesTool,
    async call(given, ctx) {
      if (given.includes("flowBegin")) throw new Error("The search thread failed.");
      return await findInFilesTool.call(given, ctx);
    },
  };

  const result = await world.call(docsFindInFiles.over(failing), args);

  assert.deepEqual(result, await world.call(findInFilesTool, args));
});
