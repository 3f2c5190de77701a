// The inbox's contract, on each store: no accepted update is lost or doubled, whatever its id.
// Kills are in processes.test.ts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openFor, STORES, T0 } from "./samples.ts";

const update = (updateId: number) => ({ updateId, body: `{"update_id":${updateId}}`, receivedAt: T0 });

for (const store of STORES) {
  test(`${store} an update is stored once and the offset with it`, async (t) => {
    const ledger = await openFor(t, store);

    const first = await ledger.ingest([update(5), update(6)], 7);
    const again = await ledger.ingest([update(6), update(7)], 8);

    assert.deepEqual([first, again], [2, 1]);
    assert.equal(await ledger.pollOffset(), 8);
    assert.deepEqual(
      (await ledger.pendingUpdates(10)).map((u) => u.updateId),
      [5, 6, 7],
    );
  });

  test(`${store} ids that start anew below the offset are still new`, async (t) => {
    const ledger = await openFor(t, store);
    await ledger.ingest([update(900)], 901);

    const added = await ledger.ingest([update(12)], 13);

    assert.equal(added, 1);
    assert.equal(await ledger.pollOffset(), 13);
    assert.deepEqual(
      (await ledger.pendingUpdates(10)).map((u) => u.updateId),
      [900, 12],
    );
  });

  test(`${store} a finished update is not pending and not new again`, async (t) => {
    const ledger = await openFor(t, store);
    await ledger.ingest([update(1), update(2)], 3);

    await ledger.finishUpdate(1, T0);
    await ledger.finishUpdate(2, T0, "the handler threw");

    assert.deepEqual(await ledger.pendingUpdates(10), []);
    assert.equal(await ledger.ingest([update(1), update(2)], 3), 0);
    assert.deepEqual(await ledger.pendingUpdates(10), []);
  });

  test(`${store} a ledger that never polled starts at offset 0`, async (t) => {
    const ledger = await openFor(t, store);

    assert.equal(await ledger.pollOffset(), 0);
  });
}
