// The turn log's contract, on each store: one owner, one chain, all or nothing.
// Requests before and inputs during a turn belong to it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyChain } from "../../store/chain.ts";
import { LedgerConflict } from "../../store/errors.ts";
import {
  batch,
  blobOf,
  CHANGESET,
  event,
  openFor,
  request,
  review,
  STORES,
  startTurn,
  T0,
} from "./samples.ts";

const steer = (turn: string, body: string) => ({ turn, kind: "steer" as const, by: "owner", body, at: T0 });

for (const store of STORES) {
  test(`${store} events are chained from the first`, async (t) => {
    const ledger = await openFor(t, store);
    await startTurn(ledger, "t1");

    const rows = await ledger.append(batch("t1", 1, { events: [event("asked"), event("replied")] }));

    assert.deepEqual(
      rows.map((row) => row.seq),
      [2, 3],
    );
    const log = await ledger.log("t1");
    assert.deepEqual(log.slice(1), rows);
    assert.equal(log[0]?.prev, "0".repeat(64));
    assert.deepEqual(verifyChain(log), { ok: true });
  });

  test(`${store} a second writer of a turn is told both numbers and changes nothing`, async (t) => {
    const ledger = await openFor(t, store);
    await startTurn(ledger, "t1");
    await ledger.append(batch("t1", 1, { events: [event("asked")] }));

    const late = ledger.append(batch("t1", 1, { events: [event("asked")], blobs: [blobOf("lost")] }));

    await assert.rejects(
      late,
      (error) => error instanceof LedgerConflict && error.expected === 1 && error.found === 2,
    );
    assert.equal((await ledger.log("t1")).length, 2);
    assert.equal(await ledger.blob(blobOf("lost").hash), undefined);
  });

  test(`${store} an append that fails late leaves no event, blob or consumed input`, async (t) => {
    const ledger = await openFor(t, store);
    await startTurn(ledger, "t1");
    await ledger.addInput(steer("t1", "shorter"), "update:1");

    const missing = batch("t1", 1, {
      events: [event("review_opened")],
      blobs: [blobOf("kept out")],
      consumed: 1,
      review: review("r1", { changeset: blobOf("never stored").hash }),
    });
    await assert.rejects(ledger.append(missing), /not stored/);

    assert.equal((await ledger.log("t1")).length, 1);
    assert.equal(await ledger.blob(blobOf("kept out").hash), undefined);
    assert.equal((await ledger.inputs("t1")).length, 1);
  });

  test(`${store} bytes under a wrong name are refused`, async (t) => {
    const ledger = await openFor(t, store);

    const wrong = { hash: blobOf("a").hash, bytes: Buffer.from("b") };

    await assert.rejects(ledger.putBlobs([wrong]), /does not hash/);
  });

  test(`${store} blobs come back byte for byte and may be put twice`, async (t) => {
    const ledger = await openFor(t, store);
    const blob = blobOf("päge\r\n\0");

    await ledger.putBlobs([blob, blob]);
    await ledger.putBlobs([blob]);

    assert.deepEqual(Buffer.from((await ledger.blob(blob.hash)) ?? []), Buffer.from(blob.bytes));
  });

  test(`${store} a request becomes one turn`, async (t) => {
    const ledger = await openFor(t, store);
    const { id } = await ledger.addRequest(request("update:1"), T0);
    const again = await ledger.addRequest(request("update:1", { text: "other" }), T0);
    assert.equal(again.id, id);
    const { cause: _, messageId: __, ...rest } = request("update:1");
    const turn = { ...rest, turn: "t1", request: id, startedAt: T0 };
    await ledger.createTurn(turn, batch("t1", 0, { events: [event("started")] }));

    const second = ledger.createTurn({ ...turn, turn: "t2" }, batch("t2", 0, { events: [event("started")] }));

    await assert.rejects(second, /not queued/);
    assert.equal(await ledger.turn("t2"), undefined);
    assert.deepEqual(await ledger.queuedRequests("shop"), []);
    assert.equal((await ledger.addRequest(request("update:1"), T0)).turn, "t1");
  });

  test(`${store} a dropped request makes no turn`, async (t) => {
    const ledger = await openFor(t, store);
    const { id } = await ledger.addRequest(request("update:1"), T0);

    const drops = [await ledger.dropRequest(id), await ledger.dropRequest(id)];

    assert.deepEqual(drops, [true, false]);
    assert.deepEqual(await ledger.queuedRequests("shop"), []);
  });

  test(`${store} a turn that exists is not made again`, async (t) => {
    const ledger = await openFor(t, store);
    await startTurn(ledger, "t1");

    await assert.rejects(startTurn(ledger, "t1"), LedgerConflict);
  });

  test(`${store} inputs are numbered, kept once per cause, and gone when consumed`, async (t) => {
    const ledger = await openFor(t, store);
    await startTurn(ledger, "t1");
    await ledger.addInput(steer("t1", "one"), "update:1");
    await ledger.addInput(steer("t1", "one"), "update:1");
    await ledger.addInput(steer("t1", "two"), "update:2");
    assert.deepEqual(
      (await ledger.inputs("t1")).map((i) => [i.n, i.body]),
      [
        [1, "one"],
        [2, "two"],
      ],
    );

    await ledger.append(batch("t1", 1, { events: [event("steered")], consumed: 1 }));

    assert.deepEqual(
      (await ledger.inputs("t1")).map((i) => i.n),
      [2],
    );
    assert.equal(await ledger.addInput(steer("t1", "one"), "update:1"), true);
    assert.equal((await ledger.inputs("t1")).length, 1);
  });

  test(`${store} an ended or unknown turn takes no input`, async (t) => {
    const ledger = await openFor(t, store);
    await startTurn(ledger, "t1");
    await ledger.append(
      batch("t1", 1, { events: [event("ended")], state: { state: "ended", outcome: "stopped" } }),
    );

    assert.equal(await ledger.addInput(steer("t1", "late"), "update:1"), false);
    assert.equal(await ledger.addInput(steer("nowhere", "late"), "update:2"), false);
    assert.deepEqual(await ledger.inputs("t1"), []);
  });

  test(`${store} ended turns are recalled newest first, of their own topic`, async (t) => {
    const ledger = await openFor(t, store);
    for (const turn of ["t1", "t2", "t3"]) {
      await startTurn(ledger, turn);
      const state = { state: "ended", outcome: "answered", answer: `answer of ${turn}` } as const;
      const ended = { ...event("ended"), at: T0 + Number(turn.slice(1)) };
      await ledger.append(batch(turn, 1, { events: [ended], state }));
    }
    await startTurn(ledger, "t4");

    const recent = await ledger.recentTurns("chat", null, 2);

    assert.deepEqual(
      recent.map((turn) => [turn.turn, turn.answer, turn.endedAt]),
      [
        ["t3", "answer of t3", T0 + 3],
        ["t2", "answer of t2", T0 + 2],
      ],
    );
    assert.deepEqual(await ledger.recentTurns("chat", "9", 2), []);
    assert.deepEqual(
      (await ledger.turnsIn(["running", "waiting"], "shop")).map((turn) => turn.turn),
      ["t4"],
    );
    assert.deepEqual(await ledger.turnsIn(["running"], "elsewhere"), []);
  });

  test(`${store} a review, its blob and the waiting state come with their event`, async (t) => {
    const ledger = await openFor(t, store);
    await startTurn(ledger, "t1");

    await ledger.append(
      batch("t1", 1, {
        events: [event("review_opened")],
        blobs: [CHANGESET],
        state: { state: "waiting" },
        review: review("r1", { origin: { type: "turn", turn: "t1" } }),
      }),
    );

    assert.equal((await ledger.turn("t1"))?.state, "waiting");
    assert.equal((await ledger.review("r1"))?.state, "open");
    assert.equal((await ledger.button("r1-apply"))?.subject, "r1");
  });
}
