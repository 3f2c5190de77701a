// The brakes on lookups over whole turns: the sample engine's documentation through a real index, a real ledger and cache,
// the real client against a scripted model over HTTP.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventOf, TurnEvent } from "../../../agent/events.ts";
import { LIVE_LIMIT } from "../../../agent/lookups/budget.ts";
import * as messages from "../../../agent/lookups/messages.ts";
import { isAlike, normaliseQuery } from "../../../agent/lookups/normalise.ts";
import { replayTurn } from "../../../agent/replay.ts";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { docsTools } from "../../../agent/tools/docs-tools.ts";
import { layTools, plainLayer } from "../../../agent/tools/lay-tools.ts";
import type { ChatRequest } from "../../../bot/playground/offline-model/chat-request.ts";
import { call, faulty, type ScriptItem, say, together } from "../../servers/scripted-model.ts";
import { quireDocs } from "../turn/quire-docs.ts";
import { openWorkshop, type Workshop } from "../turn/workshop.ts";
import { lookupServices } from "./lookup-services.ts";
import { answerTo } from "./sample-answer.ts";

const quire = quireDocs();
const tools = layTools(plainLayer(baseTools), docsTools);
/** Of no two of these is one taken for the other. */
const QUERIES = [
  "draw a table with borders",
  "number of the page in a footer",
  "place an image",
  "repeat a band on every page",
  "sort records by a field",
  "columns of flowing text",
  "indent a list",
  "tint of a colour",
  "keep a group together",
  "measure the width of words",
  "open a data source",
  "rotate a layer",
  "count the records",
];
const rag = (query: string) => call("rag_lookup", { query });

/** Answers from the first excerpt that it is given, as a side model should. */
const composed: ScriptItem = (request: ChatRequest) => {
  const [, id = ""] = /=== excerpt \w+: (.+)\n/.exec(request.messages.at(-1)?.text ?? "") ?? [];
  return say(`That is what the documentation says there, and how it is done [chunk ${id}].`);
};

type Story = { script: ScriptItem[]; side?: ScriptItem[]; onSide?: (nth: number) => void };

async function openStory({ script, side, onSide = () => undefined }: Story): Promise<Workshop> {
  const docs = await quire();
  const answering: ScriptItem[] = Array.from({ length: 40 }, (_, nth) => (request, index) => {
    onSide(nth + 1);
    return typeof composed === "function" ? composed(request, index) : composed;
  });
  return await openWorkshop({
    files: { "notes.txt": "nothing yet\n" },
    model: { script, side: side ?? answering },
    deps: {
      docs: async () => docs,
      tools: () => tools,
      lookups: await lookupServices({
        sources: () => ["quire"],
        settings: { maxQueries: 0, rewriteGoals: false },
      }),
    },
  });
}

async function run(shop: Workshop): Promise<{ turn: string; events: TurnEvent[] }> {
  const turn = await shop.ask("How is it done?");
  assert.equal(await shop.run(turn), "ended");
  return { turn, events: await shop.events(turn) };
}

const ran = (events: TurnEvent[]) => events.filter((e): e is EventOf<"tool_ran"> => e.type === "tool_ran");
const spent = (events: TurnEvent[]) => events.filter((e) => e.type === "lookup_spent");
const froms = (events: TurnEvent[]) =>
  ran(events).map(({ evidence, reason }) => evidence?.lookup?.from ?? reason);
const sideCalls = ({ model }: Workshop) =>
  model.requests.filter(({ request }) => request?.tools.length === 0).length;

test("the queries of these stories are all different", () => {
  const normalised = QUERIES.map(normaliseQuery);

  for (const [n, one] of normalised.entries())
    for (const other of normalised.slice(n + 1)) assert.ok(!isAlike(one, other), `${one} / ${other}`);
});

test("three rewordings in flight at once cost one live call, and each has the answer", async () => {
  const wordings = [
    "how do I draw tables with borders?",
    "draw a table with border",
    "drawing a tabel with borders",
  ];
  await using shop = await openStory({ script: [together(...wordings.map(rag)), say("Done.")] });

  const { turn, events } = await run(shop);

  assert.equal(sideCalls(shop), 1);
  assert.equal(spent(events).length, 1);
  assert.deepEqual(froms(events), ["live", "shared", "shared"]);
  assert.deepEqual((await replayTurn(await shop.deps.ledger.log(turn), shop.deps.ledger)).faults, []);
});

