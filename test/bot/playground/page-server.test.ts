// The page's server, story by story: who gets in, what a chat can do through it, what an open page is told.
// Promises real HTTP on both sides. Refuses a browser: that is another test.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, it } from "node:test";
import { z } from "zod";
import { startPageServer } from "../../../bot/playground/page-server.ts";
import { about, openEvents, openPageRig, secret, sentenceOf } from "./page-rig.ts";
import { ann, button } from "./telegram-server/rig.ts";

const piece = z.object({ messages: z.array(z.object({ id: z.number() })), hasEarlier: z.boolean() });

describe("the door", () => {
  it("lets in who has the secret, on loopback names only", async (t) => {
    const { page, statusFor } = await openPageRig(t);
    const path = `/${secret}/api/state`;

    assert.equal(await statusFor(path, { host: `127.0.0.1:${page.port}` }), 200);
    assert.equal(await statusFor(path, { host: `localhost:${page.port}` }), 200);
    for (const host of [
      "evil.example",
      `evil.example:${page.port}`,
      "127.0.0.1",
      `127.0.0.1:${page.port + 1}`,
    ]) {
      assert.equal(await statusFor(path, { host }), 403, host);
    }
  });

  it("answers a wrong secret and a wrong path alike", async (t) => {
    const { page, get } = await openPageRig(t);
    const base = `http://127.0.0.1:${page.port}/`;

    const paths = [
      "",
      "api/state",
      "x/api/state",
      `${secret.slice(1)}/`,
      `${secret}x/`,
      secret,
      "favicon.ico",
    ];
    const wrong = await Promise.all(paths.map((path) => fetch(base + path)));
    const lost = await get("no-such-file.js");

    const hint = await lost.text();
    assert.equal(lost.status, 404);
    for (const answer of wrong) {
      assert.equal(answer.status, 404, answer.url);
      assert.equal(await answer.text(), hint);
    }
  });

  it("serves no file outside the page's folder", async (t) => {
    const { page, statusFor } = await openPageRig(t);

    for (const path of [
      "../page-server.ts",
      "..%2fpage-server.ts",
      "%2e%2e/page-server.ts",
      "/etc/passwd",
      "index.html/",
    ]) {
      const status = await statusFor(`/${secret}/${path}`, { host: `127.0.0.1:${page.port}` });
      assert.equal(status, 404, path);
    }
  });

  it("takes a post from its own page only", async (t) => {
    const { telegram, page, post, statusFor } = await openPageRig(t);

    for (const origin of [
      "http://evil.example",
      "null",
      `https://127.0.0.1:${page.port}`,
      "http://127.0.0.1:1",
    ]) {
      assert.equal((await post("api/send", { text: "hello" }, { origin })).status, 403, origin);
    }
    const host = `127.0.0.1:${page.port}`;
    assert.equal(await statusFor(`/${secret}/api/send`, { host }, "POST"), 403);
    assert.equal(await statusFor(`/${secret}/api/state`, { host }, "PUT"), 405);
    assert.deepEqual(telegram.person.messages(telegram.chat), []);
  });

  it("allows nothing from elsewhere and keeps nothing, whatever it answers", async (t) => {
    const { get } = await openPageRig(t);

    for (const path of ["", "api/state", "nothing"]) {
      const { headers } = await get(path);
      const policy = headers.get("content-security-policy") ?? "";
      assert.match(policy, /default-src 'none'.*script-src 'self'.*trusted-types 'none'/);
      assert.doesNotMatch(policy, /unsafe|\*|https?:/);
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      assert.equal(headers.get("referrer-policy"), "no-referrer");
      assert.equal(headers.get("cache-control"), "no-store");
      assert.equal(headers.get("access-control-allow-origin"), null);
    }
  });

  it("refuses to start with a secret that can be guessed", async (t) => {
    await assert.rejects(openPageRig(t, { secret: "short" }), /128 bits/);
  });

  it("takes another port when the preferred one is busy, and says so", async (t) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    t.after(() => other.close());
    const taken = other.address();
    assert(typeof taken === "object" && taken !== null);

    const { page, get } = await openPageRig(t, { port: taken.port });

    assert.equal(page.moved, true);
    assert.notEqual(page.port, taken.port);
    assert.equal(page.address, `http://127.0.0.1:${page.port}/${secret}/`);
    assert.equal((await get("")).status, 200);
  });

  it("closes with its signal", async (t) => {
    const { closing, page } = await openPageRig(t);
    const events = await openEvents(page.address, AbortSignal.timeout(5_000));
    await events.until("state");

    closing.abort();

    assert.equal(await events.next().catch(() => undefined), undefined);
    await assert.rejects(fetch(page.address));
  });

  it("does not start when it is already told to stop", async (t) => {
    const { telegram } = await openPageRig(t);
    const options = { person: telegram.person, chat: telegram.chat, user: ann.id, port: 0, secret };

    const start = startPageServer({
      ...options,
      clock: telegram.clock,
      about: async () => about,
      signal: AbortSignal.abort(new Error("told to stop")),
    });

    await assert.rejects(start, /told to stop/);
  });
});

