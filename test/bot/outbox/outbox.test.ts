// What reaches the chat: each message once and whole, whatever is cut, refused or killed on the way.
// Refuses to ask how: the ledger is real, the server is strict, and only what a person sees counts.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { FaultFunction } from "../../../bot/playground/telegram-server/faults.ts";
import { sha256 } from "../../../store/hash.ts";
import { button, openRig, type Rig, row, text } from "./rig.ts";

const answer = (chat: string, cause: string, words: string) =>
  row({ chat, cause, kind: "answer", priority: 1 }, text(words, { lead: `Done: ${words.slice(0, 9)}…` }));

test("an answer stands in the chat as a placeholder, and then is edited to the whole", async (t) => {
  const { chats, say, live, messages, server, ledger } = await openRig(t);
  const body = text("The footer is gone.", {
    lead: "Done: the footer…",
    entities: [{ type: "bold", offset: 4, length: 6 }],
  });

  await say(row({ chat: chats.ann, cause: "a", kind: "answer", priority: 1 }, body));
  await live();

  assert.deepEqual(
    server.calls.map((call) => [call.method, call.params.text]),
    [
      ["sendMessage", "Done: the footer…"],
      ["editMessageText", "The footer is gone."],
    ],
  );
  const [shown] = messages(chats.ann);
  assert.deepEqual(shown?.entities, [{ type: "bold", offset: 4, length: 6 }]);
  assert.equal((await ledger.outboxByCause("a"))?.state, "done");
});

for (const [point, left] of [
  ["outbox:sent", 2],
  ["outbox:placed", 1],
  ["outbox:edited", 1],
] as const) {
  test(`killed at ${point}, the answer is whole and once after the restart`, async (t) => {
    const { chats, say, live, messages, ledger } = await openRig(t);
    await say(answer(chats.ann, "a", "The footer is gone."));

    await live((name) => {
      if (name === point) throw new Error("killed");
    });
    await live();

    const shown = messages(chats.ann).map((message) => message.text);
    assert.equal(shown.length, left, "a placeholder whose id was lost may stay");
    assert.equal(shown.filter((words) => words === "The footer is gone.").length, 1);
    assert.equal((await ledger.outboxByCause("a"))?.state, "done");
  });
}

test("with calls cut before and after delivery, every answer is shown whole and once", async (t) => {
  const cuts: FaultFunction = ({ n }) =>
    n % 7 === 3
      ? { kind: "reset_after" }
      : n % 5 === 1
        ? { kind: "reset_before" }
        : n % 11 === 4
          ? { kind: "half_body" }
          : undefined;
  const { chats, say, live, messages } = await openRig(t, { fault: cuts });
  const wanted = Array.from({ length: 40 }, (_, i) => `Answer number ${i} in full.`);

  await say(...wanted.map((words, i) => answer(i % 2 === 0 ? chats.ann : chats.ben, `a${i}`, words)));
  await live();

  const shown = [...messages(chats.ann), ...messages(chats.ben)].map((message) => message.text);
  for (const words of wanted) assert.equal(shown.filter((one) => one === words).length, 1, words);
});

test("parts of an answer arrive in order", async (t) => {
  const { chats, say, live, messages } = await openRig(t);
  const part = (i: number) => ({
    ...answer(chats.ann, `p${i}`, `Part ${i} of the answer.`),
    after: i === 0 ? null : `p${i - 1}`,
  });

  await say(part(2), part(1), part(0));
  await live();

  assert.deepEqual(
    messages(chats.ann).map((message) => message.text),
    [0, 1, 2].map((i) => `Part ${i} of the answer.`),
  );
});

