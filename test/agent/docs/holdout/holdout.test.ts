// Documentation of engines that no reader was tuned for, through the real index: what is found of what a person reads.
// Promises floors for every form that documentation comes in, and no member that is not there. Refuses silence: what
// stays open is listed by name.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import type { DocsSource } from "../../../../agent/docs/chunk.ts";
import { docsOfFolder } from "../surface-of.ts";
import { fixtures, readExpected } from "./expected.ts";
import { ASPECTS, type Aspect, compare, type Scores } from "./scores.ts";

type Engine = { name: string; form: string; source?: Partial<DocsSource>; open: string[] };

/** `open` holds what is known to be missed, or said though it is not there, one line each as the comparison words it. */
const ENGINES: Engine[] = [
  { name: "lumen", form: "a file a member, front matter", open: [] },
  {
    name: "tillage",
    form: "Interface.member.md, bullets",
    // A parameter among the bullets that say kind and type, with nothing to head it.
    open: ["optional: Field.irrigate: (litres), not said", "params: Field.irrigate: (litres), not said"],
  },
  { name: "abacus", form: "interface pages, member headings", open: [] },
  { name: "anvil", form: "class pages, signature quotes", open: [] },
  {
    name: "signalbox",
    form: "one HTML book",
    // Books whose tables have no types name the keys of one object there; this one is called with names and with none.
    open: [
      "options: Layout.addTrain.block",
      "options: Layout.addTrain.name",
      "options: Layout.addTrain.reversed",
    ],
  },
  { name: "parlour", form: ".d.ts of a framework", open: [] },
  { name: "weir", form: "JSDoc stubs", source: { parser: "jsdoc" }, open: [] },
  { name: "fathom", form: "a folder a member, titles with their kind", open: [] },
  { name: "kiosk", form: "class pages with tables and detailed calls", open: [] },
  { name: "bellows", form: "interface pages, signatures in code blocks", open: [] },
  {
    name: "ledgerly",
    form: "HTML of a typed language",
    // One empty pair of brackets in a table where no other row has parameters may be a mere mark of a call.
    open: ["optional: Record.save: (), not said", "params: Record.save: (), not said"],
  },
  { name: "orchard", form: ".d.ts of ES modules", open: [] },
  {
    name: "tramline",
    form: "stubs with older tags",
    source: { parser: "jsdoc" },
    // `var tramline = tramline || {}` is a name that other names hang on; it has no comment that says what it is.
    open: ["globals: tramline: ", "globals: tramline: tramline", "interfaces: tramline"],
  },
  { name: "pantograph", form: "one page made of comments", open: [] },
  { name: "stockroom", form: "a file a member, titles with the product", open: [] },
  {
    name: "loomis",
    form: "HTML made of directives",
    // An entry with a name alone, and no text: only its class in the HTML says "attribute".
    open: ["member kinds: Take.length: property, not unknown"],
  },
  {
    name: "quarry",
    form: "a game engine's class pages",
    // As in ledgerly: brackets with nothing in them, in a table of one row.
    open: ["optional: Place.address: (), not said", "params: Place.address: (), not said"],
  },
];

async function scoresOf(t: TestContext, { name, source }: Engine, folder?: string): Promise<Scores> {
  const { surface } = await docsOfFolder(t, folder ?? path.join(fixtures, name), source);
  return compare(readExpected(name), surface);
}

const FLOORS: readonly (readonly [Aspect, number])[] = [
  ["interfaces", 0.97],
  ["members", 0.97],
  ["member kinds", 0.9],
  ["params", 0.9],
  ["options", 0.9],
  ["globals", 0.9],
];

for (const engine of ENGINES) {
  test(`${engine.name} (${engine.form}) is read as a person reads it`, async (t) => {
    const scores = await scoresOf(t, engine);

    t.diagnostic(table(scores));
    for (const [aspect, floor] of FLOORS) {
      const { asked, right } = scores.of[aspect];
      // Of few, one may be missed.
      assert.ok(right >= Math.min(asked * floor, asked - 1), `${aspect}: ${right} of ${asked}`);
    }
    const invented = scores.invented.filter((line) => line.startsWith("members: "));
    assert.deepEqual(invented, []);
    assert.deepEqual([...scores.missed, ...scores.invented].sort(), engine.open.toSorted());
  });
}

/** "members 44/44, 44 given": what is right of what was asked. */
const table = ({ of }: Scores): string =>
  ASPECTS.filter((aspect) => of[aspect].asked + of[aspect].given > 0)
    .map((aspect) => `${aspect} ${of[aspect].right}/${of[aspect].asked} (${of[aspect].given} given)`)
    .join(", ");

const BESIDE: Record<string, string | Buffer> = {
  "README.md": "# The kit\n\nUnpack it. Run `install`.\n\n## Support\n\nWrite to us.\n",
  "CHANGELOG.md":
    "# Changelog\n\n## 2.0\n\n- Faster.\n- `oldThing()` is gone.\n\n## 1.0\n\n- First release.\n",
  LICENSE: "Everybody may copy this.\n",
  "images/shot.png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]),
  "guide/first-steps.md": "# First steps\n\nOpen the program. Press **Run**.\n\n```js\nrun();\n```\n",
};

for (const engine of ENGINES.filter(({ source }) => source === undefined)) {
  test(`${engine.name} is recognised beside a readme, a changelog, a licence and pictures`, async (t) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "handrail-holdout-"));
    t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
    fs.cpSync(path.join(fixtures, engine.name), folder, { recursive: true });
    for (const [file, text] of Object.entries(BESIDE)) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      fs.writeFileSync(path.join(folder, file), text);
    }

    const alone = await scoresOf(t, engine);
    const mixed = await scoresOf(t, engine, folder);

    assert.deepEqual(mixed, alone);
  });
}
