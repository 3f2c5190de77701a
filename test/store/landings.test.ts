// The landing journal's contract, on each store: what is approved lands once, under its fence.
// The bytes on disk are the agent's story, not this one's.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LostLease } from "../../store/errors.ts";
import type { Landing, Ledger } from "../../store/ledger.ts";
import {
  batch,
  CHANGESET,
  event,
  landingFence,
  openFor,
  review,
  STORES,
  T0,
  tap,
  waitForVerdict,
} from "./samples.ts";

async function startLanding(ledger: Ledger, id: string, fence: number): Promise<Landing> {
  await ledger.openReview(review(id), [CHANGESET]);
  await ledger.decide(tap(`${id}-apply`));
  return await ledger.startLanding({ review: id, by: "owner", at: T0, fence });
}

for (const store of STORES) {
  test(`${store} an approved review lands once and becomes a generation`, async (t) => {
    const ledger = await openFor(t, store);
    const fence = await landingFence(ledger);
    const landing = await startLanding(ledger, "r1", fence);
    assert.deepEqual(await ledger.landingsIn("applying"), [landing]);
    const end = { type: "applied", landing: landing.landing, fence, at: T0 + 5, undoes: null } as const;

    const generation = await ledger.endLanding(end);
    const again = await ledger.endLanding(end);

    assert.deepEqual([generation?.n, generation?.review, generation?.by], [1, "r1", "owner"]);
    assert.deepEqual(again, generation);
    assert.deepEqual(await ledger.generations("shop", 10), [generation]);
    const row = await ledger.review("r1");
    assert.deepEqual([row?.state, row?.generation], ["landed", 1]);
    assert.equal((await ledger.auditTail(1))[0]?.action, "landed");
    const repeat = await ledger.startLanding({ review: "r1", by: "owner", at: T0, fence });
    assert.deepEqual([repeat.landing, repeat.state], [landing.landing, "applied"]);
  });

  test(`${store} what is not approved does not land`, async (t) => {
    const ledger = await openFor(t, store);
    const fence = await landingFence(ledger);
    await ledger.openReview(review("r1"), [CHANGESET]);

    await assert.rejects(
      ledger.startLanding({ review: "r1", by: "owner", at: T0, fence }),
      /is open, not approved/,
    );
    await assert.rejects(ledger.startLanding({ review: "r9", by: "owner", at: T0, fence }), /is unknown/);
  });

  test(`${store} a landing whose lease was taken over neither starts nor ends`, async (t) => {
    const ledger = await openFor(t, store);
    const fence = await landingFence(ledger);
    const landing = await startLanding(ledger, "r1", fence);
    await ledger.releaseLease("landing:shop", fence);
    const next = await landingFence(ledger);
    assert.equal(next, fence + 1);

    const end = { type: "applied", landing: landing.landing, at: T0, undoes: null } as const;

    await assert.rejects(ledger.endLanding({ ...end, fence }), LostLease);
    await assert.rejects(startLanding(ledger, "r2", fence), LostLease);
    assert.deepEqual(await ledger.generations("shop", 10), []);
    assert.equal((await ledger.endLanding({ ...end, fence: next }))?.n, 1);
  });

  test(`${store} a conflict ends the landing and the review for good`, async (t) => {
    const ledger = await openFor(t, store);
    const fence = await landingFence(ledger);
    const { landing } = await startLanding(ledger, "r1", fence);
    const end = { type: "conflicted", landing, at: T0, detail: "footer.js was changed" } as const;

    assert.equal(await ledger.endLanding(end), undefined);
    assert.equal(await ledger.endLanding(end), undefined);

    assert.equal((await ledger.review("r1"))?.state, "conflicted");
    assert.equal((await ledger.landing("r1"))?.detail, "footer.js was changed");
    const applied = { type: "applied", landing, fence, at: T0, undoes: null } as const;
    await assert.rejects(ledger.endLanding(applied), /conflicted already/);
  });

  test(`${store} an undo is a generation that names what it undoes`, async (t) => {
    const ledger = await openFor(t, store);
    const fence = await landingFence(ledger);
    for (const [id, undoes] of [["r1", null] as const, ["r2", 1] as const]) {
      const { landing } = await startLanding(ledger, id, fence);
      await ledger.endLanding({ type: "applied", landing, fence, at: T0, undoes });
    }

    assert.equal((await ledger.generation("shop", 2))?.undoes, 1);
    assert.equal((await ledger.generation("shop", 1))?.undoneBy, 2);
    assert.equal(await ledger.generation("other", 1), undefined);
  });

  test(`${store} a turn's landing ends with its event, or neither happens`, async (t) => {
    const ledger = await openFor(t, store);
    const fence = await landingFence(ledger);
    await waitForVerdict(ledger, "t1", "r1");
    await ledger.decide(tap("r1-apply"));
    const { landing } = await ledger.startLanding({ review: "r1", by: "owner", at: T0, fence });
    const end = { type: "applied", landing, at: T0, undoes: null } as const;
    const landed = batch("t1", 2, { events: [event("landed")], consumed: 1 });

    await assert.rejects(ledger.append({ ...landed, landing: { ...end, fence: fence + 1 } }), LostLease);
    assert.equal((await ledger.log("t1")).length, 2);
    await ledger.append({ ...landed, landing: { ...end, fence } });

    assert.equal((await ledger.generation("shop", 1))?.turn, "t1");
    assert.equal((await ledger.log("t1")).length, 3);
  });
}