test("a text whose entities are refused goes out plain", async (t) => {
  const refusesEntities: FaultFunction = ({ method, params }) =>
    method === "editMessageText" && JSON.stringify(params.entities ?? []) !== "[]"
      ? { kind: "status", code: 400, description: "Bad Request: can't parse entities" }
      : undefined;
  const { chats, say, live, messages } = await openRig(t, { fault: refusesEntities });

  await say(
    row(
      { chat: chats.ann, cause: "a", kind: "answer" },
      text("bold", { lead: "…b", entities: [{ type: "bold", offset: 0, length: 4 }] }),
    ),
  );
  await live();

  assert.deepEqual(
    messages(chats.ann).map(({ text, entities }) => [text, entities]),
    [["bold", []]],
  );
});

test("what a person has blocked is dead, listed as unsent, and reported", async (t) => {
  const { chats, say, live, person, ledger, incidents, messages } = await openRig(t);
  person.block(1001);

  await say(answer(chats.ann, "a", "Nobody hears this."), answer(chats.ben, "b", "Ben hears this."));
  await live();

  assert.deepEqual(
    (await ledger.unsent(null)).map((one) => [one.cause, one.state]),
    [["a", "dead"]],
  );
  assert.equal(incidents.length, 1);
  assert.equal(messages(chats.ben)[0]?.text, "Ben hears this.");
});

test("a network that is down costs time and no message", async (t) => {
  const down: FaultFunction = ({ n }) => (n <= 9 ? { kind: "status", code: 502, html: true } : undefined);
  const { chats, say, live, messages, clock } = await openRig(t, { fault: down });
  const began = clock.now();

  await say(answer(chats.ann, "a", "At last."));
  await live();

  assert.deepEqual(
    messages(chats.ann).map((message) => message.text),
    ["At last."],
  );
  assert.ok(clock.now() - began >= 255_000, "nine pauses, each twice the one before");
});

test("a message that a person deleted is said again", async (t) => {
  const { chats, say, show, live, messages, person } = await openRig(t);
  await say(answer(chats.ann, "a", "The first look."));
  await live();
  person.deleteMessage({ chat: Number(chats.ann), from: 1001, messageId: messages(chats.ann)[0]?.id ?? 0 });

  await show(answer(chats.ann, "a", "The second look."));
  await live();

  assert.deepEqual(
    messages(chats.ann).map((message) => message.text),
    ["The second look."],
  );
});

test("progress is one message that shows the newest state", async (t) => {
  const { chats, show, live, messages, server } = await openRig(t);
  const status = (words: string) =>
    row(
      { chat: chats.ann, cause: "s", kind: "status", priority: 3 },
      { type: "status", text: words, entities: [], keyboard: null },
    );
  await show(status("Reading main.js"));
  await live();

  for (const words of ["Reading lib", "Reading docs", "Writing"]) await show(status(words));
  await live();

  assert.deepEqual(
    messages(chats.ann).map((message) => message.text),
    ["Writing"],
  );
  assert.equal(server.calls.length, 2);
});

const pending = button("Turn");
const full = button("Apply");

async function sayCard({ say, ledger, chats }: Rig): Promise<void> {
  const bytes = Buffer.from("--- a/main.js\n+++ b/main.js\n");
  await ledger.putBlobs([{ hash: sha256(bytes), bytes }]);
  const card = text("The card", {
    lead: "Review: main.js",
    keyboard: pending,
    whenDelivered: { by: "diff", keyboard: full },
  });
  await say(
    row({ chat: chats.ann, cause: "card", kind: "card", priority: 1 }, card),
    row(
      { chat: chats.ann, cause: "diff", kind: "document", priority: 1, after: "card" },
      {
        type: "document",
        name: "review.diff",
        blob: sha256(bytes),
        caption: "",
        card: "card",
        replyTo: null,
      },
    ),
  );
}

