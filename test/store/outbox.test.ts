// The outbox's contract, on each store: order, waiting for a message before, and replacement.
// Nothing is sent here.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ledger } from "../../store/ledger.ts";
import { CHANGESET, message, openFor, review, STORES, T0 } from "./samples.ts";

const dueCauses = async (ledger: Ledger, now = T0) => (await ledger.dueOutbox(now, 10)).map((m) => m.cause);

async function idOf(ledger: Ledger, cause: string): Promise<number> {
  const found = await ledger.outboxByCause(cause);
  assert.ok(found);
  return found.id;
}

for (const store of STORES) {
  test(`${store} a cause is said once`, async (t) => {
    const ledger = await openFor(t, store);
    await ledger.say([message("answer:1")], T0);

    await ledger.say([message("answer:1", { body: "other" })], T0);

    assert.deepEqual(
      (await ledger.dueOutbox(T0, 10)).map((m) => m.body),
      ['{"text":"answer:1"}'],
    );
  });

  test(`${store} urgent messages go first, then older ones`, async (t) => {
    const ledger = await openFor(t, store);

    await ledger.say([message("progress", { priority: 3 }), message("first"), message("second")], T0);
    await ledger.say([message("receipt", { priority: 0 })], T0 + 1);

    assert.deepEqual(await dueCauses(ledger, T0 + 1), ["receipt", "first", "second", "progress"]);
  });

  test(`${store} a later part waits for the id of the part before`, async (t) => {
    const ledger = await openFor(t, store);
    await ledger.say([message("part:1"), message("part:2", { after: "part:1" })], T0);
    assert.deepEqual(await dueCauses(ledger), ["part:1"]);

    await ledger.markPlaced(await idOf(ledger, "part:1"), 41, T0);

    assert.deepEqual(await dueCauses(ledger), ["part:1", "part:2"]);
  });

  test(`${store} what waits for a message that never went is not due and sets no alarm`, async (t) => {
    const ledger = await openFor(t, store);
    await ledger.say([message("part:1"), message("part:2", { after: "part:1" })], T0);

    await ledger.markFailed(await idOf(ledger, "part:1"), "chat not found", null);

    assert.deepEqual(await dueCauses(ledger), []);
    assert.equal(await ledger.nextOutboxAt(), null);
    assert.deepEqual(
      (await ledger.unsent("chat")).map((m) => [m.cause, m.state]),
      [
        ["part:1", "dead"],
        ["part:2", "pending"],
      ],
    );
  });

  test(`${store} a part whose edit failed for ever still lets the next one go`, async (t) => {
    const ledger = await openFor(t, store);
    await ledger.say([message("part:1"), message("part:2", { after: "part:1" })], T0);
    const id = await idOf(ledger, "part:1");
    await ledger.markPlaced(id, 41, T0);

    await ledger.markFailed(id, "message can't be edited", null);

    assert.deepEqual(await dueCauses(ledger), ["part:2"]);
  });

  test(`${store} a failed message is due when its time comes`, async (t) => {
    const ledger = await openFor(t, store);
    await ledger.say([message("answer:1")], T0);

    await ledger.markFailed(await idOf(ledger, "answer:1"), "429", T0 + 5000);

    assert.deepEqual(await dueCauses(ledger, T0 + 4999), []);
    assert.equal(await ledger.nextOutboxAt(), T0 + 5000);
    const [due] = await ledger.dueOutbox(T0 + 5000, 10);
    assert.deepEqual([due?.attempts, due?.error, due?.state], [1, "429", "pending"]);
  });

  test(`${store} a done message is never due`, async (t) => {
    const ledger = await openFor(t, store);
    await ledger.say([message("answer:1")], T0);
    const id = await idOf(ledger, "answer:1");

    await ledger.markPlaced(id, 41, T0);
    await ledger.markDone(id, T0);
    await ledger.markPlaced(id, 41, T0);

    assert.deepEqual(await dueCauses(ledger), []);
    assert.deepEqual(await ledger.unsent(null), []);
    assert.equal((await ledger.outboxByCause("answer:1"))?.messageId, 41);
  });

  test(`${store} replacing a done message makes it owe an edit of the same message`, async (t) => {
    const ledger = await openFor(t, store);
    await ledger.say([message("status")], T0);
    const id = await idOf(ledger, "status");
    await ledger.markPlaced(id, 41, T0);
    await ledger.markDone(id, T0);

    await ledger.say([message("status", { body: "step 2" })], T0 + 10, { replace: true });

    const [due] = await ledger.dueOutbox(T0 + 10, 10);
    assert.deepEqual([due?.id, due?.state, due?.messageId, due?.body], [id, "placed", 41, "step 2"]);
  });

  test(`${store} a body replaced while the old one was on its way stays due`, async (t) => {
    const ledger = await openFor(t, store);
    await ledger.say([message("status", { body: "step 1" })], T0);
    const id = await idOf(ledger, "status");
    await ledger.markPlaced(id, 41, T0);
    await ledger.say([message("status", { body: "step 2" })], T0, { replace: true });

    await ledger.markDone(id, T0, "step 1");
    assert.deepEqual(await dueCauses(ledger), ["status"]);

    await ledger.markDone(id, T0, "step 2");
    assert.deepEqual(await dueCauses(ledger), []);
  });

  test(`${store} a card's message id reaches its review`, async (t) => {
    const ledger = await openFor(t, store);
    await ledger.openReview(review("r1"), [CHANGESET]);
    await ledger.say([message("card:r1", { kind: "card", review: "r1" })], T0);

    await ledger.markPlaced(await idOf(ledger, "card:r1"), 99, T0);

    assert.equal((await ledger.review("r1"))?.messageId, 99);
  });

  test(`${store} a clock that was set back by a day holds nothing up`, async (t) => {
    const ledger = await openFor(t, store);
    const day = 24 * 3_600_000;
    await ledger.say([message("new"), message("tried")], T0 + day);
    await ledger.markFailed(await idOf(ledger, "tried"), "network", T0 + day + 60_000);

    assert.deepEqual(await dueCauses(ledger, T0 + day), ["new"]);
    assert.deepEqual(await dueCauses(ledger, T0), ["new", "tried"]);
  });
}
