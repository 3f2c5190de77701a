// The contract of verdicts, on each store: once, by whom, where, until when.
// Whoever is refused leaves no trace.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ledger } from "../../store/ledger.ts";
import {
  CHANGESET,
  message,
  openFor,
  review,
  STORES,
  startTurn,
  T0,
  tap,
  waitForVerdict,
} from "./samples.ts";

async function assertUntouched(ledger: Ledger, id: string, turn: string): Promise<void> {
  assert.equal((await ledger.review(id))?.state, "open");
  assert.equal((await ledger.button(`${id}-apply`))?.usedBy, null);
  assert.deepEqual(await ledger.inputs(turn), []);
  assert.deepEqual(await ledger.auditTail(10), []);
}

for (const store of STORES) {
  test(`${store} a tap decides, marks its button, tells the turn, leaves an audit line`, async (t) => {
    const ledger = await openFor(t, store);
    await waitForVerdict(ledger, "t1", "r1");

    const decision = await ledger.decide(tap("r1-apply"));

    assert.equal(decision.type, "decided");
    const row = await ledger.review("r1");
    assert.deepEqual([row?.state, row?.decidedBy, row?.decidedAt], ["approved", "owner", T0 + 1000]);
    assert.deepEqual(decision, { type: "decided", review: row, verdict: "apply" });
    assert.equal((await ledger.button("r1-apply"))?.usedBy, "owner");
    assert.deepEqual(await ledger.inputs("t1"), [
      {
        turn: "t1",
        n: 1,
        kind: "verdict",
        by: "owner",
        body: '{"review":"r1","verdict":"apply","comment":""}',
        at: T0 + 1000,
      },
    ]);
    assert.deepEqual(await ledger.auditTail(10), [
      { at: T0 + 1000, by: "owner", action: "approved", subject: "r1", hash: CHANGESET.hash },
    ]);
  });

  test(`${store} of two taps at once one decides and the other hears what was decided`, async (t) => {
    const ledger = await openFor(t, store);
    await waitForVerdict(ledger, "t1", "r1");

    const [first, second] = await Promise.all([
      ledger.decide(tap("r1-apply")),
      ledger.decide(tap("r1-reject", { by: "editor" })),
    ]);

    assert.equal(first.type, "decided");
    assert.equal(second.type, "already");
    assert.deepEqual(second.type === "already" && second.review.state, "approved");
    assert.equal((await ledger.inputs("t1")).length, 1);
    assert.equal((await ledger.auditTail(10)).length, 1);
  });

  test(`${store} a stranger's tap changes nothing`, async (t) => {
    const ledger = await openFor(t, store);
    await waitForVerdict(ledger, "t1", "r1");

    const decision = await ledger.decide(tap("r1-apply", { by: "stranger" }));

    assert.deepEqual(decision, { type: "not_allowed" });
    await assertUntouched(ledger, "r1", "t1");
  });

  test(`${store} a person on the button and not on the review may not decide`, async (t) => {
    const ledger = await openFor(t, store);
    await waitForVerdict(ledger, "t1", "r1");
    const button = { action: "apply", subject: "r1", chat: "chat", allowed: ["guest"], once: true };
    await ledger.addButtons([{ token: "planted", ...button }]);

    const decision = await ledger.decide(tap("planted", { by: "guest" }));

    assert.deepEqual(decision, { type: "not_allowed" });
    await assertUntouched(ledger, "r1", "t1");
  });

  test(`${store} a button made for one person is dead for another, whoever may decide the review`, async (t) => {
    const ledger = await openFor(t, store);
    await waitForVerdict(ledger, "t1", "r1");
    const button = { action: "apply", subject: "r1", chat: "chat", allowed: ["owner"], once: true };
    await ledger.addButtons([{ token: "owners", ...button }]);

    assert.deepEqual(await ledger.decide(tap("owners", { by: "editor" })), { type: "not_allowed" });
    await assertUntouched(ledger, "r1", "t1");
  });

  test(`${store} a forged token is unknown`, async (t) => {
    const ledger = await openFor(t, store);
    await waitForVerdict(ledger, "t1", "r1");

    assert.deepEqual(await ledger.decide(tap("forged")), { type: "unknown" });
    await assertUntouched(ledger, "r1", "t1");
  });

  test(`${store} a tap from another chat is in the wrong place`, async (t) => {
    const ledger = await openFor(t, store);
    await waitForVerdict(ledger, "t1", "r1");

    assert.deepEqual(await ledger.decide(tap("r1-apply", { chat: "other" })), { type: "wrong_place" });
    await assertUntouched(ledger, "r1", "t1");
  });

  test(`${store} a tap under another message is in the wrong place`, async (t) => {
    const ledger = await openFor(t, store);
    await waitForVerdict(ledger, "t1", "r1");
    await ledger.say([message("card", { review: "r1" })], T0);
    const card = await ledger.outboxByCause("card");
    await ledger.markPlaced(card?.id ?? 0, 50, T0);

    assert.deepEqual(await ledger.decide(tap("r1-apply", { messageId: 51 })), { type: "wrong_place" });
    assert.deepEqual(await ledger.decide(tap("r1-apply", { messageId: null })), { type: "wrong_place" });
    await assertUntouched(ledger, "r1", "t1");

    assert.equal((await ledger.decide(tap("r1-apply", { messageId: 50 }))).type, "decided");
  });

  test(`${store} an expired review is stored as expired and never decided`, async (t) => {
    const ledger = await openFor(t, store);
    await ledger.openReview(review("r1", { expiresAt: T0 + 500 }), [CHANGESET]);

    const late = await ledger.decide(tap("r1-apply", { at: T0 + 500 }));
    const later = await ledger.decide(tap("r1-apply", { at: T0 + 10 }));

    assert.deepEqual([late.type, later.type], ["expired", "expired"]);
    assert.equal((await ledger.review("r1"))?.state, "expired");
    assert.deepEqual(
      (await ledger.auditTail(10)).map((line) => line.action),
      ["expired"],
    );
  });

  test(`${store} a tap on Revise decides nothing, the words do`, async (t) => {
    const ledger = await openFor(t, store);
    await waitForVerdict(ledger, "t1", "r1");
    assert.deepEqual(await ledger.decide(tap("r1-revise")), { type: "unknown" });
    await assertUntouched(ledger, "r1", "t1");
    const words = { review: "r1", verdict: "revise", comment: 'keep the "title"', at: T0 } as const;

    const stranger = await ledger.decideByReply({ ...words, by: "stranger" });
    const decided = await ledger.decideByReply({ ...words, by: "editor" });
    const again = await ledger.decideByReply({ ...words, by: "owner" });

    assert.deepEqual([stranger.type, decided.type, again.type], ["not_allowed", "decided", "already"]);
    assert.equal((await ledger.review("r1"))?.comment, 'keep the "title"');
    const [input] = await ledger.inputs("t1");
    assert.deepEqual(JSON.parse(input?.body ?? ""), {
      review: "r1",
      verdict: "revise",
      comment: 'keep the "title"',
    });
    assert.equal((await ledger.decideByReply({ ...words, review: "r9", by: "owner" })).type, "unknown");
  });

  test(`${store} a button that is no verdict does not decide`, async (t) => {
    const ledger = await openFor(t, store);
    await waitForVerdict(ledger, "t1", "r1");
    const page = { action: "page", subject: "r1", chat: "chat", allowed: ["owner"], once: false };
    await ledger.addButtons([{ token: "page-2", ...page }]);

    assert.deepEqual(await ledger.decide(tap("page-2")), { type: "unknown" });
    await assertUntouched(ledger, "r1", "t1");
  });

  test(`${store} an undo button opens one approved review, however often it is tapped`, async (t) => {
    const ledger = await openFor(t, store);
    const undo = {
      token: "undo",
      action: "undo",
      subject: "1",
      chat: "chat",
      allowed: ["owner"],
      once: true,
    };
    await ledger.addButtons([undo]);

    const stranger = await ledger.approveByButton(tap("undo", { by: "stranger" }), review("u1"), [CHANGESET]);
    const elsewhere = await ledger.approveByButton(tap("undo", { chat: "other" }), review("u1"), [CHANGESET]);
    const first = await ledger.approveByButton(tap("undo"), review("u1"), [CHANGESET]);
    const second = await ledger.approveByButton(tap("undo"), review("u2"), [CHANGESET]);

    assert.deepEqual([stranger.type, elsewhere.type, first.type], ["not_allowed", "wrong_place", "decided"]);
    assert.equal(second.type === "already" && second.review.review, "u1");
    assert.equal((await ledger.review("u1"))?.state, "approved");
    assert.equal(await ledger.review("u2"), undefined);
    assert.equal((await ledger.button("undo"))?.usedBy, "owner");
  });

  test(`${store} a verdict button opens nothing`, async (t) => {
    const ledger = await openFor(t, store);
    await ledger.openReview(review("r1"), [CHANGESET]);

    const decision = await ledger.approveByButton(tap("r1-apply"), review("u1"), [CHANGESET]);

    assert.deepEqual(decision, { type: "unknown" });
    assert.equal(await ledger.review("u1"), undefined);
  });

  test(`${store} a review that replaces another makes it stale, so its buttons are dead`, async (t) => {
    const ledger = await openFor(t, store);
    await ledger.openReview(review("r1"), [CHANGESET]);

    await ledger.openReview(review("r2", { replaces: "r1" }), []);

    const old = await ledger.decide(tap("r1-apply"));
    assert.equal(old.type === "already" && old.review.state, "stale");
    assert.deepEqual(
      (await ledger.reviewsIn(["open"], "shop")).map((row) => row.review),
      ["r2"],
    );
  });

  test(`${store} only an open review is closed`, async (t) => {
    const ledger = await openFor(t, store);
    await ledger.openReview(review("r1"), [CHANGESET]);

    const closed = [
      await ledger.closeReview("r1", "withdrawn", T0),
      await ledger.closeReview("r1", "stale", T0),
      await ledger.closeReview("nowhere", "stale", T0),
    ];

    assert.deepEqual(closed, [true, false, false]);
    assert.equal((await ledger.review("r1"))?.state, "withdrawn");
  });

  test(`${store} opening the same review again changes nothing, another changeset is refused`, async (t) => {
    const ledger = await openFor(t, store);
    await startTurn(ledger, "t1");
    await ledger.openReview(review("r1"), [CHANGESET]);
    await ledger.decide(tap("r1-reject"));

    await ledger.openReview(review("r1"), [CHANGESET]);

    assert.equal((await ledger.review("r1"))?.state, "rejected");
    await assert.rejects(
      ledger.openReview(review("r1", { changeset: "0".repeat(64) }), []),
      /another changeset/,
    );
  });
}
