// `handrail cache`: what is kept, why a query would be answered from it, and taking entries out, as a process of its own.

import assert from "node:assert/strict";
import { mkdir, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { buildIndex } from "../../../agent/docs/index/build-index.ts";
import type { LookupAnswer } from "../../../agent/lookups/cache-rules.ts";
import { keyOf, openLookupCache } from "../../../agent/lookups/lookup-cache.ts";
import { indexDirOf, workspaceId } from "../../../bot/workspace-entry.ts";
import { systemClock } from "../../../store/clock.ts";
import { openStore } from "../../../store/open.ts";
import { answerTo } from "../../agent/lookups/sample-answer.ts";
import { call, say } from "../../servers/scripted-model.ts";
import { type Desk, type Ended, openDesk } from "./rig.ts";

const FILES = {
  ".handrail/docs.json": '{"sources":[{"name":"docs","folder":"docs"}]}',
  "docs/Table-split.md": "# Table-split\n\nSplits a table at a row.\n",
};

/** A desk whose cache holds answers to these queries. */
async function deskWith(...queries: [string, Partial<LookupAnswer>?][]) {
  const desk = await openDesk({ script: [] }, FILES);
  const root = await realpath(desk.workspace);
  const workspace = workspaceId(root);
  const { version } = await buildIndex({
    sources: [{ name: "docs", folder: join(root, "docs") }],
    dir: indexDirOf(desk.dataDir, workspace),
    clock: systemClock,
    signal: new AbortController().signal,
  });
  await using store = await openStore(`sqlite:${join(desk.dataDir, "handrail.sqlite")}`, {
    clock: systemClock,
  });
  const cache = openLookupCache(store, systemClock);
  const keys: string[] = [];
  for (const [query, more] of queries) {
    const answer = answerTo(query, { workspace, index: version, keptAt: systemClock.now(), ...more });
    await cache.keep(answer);
    keys.push(keyOf(answer));
  }
  return {
    desk,
    keys,
    cache: (...args: string[]) => run(desk, args),
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  };
}

const run = (desk: Desk, args: string[]) => desk.run(["cache", ...args]);

test("entries are listed with their keys, and those that are served no more say by which rule", async () => {
  await using shelf = await deskWith(["how do I split a table"], ["rotate an image", { index: "gone" }]);

  const { code, stdout, stderr } = await shelf.cache("list");

  assert.equal(code, 0, stderr);
  assert.match(
    stdout,
    new RegExp(`${shelf.keys[0]}  how do I split a table\\n    just now, from docs: Table\\.split takes`),
  );
  assert.match(
    stdout,
    new RegExp(`${shelf.keys[1]}  rotate an image\\n.*\\n    served no more: an answer dies with its index`),
  );
});

test("explain names the entry that answers, how alike it is, and the rule that keeps it", async () => {
  await using shelf = await deskWith(["how do I split a table"]);
  const at = ["--workspace", shelf.desk.workspace];

  const exact = await shelf.cache("explain", "splitting tables", ...at);
  const near = await shelf.cache("explain", "split a tabel", ...at);
  const json = await shelf.cache("explain", "split a tabel", "--json", ...at);

  assert.match(exact.stdout, new RegExp(`Answered by ${shelf.keys[0]}  ratio 1\\.000`));
  assert.match(exact.stdout, /the very words; kept by the rule: answers live as long as their index/);
  assert.match(near.stdout, /ratio 0\.9\d\d.*\n.*nearly the same words, so at most once in a request/);
  const { hit, normalised } = JSON.parse(json.stdout);
  assert.deepEqual([hit.key, normalised], [shelf.keys[0], "split tabel"]);
});

test("explain says why nothing answers: too far, other names, a dead entry, a query that is none", async () => {
  await using shelf = await deskWith(
    ["arguments of sheet.gridBegin"],
    ["rotate an image", { sources: ["docs", "gone"] }],
  );
  const explain = async (query: string) =>
    (await shelf.cache("explain", query, "--workspace", shelf.desk.workspace)).stdout;

  assert.match(
    await explain("crop images"),
    /No entry answers\. The nearest:\n.*\n {4}not served: it is less alike than 0\.8/,
  );
  assert.match(await explain("arguments of sheet.gridBegan"), /not served: it holds other names of code/);
  assert.match(await explain("rotating images"), /not served: an answer dies with its source/);
  assert.match(await explain("crop images"), /- flagged answers would serve poison\n/);
  assert.match(await explain("???"), /Refused before the cache is asked: The query has no word/);
});

test("entries are removed by key or all at once, and a key that is not there is told", async () => {
  await using shelf = await deskWith(["split a table"], ["rotate an image"], ["draw a line"]);

  const one = await shelf.cache("remove", shelf.keys[0] ?? "");
  const unknown = await shelf.cache("remove", "0123456789abcdef");
  const left = await shelf.cache("list", "--json");
  const all = await shelf.cache("remove", "--all");
  const none = await shelf.cache("list");

  assert.deepEqual([one.code, one.stdout], [0, "Removed 1 entry.\n"]);
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /There is no entry 0123456789abcdef/);
  assert.equal(left.stdout.trimEnd().split("\n").length, 2);
  assert.equal(all.stdout, "Removed 2 entries.\n");
  assert.equal(none.stdout, "The cache of lookups is empty.\n");
});

test("what fits no action is told, and no ledger is made to list one", async () => {
  await using desk = await openDesk({ script: [] });
  await mkdir(desk.dataDir, { recursive: true });
  await writeFile(join(desk.dataDir, "note"), "");

  const [none, both, empty] = [
    await run(desk, ["show"]),
    await run(desk, ["remove", "key", "--all"]),
    await run(desk, ["list"]),
  ];

  assert.deepEqual([none.code, both.code, empty.code], [2, 2, 0]);
  assert.match(none.stderr, /list, explain or remove.*Usage: handrail cache/);
  assert.equal(empty.stdout, "The cache of lookups is empty.\n");
});

test("what one process looked up, the next one is given from the cache; removed, it is looked up again", async () => {
  const rag = (query: string) => call("rag_lookup", { query });
  const answer = say("Call split on the table, with the row to split at [chunk Table-split].");
  await using desk = await openDesk(
    {
      script: [
        ...[rag("how do I split a table"), say("Like that.")],
        ...[rag("splitting tables"), say("Like that.")],
        ...[rag("split the table"), say("Like that.")],
      ],
      side: [answer, answer],
    },
    { ...FILES, "main.js": "var a = 1;\n" },
  );
  const froms = async (ended: Promise<Ended>) => {
    const { stdout, stderr } = await ended;
    assert.match(stdout, /"type":"ended"/, stderr);
    return [...stdout.matchAll(/"from":"(\w+)"/g)].map(([, from]) => from);
  };

  const first = await froms(desk.turn("say how a table is split", "--json"));
  const second = await froms(desk.turn("say how a table is split", "--json"));
  const listed = await run(desk, ["list", "--json"]);
  const { key, chunks, sources } = JSON.parse(listed.stdout);
  await run(desk, ["remove", key]);
  const third = await froms(desk.turn("say how a table is split", "--json"));

  assert.deepEqual([first, second, third], [["live"], ["cache"], ["live"]]);
  assert.deepEqual([chunks, sources], [["Table-split"], ["docs"]]);
});