test("different lookups of one reply run side by side, and the log replays", async () => {
  await using shop = await openStory({ script: [together(...QUERIES.slice(0, 6).map(rag)), say("Done.")] });

  const { turn, events } = await run(shop);

  assert.equal(sideCalls(shop), 6);
  assert.deepEqual(froms(events), Array(6).fill("live"));
  assert.deepEqual((await replayTurn(await shop.deps.ledger.log(turn), shop.deps.ledger)).faults, []);
});

test("a leader that fails frees its followers with the failure", async () => {
  const wordings = ["draw tables with borders", "draw a table with border", "drawing a tabel with borders"];
  await using shop = await openStory({
    script: [together(...wordings.map(rag)), say("I could not look it up.")],
    side: [faulty({ type: "status", status: 400 })],
  });

  const { events } = await run(shop);

  assert.equal(sideCalls(shop), 1);
  assert.deepEqual(froms(events), ["model_failed", "model_failed", "model_failed"]);
});

test("eleven checks of symbols in one turn are never throttled", async () => {
  const symbols = [
    "Sheet",
    "Grid",
    "Band",
    "Frame",
    "List",
    "Flow",
    "Group",
    "Font",
    "Colour",
    "Box",
    "Records",
  ];
  await using shop = await openStory({
    script: [
      together(...symbols.slice(0, 6).map((query) => call("lookup_docs", { query }))),
      together(...symbols.slice(6).map((query) => call("lookup_docs", { query }))),
      say("All of them exist."),
    ],
  });

  const { events } = await run(shop);

  assert.equal(ran(events).length, 11);
  assert.ok(ran(events).every(({ ok }) => ok));
  assert.deepEqual(spent(events), []);
});

test("the 13th live lookup gets the budget message, and the answer blames the budget", async () => {
  await using shop = await openStory({
    script: [...QUERIES.map(rag), say("The tables are drawn with a Grid.")],
  });

  const { turn, events } = await run(shop);

  assert.equal(spent(events).length, LIVE_LIMIT);
  assert.deepEqual(froms(events), [...Array(LIVE_LIMIT).fill("live"), "search_budget"]);
  const told = shop.model.requests.at(-1)?.request?.messages.at(-1)?.text ?? "";
  assert.ok(told.includes(messages.BUDGET_OUT));
  const answer = shop.notifier.answers.find((one) => one.turn === turn);
  assert.deepEqual(answer?.outstanding, [messages.BUDGET_LINE]);
  assert.match(messages.BUDGET_LINE, /search budget/);
  assert.doesNotMatch(messages.BUDGET_LINE, /not documented|documentation/);
});

test("the last place is taken once, also by two lookups of one reply", async () => {
  await using shop = await openStory({
    script: [...QUERIES.slice(0, 11).map(rag), together(...QUERIES.slice(11).map(rag)), say("Done.")],
  });

  const { events } = await run(shop);

  assert.equal(spent(events).length, LIVE_LIMIT);
  assert.deepEqual(froms(events).slice(11).toSorted(), ["live", "search_budget"]);
});

test("after two live searches of the same words the turn's own memory answers, or says that there was nothing", async () => {
  const gap = say("NOT IN THE EXCERPTS");
  const invented = say("Call `sheet.drawTable()` and be done with it, as it says [chunk Sheet-gridBegin].");
  const inOtherWords = (words: string[]) => words.map(rag);
  await using shop = await openStory({
    script: [
      ...inOtherWords([
        "draw tables with borders",
        "draw a table with border",
        "draw the tables with a border",
      ]),
      ...inOtherWords(["rotate a layer", "rotating layers", "how to rotate the layer"]),
      say("Done."),
    ],
    side: [invented, invented, gap, gap],
  });

  const { events } = await run(shop);

  assert.deepEqual(froms(events), ["live", "live", "memory", "no_hits", "no_hits", "repeated_in_vain"]);
  assert.equal(sideCalls(shop), 4);
});

test("a process that dies in the middle of a turn forgets none of its counters", async () => {
  const death = { at: 12, shutdown: new AbortController() };
  await using shop = await openStory({
    script: [...QUERIES.map(rag), say("Done.")],
    onSide: (nth) => nth === death.at && death.shutdown.abort(new Error("killed")),
  });
  const turn = await shop.ask("How is it done?");

  assert.equal(await shop.run(turn, { shutdown: death.shutdown.signal }), "interrupted");
  const before = await shop.events(turn);
  assert.equal(await shop.run(turn), "ended");
  const after = await shop.events(turn);

  assert.equal(spent(before).length, LIVE_LIMIT);
  assert.equal(spent(after).length, LIVE_LIMIT);
  assert.deepEqual(froms(after), [...Array(LIVE_LIMIT).fill("live"), "search_budget"]);
  assert.deepEqual(shop.notifier.answers.at(-1)?.outstanding, [messages.BUDGET_LINE]);
  assert.deepEqual((await replayTurn(await shop.deps.ledger.log(turn), shop.deps.ledger)).faults, []);
});

