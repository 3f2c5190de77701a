// Five invented engines that the checker was not written against: what it says of their scripts, and of one invention after
// another. Promises that nothing real is held, and that what was once found stays found. Refuses to be fitted: known.json
// lists by name what was missed at the first reading, and a name leaves that list only when it is found.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { z } from "zod";
import { type Ran, runEngine, type Tried } from "./run-engine.ts";

const known = z.record(
  z.string(),
  z.strictObject({
    /** The least share of accesses that are judged, in percent. */
    judged: z.number(),
    /** Inventions that hold a write, at the least. */
    certain: z.int(),
    /** Real names that are told of nevertheless, as likely. */
    told: z.array(z.string()),
    missed: z.array(z.string()),
    missedSnippets: z.array(z.string()),
  }),
);
const KNOWN = known.parse(
  JSON.parse(fs.readFileSync(path.join(import.meta.dirname, "fixtures/known.json"), "utf8")),
);

for (const [name, floor] of Object.entries(KNOWN)) {
  test(`the ${name} holdout: nothing real is held, and no less is found than at the first reading`, async (t) => {
    const ran = await runEngine(t, name);

    const found = summaryOf(ran);
    t.diagnostic(textOf(name, ran));

    assert.deepEqual(found.held, [], "real names that would hold a write");
    assert.deepEqual(without(found.told, floor.told), [], "real names told of");
    assert.deepEqual(found.accusedSnippets, [], "good answers that are accused");
    assert.deepEqual(without(found.missed, floor.missed), [], "inventions missed");
    assert.deepEqual(without(found.missedSnippets, floor.missedSnippets), [], "bad answers missed");
    assert.ok(
      found.certain >= floor.certain,
      `${found.certain} inventions hold, of ${floor.certain} at first`,
    );
    assert.ok(found.judged >= floor.judged, `${found.judged} % judged, of ${floor.judged} % at first`);
  });
}

function summaryOf({ accused, judged, open, tried, snippets }: Ran) {
  const named = (wanted: string) =>
    accused.filter(({ finding }) => finding.confidence === wanted).map(({ finding }) => finding.about);
  const good = snippets.filter(({ title }) => title.startsWith("good: "));
  const bad = snippets.filter(({ title }) => title.startsWith("bad: "));
  return {
    held: named("certain"),
    told: [...new Set(named("likely"))].sort(),
    accusedSnippets: good.filter(({ findings }) => findings.length > 0).map(({ title }) => title),
    missedSnippets: bad.filter(({ findings }) => findings.length === 0).map(({ title }) => title),
    missed: tried.filter(({ verdict }) => verdict === "missed").map(nameOf),
    certain: tried.filter(({ verdict }) => verdict === "certain").length,
    judged: Math.floor((100 * judged) / (judged + open)),
  };
}

const nameOf = ({ row }: Tried): string => `${row.script}:${row.line} ${row.kind}: ${row.replace.trim()}`;

const without = (all: readonly string[], known: readonly string[]): string[] =>
  all.filter((one) => !known.includes(one));

/** Per kind of invention: held / told / missed. */
function textOf(name: string, { tried, judged, open }: Ran): string {
  const kinds = Object.entries(Object.groupBy(tried, ({ row }) => row.kind));
  const count = (of: readonly Tried[], wanted: string) => of.filter((one) => one.verdict === wanted).length;
  const rows = kinds.map(
    ([kind, of = []]) => `${kind} ${count(of, "certain")}/${count(of, "likely")}/${count(of, "missed")}`,
  );
  return `${name}: ${judged} judged, ${open} open; held/told/missed: ${rows.sort().join(", ")}`;
}
