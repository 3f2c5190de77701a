// What a model hears before the request: what was said last in this chat, and what the request replies to.

import assert from "node:assert/strict";
import { test } from "node:test";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { docsTools } from "../../../agent/tools/docs-tools.ts";
import { layTools, plainLayer } from "../../../agent/tools/lay-tools.ts";
import { loadProfile } from "../../../agent/workspace/profile.ts";
import { call, say } from "../../servers/scripted-model.ts";
import { QUIRE, quireDocs } from "./quire-docs.ts";
import { openWorkshop } from "./workshop.ts";

const docsOfQuire = quireDocs();

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

test("what landed last and what waits for a verdict is told by its files, and stays out of another workspace", async () => {
  const edit = (to: string) => call("edit_file", { path: "a.js", old: "var a = 1;", new: to });
  await using shop = await openWorkshop({
    files: { "a.js": "var a = 1;\n", "b.js": "b();\n" },
    model: {
      script: [
        edit("var a = 2;"),
        say("Set."),
        call("delete_file", { path: "b.js" }),
        say("Gone."),
        say("Nothing to do."),
      ],
    },
  });
  const first = await shop.ask("set a to 2");
  await shop.run(first);
  await shop.decide(first, "apply");
  await shop.run(first);
  await shop.run(await shop.ask("remove b.js"));

  await shop.run(await shop.ask("what now"));

  const [, context, request] = contents(shop.model.requests.at(-1)?.raw);
  assert.match(
    context ?? "",
    /^\[context, not a request\]\nLanded last:\n#1 a\.js\n\nWaiting .*, and not on disk:\nb\.js\n/,
  );
  assert.equal(request, "what now");
});

test("the first request of a workspace without documentation is small, and nothing but the request is in it", async () => {
  await using shop = await openWorkshop({ files: { "a.js": "1;\n" }, model: { script: [say("Done.")] } });

  await shop.run(await shop.ask("make it 2"));

  const [raw] = shop.model.requests.map((request) => request.raw);
  assert.equal(contents(raw).length, 2);
  assert.ok((raw?.length ?? 0) < 6 * 1024, `${raw?.length}`);
});

test("with documentation the opening says what can be fetched, and gives what the request is likely to need", async () => {
  const docs = await docsOfQuire();
  const profile = await loadProfile(QUIRE);
  const tools = layTools(plainLayer(baseTools), docsTools);
  await using shop = await openWorkshop({
    files: { "a.js": "1;\n" },
    model: { script: [say("a"), say("b"), say("c")] },
    deps: { docs: async () => docs, tools: () => tools, profile },
  });

  const turn = await shop.ask("Add a table with the prices of all parts");
  await shop.run(turn);
  await shop.run(await shop.ask("remove the table"));
  await shop.run(await shop.ask("remove the frame"));

  const requests = shop.model.requests.filter(({ request }) => request?.toolChoice === "auto");
  const [wide, narrow, last] = requests.map(({ raw }) => contents(raw));
  assert.match(
    wide?.[1] ?? "",
    /^\[context, not a request\]\nTo be fetched when needed:\n- lookup_docs: entries \d+/,
  );
  assert.match(wide?.[1] ?? "", /new Grid\(\)/);
  assert.doesNotMatch(narrow?.[1] ?? "", /new Grid\(\)/, "a deletion is not briefed");
  assert.equal(wide?.[0], last?.[0], "the system prompt is the same for every turn");
  const [started] = await shop.events(turn);
  assert.ok(started?.type === "started" && started.brief?.provides.includes("Grid"));
});
