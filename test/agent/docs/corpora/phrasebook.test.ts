// The phrasebook over real documentation: topics from Acrobat's own examples, in both of its forms. Promises existing
// names in every topic, and milliseconds for a goal. Skips without the corpora.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Docs } from "../../../../agent/docs/open-docs.ts";
import { exactEntry } from "../../../../agent/docs/phrasebook/exact-entry.ts";
import { briefFor } from "../../../../agent/prompt/brief.ts";
import { terminologyHint } from "../../../../agent/tools/terminology.ts";
import { defaultProfile } from "../../../../agent/workspace/profile.ts";
import { corpusFolder } from "../../../corpora.ts";
import { buildHere, openHere, tempDocs } from "../docs-folder.ts";

async function acrobat(
  t: TestContext,
  form: "html" | "chunks",
): Promise<{ docs: Docs; topics: number } | null> {
  const folder = corpusFolder(t, `acrobat/${form}`);
  if (folder === undefined) return null;
  const { dir } = tempDocs(t);
  const { topics } = buildHere({ folder, dir });
  return { docs: await openHere(t, dir), topics };
}

/** Goals in people's words, and a name that the best topics must bring. */
const GOALS: readonly [string, string][] = [
  ["play a sound", "Sound.play"],
  ["add a watermark to all pages", "Doc.addWatermarkFromText"],
  ["print the current page", "Doc.print"],
  ["list all printers", "app.printerNames"],
  ["ask the user for a response", "app.response"],
  ["align the text of a field", "Field.alignment"],
  ["set the background colour of a circle annotation", "Annotation.fillColor"],
  ["count the words of a document", "Doc.getPageNumWords"],
  ["turn pages automatically in full screen", "FullScreen.useTimer"],
];

for (const form of ["html", "chunks"] as const) {
  test(`Acrobat as ${form}: goals find the examples' own names, all of which exist`, async (t) => {
    const opened = await acrobat(t, form);
    if (!opened) return;
    const { docs, topics } = opened;

    const missed = GOALS.filter(([goal, name]) => {
      const found = docs.topics(goal, 4);
      for (const { topic } of found)
        for (const symbol of [...topic.symbols, ...topic.common])
          assert.ok(exactEntry(symbol, docs.surface), `${symbol} of ${topic.title}`);
      return !found.some(({ topic }) => topic.symbols.includes(name));
    });

    assert.ok(topics > 600, `${topics} topics`);
    assert.ok(missed.length <= 1, missed.map(([goal]) => goal).join("; "));
  });
}

test("Acrobat: a goal takes less than five milliseconds, and a hint less than ten", async (t) => {
  const opened = await acrobat(t, "chunks");
  if (!opened) return;
  const { docs } = opened;
  const timed = (ask: (goal: string) => unknown) =>
    GOALS.map(([goal]) =>
      Math.min(
        ...Array.from({ length: 5 }, () => {
          const from = performance.now();
          ask(goal);
          return performance.now() - from;
        }),
      ),
    );

  assert.ok(Math.max(...timed((goal) => docs.topics(goal, 5))) < 5);
  assert.ok(Math.max(...timed((goal) => terminologyHint(goal, docs, defaultProfile))) < 10);
});

test("Acrobat has no pairs to open and close, and is briefed on what a topic uses", async (t) => {
  const opened = await acrobat(t, "html");
  if (!opened) return;

  const brief = briefFor("Please add a watermark to every page", {
    docs: opened.docs,
    profile: defaultProfile,
  });

  assert.deepEqual(brief?.constructs, []);
  assert.match(brief?.text ?? "", /^Doc: reached as this$/m);
  assert.match(brief?.text ?? "", /^- Doc\.addWatermarkFrom\w+\(/m);
  assert.ok(brief?.provides.some((name) => name.startsWith("Doc.addWatermarkFrom")));
});
