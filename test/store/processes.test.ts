// What holds between processes: a kill loses nothing that was acknowledged, a turn has one owner, a reused pid
// is not mistaken for the process that took a lease.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openLedger } from "../../store/open.ts";
import { isGone, markOf } from "../../store/process.ts";
import { batch, event, startTurn, stoppedClock, tap, waitForVerdict } from "./samples.ts";
import { tempFolder } from "./temp.ts";

const CHILD = fileURLToPath(new URL("./child.ts", import.meta.url));

function start(task: "ingest" | "claim", path: string) {
  const child = spawn(process.execPath, [CHILD, task, path], { stdio: ["ignore", "pipe", "inherit"] });
  return { child, exited: once(child, "exit"), lines: createInterface(child.stdout) };
}

for (const acksBeforeKill of [1, 7, 40]) {
  test(`no accepted update is lost or doubled when killed after ${acksBeforeKill} batches`, async (t) => {
    const path = `${await tempFolder(t)}/ledger.sqlite`;
    const { child, exited, lines } = start("ingest", path);
    const acked: number[] = [];

    for await (const line of lines) {
      if (line !== "ready") acked.push(Number(line));
      if (acked.length === acksBeforeKill) child.kill("SIGKILL");
    }
    await exited;

    await using ledger = await openLedger(`sqlite:${path}`, { clock: stoppedClock });
    const offset = await ledger.pollOffset();
    const stored = (await ledger.pendingUpdates(100_000)).map((update) => update.updateId);
    assert.ok(offset >= (acked.at(-1) ?? Number.NaN));
    assert.deepEqual(
      stored,
      Array.from({ length: offset - 1 }, (_, i) => i + 1),
    );
  });
}

test("two processes cannot both own a turn", async (t) => {
  const path = `${await tempFolder(t)}/ledger.sqlite`;
  const rivals = [start("claim", path), start("claim", path)];

  const claims = await Promise.all(rivals.map(({ lines }) => Array.fromAsync(lines)));
  const exits = await Promise.all(rivals.map(({ exited }) => exited));

  assert.deepEqual(
    exits.map(([code]) => code),
    [0, 0],
  );
  const turns = claims.flat().filter((line) => line !== "ready");
  assert.equal(turns.length, 40);
  assert.equal(new Set(turns).size, 40);
  await using ledger = await openLedger(`sqlite:${path}`, { clock: stoppedClock });
  for (const turn of turns) assert.equal((await ledger.log(turn)).length, 1);
});

test("a tap in each of two programs on one file decides once", async (t) => {
  const uri = `sqlite:${await tempFolder(t)}/ledger.sqlite`;
  await using bot = await openLedger(uri, { clock: stoppedClock });
  await using terminal = await openLedger(uri, { clock: stoppedClock });
  await waitForVerdict(bot, "t1", "r1");

  const decisions = await Promise.all([
    terminal.decide(tap("r1-reject", { by: "editor" })),
    bot.decide(tap("r1-apply")),
  ]);

  assert.deepEqual(
    decisions.map((decision) => decision.type),
    ["decided", "already"],
  );
  assert.equal((await bot.review("r1"))?.state, "rejected");
  assert.equal((await bot.inputs("t1")).length, 1);
});

test("of two programs that know the same log one appends", async (t) => {
  const uri = `sqlite:${await tempFolder(t)}/ledger.sqlite`;
  await using first = await openLedger(uri, { clock: stoppedClock });
  await using second = await openLedger(uri, { clock: stoppedClock });
  await startTurn(first, "t1");
  const next = batch("t1", 1, { events: [event("asked")] });

  const ends = await Promise.allSettled([first.append(next), second.append(next)]);

  assert.deepEqual(
    ends.map((end) => end.status),
    ["fulfilled", "rejected"],
  );
  assert.equal((await first.log("t1")).length, 2);
});

test("a living process is not gone, the same pid with another start is", {
  skip: markOf(process.pid).born === null,
}, () => {
  const mark = markOf(process.pid);

  assert.equal(isGone(process.pid, mark), false);
  assert.equal(isGone(process.pid, { ...mark, born: "an earlier boot 12" }), true);
});

test("a pid of another machine is never called gone", () => {
  assert.equal(isGone(2 ** 22 - 3, { machine: "elsewhere", born: "then 12" }), false);
  assert.equal(isGone(process.pid, { machine: "elsewhere", born: "then 12" }), false);
});
