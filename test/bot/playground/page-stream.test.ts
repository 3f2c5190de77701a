// What an open page is told, event by event. Promises the order in which things happened.
// Refuses to wait for time: the clock is moved by hand.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { about, openEvents, openPageRig } from "./page-rig.ts";
import { ann } from "./telegram-server/rig.ts";

describe("the stream", () => {
  it("begins with the whole state and tells each change", async (t) => {
    const { telegram, page } = await openPageRig(t);
    const { chat } = telegram;
    const events = await openEvents(page.address, telegram.limit());
    assert.partialDeepStrictEqual(await events.until("state"), { messages: [], about });

    await telegram.call("sendChatAction", { chat_id: chat, action: "typing" });
    assert.partialDeepStrictEqual(await events.until("status"), { action: "typing" });

    await telegram.call("sendMessage", { chat_id: chat, text: "one" });
    assert.partialDeepStrictEqual(await events.until("message"), { id: 1, text: "one", edited: false });

    await telegram.call("editMessageText", { chat_id: chat, message_id: 1, text: "two" });
    assert.partialDeepStrictEqual(await events.until("message"), { id: 1, text: "two", edited: true });

    await telegram.call("deleteMessage", { chat_id: chat, message_id: 1 });
    assert.deepEqual(await events.until("gone"), { id: 1 });
  });

  it("beats, so that silence can be told from death", async (t) => {
    const { telegram, page } = await openPageRig(t);
    const events = await openEvents(page.address, telegram.limit());
    await events.until("state");

    telegram.clock.advance(15_000);

    assert.deepEqual(await events.until("beat"), {});
  });

  it("tells when the header has something new to say", async (t) => {
    let workspace = "quire";
    const { telegram, page } = await openPageRig(t, { about: async () => ({ ...about, workspace }) });
    const events = await openEvents(page.address, telegram.limit());
    await events.until("state");

    workspace = "loom";
    telegram.person.sendText({ chat: telegram.chat, from: ann.id, text: "/workspace loom" });

    assert.partialDeepStrictEqual(await events.until("about"), { workspace: "loom" });
  });
});
