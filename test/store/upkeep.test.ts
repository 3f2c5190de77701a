// The contract of bindings, job runs, audit and leases, on each store.
// Holders of leases are real processes, living and dead.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type TestContext, test } from "node:test";
import { openFor, STORES, T0 } from "./samples.ts";

async function liveProcess(t: TestContext): Promise<number> {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  await once(child, "spawn");
  t.after(() => child.kill("SIGKILL"));
  return child.pid ?? assert.fail("the child has no pid");
}

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""], { stdio: "ignore" });
  await once(child, "exit");
  return child.pid ?? assert.fail("the child has no pid");
}

for (const store of STORES) {
  test(`${store} a chat and its topics are bound apart`, async (t) => {
    const ledger = await openFor(t, store);

    await ledger.bind("chat", null, "shop");
    await ledger.bind("chat", "4", "press");
    await ledger.bind("chat", "4", "mill");

    assert.equal(await ledger.binding("chat", null), "shop");
    assert.equal(await ledger.binding("chat", "4"), "mill");
    assert.equal(await ledger.binding("chat", "5"), undefined);
  });

  test(`${store} a job's window is claimed once, also after it ended`, async (t) => {
    const ledger = await openFor(t, store);

    const claims = [await ledger.claimRun("sweep", "d1", T0), await ledger.claimRun("sweep", "d1", T0)];
    await ledger.endRun("sweep", "d1", "ok", "3 removed", T0 + 9);
    await ledger.endRun("sweep", "d1", "failed", "late", T0 + 10);
    claims.push(await ledger.claimRun("sweep", "d1", T0), await ledger.claimRun("sweep", "d2", T0 + 20));

    assert.deepEqual(claims, [true, false, false, true]);
    assert.deepEqual(
      (await ledger.runs("sweep", 10)).map((run) => [run.window, run.state, run.result, run.endedAt]),
      [
        ["d2", "running", null, null],
        ["d1", "ok", "3 removed", T0 + 9],
      ],
    );
  });

  test(`${store} a job is paused until it is not`, async (t) => {
    const ledger = await openFor(t, store);
    await ledger.setPaused("sweep", true);
    await ledger.setPaused("sweep", true);
    await ledger.setPaused("index", true);

    await ledger.setPaused("index", false);

    assert.deepEqual(await ledger.paused(), ["sweep"]);
  });

  test(`${store} a held lease is refused to another living process, with its holder`, async (t) => {
    const ledger = await openFor(t, store);
    const holder = { pid: await liveProcess(t), startedAt: 5, what: "bot" };
    await ledger.acquireLease("bot", holder, 1000, T0);

    const other = await ledger.acquireLease(
      "bot",
      { pid: process.pid, startedAt: 6, what: "cli" },
      1000,
      T0 + 999,
    );

    assert.deepEqual(other, { ok: false, holder, expiresAt: T0 + 1000 });
  });

  test(`${store} its holder renews a lease under the same fence, and only then it lasts longer`, async (t) => {
    const ledger = await openFor(t, store);
    const holder = { pid: await liveProcess(t), startedAt: 5, what: "bot" };
    const rival = { pid: process.pid, startedAt: 6, what: "cli" };
    await ledger.acquireLease("bot", holder, 1000, T0);

    const renewed = await ledger.acquireLease("bot", holder, 1000, T0 + 900);

    assert.deepEqual(renewed, { ok: true, fence: 1 });
    assert.equal((await ledger.acquireLease("bot", rival, 1000, T0 + 1800)).ok, false);
    assert.deepEqual(await ledger.acquireLease("bot", rival, 1000, T0 + 1900), { ok: true, fence: 2 });
    assert.equal((await ledger.acquireLease("bot", holder, 1000, T0 + 1901)).ok, false);
  });

  test(`${store} a lease of a process that is gone is taken over at once`, async (t) => {
    const ledger = await openFor(t, store);
    await ledger.acquireLease("bot", { pid: await deadPid(), startedAt: 5, what: "bot" }, 60_000, T0);

    const taken = await ledger.acquireLease("bot", { pid: process.pid, startedAt: 6, what: "bot" }, 1000, T0);

    assert.deepEqual(taken, { ok: true, fence: 2 });
  });

  test(`${store} a released lease is free under a new fence, and only its own fence releases it`, async (t) => {
    const ledger = await openFor(t, store);
    const rival = { pid: process.pid, startedAt: 6, what: "cli" };
    await ledger.acquireLease("bot", { pid: await liveProcess(t), startedAt: 5, what: "bot" }, 60_000, T0);

    await ledger.releaseLease("bot", 7);
    assert.equal((await ledger.acquireLease("bot", rival, 1000, T0)).ok, false);
    await ledger.releaseLease("bot", 1);

    assert.deepEqual(await ledger.acquireLease("bot", rival, 1000, T0), { ok: true, fence: 2 });
  });
}
