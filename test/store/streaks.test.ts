// Outcomes that came to nothing: counted over processes, due once beyond the limit, and gone with the first that moves.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../store/clock.ts";
import type { Ledger } from "../../store/ledger.ts";
import { openLedger } from "../../store/open.ts";

const LIMIT = 3;

const noted = (ledger: Ledger, more: { name?: string; moved?: boolean; input?: string; at?: number } = {}) =>
  ledger.noteStreak({ name: "job", moved: false, input: "same", costMs: 10, at: 0, limit: LIMIT, ...more });

test("a streak is due once, when it passes the limit, and stays listed", async () => {
  await using ledger = await openLedger("memory:", { clock: systemClock });

  const due = [];
  for (let at = 1; at <= 6; at++) due.push((await noted(ledger, { at }))?.count ?? null);

  assert.deepEqual(due, [null, null, null, 4, null, null]);
  assert.deepEqual(await ledger.streaks(LIMIT), [
    { name: "job", count: 6, since: 1, lastAt: 6, changes: 0, costMs: 60 },
  ]);
});

test("one that moves clears it, and the next streak is due anew", async () => {
  await using ledger = await openLedger("memory:", { clock: systemClock });
  for (let n = 0; n < 5; n++) await noted(ledger);

  await noted(ledger, { moved: true });
  const cleared = await ledger.streaks(0);
  const due = [];
  for (let n = 0; n < 4; n++) due.push((await noted(ledger))?.count ?? null);

  assert.deepEqual(cleared, []);
  assert.deepEqual(due, [null, null, null, 4]);
});

test("changes of the input are counted, and streaks of other names are apart", async () => {
  await using ledger = await openLedger("memory:", { clock: systemClock });
  for (const input of ["a", "a", "b", "c", "c"]) await noted(ledger, { input });
  await noted(ledger, { name: "other" });

  const [first, second] = await ledger.streaks(0);

  assert.deepEqual([first?.name, first?.changes, first?.count], ["job", 2, 5]);
  assert.deepEqual([second?.name, second?.count], ["other", 1]);
});

test("a count outlasts the process", async () => {
  const dir = await mkdtemp(join(tmpdir(), "handrail-streaks-"));
  const uri = `sqlite:${join(dir, "ledger.sqlite")}`;
  for (let n = 0; n < 3; n++) {
    await using ledger = await openLedger(uri, { clock: systemClock });
    assert.equal(await noted(ledger), null);
  }

  await using ledger = await openLedger(uri, { clock: systemClock });

  assert.equal((await noted(ledger))?.count, 4);
  await rm(dir, { recursive: true, force: true });
});
