// What a model hears before the request: what was said last in this chat, and what the request replies to.

import assert from "node:assert/strict";
import { test } from "node:test";
import { say } from "../../servers/scripted-model.ts";
import { openWorkshop } from "./workshop.ts";

const KEY = "sk-0123456789abcdef0123456789";

/** What each message of a request says. */
function contents(raw: Uint8Array | undefined): string[] {
  const request: { messages: { content: string }[] } = JSON.parse(Buffer.from(raw ?? []).toString());
  return request.messages.map(({ content }) => content);
}

test("the words that are replied to stand before the request, as context, bounded, without secrets", async () => {
  await using shop = await openWorkshop({
    files: { "a.js": "var a = 1;\n" },
    model: { script: [say("It is 75."), say("Set.")] },
    settings: { secrets: [KEY] },
  });
  await shop.run(await shop.ask("how hot is the pot"));

  await shop.run(await shop.ask("set that to 80", `The pot is at 75, by ${KEY}. ${"more ".repeat(5_000)}`));

  const [, context, request] = contents(shop.model.requests.at(-1)?.raw);
  assert.match(
    context ?? "",
    /^\[context, not a request\]\nEarlier in this chat:\nAsked: how hot is the pot\n/,
  );
  assert.match(context ?? "", /The request below is a reply to this message:\nThe pot is at 75/);
  assert.ok(!context?.includes(KEY));
  assert.ok((context ?? "").length <= 6 * 1024);
  assert.equal(request, "set that to 80");
});
