// The contract of the owner's word that something exists, on each store: given once, taken back once, by whom and where
// it may be, and the newest word counts.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ledger, Tap } from "../../store/ledger.ts";
import type { NewExisting } from "../../store/overlay.ts";
import { openFor, STORES, T0 } from "./samples.ts";

const CELL: NewExisting = { workspace: "shop", family: "member", about: "Sheet.gridCellEnd" };

async function offer(ledger: Ledger, ...tokens: string[]): Promise<void> {
  const common = { action: "exists", subject: "{}", chat: "chat", allowed: ["owner"] };
  await ledger.addButtons(tokens.map((token) => ({ ...common, token, once: token !== "page" })));
}

const tapOn = (token: string, more: Partial<Tap> = {}): Tap => ({
  token,
  by: "owner",
  chat: "chat",
  messageId: 7,
  at: T0,
  ...more,
});

for (const store of STORES) {
  test(`${store} a name that the owner says exists is kept with who and when, its button and an audit line`, async (t) => {
    const ledger = await openFor(t, store);
    await offer(ledger, "yes");

    const decision = await ledger.addExisting(tapOn("yes"), CELL);

    const row = { ...CELL, by: "owner", at: T0 };
    assert.deepEqual(decision, { type: "decided", row });
    assert.deepEqual(await ledger.existing("shop"), [row]);
    assert.deepEqual(await ledger.existing("other"), []);
    assert.equal((await ledger.button("yes"))?.usedBy, "owner");
    assert.deepEqual(await ledger.auditTail(10), [
      {
        at: T0,
        by: "owner",
        action: "overlay:exists",
        subject: "shop:member:Sheet.gridCellEnd",
        hash: null,
      },
    ]);
  });

  test(`${store} strangers, other chats, made-up tokens and buttons of another kind say nothing`, async (t) => {
    const ledger = await openFor(t, store);
    await offer(ledger, "yes", "page");

    const taps = [
      tapOn("yes", { by: "stranger" }),
      tapOn("yes", { chat: "elsewhere" }),
      tapOn("made-up"),
      tapOn("page"),
    ];
    const given = await Promise.all(taps.map((tap) => ledger.addExisting(tap, CELL)));
    const taken = await Promise.all(taps.map((tap) => ledger.removeExisting(tap, CELL)));

    const expected = ["not_allowed", "wrong_place", "unknown", "unknown"];
    assert.deepEqual(
      [given, taken].map((side) => side.map((decision) => decision.type)),
      [expected, expected],
    );
    assert.deepEqual(await ledger.existing("shop"), []);
    assert.deepEqual(await ledger.auditTail(10), []);
  });

  test(`${store} the second tap, and the second button about one name, tell who said it first`, async (t) => {
    const ledger = await openFor(t, store);
    await offer(ledger, "first", "second");

    await ledger.addExisting(tapOn("first"), CELL);
    const again = await ledger.addExisting(tapOn("first", { at: T0 + 5 }), CELL);
    const other = await ledger.addExisting(tapOn("second", { at: T0 + 9 }), CELL);

    const row = { ...CELL, by: "owner", at: T0 };
    assert.deepEqual(
      [again, other],
      [
        { type: "already", row },
        { type: "already", row },
      ],
    );
    assert.equal((await ledger.auditTail(10)).length, 1);
  });

  test(`${store} a word is taken back once, and may be given again by a new button only`, async (t) => {
    const ledger = await openFor(t, store);
    await offer(ledger, "yes", "back", "back2", "yes2");
    await ledger.addExisting(tapOn("yes"), CELL);

    const taken = await ledger.removeExisting(tapOn("back", { at: T0 + 1 }), CELL);
    const twice = await ledger.removeExisting(tapOn("back2", { at: T0 + 2 }), CELL);
    const worn = await ledger.addExisting(tapOn("yes", { at: T0 + 3 }), CELL);
    const afterwards = await ledger.existing("shop");
    const given = await ledger.addExisting(tapOn("yes2", { at: T0 + 4 }), CELL);

    assert.deepEqual(
      [taken, twice, worn, given].map((decision) => decision.type),
      ["decided", "already", "already", "decided"],
    );
    assert.equal(twice.type === "already" && twice.row.at, T0 + 1);
    assert.deepEqual(afterwards, []);
    assert.deepEqual(await ledger.existing("shop"), [{ ...CELL, by: "owner", at: T0 + 4 }]);
  });

  test(`${store} what nobody says cannot be taken back, and one name's word is no other's`, async (t) => {
    const ledger = await openFor(t, store);
    await offer(ledger, "back", "yes", "yes2");
    const bare = { ...CELL, family: "function" };

    const nothing = await ledger.removeExisting(tapOn("back"), CELL);
    await ledger.addExisting(tapOn("yes"), bare);
    await ledger.addExisting(tapOn("yes2"), CELL);

    assert.deepEqual(nothing, { type: "nothing" });
    assert.equal((await ledger.button("back"))?.usedBy, null);
    assert.deepEqual(
      (await ledger.existing("shop")).map((row) => row.family),
      ["function", "member"],
    );
  });
}
