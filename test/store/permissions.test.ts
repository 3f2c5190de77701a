// The contract of leave, on each store: one answer to a question, from whom and where it may come, and nothing after the end.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { PermissionAnswer } from "../../store/consent.ts";
import type { Ledger } from "../../store/ledger.ts";
import { openFor, STORES, startTurn, T0 } from "./samples.ts";

async function question(ledger: Ledger): Promise<void> {
  await startTurn(ledger, "t1");
  const common = { subject: "p1", chat: "chat", allowed: ["owner"] };
  await ledger.addButtons([
    { ...common, token: "yes", action: "allow", once: true },
    { ...common, token: "page", action: "page", once: false },
  ]);
}

const answer = (more: Partial<PermissionAnswer> = {}): PermissionAnswer => ({
  turn: "t1",
  permission: "p1",
  allow: true,
  by: "owner",
  at: T0,
  tap: { token: "yes", chat: "chat" },
  ...more,
});

for (const store of STORES) {
  test(`${store} an answer is stored with its input, its button and an audit line, once`, async (t) => {
    const ledger = await openFor(t, store);
    await question(ledger);

    const [first, second] = await Promise.all([
      ledger.decidePermission(answer()),
      ledger.decidePermission(answer({ allow: false, tap: null })),
    ]);

    assert.deepEqual(
      [first, second],
      [
        { type: "decided", allow: true },
        { type: "already", allow: true },
      ],
    );
    const [input, ...others] = await ledger.inputs("t1");
    assert.deepEqual(
      [input?.kind, input?.by, input?.body],
      ["permission", "owner", '{"permission":"p1","allow":true}'],
    );
    assert.deepEqual(others, []);
    assert.equal((await ledger.button("yes"))?.usedBy, "owner");
    assert.deepEqual(
      (await ledger.auditTail(9)).map((line) => line.action),
      ["permission:allowed"],
    );
  });

  test(`${store} whoever may not answer, or comes too late, leaves no trace`, async (t) => {
    const ledger = await openFor(t, store);
    await question(ledger);

    const types = await Promise.all(
      [
        answer({ by: "stranger" }),
        answer({ tap: { token: "yes", chat: "elsewhere" } }),
        answer({ tap: { token: "made-up", chat: "chat" } }),
        answer({ tap: { token: "page", chat: "chat" } }),
        answer({ turn: "no such turn", tap: null }),
      ].map(async (one) => (await ledger.decidePermission(one)).type),
    );

    assert.deepEqual(types, ["not_allowed", "wrong_place", "unknown", "unknown", "over"]);
    assert.deepEqual(await ledger.inputs("t1"), []);
    assert.deepEqual(await ledger.auditTail(9), []);
  });
}
