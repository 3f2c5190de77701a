// The commands: what they say, that they are registered, and that text alone lands nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest } from "../../bot/commands/dispatch.ts";
import { commands } from "../../bot/commands/list.ts";
import { ANN, BEN, buttonNames, GROUP, openBot, TEXT } from "./bot-rig.ts";
import { edited } from "./scripted-agent.ts";

test("every command is registered with Telegram and listed by /help", async (t) => {
  const bot = await openBot(t);

  bot.say("/help");
  const help = await bot.says("/undo –");

  const registered = bot.person.commands(ANN).map((one) => one.command);
  assert.deepEqual(
    registered,
    commands.map((one) => one.name),
  );
  for (const name of registered) assert.ok(help.text.includes(`/${name} –`), name);
});

test("an unknown command starts no turn and names its neighbour", async (t) => {
  const bot = await openBot(t);

  bot.say("/stauts");
  await bot.says("Did you mean /status?");
  bot.say("/frobnicate");
  await bot.says("/help lists them.");

  assert.deepEqual(bot.heard, []);
});

test("near misses are found within two letters or by their beginning", () => {
  const names = ["status", "stop", "history"];

  assert.equal(nearest("stopp", names), "stop");
  assert.equal(nearest("hist", names), "history");
  assert.equal(nearest("zebra", names), undefined);
});

test("/status tells what runs, waits and is queued", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it");
  await bot.card();
  bot.say("hang forever");
  await bot.says("Thinking");
  bot.say("/next hello");
  await bot.says("Queued");

  bot.say("/status");
  const status = await bot.says("waits for you");

  assert.match(status.text, /quire \(this chat\)/);
  assert.match(status.text, /⏳ hang forever/);
  assert.match(status.text, /1\. hello – queued/);
});

test("/pending lists open reviews; /history and /diff what landed", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it");
  const card = await bot.card();
  bot.say("/pending");
  await bot.says("1 review waits");
  await bot.tap(card, "Apply");
  await bot.says("Landed as generation 1");

  bot.say("/history");
  await bot.says("1. edit it – 1 file");
  bot.say("/diff 1");
  const file = await bot.shown((m) => m.document?.name === "generation-1.diff");
  bot.say("/diff 9");
  await bot.says("has no generation 9");

  assert.match(new TextDecoder().decode(await file.document?.bytes()), /\+\/\/ edited 1/);
});

test("/undo posts a button and lands nothing; the button brings the bytes back", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it");
  await bot.tap(await bot.card(), "Apply");
  await bot.says("Landed as generation 1");

  bot.say("/undo");
  const offer = await bot.says("Undo generation 1?");
  assert.equal(await bot.file(), edited(TEXT, 1));
  await bot.tap(offer, "Undo");

  await bot.says("Landed as generation 2");
  assert.equal(await bot.file(), TEXT);
  bot.say("/undo 1");
  await bot.says("already undone, by generation 2");
  bot.say("/undo");
  await bot.says("There is nothing to undo");
});

test("/workspace lists and switches, for each chat by itself", async (t) => {
  const bot = await openBot(t, { workspaces: ["quire", "loom"] });

  bot.say("/workspace");
  await bot.says("• quire (now)");
  bot.say("/workspace lom");
  await bot.says("Did you mean loom?");
  bot.say("/workspace loom");
  await bot.says("now works in loom");
  bot.say("edit it");
  await bot.tap(await bot.card(), "Apply");
  await bot.says("Landed as generation 1");
  bot.say("/workspace", { from: BEN });

  await bot.says("• quire (now)", BEN);
  assert.equal(await bot.file("loom"), edited(TEXT, 1));
  assert.equal(await bot.file("quire"), TEXT);
});

test("/jobs lists the jobs, and their buttons run them", async (t) => {
  const runs: string[] = [];
  const jobs = {
    list: async () => [{ name: "rebuild-index", schedule: "0 4 * * *", paused: false, last: null }],
    runNow: async (name: string) => {
      runs.push(name);
      return `${name} was started.`;
    },
  };
  const bot = await openBot(t, { jobs });

  bot.say("/jobs");
  const list = await bot.says("last run: never");
  const answer = await bot.tap(list, "Run rebuild-index now");

  assert.equal(answer.text, "rebuild-index was started.");
  assert.deepEqual(runs, ["rebuild-index"]);
});

test("a command for another bot is left alone", async (t) => {
  const bot = await openBot(t);

  bot.say("/status@other_bot", { chat: GROUP });
  bot.say("/status@handrail_bot", { chat: GROUP });
  await bot.says("Nothing runs.", GROUP);
  await bot.settled();

  assert.equal(bot.person.messages(GROUP).filter((m) => m.from === "bot").length, 1);
});

test("a picture is answered, not dropped in silence", async (t) => {
  const bot = await openBot(t);

  bot.person.sendDocument({
    chat: ANN,
    from: ANN,
    name: "a.txt",
    bytes: new Uint8Array([65]),
    caption: "edit it",
  });

  await bot.says("Only text is read so far.");
  assert.deepEqual(bot.heard, []);
  assert.deepEqual(
    bot.person.messages(ANN).filter((m) => buttonNames(m).length > 0),
    [],
  );
});
