// The owner's word in a turn: a refused call may be made again, a file is not left alone for it any more, a turn that waits
// goes on waiting, and a word that is taken back counts no more.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accusedBefore } from "../../../agent/overlay/accused.ts";
import { tellTurns } from "../../../agent/overlay/tell-turns.ts";
import type { Word } from "../../../agent/overlay/words.ts";
import { replayTurn } from "../../../agent/replay.ts";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { docsTools } from "../../../agent/tools/docs-tools.ts";
import { layTools, plainLayer } from "../../../agent/tools/lay-tools.ts";
import { fold } from "../../../agent/turn/fold.ts";
import { openLog } from "../../../agent/turn/log.ts";
import { wordsSaid } from "../../../agent/turn/words-said.ts";
import { loadProfile } from "../../../agent/workspace/profile.ts";
import { call, type ScriptItem, say } from "../../servers/scripted-model.ts";
import { QUIRE, quireDocs } from "../turn/quire-docs.ts";
import { ME, openWorkshop, type Workshop } from "../turn/workshop.ts";

const docsOfQuire = quireDocs();
const CELL = { family: "member", about: "Sheet.gridCellEnd" };
const OTHER = { family: "member", about: "Sheet.noteEnd" };

const lookUp = call("lookup_docs", { query: "Grid" });
const write = (path: string, content: string) => call("write_file", { path, content });
const closing = write("table.js", "sheet.gridCellEnd();\n");

async function openShop(script: ScriptItem[]): Promise<Workshop> {
  const docs = await docsOfQuire();
  const tools = layTools(plainLayer(baseTools), docsTools);
  return await openWorkshop({
    files: {},
    model: { script: [lookUp, ...script] },
    deps: { docs: async () => docs, tools: () => tools, profile: await loadProfile(QUIRE) },
  });
}

const counter = { n: 0 };

/** As the tap does it: the word with its button, then the requests at work. */
async function overrule(
  { deps: { ledger } }: Workshop,
  named: typeof CELL,
  word: Word = "exists",
): Promise<void> {
  counter.n += 1;
  const token = `token-${counter.n}`;
  const button = { token, action: word, subject: "{}", chat: "1", allowed: [ME], once: true };
  await ledger.addButtons([button]);
  const tap = { token, by: ME, chat: "1", messageId: 1, at: counter.n };
  const wanted = { workspace: "ws", ...named };
  const said = word === "exists" ? ledger.addExisting(tap, wanted) : ledger.removeExisting(tap, wanted);
  const decision = await said;
  assert.equal(decision.type, "decided");
  if (decision.type === "decided") await tellTurns(decision.row, word, ledger);
}

const reasons = async (shop: Workshop, turn: string) =>
  (await shop.events(turn)).flatMap((e) => (e.type === "tool_ran" ? [e.reason] : []));

test("a running request hears the word with its next step, and the same call is staged", async () => {
  await using shop = await openShop([
    closing,
    async () => {
      await overrule(shop, CELL);
      return closing;
    },
    say("There."),
  ]);

  const turn = await shop.ask("close the cells");
  await shop.run(turn);

  assert.deepEqual(await reasons(shop, turn), [null, "invented", null]);
  assert.deepEqual(
    fold(await shop.events(turn)).changes.map(({ path }) => path),
    ["table.js"],
  );
  const last = shop.model.requests.at(-1)?.raw.toString() ?? "";
  assert.match(last, /The owner of this workspace says that Sheet\.gridCellEnd exists/);
  const { faults } = await replayTurn(await shop.deps.ledger.log(turn), shop.deps.ledger);
  assert.deepEqual(faults, []);
});

test("a file that only this name had left alone may be written again; one with another invention stays alone", async () => {
  const both = write("other.js", "sheet.gridCellEnd();\nsheet.noteEnd();\n");
  await using shop = await openShop([
    ...[closing, closing, closing, closing, both, both, both],
    async () => {
      await overrule(shop, CELL);
      return closing;
    },
    both,
    async () => {
      await overrule(shop, OTHER);
      return both;
    },
    say("There."),
  ]);

  const turn = await shop.ask("close the cells");
  await shop.run(turn);

  const refused = ["invented", "invented", "invented"];
  assert.deepEqual(await reasons(shop, turn), [
    null,
    ...refused,
    "left_alone",
    ...refused,
    null,
    "left_alone",
    null,
  ]);
  assert.deepEqual(fold(await shop.events(turn)).leftAlone, []);
});

