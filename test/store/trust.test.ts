// The contract of trust, on each store: a card is decided once, by whom and where it may be, and the newest word on a
// subject counts.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { NewTrust, TrustVerdict } from "../../store/consent.ts";
import type { Ledger, Tap } from "../../store/ledger.ts";
import { openFor, STORES, T0 } from "./samples.ts";

const HASH = "a".repeat(64);

async function ask(ledger: Ledger, card: string): Promise<void> {
  const common = { chat: "chat", allowed: ["owner"], subject: card };
  await ledger.addButtons([
    { ...common, token: `${card}-yes`, action: "trust", once: true },
    { ...common, token: `${card}-page`, action: "page", once: false },
  ]);
}

const tapOn = (token: string, more: Partial<Tap> = {}): Tap => ({
  token,
  by: "owner",
  chat: "chat",
  messageId: 7,
  at: T0,
  ...more,
});

const wanted = (card: string, verdict: TrustVerdict = "trusted", hash = HASH): NewTrust => ({
  card,
  workspace: "shop",
  subject: "tools",
  hash,
  verdict,
});

for (const store of STORES) {
  test(`${store} a yes is stored with who and when, its button and an audit line`, async (t) => {
    const ledger = await openFor(t, store);
    await ask(ledger, "c1");

    const decision = await ledger.decideTrust(tapOn("c1-yes"), wanted("c1"));

    const entry = { ...wanted("c1"), by: "owner", at: T0 };
    assert.deepEqual(decision, { type: "decided", entry });
    assert.deepEqual(await ledger.trustOf("shop"), [entry]);
    assert.deepEqual(await ledger.trustOf("other"), []);
    assert.equal((await ledger.button("c1-yes"))?.usedBy, "owner");
    assert.deepEqual(await ledger.auditTail(10), [
      { at: T0, by: "owner", action: "trust:trusted", subject: "shop:tools", hash: HASH },
    ]);
  });

  test(`${store} strangers, other chats, unknown tokens and buttons of another kind leave no trace`, async (t) => {
    const ledger = await openFor(t, store);
    await ask(ledger, "c1");

    const decisions = await Promise.all([
      ledger.decideTrust(tapOn("c1-yes", { by: "stranger" }), wanted("c1")),
      ledger.decideTrust(tapOn("c1-yes", { chat: "elsewhere" }), wanted("c1")),
      ledger.decideTrust(tapOn("made-up"), wanted("c1")),
      ledger.decideTrust(tapOn("c1-page"), wanted("c1")),
    ]);

    assert.deepEqual(
      decisions.map((decision) => decision.type),
      ["not_allowed", "wrong_place", "unknown", "unknown"],
    );
    assert.deepEqual(await ledger.trustOf("shop"), []);
    assert.deepEqual(await ledger.auditTail(10), []);
  });

  test(`${store} a card is decided once, whatever its other button says`, async (t) => {
    const ledger = await openFor(t, store);
    await ask(ledger, "c1");

    const [first, second] = await Promise.all([
      ledger.decideTrust(tapOn("c1-yes"), wanted("c1", "declined")),
      ledger.decideTrust(tapOn("c1-yes"), wanted("c1", "trusted")),
    ]);

    assert.equal(first.type, "decided");
    assert.equal(second.type === "already" && second.entry.verdict, "declined");
    assert.equal((await ledger.trustOf("shop")).length, 1);
  });

  test(`${store} two cards of the same bytes trust them once; what is not trusted cannot be given up`, async (t) => {
    const ledger = await openFor(t, store);
    for (const card of ["c1", "c2", "c3", "c4", "c5"]) await ask(ledger, card);

    await ledger.decideTrust(tapOn("c1-yes"), wanted("c1"));
    const again = await ledger.decideTrust(tapOn("c2-yes"), wanted("c2"));
    const tooLate = await ledger.decideTrust(tapOn("c3-yes"), wanted("c3", "declined"));
    const given = await ledger.decideTrust(tapOn("c4-yes"), wanted("c4", "withdrawn"));
    const twice = await ledger.decideTrust(tapOn("c5-yes"), wanted("c5", "withdrawn"));

    assert.deepEqual(
      [again, tooLate, given, twice].map((decision) => decision.type),
      ["already", "already", "decided", "already"],
    );
    assert.deepEqual(
      (await ledger.trustOf("shop")).map((entry) => entry.verdict),
      ["trusted", "withdrawn"],
    );
  });
}
