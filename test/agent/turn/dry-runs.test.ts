// Stories of drafts and their dry runs, through the real turn and the real engine: what only running shows holds a draft, what
// was so before does not, and each stage runs once.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { EventOf, TurnEvent } from "../../../agent/events.ts";
import { replayTurn } from "../../../agent/replay.ts";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { docsTools } from "../../../agent/tools/docs-tools.ts";
import { layTools, plainLayer } from "../../../agent/tools/lay-tools.ts";
import { loadProfile } from "../../../agent/workspace/profile.ts";
import { call, type ScriptItem, say } from "../../servers/scripted-model.ts";
import { QUIRE, quireDocs } from "./quire-docs.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

const docsOfQuire = quireDocs();
const tools = layTools(plainLayer(baseTools), docsTools);
const scripts = Object.fromEntries(
  readdirSync(QUIRE, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js") && statSync(join(QUIRE, path)).isFile())
    .map((path) => [path, readFileSync(join(QUIRE, path), "utf8")]),
);
const lookUp = call("lookup_docs", { query: "Grid" });
/** No check of the text can know this name. */
const COMPUTED = 'var step = "gridCell" + "End";\nsheet[step]();\n';

async function shopOf(script: ScriptItem[], files: Record<string, string> = {}): Promise<Workshop> {
  const docs = await docsOfQuire();
  const profile = await loadProfile(QUIRE);
  return await openWorkshop({
    files: { ...scripts, ...files },
    model: { script: [lookUp, ...script] },
    deps: { docs: async () => docs, tools: () => tools, profile },
  });
}

const ranIn = (events: TurnEvent[]) =>
  events.filter((event): event is EventOf<"dry_ran"> => event.type === "dry_ran");
const heldBy = (events: TurnEvent[]) =>
  events.flatMap((event) => (event.type === "checked" ? [event.held?.gate ?? null] : []));

test("a name that only running shows holds the draft, and is mended", async () => {
  await using shop = await shopOf([
    call("write_file", { path: "computed.js", content: COMPUTED }),
    say("computed.js closes the cell."),
    call("edit_file", { path: "computed.js", old: "sheet[step]();\n", new: "sheet.text(step);\n" }),
    say("computed.js writes a text."),
  ]);

  const turn = await shop.ask("add a script computed.js");
  assert.equal(await shop.run(turn), "waiting");

  const events = await shop.events(turn);
  assert.deepEqual(heldBy(events), ["verify", null]);
  assert.match(shop.model.requests.at(-2)?.raw.toString() ?? "", /computed\.js:2: [^\n]*gridCellEnd/);
  assert.equal(ranIn(events).length, 2);
  assert.match(shop.reviewer.cards[0]?.checks.at(-1) ?? "", /^Dry run: 2 scripts ran to their end/);
  const { ledger } = shop.deps;
  assert.deepEqual((await replayTurn(await ledger.log(turn), ledger)).faults, []);
});

test("what the scripts met before the turn holds nothing", async () => {
  await using shop = await shopOf(
    [
      call("read_file", { path: "computed.js" }),
      call("edit_file", {
        path: "computed.js",
        old: "sheet[step]();\n",
        new: 'sheet[step]();\nsheet.text("a");\n',
      }),
      say("computed.js writes a text as well."),
    ],
    { "computed.js": COMPUTED },
  );

  const turn = await shop.ask("write a text in computed.js");
  assert.equal(await shop.run(turn), "waiting");

  assert.deepEqual(heldBy(await shop.events(turn)), [null]);
});

test("one stage runs once, however many drafts there are of it", async () => {
  await using shop = await shopOf([
    call("write_file", { path: "plain.js", content: 'sheet.text("a");\n' }),
    say("plain.js writes a text. As an example:\n```js\nsheet.gridCellEnd();\n```"),
    say("plain.js writes a text."),
  ]);

  const turn = await shop.ask("add a script plain.js");
  assert.equal(await shop.run(turn), "waiting");

  const events = await shop.events(turn);
  assert.deepEqual(heldBy(events), ["verify", null]);
  assert.equal(ranIn(events).length, 1);
});

test("a finding that stands after its pushes is on the card and in the answer", async () => {
  await using shop = await shopOf([
    call("write_file", { path: "computed.js", content: COMPUTED }),
    say("computed.js closes the cell."),
    say("computed.js is in place and closes the cell as it is meant to."),
    say("That is how a cell is closed there, by the name that the step has."),
  ]);

  const turn = await shop.ask("add a script computed.js");
  assert.equal(await shop.run(turn), "waiting");

  assert.match(shop.reviewer.cards[0]?.checks[0] ?? "", /^Not fixed: .*gridCellEnd \(computed\.js:2\)/);
  await shop.decide(turn, "apply");
  await shop.run(turn);
  assert.match(shop.notifier.answers[0]?.outstanding[0] ?? "", /^Not fixed: .*gridCellEnd/);
  assert.deepEqual(heldBy(await shop.events(turn)), ["verify", "verify", null, null]);
});
