// Ten thousand taps that do not fit their button, against a thousand live tokens: none changes anything.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccess } from "../../bot/access.ts";
import { callbackData, newButton, newToken } from "../../bot/buttons.ts";
import { parseUpdate } from "../../bot/incoming.ts";
import { createTaps } from "../../bot/taps.ts";
import { systemClock as clock } from "../../store/clock.ts";
import { noFailpoint } from "../../store/failpoint.ts";
import { sha256 } from "../../store/hash.ts";
import type { Ledger, NewReview } from "../../store/ledger.ts";
import { openLedger } from "../../store/open.ts";

const REVIEWS = 1000;
const ANN = 101;
const BEN = 102;
const STRANGER = 666;
const bytes = new TextEncoder().encode("{}");
const blob = { hash: sha256(bytes), bytes };

type Live = { chat: number; messageId: number; tokens: string[] };

async function openOne(ledger: Ledger, i: number): Promise<Live> {
  const chat = i % 2 === 0 ? ANN : -500;
  const review = `review-${i}`;
  const common = { chat: String(chat), allowed: [`telegram:${ANN}`] };
  const buttons = ["apply", "reject"].map((action) =>
    newButton({ ...common, action, subject: review, once: true }),
  );
  const row: NewReview = {
    review,
    workspace: "quire",
    changeset: blob.hash,
    origin: { type: "command", command: "undo 1", by: "x" },
    ...common,
    topic: null,
    openedAt: 1,
    expiresAt: null,
    buttons,
    replaces: null,
  };
  await ledger.openReview(row, [blob]);
  const cause = `card:${review}`;
  const message = {
    cause,
    chat: common.chat,
    topic: null,
    kind: "card" as const,
    priority: 1,
    body: "{}",
    after: null,
  };
  await ledger.say([{ ...message, review }], 1);
  const placed = await ledger.outboxByCause(cause);
  await ledger.markPlaced(placed?.id ?? 0, 1000 + i, 1);
  return { chat, messageId: 1000 + i, tokens: buttons.map((button) => button.token) };
}

type Tap = { from: unknown; chat: number; messageId: number; data: string; via?: object };

/** Every way in which a tap can fail to fit. */
function mismatches(live: Live, other: Live, token: string): Tap[] {
  const good = { from: person(ANN), chat: live.chat, messageId: live.messageId, data: callbackData(token) };
  return [
    { ...good, from: person(STRANGER) },
    { ...good, from: person(BEN) },
    { ...good, from: undefined },
    { ...good, from: { ...person(ANN), is_bot: true } },
    { ...good, chat: other.chat },
    { ...good, messageId: other.messageId },
    { ...good, data: callbackData(newToken()) },
    {
      ...good,
      data: callbackData(token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase()),
    },
    { ...good, data: `${callbackData(token)} ` },
    { ...good, data: token },
    { ...good, via: { message: undefined, inline_message_id: "1" } },
  ];
}

test("no tap that differs from its button in token, person, chat or message changes a review", async () => {
  await using ledger = await openLedger("memory:", { clock });
  const lives: Live[] = [];
  for (let i = 0; i < REVIEWS; i++) lives.push(await openOne(ledger, i));
  const decided: string[] = [];
  const taps = createTaps({
    ledger,
    clock,
    actions: {},
    answer: async () => undefined,
    onDecided: async (review) => void decided.push(review.review),
    failpoint: noFailpoint,
  });
  const access = createAccess([ANN, BEN]);

  let tried = 0;
  for (const [i, live] of lives.entries()) {
    const other = lives[(i + 1) % REVIEWS] ?? live;
    for (const tap of mismatches(live, other, live.tokens[i % 2] ?? "")) {
      tried += 1;
      const incoming = parseUpdate(updateOf(tap, tried), 1);
      if (incoming.type !== "tap") continue;
      const allowed = access.allow(incoming.sender);
      await (allowed.ok ? taps.tap(incoming.tap, allowed.actor) : taps.refuse(incoming.tap));
    }
  }

  assert.ok(tried >= 10_000);
  assert.deepEqual(decided, []);
  assert.equal((await ledger.reviewsIn(["open"])).length, REVIEWS);
});

function person(id: number) {
  return { id, is_bot: false, first_name: "P" };
}

function updateOf({ from, chat, messageId, data, via }: Tap, n: number): string {
  const message = { message_id: messageId, chat: { id: chat, type: chat < 0 ? "group" : "private" } };
  return JSON.stringify({ update_id: n, callback_query: { id: String(n), from, data, message, ...via } });
}
