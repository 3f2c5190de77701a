// Queries before the first step: when they are asked for, what of the reply is advised, that the turn goes on without
// them, and that nothing is asked twice. Over a real index, the real client and a real ledger.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import type { EventOf, TurnEvent } from "../../../agent/events.ts";
import { normaliseQuery } from "../../../agent/lookups/normalise.ts";
import { replayTurn } from "../../../agent/replay.ts";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { docsTools } from "../../../agent/tools/docs-tools.ts";
import { layTools, plainLayer } from "../../../agent/tools/lay-tools.ts";
import { fold } from "../../../agent/turn/fold.ts";
import { chosen } from "../../../agent/turn/inflate.ts";
import { call, faulty, type ScriptItem, say } from "../../servers/scripted-model.ts";
import { buildHere, openHere, tempDocs } from "../docs/docs-folder.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

const PAGES = {
  "Loom-weaveRow.md": "# Loom-weaveRow\n\nMakes one line of cloth.",
  "Loom-load.md": "# Loom-load\n\nPuts threads on the loom.",
};
const WISH = "add a striped border to the cloth";
const tools = layTools(plainLayer(baseTools), docsTools);

const give = (...queries: [string, string][]) =>
  call("give_queries", { queries: queries.map(([query, label]) => ({ query, label })) });

async function loomShop(t: TestContext, script: ScriptItem[], forced: ScriptItem[]): Promise<Workshop> {
  const pages = tempDocs(t, PAGES);
  buildHere(pages);
  const docs = await openHere(t, pages.dir);
  return await openWorkshop({
    files: { "cloth.js": "loom.load(3);\n" },
    model: { script, forced },
    deps: { docs: async () => docs, tools: () => tools },
  });
}

const added = (events: readonly TurnEvent[]): EventOf<"context_added"> | undefined =>
  events.find((event) => event.type === "context_added");

function contents(raw: Uint8Array | undefined): string[] {
  const request: { messages: { content: string }[] } = JSON.parse(Buffer.from(raw ?? []).toString());
  return request.messages.map(({ content }) => content);
}

test("a change gets queries before its first step, as advice behind the request, with the brake", async (t) => {
  const queries = give(["weave a striped border", "striped borders"], ["stripe border rows", "stripes"]);
  await using shop = await loomShop(t, [say("Done.")], [queries]);

  const turn = await shop.ask(WISH);
  await shop.run(turn);

  const [forced, first] = shop.model.requests;
  assert.deepEqual(forced?.request?.toolChoice, { name: "give_queries" });
  const [, , request, advice] = contents(first?.raw);
  assert.equal(request, WISH);
  assert.match(
    advice ?? "",
    /^\[context, not a request\]\n.*\n- weave a striped border\n- stripe border rows\n/,
  );
  assert.match(advice ?? "", /stop when it answers/);
  assert.doesNotMatch(advice ?? "", /striped borders/);
  const events = await shop.events(turn);
  assert.equal(added(events)?.queries.length, 2);
  const side = events.find((event) => event.type === "replied" && event.thread !== "main");
  assert.ok(side?.type === "replied" && fold(events).tokens > side.usage.promptTokens);
  assert.deepEqual((await replayTurn(await shop.deps.ledger.log(turn), shop.deps.ledger)).faults, []);
});

test("a lookup of an advised query, or of nearly one, shows its label; others show some of their words", async (t) => {
  const lookups = [
    "weave a striped border",
    "weaving striped borders",
    "loom.weaveRow",
    "how do I put all of the many threads onto a loom, quickly",
  ].map((query) => call("lookup_docs", { query }));
  await using shop = await loomShop(
    t,
    [...lookups, say("Done.")],
    [give(["weave a striped border", "*striped* borders"])],
  );

  const turn = await shop.ask(WISH);
  await shop.run(turn);

  const labels = (await shop.events(turn)).flatMap((event) =>
    event.type === "tool_started" ? [event.label] : [],
  );
  assert.deepEqual(labels, [
    "looking up: striped borders",
    "looking up: striped borders",
    "looking up: loom.weaveRow",
    "looking up: put all many threads loom",
  ]);
});

test("deletions, fact checks and work without the engine ask for none, a plain fact for one", async (t) => {
  await using shop = await loomShop(t, ["a", "b", "c", "d"].map(say), [
    give(["longest thread", "thread length"], ["thread maximum", "maximum"]),
  ]);

  for (const wish of [
    "remove the border",
    "does Loom.weaveRow exist?",
    'change "a" to "b"',
    "how long may a thread be?",
  ])
    await shop.run(await shop.ask(wish));

  assert.equal(shop.model.requests.length, 5);
  assert.match(contents(shop.model.requests.at(-1)?.raw).at(-1) ?? "", /\n- longest thread\n(?!-)/);
});