test("what the cache served near a query is not served again, also after a restart", async () => {
  const death = { at: 2, shutdown: new AbortController() };
  await using shop = await openStory({
    script: [
      rag("draw a table with borders"),
      rag("draw a tabel with borders"),
      rag("rotate a layer"),
      rag("draw a tabel with borders"),
      say("Done."),
    ],
    onSide: (nth) => nth === death.at && death.shutdown.abort(new Error("killed")),
  });
  const turn = await shop.ask("How is it done?");

  assert.equal(await shop.run(turn, { shutdown: death.shutdown.signal }), "interrupted");
  assert.equal(await shop.run(turn), "ended");

  assert.deepEqual(froms(await shop.events(turn)), ["live", "cache", "live", "live"]);
});

test("an answer that was kept in one turn answers the next one, without a live call", async () => {
  await using shop = await openStory({
    script: [
      rag("draw a table with borders"),
      say("Done."),
      rag("drawing tables with a border"),
      say("Done."),
    ],
  });

  await run(shop);
  const { events } = await run(shop);

  assert.deepEqual(froms(events), ["cache"]);
  assert.equal(sideCalls(shop), 1);
});

test("a sentence of a refusal that was given in this turn is not searched", async () => {
  await using shop = await openStory({
    script: [
      call("read_file", { path: "absent.txt" }),
      (request: ChatRequest) => {
        const refusal = request.messages.at(-1)?.text.replace(/^Refused \(\w+\): /, "") ?? "";
        return rag(refusal.split(/(?<=[.!?])\s/).toSorted((a, b) => b.length - a.length)[0] ?? "");
      },
      say("Done."),
    ],
  });

  const { events } = await run(shop);

  assert.equal(froms(events).at(-1), "own_words");
  assert.deepEqual(spent(events), []);
});

const POISON =
  "After each of the cells `sheet.gridCellEnd()` has to be called, always [chunk Sheet-gridCell].";
const UNMARKED =
  "After each of the cells sheet.gridCellEnd() has to be called, as always [chunk Sheet-gridCell].";

test("an answer with an invented name is kept for nobody, whether it stands in code or in prose", async () => {
  for (const invention of [POISON, UNMARKED]) {
    const script = Array.from({ length: 2 }, () => [rag("end a cell of a grid"), say("Done.")]).flat();
    await using shop = await openStory({ script, side: [say(invention), say(invention)] });

    const first = await run(shop);
    const second = await run(shop);

    assert.deepEqual([...froms(first.events), ...froms(second.events)], ["live", "live"]);
    assert.deepEqual(await Array.fromAsync(shop.deps.lookups.cache.entries()), []);
    const told = shop.model.requests.at(-1)?.request?.messages.at(-1)?.text ?? "";
    const warning = invention === POISON ? /sheet\.gridCellEnd does not exist/ : /sheet\.gridCellEnd\n/;
    assert.match(told.replace(invention, ""), warning);
  }
});

test("a kept answer that would be flagged now is not served, and goes", async () => {
  await using shop = await openStory({ script: [rag("draw tables with a border"), say("Done.")] });
  const { cache } = shop.deps.lookups;
  const { version } = await quire();
  const kept = answerTo("draw a table with borders", { index: version, sources: ["quire"], text: POISON });
  await cache.keep(kept);

  const { events } = await run(shop);

  assert.deepEqual(froms(events), ["live"]);
  const texts = (await Array.fromAsync(cache.entries())).map(({ answer }) =>
    answer?.text.includes("gridCellEnd"),
  );
  assert.deepEqual(texts, [false]);
});

test("a sentence of a correction that was given in this turn is not searched", async () => {
  const sentences = (text: string) =>
    text
      .slice(text.indexOf(messages.CORRECTIONS))
      .split(/\n+|(?<=[.!?:;])\s+/)
      .filter((one) => normaliseQuery(one).split(" ").length >= 3)
      .filter((one) => !one.startsWith(messages.READ_MORE));
  const asked: string[] = [];
  await using shop = await openStory({
    script: [
      rag("end a cell of a grid"),
      (request: ChatRequest) => {
        asked.push(...sentences(request.messages.at(-1)?.text ?? ""));
        return together(...asked.map(rag));
      },
      say("Done."),
    ],
    side: [say(POISON)],
  });

  const { events } = await run(shop);

  assert.ok(asked.length >= 4, asked.join("\n"));
  assert.deepEqual(froms(events).slice(1), Array(asked.length).fill("own_words"));
});
