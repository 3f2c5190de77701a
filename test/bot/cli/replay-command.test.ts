// `handrail replay TURN`: what holds, what was tampered with and where, and how a turn is found.

import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { say } from "../../servers/scripted-model.ts";
import { type Desk, edit, openDesk } from "./rig.ts";

async function landedTurn(desk: Desk): Promise<string> {
  const { code, stdout } = await desk.turn("make b 20", "--review", "apply", "--json");
  assert.equal(code, 0);
  const first: { turn: string } = JSON.parse(stdout.split("\n")[0] ?? "");
  return first.turn;
}

function tamper(desk: Desk, sql: string, ...params: string[]): number {
  const db = new DatabaseSync(join(desk.dataDir, "handrail.sqlite"));
  const { changes } = db.prepare(sql).run(...params);
  db.close();
  return Number(changes);
}

const script = () => ({ script: [edit, say("b is now 20.")] });

test("a whole turn verifies, by its id and by the beginning of it, in words and as JSON", async () => {
  await using desk = await openDesk(script());
  const turn = await landedTurn(desk);

  const byId = await desk.run(["replay", turn]);
  const byPrefix = await desk.run(["replay", turn.slice(0, 6), "--json"]);

  assert.equal(byId.code, 0, byId.stderr);
  assert.match(byId.stdout, /started\s+"make b 20"/);
  assert.match(byId.stdout, /2 requests, 2 replies: every hash holds\n$/);
  assert.equal(byPrefix.code, 0);
  const last = JSON.parse(byPrefix.stdout.trimEnd().split("\n").at(-1) ?? "");
  assert.deepEqual(last, { turn, requests: 2, replies: 2, faults: [] });
});

test("a turn of the playground is found beside the bot's own", async () => {
  await using desk = await openDesk(script());
  const { stdout } = await desk.turn("make b 20", "--json", "--data", join(desk.dataDir, "playground"));
  const { turn } = JSON.parse(stdout.split("\n")[0] ?? "");

  const { code, stderr } = await desk.run(["replay", turn]);

  assert.equal(code, 0, stderr);
});

test("an event that was changed in the file is named, with 1", async () => {
  await using desk = await openDesk(script());
  const turn = await landedTurn(desk);
  const sql = "UPDATE events SET body = replace(body, '20.', '21.') WHERE turn = ? AND type = 'answered'";
  assert.equal(tamper(desk, sql, turn), 1);

  const words = await desk.run(["replay", turn]);
  const json = await desk.run(["replay", turn, "--json"]);

  assert.equal(words.code, 1);
  assert.match(words.stdout, /FAULTS\n {2}The log of turn .* is broken: event \d+ was changed/);
  assert.equal(json.code, 1);
  assert.equal(JSON.parse(json.stdout).faults.length, 1);
});

test("an event that was taken out of the file is named, with 1", async () => {
  await using desk = await openDesk(script());
  const turn = await landedTurn(desk);
  assert.equal(tamper(desk, "DELETE FROM events WHERE turn = ? AND seq = 4", turn), 1);

  const { code, stdout } = await desk.run(["replay", turn]);

  assert.equal(code, 1);
  assert.match(stdout, /event 4 is missing/);
});

for (const [type, field] of [
  ["replied", "reply"],
  ["tool_ran", "fragment"],
  ["asked", "suffix"],
  ["review_opened", "changeset"],
] as const) {
  test(`the ${field} of a ${type} event that was changed is a fault of an event, with 1`, async () => {
    await using desk = await openDesk(script());
    const turn = await landedTurn(desk);
    const sql = `UPDATE blobs SET bytes = CAST('{}' AS BLOB) WHERE hash IN
      (SELECT json_extract(body, '$.${field}') FROM events WHERE turn = ? AND type = '${type}')`;
    assert.ok(tamper(desk, sql, turn) > 0);

    const { code, stdout } = await desk.run(["replay", turn]);

    assert.equal(code, 1);
    assert.match(stdout, / {2}event \d+: .*lost or changed/);
  });
}

test("a turn that is not there, too short a beginning, and no ledger at all are one line and 2", async () => {
  await using desk = await openDesk({ script: [say("one"), say("two")] });
  const empty = await desk.run(["replay", "abc"]);
  await desk.turn("first");
  await desk.turn("second");

  const unknown = await desk.run(["replay", "zzzz"]);
  const many = await desk.run(["replay", ""]);

  for (const { code, stderr } of [empty, unknown, many]) {
    assert.equal(code, 2);
    assert.match(stderr, /^[^\n]+\n$/);
  }
  assert.match(empty.stderr, /no ledger/);
  assert.match(many.stderr, /2 turns begin with/);
});

test("a replay needs no other setting than where the data is", async () => {
  await using desk = await openDesk(script());
  const turn = await landedTurn(desk);

  const { code, stderr } = await desk.run(["replay", turn], {
    env: { TELEGRAM_BOT_TOKEN: `1:${"x".repeat(30)}`, OPENAI_API_KEY: undefined },
  });

  assert.equal(code, 0, stderr);
});

test("without a turn the newest are listed, with the beginning of the id that replay takes", async () => {
  await using desk = await openDesk({ script: [edit, say("b is now 20."), say("Hello.\nWhat\nnow?")] });
  const landed = await landedTurn(desk);
  await desk.turn("hello\nthere");

  const { code, stdout } = await desk.run(["replay"]);

  assert.equal(code, 0);
  const [newest = "", older = "", ...more] = stdout.trimEnd().split("\n");
  assert.equal(more.length, 0);
  assert.match(newest, /^[0-9a-f]{8} {2}just now {4}answered {6}hello there$/);
  assert.match(older, new RegExp(`^${landed.slice(0, 8)} {2}just now {4}landed {8}make b 20$`));
  const replayed = await desk.run(["replay", newest.slice(0, 8)]);
  assert.match(replayed.stdout, /replied +stop, Hello\. What now\?\n/, "one event is one line");
});