describe("a chat through it", () => {
  it("sends a text and a reply, and shows them with what was quoted", async (t) => {
    const { telegram, get, post } = await openPageRig(t);
    await telegram.call("sendMessage", { chat_id: telegram.chat, text: "Which file?" });

    const sent = await post("api/send", { text: "parts.json", replyTo: 1 });

    assert.deepEqual(await sent.json(), { id: 2 });
    const state = await (await get("api/state")).json();
    assert.partialDeepStrictEqual(state, {
      about,
      hasEarlier: false,
      messages: [
        { id: 1, mine: false, text: "Which file?" },
        { id: 2, mine: true, text: "parts.json", reply: { id: 1, mine: false, text: "Which file?" } },
      ],
    });
    const [update] = await telegram.updates();
    assert.partialDeepStrictEqual(update, {
      message: { text: "parts.json", reply_to_message: { message_id: 1 } },
    });
  });

  it("refuses what a chat app would not offer, in a sentence", async (t) => {
    const { telegram, post } = await openPageRig(t);
    await telegram.call("sendMessage", { chat_id: telegram.chat, text: "mine, says the bot" });
    const refused = async (path: string, body: unknown) => {
      const answer = await post(path, body);
      return `${answer.status} ${await sentenceOf(answer)}`;
    };

    assert.match(await refused("api/send", { text: " \n" }), /^400 There is nothing to send/);
    assert.match(await refused("api/send", { text: "x", replyTo: 99 }), /^409 That message is gone/);
    assert.match(await refused("api/send", { text: 5 }), /^400 /);
    assert.match(await refused("api/send", { text: "x".repeat(70_000) }), /^413 .*64 KB/);
    assert.match(await refused("api/edit", { id: 1, text: "mine now" }), /^409 Only your own/);
    assert.match(await refused("api/tap", { id: 1, data: "nothing" }), /^409 That button is gone/);
    assert.match(await refused("api/stop-draft", {}), /^409 There is nothing to stop/);
    assert.equal((await post("api/send", { text: "x" }, { "content-type": "text/plain" })).status, 415);
    assert.equal(telegram.person.messages(telegram.chat).length, 1);
  });

  it("edits one's own message", async (t) => {
    const { telegram, post } = await openPageRig(t);
    await post("api/send", { text: "find jsno" });

    const edited = await post("api/edit", { id: 1, text: "find json" });

    assert.equal(edited.status, 200);
    assert.partialDeepStrictEqual(telegram.person.messages(telegram.chat), [
      { text: "find json", edited: true },
    ]);
  });

  it("brings the answer to a tap back", async (t) => {
    const { telegram, post } = await openPageRig(t);
    const keyboard = button("Apply", "t:apply");
    await telegram.call("sendMessage", { chat_id: telegram.chat, text: "Review", reply_markup: keyboard });

    const tapped = post("api/tap", { id: 1, data: "t:apply" });
    const [update] = await telegram.updates({ timeout: 5 });
    assert(update !== undefined && "callback_query" in update);
    const query = update.callback_query;
    assert(typeof query === "object" && query !== null && "id" in query);
    await telegram.call("answerCallbackQuery", {
      callback_query_id: query.id,
      text: "Applied.",
      show_alert: true,
    });

    assert.deepEqual(await (await tapped).json(), { text: "Applied.", showAlert: true });
  });

  it("says so when the bot does not answer a tap", async (t) => {
    const { telegram, post } = await openPageRig(t);
    await telegram.call("sendMessage", {
      chat_id: telegram.chat,
      text: "Review",
      reply_markup: button("Go", "go"),
    });

    const tapped = post("api/tap", { id: 1, data: "go" });
    await telegram.updates({ timeout: 5 });
    telegram.clock.advance(31_000);

    const answer = await tapped;
    assert.equal(answer.status, 504);
    assert.match(await sentenceOf(answer), /did not answer/);
  });

  it("carries files both ways, byte for byte, always as a download", async (t) => {
    const { get, postBytes } = await openPageRig(t);
    const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => i % 251);

    const sent = await postBytes("api/document?name=na%C3%AFve%20%22plan%22.html&caption=look%20here", bytes);
    const file = await get("api/document?id=1");

    assert.equal(sent.status, 200);
    assert.equal(file.headers.get("content-type"), "application/octet-stream");
    assert.match(
      file.headers.get("content-disposition") ?? "",
      /^attachment; filename\*=UTF-8''na%C3%AFve%20_plan_\.html$/,
    );
    assert.deepEqual(new Uint8Array(await file.arrayBuffer()), bytes);
  });

  it("bounds an upload, and refuses an empty one", async (t) => {
    const { telegram, postBytes, get } = await openPageRig(t);

    assert.equal((await postBytes("api/document?name=a", new Uint8Array())).status, 400);
    assert.equal((await postBytes("api/document?name=a", new Uint8Array(20 * 1024 * 1024 + 1))).status, 413);
    assert.equal((await get("api/document?id=1")).status, 404);
    assert.equal((await get("api/document?id=zero")).status, 400);
    assert.deepEqual(telegram.person.messages(telegram.chat), []);
  });

  it("lists the commands that the bot registered", async (t) => {
    const { telegram, get } = await openPageRig(t);
    const commands = [{ command: "status", description: "What is going on" }];

    await telegram.call("setMyCommands", { commands });

    assert.deepEqual(await (await get("api/commands")).json(), { commands });
  });

  it("gives a long chat in pieces", async (t) => {
    const { telegram, get } = await openPageRig(t);
    for (let n = 1; n <= 320; n++)
      telegram.person.sendText({ chat: telegram.chat, from: ann.id, text: `no ${n}` });

    const ids = async (path: string) => {
      const { messages, hasEarlier } = piece.parse(await (await get(path)).json());
      return [messages.at(0)?.id, messages.at(-1)?.id, hasEarlier];
    };

    assert.deepEqual(await ids("api/state"), [121, 320, true]);
    assert.deepEqual(await ids("api/messages?before=121"), [21, 120, true]);
    assert.deepEqual(await ids("api/messages?before=21"), [1, 20, false]);
  });
});

describe("a fault", () => {
  it("is told to whoever runs the page, and to the page without its details", async (t) => {
    const faults: unknown[] = [];
    const broken = new Error("the folder /home/ann/secret is gone");
    const options = { about: () => Promise.reject(broken), onFault: (error: unknown) => faults.push(error) };
    const { get } = await openPageRig(t, options);

    const answer = await get("api/state");

    assert.equal(answer.status, 500);
    assert.equal(await sentenceOf(answer), "The playground failed at this.");
    assert.deepEqual(faults, [broken]);
  });
});
