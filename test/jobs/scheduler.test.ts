// Jobs on a clock: once a window, never beside themselves, inside their time limit, and recorded whatever happens.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BadSchedule, startScheduler } from "../../jobs/scheduler.ts";
import { openLedger } from "../../store/open.ts";
import { at, job, setClock, start } from "./rig.ts";

const DAY = 24 * 60 * 60 * 1000;
const NOON = at("2026-05-05T12:00:00Z");

test("a window runs when its minute comes, once", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: NOON });
  const clock = { now: () => Date.now(), sleep: () => new Promise<void>(() => undefined) };
  await using ledger = await openLedger("memory:", { clock });
  const runs: number[] = [];
  const counting = job(async () => ({ runs: runs.push(Date.now()) }));
  await using scheduler = (await start([counting], ledger, clock)).scheduler;

  for (let minute = 0; minute < 25 * 60; minute++) {
    t.mock.timers.tick(60_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await scheduler.idle();

  assert.deepEqual(
    runs.map((ms) => new Date(ms).toISOString().slice(0, 16)),
    ["2026-05-06T03:00"],
  );
  const [last] = await ledger.runs("count", 1);
  assert.equal(last?.window, "2026-05-06T03:00:00.000Z");
  assert.equal(last?.state, "ok");
  assert.equal(last?.result, '{"runs":1}');
});

test("what the machine slept through runs once when it wakes", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: NOON });
  const clock = { now: () => Date.now(), sleep: () => new Promise<void>(() => undefined) };
  await using ledger = await openLedger("memory:", { clock });
  const runs: number[] = [];
  const hourly = job(async () => ({ runs: runs.push(Date.now()) }), {
    schedule: { cron: "30 * * * *", timeZone: "UTC" },
  });
  await using scheduler = (await start([hourly], ledger, clock)).scheduler;

  // Asleep: the clock goes on and no timer fires; at 17:10 the one of 12:30 fires, late.
  t.mock.timers.setTime(NOON + 5 * 60 * 60 * 1000 + 10 * 60_000);
  t.mock.timers.tick(1);
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
  await scheduler.idle();

  assert.equal(runs.length, 1);
  assert.equal((await ledger.runs("count", 1))[0]?.window, "2026-05-05T12:30:00.000Z");
});

test("two processes run a window once", async () => {
  const clock = setClock(NOON);
  await using ledger = await openLedger("memory:", { clock });
  const runs: string[] = [];
  const counting = (name: string) => job(async () => ({ runs: runs.push(name) }));
  for (const name of ["first heard", "again"]) {
    await using _ = (await start([counting(name)], ledger, clock)).scheduler;
  }

  await clock.move(DAY);
  await using one = (await start([counting("one")], ledger, clock)).scheduler;
  await using two = (await start([counting("two")], ledger, clock)).scheduler;
  await Promise.all([one.idle(), two.idle()]);

  assert.deepEqual(runs, ["one"]);
});

test("what was missed while nothing ran runs once, not as a backlog; a new job missed nothing", async () => {
  const clock = setClock(NOON);
  await using ledger = await openLedger("memory:", { clock });
  const runs: number[] = [];
  const counting = job(async () => ({ runs: runs.push(clock.now()) }));
  {
    await using first = (await start([counting], ledger, clock)).scheduler;
    await first.idle();
    assert.deepEqual(runs, [], "a night before it was known was not missed");
    assert.equal((await first.list())[0]?.last, null);
  }

  await clock.move(5 * DAY);
  await using later = (await start([counting], ledger, clock)).scheduler;
  await later.idle();

  assert.equal(runs.length, 1);
  assert.equal((await later.list())[0]?.last?.window, "2026-05-10T03:00:00.000Z");
});

test("a job never runs beside itself, also when it is asked for twice in one moment", async () => {
  const clock = setClock(NOON);
  await using ledger = await openLedger("memory:", { clock });
  const done = Promise.withResolvers<void>();
  const state = { now: 0, most: 0 };
  const slow = job(async () => {
    state.now += 1;
    state.most = Math.max(state.most, state.now);
    await done.promise;
    state.now -= 1;
    return {};
  });
  await using scheduler = (await start([slow], ledger, clock)).scheduler;
  await using beside = (await start([slow], ledger, clock)).scheduler;

  const asked = await Promise.all([
    scheduler.runNow("count"),
    scheduler.runNow("count"),
    beside.runNow("count"),
  ]);
  done.resolve();
  await Promise.all([scheduler.idle(), beside.idle()]);

  assert.deepEqual(asked, [true, false, false]);
  assert.equal(state.most, 1);
  const states = (await ledger.runs("count", 10)).map((run) => run.state);
  assert.ok(!states.includes("running"), states.join());
});

