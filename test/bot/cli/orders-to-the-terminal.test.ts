// Answers, labels, file names and pages that carry orders to the terminal: a screen cleared, a title set, a line turned
// round. Promises that nothing that is printed is such an order, whoever wrote it.

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { call, say, together } from "../../servers/scripted-model.ts";
import { openDesk } from "./rig.ts";

const EVIL = "\u001b[2J\u001b]0;title\u0007\u009b31m\rgone\u202e";
const ORDER = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u;

test("a turn prints no order to the terminal: not in the answer, the label, the road or the diff", async () => {
  const calls = together(
    call("find_in_files", { pattern: EVIL }),
    call(`tool${EVIL}`, {}),
    call("write_file", { path: "new.js", content: `// ${EVIL}\n` }),
  );
  await using desk = await openDesk({ script: [calls, say(`Done. ${EVIL}`)] });

  const { code, stdout, stderr } = await desk.turn("go", "--review", "apply");

  assert.equal(code, 0, stderr);
  assert.match(stdout, /Done\. ⟨U\+001B⟩\[2J/);
  assert.doesNotMatch(stdout + stderr, ORDER);
});

test("lookup and index print none of a page's", async () => {
  await using desk = await openDesk({ script: [] });
  const docs = join(desk.dir, "docs");
  await mkdir(docs);
  await writeFile(join(docs, "loom.md"), `# Loom ${EVIL}\n\nA warp ${EVIL} of threads.\n`);
  await writeFile(join(docs, `bad${EVIL}.md`), Buffer.from("# caf\xe9", "latin1"));

  const index = await desk.run(["index", "--docs", docs]);
  const lookup = await desk.run(["lookup", "--docs", docs, "warp"]);

  assert.equal(lookup.code, 0, lookup.stderr);
  assert.match(lookup.stdout, /warp/);
  assert.doesNotMatch(index.stdout + lookup.stdout, ORDER);
});