test("the owner may turn it off, or leave the number to the model below the ceiling", async (t) => {
  const crafts = ["weave", "colour", "spinning", "knots", "pressing", "sew", "folding", "shears", "laundry"];
  const many = crafts.map((craft): [string, string] => [craft, craft]);
  for (const [maxQueries, asked] of [
    [0, 0],
    [1, 1],
    [-1, 6],
  ] as const) {
    await using shop = await loomShop(t, [say("Done.")], [give(...many)]);
    const settings = { ...shop.deps.lookups.settings, maxQueries };
    shop.deps.lookups = { ...shop.deps.lookups, settings };
    const turn = await shop.ask(WISH);

    await shop.run(turn);

    assert.equal(added(await shop.events(turn))?.queries.length ?? 0, asked);
    assert.equal(shop.model.remaining(), asked === 0 ? 1 : 0);
  }
});

test("without documentation nobody is asked", async () => {
  await using shop = await openWorkshop({ files: {}, model: { script: [say("Done.")], forced: [] } });

  await shop.run(await shop.ask(WISH));

  assert.equal(shop.model.requests.length, 1);
});

test("a turn goes on without queries: none given, nothing left of them, or no answer at all", async (t) => {
  const down = faulty({ type: "status", status: 503 });
  for (const forced of [
    [give()],
    [give([WISH, "the same"], ["", "empty"])],
    [down, say("no"), call("other", {})],
  ]) {
    await using shop = await loomShop(t, [say("Done.")], forced);
    const turn = await shop.ask(WISH);

    assert.equal(await shop.run(turn), "ended");

    const events = await shop.events(turn);
    assert.deepEqual([added(events)?.fragment, added(events)?.queries], [null, []]);
    assert.equal(contents(shop.model.requests.at(-1)?.raw).at(-1), WISH);
    assert.equal(shop.model.remaining(), 0);
  }
});

test("a process killed before or after any write of the log asks at most once more, and comes to the same end", async (t) => {
  const run = async (kill: { at: number; after: boolean } | null) => {
    const gives = Array.from({ length: 2 }, () => give(["weave stripes", "stripes"]));
    await using shop = await loomShop(t, [say("Done."), say("Done.")], gives);
    const turn = await shop.ask(WISH);
    const { append } = shop.deps.ledger;
    const state = { appends: 0 };
    shop.deps.ledger.append = async (batch) => {
      state.appends += 1;
      if (state.appends === kill?.at && !kill.after) throw new Error("killed");
      const rows = await append(batch);
      if (state.appends === kill?.at) throw new Error("killed");
      return rows;
    };
    if (kill) await assert.rejects(shop.run(turn), /killed/);
    await shop.run(turn);
    const events = await shop.events(turn);
    assert.deepEqual((await replayTurn(await shop.deps.ledger.log(turn), shop.deps.ledger)).faults, []);
    const asked = shop.model.requests.filter(({ request }) => typeof request?.toolChoice === "object").length;
    const advised = events.flatMap((event) => (event.type === "context_added" ? event.queries : []));
    return { appends: state.appends, asked, end: { advised, answer: shop.notifier.answers.at(-1)?.text } };
  };
  const whole = await run(null);
  assert.deepEqual([whole.asked, whole.end.advised.length, whole.end.answer], [1, 1, "Done."]);

  for (let at = 1; at <= whole.appends; at++) {
    for (const after of [false, true]) {
      const { end, asked } = await run({ at, after });

      assert.deepEqual(end, whole.end, `write ${at}, ${after ? "after" : "before"}`);
      assert.ok(asked <= 2);
    }
  }
});

test("a stop while the queries are thought out ends the turn, and nothing more is asked", async (t) => {
  const gate = Promise.withResolvers<void>();
  const stop = new AbortController();
  await using shop = await loomShop(
    t,
    [say("Done.")],
    [faulty({ type: "hold", until: gate.promise }, give())],
  );
  const turn = await shop.ask(WISH);

  const end = shop.run(turn, { stop: stop.signal });
  while (shop.model.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await shop.deps.ledger.addInput({ turn, kind: "stop", by: "telegram:1", body: "{}", at: 1 }, "stop:1");
  stop.abort();

  assert.equal(await end, "ended");
  gate.resolve();
  assert.equal(shop.notifier.answers.at(-1)?.outcome, "stopped");
  assert.equal(shop.model.requests.length, 1);
});

test("whatever a model gives: few, short, different from the question and from each other, labels of one plain line", () => {
  const query = fc.oneof(
    fc.string({ unit: "binary", maxLength: 140 }),
    fc.constantFrom("weave rows", "Rows weaving", WISH),
  );
  const entry = fc.oneof(fc.record({ query, label: fc.string({ unit: "binary" }) }), fc.anything());
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), fc.integer({ min: 1, max: 9 }), (queries, max) => {
      const taken = chosen({ queries }, WISH, max);

      assert.ok(taken.length <= Math.min(max, 6));
      const forms = taken.map((one) => normaliseQuery(one.query));
      assert.equal(new Set([...forms, normaliseQuery(WISH)]).size, forms.length + 1);
      for (const one of taken) {
        assert.ok(one.query.length <= 120 && !/[\n\r\u2028]/.test(one.query));
        assert.ok(one.label.length <= 48 && !/[\n\r\u2028`*<>\u202e]/.test(one.label));
      }
    }),
    { numRuns: 300, seed: 7 },
  );
});