test("a run that hears its signal ends at its time limit, and the owner is told", async () => {
  const clock = setClock(NOON);
  await using ledger = await openLedger("memory:", { clock });
  const heeding = job(
    (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  );
  const { scheduler, reports } = await start([heeding], ledger, clock);
  await using _ = scheduler;

  await scheduler.runNow("count");
  await clock.move(61_000);
  await scheduler.idle();

  assert.equal((await ledger.runs("count", 1))[0]?.state, "timed_out");
  assert.deepEqual(reports, ["count: ran out of its 60 s"]);
});

test("a run that ignores its signal is recorded as out of time and does not block the next", async () => {
  const clock = setClock(NOON);
  await using ledger = await openLedger("memory:", { clock });
  const runs: number[] = [];
  const deaf = job(() =>
    runs.push(1) === 1 ? new Promise(() => undefined) : Promise.resolve({ second: true }),
  );
  const { scheduler } = await start([deaf], ledger, clock);
  await using _ = scheduler;

  await scheduler.runNow("count");
  await clock.move(70_000);
  await scheduler.idle();
  const [first] = await ledger.runs("count", 1);
  const again = await scheduler.runNow("count");
  await scheduler.idle();

  assert.equal(first?.state, "timed_out");
  assert.equal(again, true);
  assert.equal((await ledger.runs("count", 1))[0]?.result, '{"second":true}');
});

test("a stop waits for a run that heeds it, not for one that does not, and records both as lost", async () => {
  const clock = setClock(NOON);
  await using ledger = await openLedger("memory:", { clock });
  const heeding = job(
    (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  );
  const deaf = job(() => new Promise(() => undefined), { name: "deaf" });
  const { scheduler, reports } = await start([heeding, deaf], ledger, clock);
  await scheduler.runNow("count");
  await scheduler.runNow("deaf");

  const stopped = scheduler[Symbol.asyncDispose]();
  await clock.move(6000);
  await stopped;

  assert.equal((await ledger.runs("count", 1))[0]?.state, "lost");
  assert.equal((await ledger.runs("deaf", 1))[0]?.state, "lost");
  assert.deepEqual(reports, []);
});

test("a run that a killed process left is lost at the next start, however short ago it began", async () => {
  const clock = setClock(NOON);
  await using ledger = await openLedger("memory:", { clock });
  await ledger.claimRun("count", "2026-05-05T11:59:00.000Z", clock.now() - 1000);
  const gone = { pid: 2 ** 22 + 1, startedAt: 1, what: "job" };
  await ledger.acquireLease("job:count", gone, 600_000, clock.now());

  await using scheduler = (await start([job(async () => ({}))], ledger, clock)).scheduler;

  const [last] = await ledger.runs("count", 1);
  assert.ok(last);
  const lost = (await ledger.runs("count", 5)).find((run) => run.window.startsWith("2026-05-05T11:59"));
  assert.equal(lost?.state, "lost");
  assert.equal(await scheduler.runNow("count"), true);
});

test("a job that fails says why, in its record and to the owner", async () => {
  const clock = setClock(NOON);
  await using ledger = await openLedger("memory:", { clock });
  const failing = job(async () => {
    throw new Error("no such source");
  });
  const { scheduler, reports } = await start([failing], ledger, clock);
  await using _ = scheduler;

  await scheduler.runNow("count");
  await scheduler.idle();

  const [last] = await ledger.runs("count", 1);
  assert.equal(last?.state, "failed");
  assert.equal(last?.result, '{"why":"no such source"}');
  assert.deepEqual(reports, ["count: no such source"]);
});

test("a ledger that fails does not end the process, and the owner is told", async () => {
  const clock = setClock(NOON);
  await using ledger = await openLedger("memory:", { clock });
  const reports: string[] = [];
  const broken = {
    ...ledger,
    endRun: async (...[name, window, ...rest]: Parameters<typeof ledger.endRun>) => {
      if (window.startsWith("now")) throw new Error("the disk is full");
      await ledger.endRun(name, window, ...rest);
    },
  };
  await using scheduler = await startScheduler({
    jobs: [job(async () => ({}))],
    schedules: {},
    ledger: broken,
    clock,
    report: (name, what) => void reports.push(`${name}: ${what}`),
    notice: () => undefined,
  });

  await scheduler.runNow("count");
  await scheduler.idle();

  assert.deepEqual(reports, ["count: its run could not be recorded: the disk is full"]);
});

test("a paused job rests at its time and still runs when it is asked for", async () => {
  const clock = setClock(NOON);
  await using ledger = await openLedger("memory:", { clock });
  const runs: number[] = [];
  const counting = job(async () => ({ runs: runs.push(1) }));
  {
    await using first = (await start([counting], ledger, clock)).scheduler;
    await first.setPaused("count", true);
  }
  await clock.move(2 * DAY);

  await using scheduler = (await start([counting], ledger, clock)).scheduler;
  await scheduler.idle();
  const missed = runs.length;
  const [shown] = await scheduler.list();
  await scheduler.runNow("count");
  await scheduler.idle();

  assert.equal(missed, 0);
  assert.equal(shown?.paused, true);
  assert.equal(runs.length, 1);
});

test("a schedule of null turns a job off; it can still be asked for", async () => {
  const clock = setClock(NOON);
  await using ledger = await openLedger("memory:", { clock });
  await using scheduler = (await start([job(async () => ({}))], ledger, clock, { count: null })).scheduler;

  const [shown] = await scheduler.list();

  assert.equal(shown?.cron, "off");
  assert.equal(shown?.nextAt, null);
  assert.equal(await scheduler.runNow("count"), true);
  assert.equal(await scheduler.runNow("no-such-job"), false);
});

test("a schedule, a zone and a name that do not fit are one line each, before anything runs", async () => {
  const clock = setClock(NOON);
  await using ledger = await openLedger("memory:", { clock });
  const counting = job(async () => assert.fail("it ran"));
  const zoned = job(async () => ({}), { schedule: { cron: "0 3 * * *", timeZone: "Middle/Earth" } });

  for (const cron of ["nightly", "", "* * * * * *", "61 3 * * *", "0 3 * *"]) {
    const bad = start([counting], ledger, clock, { count: cron });
    await assert.rejects(
      bad,
      (error) => error instanceof BadSchedule && /^The schedule ".*" of count is no cron/.test(error.message),
    );
  }
  await assert.rejects(
    start([zoned], ledger, clock),
    /^BadSchedule|The time zone "Middle\/Earth" of count is not known\.$/,
  );
  await assert.rejects(
    start([counting], ledger, clock, { counting: "0 3 * * *" }),
    /There is no job "counting": the jobs are count\.$/,
  );
});