test("Apply appears once the diff was accepted, and not before", async (t) => {
  const seen: string[] = [];
  const rig = await openRig(t, {
    fault: ({ n, method }) => {
      if (method === "sendDocument") seen.push(JSON.stringify(rig.messages(rig.chats.ann)[0]?.keyboard));
      return method === "sendDocument" && n < 4 ? { kind: "reset_before" } : undefined;
    },
  });

  await sayCard(rig);
  await rig.live();

  assert.ok(seen.length >= 2 && seen.every((keyboard) => !keyboard.includes("Apply")));
  const [card, document] = rig.messages(rig.chats.ann);
  assert.equal(card?.keyboard[0]?.[0]?.text, "Apply");
  assert.equal(document?.document?.name, "review.diff");
  assert.equal(document?.replyTo, card?.id);
});

for (const nth of [1, 2, 3, 4, 5, 6]) {
  test(`killed at its failpoint number ${nth}, a card has its diff and its buttons after the restart`, async (t) => {
    const rig = await openRig(t);
    await sayCard(rig);
    let passed = 0;

    await rig.live(() => {
      passed += 1;
      if (passed === nth) throw new Error("killed");
    });
    await rig.live();

    const shown = rig.messages(rig.chats.ann);
    assert.equal(shown.filter((one) => one.keyboard[0]?.[0]?.text === "Apply").length, 1);
    assert.ok(shown.some((one) => one.document?.name === "review.diff"));
    assert.deepEqual(await rig.ledger.unsent(null), []);
  });
}

test("a diff that arrives after the verdict leaves the receipt alone", async (t) => {
  const rig = await openRig(t, {
    fault: ({ method, n }) => (method === "sendDocument" && n < 5 ? { kind: "reset_before" } : undefined),
  });
  await sayCard(rig);
  const receipt = row(
    { chat: rig.chats.ann, cause: "settle", kind: "edit", priority: 0, after: "card" },
    {
      type: "edit",
      target: { cause: "card" },
      text: "Rejected",
      entities: [],
      keyboard: null,
      whenDelivered: null,
    },
  );

  await rig.say(receipt);
  await rig.live();

  const [card] = rig.messages(rig.chats.ann);
  assert.equal(card?.text, "Rejected");
  assert.deepEqual(card?.keyboard, []);
});

test("a body replaced while the old one was on its way is shown in the end", async (t) => {
  const rig = await openRig(t);
  await rig.say(answer(rig.chats.ann, "a", "The old look."));
  let replaced: Promise<void> | undefined;

  await rig.live((name) => {
    if (name === "outbox:edited") replaced ??= rig.show(answer(rig.chats.ann, "a", "The new look."));
  });
  await replaced;

  assert.deepEqual(
    rig.messages(rig.chats.ann).map((message) => message.text),
    ["The new look."],
  );
});

test("a body that cannot be read is dead, and holds nothing up", async (t) => {
  const { chats, say, live, ledger, messages } = await openRig(t);

  await say({ ...answer(chats.ann, "bad", "x"), body: "{" }, answer(chats.ann, "good", "This one is fine."));
  await live();

  assert.deepEqual(
    (await ledger.unsent(null)).map((one) => one.cause),
    ["bad"],
  );
  assert.equal(messages(chats.ann)[0]?.text, "This one is fine.");
});

test("a question opens the reply bar, is about its message, and is asked once", async (t) => {
  const { chats, say, live, messages, server, ledger } = await openRig(t);
  await say(answer(chats.ann, "a", "A card."));
  await live();
  const [card] = messages(chats.ann);
  const question = {
    type: "question" as const,
    text: "What should change?",
    entities: [],
    placeholder: "Say it",
    replyTo: card?.id ?? null,
  };

  await say(row({ chat: chats.ann, cause: "q", kind: "notice", priority: 0 }, question));
  await live();

  const asked = messages(chats.ann).at(-1);
  assert.deepEqual([asked?.forcedReply, asked?.replyTo], [{ placeholder: "Say it" }, card?.id]);
  assert.equal(server.calls.filter((call) => call.params.text === "What should change?").length, 1);
  assert.equal((await ledger.outboxByCause("q"))?.state, "done");
});
