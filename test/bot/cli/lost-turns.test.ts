// Turns of the command line whose process was killed, and several processes at one ledger.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromRow } from "../../../agent/events.ts";
import { readConfig } from "../../../bot/config.ts";
import { startTelegramServer } from "../../../bot/playground/telegram-server/server.ts";
import { runHandrail } from "../../../bot/run.ts";
import { systemClock } from "../../../store/clock.ts";
import { noFailpoint } from "../../../store/failpoint.ts";
import { faulty, say } from "../../servers/scripted-model.ts";
import { type Desk, edit, KEY, MAIN_JS, openDesk } from "./rig.ts";

const TOKEN = "123456789:AAHandrailStoryTokenAAAAAAAAAAAAAAAA";
const OWNER = 1001;

async function killedTurn(desk: Desk): Promise<string> {
  const child = desk.start(["turn", "make b 20", "--workspace", desk.workspace, "--review", "ask"]);
  await child.heard(/Apply\?/);
  child.process.kill("SIGKILL");
  await child.ended;
  await using ledger = await desk.ledger();
  const [left] = await ledger.turnsIn(["waiting"]);
  assert.equal(left?.chat, "cli");
  return left?.turn ?? "";
}

test("the next run ends a turn that was killed, in words, and its review with it", async () => {
  await using desk = await openDesk({ script: [edit, say("b is 20."), say("b is 2.")] });
  const lost = await killedTurn(desk);

  const { code, stdout } = await desk.turn("what is b?", "--json");

  assert.equal(code, 0);
  assert.ok(!stdout.includes(lost), "events of the lost turn are no events of this one");
  await using ledger = await desk.ledger();
  const row = await ledger.turn(lost);
  assert.equal(row?.state, "ended");
  assert.equal(row?.outcome, "failed");
  assert.match(row?.answer ?? "", /process that ran this request ended/);
  assert.ok((await ledger.log(lost)).map(fromRow).some((event) => event.type === "lost"));
  assert.deepEqual(await ledger.reviewsIn(["open"]), []);
  assert.equal(await desk.file("main.js"), MAIN_JS);
});

test("a bot that starts on that ledger ends the lost turn and does not run it as its own", async () => {
  await using desk = await openDesk({ script: [edit, say("b is 20.")] });
  const lost = await killedTurn(desk);

  await using bot = await openBot(desk);
  await bot.running.handrail.ready;

  await using ledger = await desk.ledger();
  assert.equal((await ledger.turn(lost))?.outcome, "failed");
  assert.equal(desk.model.requests.length, 2, "the model was asked nothing more");
  assert.deepEqual(bot.server.person.messages(bot.chat), []);
});

test("what was approved before the kill lands whole at the next run", async () => {
  await using desk = await openDesk({ script: [edit, say("b is 20."), say("b is 20 now.")] });
  const lost = await killedTurn(desk);
  {
    await using ledger = await desk.ledger();
    const [review] = await ledger.reviewsIn(["open"]);
    const by = review?.allowed[0] ?? "";
    const verdict = { verdict: "apply" as const, comment: "", at: 1 };
    await ledger.decideByReply({ review: review?.review ?? "", by, ...verdict });
  }

  await desk.turn("what is b?");

  assert.match(await desk.file("main.js"), /var b = 20;/);
  await using ledger = await desk.ledger();
  assert.equal((await ledger.turn(lost))?.outcome, "landed");
});

test("a request whose process was killed before it had a turn is dropped", async () => {
  await using desk = await openDesk({ script: [say("b is 2."), say("still 2.")] });
  await desk.turn("what is b?");
  {
    await using ledger = await desk.ledger();
    const [row] = await ledger.turnsIn(["ended"]);
    const place = { workspace: row?.workspace ?? "", chat: "cli", topic: null, messageId: null, by: "cli:x" };
    await ledger.addRequest({ cause: "cli:never-begun", ...place, text: "left behind" }, 1);
  }

  const { code } = await desk.turn("and now?");

  assert.equal(code, 0);
  await using ledger = await desk.ledger();
  const [row] = await ledger.turnsIn(["ended"]);
  assert.deepEqual(await ledger.queuedRequests(row?.workspace ?? ""), []);
});

test("a turn whose process lives is left alone", async () => {
  await using desk = await openDesk({ script: [edit, say("b is 20."), say("b is 2.")] });
  const child = desk.start(["turn", "make b 20", "--workspace", desk.workspace, "--review", "ask"]);
  await child.heard(/Apply\?/);

  const beside = await desk.turn("what is b?");
  child.process.stdin.end("y\n");
  const first = await child.ended;

  assert.equal(beside.code, 0);
  assert.equal(first.code, 0, first.stderr);
  assert.match(await desk.file("main.js"), /var b = 20;/);
});

test("a bot and a command line work side by side on one ledger and workspace", async () => {
  const held = Promise.withResolvers<void>();
  await using desk = await openDesk({
    respond: (request) => {
      const asked = JSON.stringify(request.messages);
      if (asked.includes("from the chat"))
        return faulty({ type: "hold", until: held.promise }, say("For the chat."));
      return asked.includes('"tool"') ? say("b is 20.") : edit;
    },
  });
  await using bot = await openBot(desk);
  await bot.running.handrail.ready;
  bot.server.person.sendText({ chat: bot.chat, from: OWNER, text: "what is b, from the chat?" });

  const beside = await desk.turn("make b 20", "--review", "apply");
  held.resolve();

  assert.equal(beside.code, 0, beside.stderr);
  assert.match(await desk.file("main.js"), /var b = 20;/);
  await bot.server.person.waitFor(
    bot.chat,
    (messages) => messages.find((m) => m.text.includes("For the chat.")),
    AbortSignal.timeout(20_000),
  );
});

async function openBot(desk: Desk) {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startTelegramServer({ token: TOKEN, clock: systemClock, pace: "off" }));
  server.person.addUser({ id: OWNER, first_name: "Owner" });
  const chat = server.person.openPrivate(OWNER);
  const closing = new AbortController();
  const config = readConfig({ workspaces: [desk.workspace], dataDir: desk.dataDir }, desk.env);
  const running = stack.use(
    await runHandrail(
      {
        config,
        telegram: { token: TOKEN, apiRoot: server.apiRoot, owners: [OWNER] },
        model: { baseUrl: desk.model.baseUrl, apiKey: KEY, model: "scripted", smallModel: "scripted" },
        workspaces: [desk.workspace],
        clock: systemClock,
        failpoint: noFailpoint,
        stderr: () => undefined,
      },
      closing.signal,
    ),
  );
  stack.defer(() => closing.abort());
  const kept = stack.move();
  return { server, chat, running, [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose]() };
}
