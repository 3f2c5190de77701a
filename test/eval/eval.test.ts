// The evaluation itself: what it counts, what it changes, what it says of folders that are not as they should be. On scripts and
// pages that the test writes.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { tempDocs } from "../agent/docs/docs-folder.ts";
import { openCorpus, profileAt } from "./corpus.ts";
import { type Measured, measure } from "./measure.ts";
import { caughtShare, mutantsOf } from "./mutate.ts";
import { readScripts } from "./scripts.ts";
import { type Why, whyText } from "./why.ts";

const PAGE = `declare const press: Press;
declare class Press {
  leaf: Leaf;
  openLeaf(path: string): Leaf;
  stroke(leaf: Leaf, options: { ink: string; weight?: number }): void;
}
declare class Leaf {
  constructor();
  margin: number;
  turn(): Leaf;
}
declare function say(text: string): void;
`;

const GOOD = `var leaf = press.openLeaf("a");
leaf.turn().margin;
press.stroke(leaf, { ink: "red" });
var own = new Leaf();
say(own.margin);
say([1, 2].join("-"));
use("lib/mo+re.js");
`;

async function evaluated(t: TestContext, files: Record<string, string | Buffer>) {
  const docs = tempDocs(t, { "press.d.ts": PAGE });
  const { folder } = tempDocs(t, files);
  const profile = path.join(docs.root, "engine.json");
  fs.writeFileSync(profile, JSON.stringify({ name: "Press", level: 3, loaders: ["use"] }));
  const corpus = await openCorpus(
    { name: "press", docs: [docs.folder], profile: await profileAt(profile) },
    t.signal,
  );
  t.after(() => corpus[Symbol.asyncDispose]());
  const scripts = [await readScripts(folder, "")];
  return { corpus, scripts, measured: measure(corpus, scripts), docs: docs.folder, folder, profile };
}

const places = ({ findings }: Measured): string[] =>
  findings.map(
    ({ path: file, line, column, family, symbol }) => `${file}:${line}:${column} ${family} ${symbol}`,
  );

test("files, places and findings are counted, each finding where it stands", async (t) => {
  const { measured } = await evaluated(t, {
    "main.js": GOOD,
    "lib/mo+re.js": "press.leafs;\r\nsay(leaf.margn);\n",
    "deep/er/typed.ts": "const x: number = press.leaf.margin;\n",
    "notes.md": "press.nope",
  });

  assert.equal(measured.files, 3);
  assert.deepEqual(places(measured), [
    "deep/er/typed.ts:1:1 syntax const",
    "lib/mo+re.js:1:7 member press.leafs",
    "lib/mo+re.js:2:10 member leaf.margn",
  ]);
  assert.equal(measured.held.member, 2);
  assert.ok(measured.judged.member >= 6 && measured.judged.option === 1 && measured.judged.file === 1);
  assert.equal(measured.accesses.share, 1);
  assert.ok(measured.speed.megabytesPerSecond > 0);
});

test("a file that does not parse, is too large, or is no text is told, and the rest is measured", async (t) => {
  const { measured } = await evaluated(t, {
    "bad.js": "press.leaf;\nvar = 1;\n",
    "large.js": "x".repeat(2_500_000),
    "binary.js": Buffer.from([0, 255, 254, 0, 13, 10, 200]),
    "wide.js": Buffer.from("\uFEFFpress.nope;", "utf16le"),
    "good.js": "press.leaf;",
  });

  assert.deepEqual(
    measured.parseFailures.map(({ path: file, line, column }) => `${file}:${line}:${column}`),
    ["bad.js:2:5", "binary.js:1:1"],
  );
  assert.deepEqual(
    measured.unread.map((one) => one.path),
    ["large.js"],
  );
  assert.deepEqual(measured.faults, []);
  assert.ok(places(measured).includes("wide.js:1:7 member press.nope"));
});

test("changed names are found, the same ones for the same seed", async (t) => {
  const { corpus, scripts } = await evaluated(t, { "main.js": GOOD, "lib/mo+re.js": "" });
  const changes = (seed: number) => mutantsOf(corpus, scripts, { seed, most: 20 });

  const caught = caughtShare(corpus, changes(1));

  assert.deepEqual(
    caught.flatMap((one) => one.missed),
    [],
  );
  assert.ok(
    caught.every(({ kind, mutants }) => mutants > 0 || kind === "member of another interface"),
    JSON.stringify(caught),
  );
  assert.deepEqual(
    changes(1).map(({ to }) => to),
    changes(1).map(({ to }) => to),
  );
  assert.notDeepEqual(
    changes(1).map(({ to }) => to),
    changes(2).map(({ to }) => to),
  );
});

type Ran = { code: number; out: string; err: string };

const run = (...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(process.execPath, [path.join(import.meta.dirname, "main.ts"), ...args], (error, out, err) =>
      resolve({ code: error ? 1 : 0, out, err }),
    );
  });

test("the command prints a block to read, or one object a corpus", async (t) => {
  const { docs, folder, profile } = await evaluated(t, { "main.js": "press.leafs;\n" });
  const asked = ["--docs", docs, "--scripts", folder, "--profile", profile];

  const [text, json] = await Promise.all([run(...asked), run(...asked, "--mutate", "3", "--json")]);

  assert.match(text.out, /held 1 \(member 1\)[\s\S]*held member main\.js:1:7 press\.leafs \(Press\.leafs\)/);
  const parsed: { held: { member: number }; mutations: unknown[] } = JSON.parse(json.out);
  assert.equal(parsed.held.member, 1);
  assert.equal(parsed.mutations.length, 10);
});

test("what cannot be measured is said in words, with exit code 1", async (t) => {
  const { folder } = tempDocs(t, { "a.js": "1;" });
  const nothing = tempDocs(t, { "readme.md": "Nothing is documented here." }).folder;

  const ran = await Promise.all([
    run(),
    run("--docs", folder, "--scripts", "/nowhere/at/all"),
    run("--docs", nothing, "--scripts", folder),
    run("--docs", "/nowhere/at/all", "--scripts", folder),
    run("--docs", folder, "--scripts", folder, "--profile", "/nowhere.json"),
    run("--docs", folder, "--scripts", folder, "--mutate", "x"),
    run("--bogus"),
  ]);

  assert.deepEqual(
    ran.map(({ code }) => code),
    ran.map(() => 1),
  );
  assert.match(ran[0]?.err ?? "", /npm run eval -- --docs/);
  assert.match(ran[1]?.err ?? "", /There is no folder \/nowhere\/at\/all/);
  assert.match(ran[2]?.err ?? "", /No interface is documented/);
  assert.match(ran[3]?.err ?? "", /nowhere\/at\/all/);
  assert.match(ran[4]?.err ?? "", /There is no profile \/nowhere\.json/);
  assert.match(ran[5]?.err ?? "", /--mutate takes a whole number/);
  assert.match(ran[6]?.err ?? "", /--bogus/);
  for (const { err } of ran) assert.doesNotMatch(err, /\n\s+at /);
});

test("what nobody can decide on is told by its reason", async (t) => {
  const { corpus, scripts } = await evaluated(t, {
    "main.js": "say(function (x) { x.one; x.two; }); press.leaf;",
  });
  const why: Why = new Map();

  measure(corpus, scripts, why);

  assert.equal(whyText(why), "  open 2 parameter of a callback or kept function | main.js:1 x.one\n");
});