test("a turn that waits for a verdict hears it and goes on waiting; the verdict counts as before", async () => {
  await using shop = await openShop([write("a.js", 'sheet.text("a");\n'), say("There.")]);
  const turn = await shop.ask("write a");
  assert.equal(await shop.run(turn), "waiting");

  await overrule(shop, CELL);
  assert.equal(await shop.run(turn), "waiting");

  const row = await shop.deps.ledger.turn(turn);
  assert.equal(row?.state, "waiting");
  assert.equal((await shop.events(turn)).at(-1)?.type, "overruled");
  assert.equal(shop.reviewer.cards.length, 1);
  await shop.decide(turn, "apply");
  assert.equal(await shop.run(turn), "ended");
  assert.equal(await shop.file("a.js"), 'sheet.text("a");\n');
});

test("a word that was taken back refuses again, and the model hears of both", async () => {
  await using shop = await openShop([
    closing,
    async () => {
      await overrule(shop, CELL);
      return write("one.js", "sheet.gridCellEnd();\n");
    },
    async () => {
      await overrule(shop, CELL, "withdrawn");
      return write("two.js", "sheet.gridCellEnd();\n");
    },
    say("There."),
    say("There."),
    say("There."),
    say("There."),
  ]);

  const turn = await shop.ask("close the cells");
  await shop.run(turn);

  assert.deepEqual((await reasons(shop, turn)).slice(0, 4), [null, "invented", null, "invented"]);
  const last = shop.model.requests.at(-1)?.raw.toString() ?? "";
  assert.match(last, /has taken back that Sheet\.gridCellEnd exists: it counts as invented again/);
});

test("what only a dry run touched is run again after the word, and the same draft goes to its review", async () => {
  const computed = write("table.js", 'var name = "gridCell" + "End";\nsheet[name]();\n');
  await using shop = await openShop([
    computed,
    say("The cells are closed in table.js."),
    async () => {
      await overrule(shop, CELL);
      return say("table.js closes its cells.");
    },
  ]);

  const turn = await shop.ask("close the cells");
  assert.equal(await shop.run(turn), "waiting");

  const events = await shop.events(turn);
  const runs = events.flatMap((e) => (e.type === "dry_ran" ? [e.findings.map(({ about }) => about)] : []));
  assert.deepEqual(runs, [["Sheet.gridCellEnd"], []]);
  const checked = events.flatMap((e) => (e.type === "checked" ? [e.held?.gate ?? null] : []));
  assert.deepEqual(checked, ["verify", null]);
  assert.deepEqual(
    shop.reviewer.cards[0]?.checks.filter((line) => /invented|gridCellEnd/.test(line)),
    ["Checks: 1 file, no names to judge, nothing invented"],
  );
});

test("a later request stages it without a word", async () => {
  await using shop = await openShop([closing, say("I left it out."), lookUp, closing, say("There.")]);
  const first = await shop.ask("close the cells");
  await shop.run(first);
  assert.deepEqual(
    accusedBefore(await shop.events(first), null).map(({ about, path, line }) => [about, path, line]),
    [["Sheet.gridCellEnd", "table.js", 1]],
  );

  await overrule(shop, CELL);
  const second = await shop.ask("close the cells");
  await shop.run(second);

  assert.deepEqual(await reasons(shop, second), [null, null]);
  assert.ok((await shop.events(second)).every((e) => e.type !== "overruled"));
});

test("what the owner's word is told in is no question for a lookup", async () => {
  await using shop = await openShop([
    async () => {
      await overrule(shop, CELL);
      return say("There.");
    },
  ]);
  const turn = await shop.ask("what is a cell");
  await shop.run(turn);

  const said = await wordsSaid(await openLog(shop.deps.ledger, turn));

  assert.ok(said.told.some((text) => text.includes("Sheet.gridCellEnd exists")));
});
