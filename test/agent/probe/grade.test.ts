// The grade of a probe: each thing that a wrong answer may have is a reason of its own, and a right answer has none.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { faultsOf, type Proposed } from "../../../agent/probe/grade.ts";
import { type Probe, parseProbes } from "../../../agent/probe/probe.ts";
import { type Bench, openBench } from "../../../bot/probe/bench.ts";
import { PROBED_WORKSPACE } from "../../../bot/probe/probe-set.ts";
import { systemClock } from "../../../store/clock.ts";

const opened: { bench: Promise<Bench> | null } = { bench: null };
after(async () => await (await opened.bench)?.[Symbol.asyncDispose]());

function bench(): Promise<Bench> {
  opened.bench ??= openBench(PROBED_WORKSPACE, { clock: systemClock, signal: new AbortController().signal });
  return opened.bench;
}

const PROBE: Probe = {
  id: "p",
  request: "…",
  touches: ["cover.js"],
  brings: ["Sheet.image", "Sheet.image({alt})", "Font.size"],
  had: [],
  drops: ["Sheet.layerBegin"],
  keeps: ["Sheet.flowBegin"],
  avoids: ["drawImage", "altText"],
};
const PROOF = /\n {2}sheet\.layerBegin[\s\S]*layerEnd\(\);\n/;
const RIGHT = '\n  titleFont.size = 20;\n  sheet.image("a.png", { alt: "An anchor" });\n';

async function graded(edit: (text: string) => string, more: Proposed[] = []): Promise<string[]> {
  const before = await readFile(join(PROBED_WORKSPACE, "cover.js"), "utf8");
  const changed = { path: "cover.js", before, after: edit(before) };
  return faultsOf(PROBE, [changed, ...more], await bench());
}

test("a right answer has no fault; a font of another file is a font", async () => {
  assert.deepEqual(await graded((text) => text.replace(PROOF, RIGHT)), []);
});

test("nothing changed is one fault", async () => {
  assert.deepEqual(faultsOf(PROBE, [], await bench()), ["nothing was changed"]);
});

test("what is missing, what stayed, what went and what came in by a guess are told apart", async () => {
  const found = await graded((text) =>
    text
      .replace("sheet.flowBegin(contents, { balance: true, divider: ruleColour });", "")
      .replace("  sheet.flowEnd();\n", '  sheet.drawImage("a.png", { altText: "b" });\n'),
  );

  assert.deepEqual(found.slice(0, 7), [
    "Sheet.image is not used",
    "Sheet.image({alt}) is not used",
    "Font.size is not used",
    "Sheet.layerBegin is still used",
    "Sheet.flowBegin has gone",
    "drawImage came in, which is a guess",
    "altText came in, which is a guess",
  ]);
  assert.match(found[7] ?? "", /^cover\.js:\d+: member sheet\.drawImage$/);
});

test("names in texts and comments, and variables of one's own, are no guess and no use", async () => {
  const found = await graded((text) =>
    text.replace(PROOF, `${RIGHT}  // sheet.drawImage()\n  var altText = "sheet.layerBegin";\n`),
  );

  assert.deepEqual(found, []);
});

test("what is opened and not closed, and other files, are faults", async () => {
  const other = { path: "more.js", before: null, after: "var a;\n" };

  const found = await graded(
    (text) => text.replace(PROOF, `${RIGHT}  sheet.groupBegin(new Group());\n`),
    [other],
  );

  assert.deepEqual(found, ["more.js was changed", "cover.js: groupBegin and groupEnd are not paired"]);
});

test("a call into a file that the same answer makes is no invention", async () => {
  const probe = { ...PROBE, touches: ["cover.js", "anchor.js"], brings: [], drops: [], keeps: [] };
  const before = await readFile(join(PROBED_WORKSPACE, "cover.js"), "utf8");
  const files = [
    { path: "cover.js", before, after: `${before}drawAnchor();\n` },
    { path: "anchor.js", before: null, after: 'function drawAnchor() {\n  sheet.image("a.png");\n}\n' },
  ];

  assert.deepEqual(faultsOf(probe, files, await bench()), []);
});

test("a set with a key too many, a probe twice, or nothing to avoid is refused", () => {
  const set = (...probes: object[]) => JSON.stringify({ engine: "e", probes });
  const one = { id: "a", request: "r", touches: ["a.js"], brings: [], avoids: ["b"] };

  assert.equal(parseProbes(set(one)).probes.length, 1);
  assert.throws(() => parseProbes(set({ ...one, extra: 1 })));
  assert.throws(() => parseProbes(set(one, one)), /Two probes have one name/);
  assert.throws(() => parseProbes(set({ ...one, avoids: [] })));
});
