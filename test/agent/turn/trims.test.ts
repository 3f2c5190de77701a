// Stories of conversations that outgrow their budget: what is left out, what stays, and what it saves.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventOf } from "../../../agent/events.ts";
import { replayTurn } from "../../../agent/replay.ts";
import { isElision } from "../../../agent/tools/elision.ts";
import { defaultBounds } from "../../../agent/turn/deps.ts";
import { shorterRequests } from "../../../agent/turn/prompt-drop.ts";
import type { ChatRequest } from "../../../bot/playground/offline-model/chat-request.ts";
import { call, type ScriptItem, say } from "../../servers/scripted-model.ts";
import { type Kill, processes } from "./processes.ts";
import { ME, openWorkshop, type Workshop } from "./workshop.ts";

const STEPS = 100;
const roomy = { ...defaultBounds, tokens: 1_000_000_000, steps: 200 };
const text = (n: number) => `// file ${n}\n${`var value${n} = "some words to fill a line";\n`.repeat(40)}`;
const files = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`src/file-${n}.js`, text(n)]));
const read = (n: number) => call("read_file", { path: `src/file-${n}.js` });
const reads = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => read(from + n));

type Message = { role: string; content: string | null; tool_call_id?: string; tool_calls?: ToolCall[] };
type ToolCall = { id: string; function: { name: string; arguments: string } };

/** Messages of the last request that the model was sent. */
const lastMessages = ({ model }: Workshop): Message[] =>
  JSON.parse(model.requests.at(-1)?.raw.toString() ?? "{}").messages;

const trimsOf = async (shop: Workshop, turn: string) =>
  (await shop.events(turn)).filter((event) => event.type === "trimmed");

async function longTurn(contextTokens: number, steps: number) {
  const edit = call("edit_file", { path: "src/file-7.js", old: "// file 7", new: "// file seven" });
  const shop = await openWorkshop({
    files: files(steps),
    model: { script: [...reads(0, steps - 2), edit, say("src/file-7.js now begins with `// file seven`.")] },
    settings: { contextTokens, bounds: roomy },
  });
  const turn = await shop.ask("say seven in file 7");
  await shop.run(turn);
  return { shop, turn };
}

test("a hundred steps cost at least 60 % less when trimmed, and end in the same bytes", async () => {
  const plain = await longTurn(10_000_000, STEPS);
  await using _plain = plain.shop;

  const trimmed = await longTurn(16_000, STEPS);
  await using shop = trimmed.shop;

  const bytesOf = ({ model }: Workshop) => model.requests.reduce((sum, { raw }) => sum + raw.length, 0);
  assert.equal(shop.model.requests.length, STEPS);
  assert.equal(plain.shop.model.requests.length, STEPS);
  const share = bytesOf(shop) / bytesOf(plain.shop);
  assert.ok(share <= 0.4, `${Math.round(share * 100)} % of the bytes`);
  assert.deepEqual(shop.reviewer.cards[0]?.files, plain.shop.reviewer.cards[0]?.files);
  assert.equal(shop.reviewer.cards[0]?.draft, plain.shop.reviewer.cards[0]?.draft);
  const { ledger } = shop.deps;
  assert.deepEqual((await replayTurn(await ledger.log(trimmed.turn), ledger)).faults, []);
  assert.equal((await trimsOf(plain.shop, plain.turn)).length, 0);
});

test("between two trims each request begins with the bytes of the one before", async () => {
  const { shop, turn } = await longTurn(16_000, 50);
  await using _shop = shop;

  const messages = shop.model.requests.map(({ raw }) => raw.toString().split('],"tools":', 1)[0] ?? "");
  const breaks = messages.filter((one, i) => i > 0 && !one.startsWith(messages[i - 1] ?? ""));

  const trims = await trimsOf(shop, turn);
  assert.equal(breaks.length, trims.length);
  assert.ok(trims.length >= 3 && trims.length <= 6, `${trims.length} trims`);
  assert.ok((trims[0]?.bytes.after ?? 0) <= 16_000 * 4 * 0.3 + 200, "the first goes down to the low mark");
  // The lines add up: a hundred of them are nearly half of so small a budget.
  for (const { bytes } of trims) assert.ok(bytes.after <= bytes.before * 0.8, JSON.stringify(bytes));
});

test("what was left out says what it was and how to get it again, and may be had again", async () => {
  const again = Array.from({ length: 5 }, () => read(0));
  await using shop = await openWorkshop({
    files: files(40),
    model: { script: [...again.slice(0, 4), ...reads(1, 30), read(0), say("Read.")] },
    settings: { contextTokens: 16_000 },
  });

  const turn = await shop.ask("read them");
  await shop.run(turn);

  const ran = (await shop.events(turn)).filter((e) => e.type === "tool_ran");
  assert.equal(ran.at(-1)?.ok, true, "the fifth call of the same is no repetition: its result was left out");
  const line = lastMessages(shop).find(
    ({ role, content }) => role === "tool" && content?.includes("omitted"),
  );
  assert.equal(
    line?.content,
    "[… omitted to save room: reading src/file-0.js, lines 1-41. The same call of read_file shows it again.]",
  );
  assert.match(String(lastMessages(shop).at(-1)?.content), /var value0/);
});

test("requests, steering and the staged file's last read and write stay", async () => {
  const steer: ScriptItem = async () => {
    const at = shop.deps.clock.now();
    const body = JSON.stringify({ text: "mind the old ones" });
    await shop.deps.ledger.addInput({ turn, kind: "steer", by: ME, body, at }, "steer:1");
    return read(2);
  };
  const first = call("write_file", { path: "src/new.js", content: text(900) });
  const second = call("write_file", { path: "src/new.js", content: `${text(901)}// second\n` });
  const see = call("read_file", { path: "src/new.js" });
  await using shop = await openWorkshop({
    files: files(60),
    model: { script: [read(0), first, steer, see, second, ...reads(3, 50), say("src/new.js is new.")] },
    settings: { contextTokens: 16_000 },
  });
  const turn = await shop.ask("write a new file, and look at all others");

  await shop.run(turn);

  const messages = lastMessages(shop);
  const words = messages.filter(({ role }) => role === "user").map(({ content }) => content);
  assert.ok(words.includes("write a new file, and look at all others"));
  assert.ok(words.includes("mind the old ones"));
  const writes = messages.flatMap(({ tool_calls = [] }) =>
    tool_calls.filter(({ function: { name } }) => name === "write_file"),
  );
  const contents = writes.map((one): string => JSON.parse(one.function.arguments).content);
  assert.match(contents[0] ?? "", /^\[… \d+ characters omitted to save room/);
  assert.ok(isElision(contents[0] ?? ""), "a model that copies this line into a file is refused");
  assert.match(contents[1] ?? "", /\/\/ second\n$/);
  const seen = messages.find(
    ({ role, content }) => role === "tool" && content?.startsWith("src/new.js, lines"),
  );
  assert.match(seen?.content ?? "", /var value900/);
});

test("every call of a trimmed transcript keeps its id and its one result", async () => {
  const { shop } = await longTurn(16_000, 30);
  await using _shop = shop;

  const messages = lastMessages(shop);

  const asked = messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id));
  const answered = messages.flatMap(({ tool_call_id }) => tool_call_id ?? []);
  assert.deepEqual(answered, asked);
  assert.equal(asked.length, 29);
});

test("a server that counts more tokens than bytes suggest is believed", async () => {
  await using shop = await openWorkshop({
    files: files(20),
    model: { script: [...reads(0, 20), say("Read.")] },
    settings: { contextTokens: 24_000 },
  });
  const { model } = shop.deps;
  shop.deps.model = {
    async complete(request, signal) {
      const reply = await model.complete(request, signal);
      const promptTokens = Math.ceil(request.body.length / 2);
      return reply.ok ? { ...reply, usage: { ...reply.usage, promptTokens } } : reply;
    },
  };

  const turn = await shop.ask("read them");
  await shop.run(turn);

  const [first] = await trimsOf(shop, turn);
  assert.ok(first && first.bytes.before < 24_000 * 4 * 0.6, `${first?.bytes.before} bytes`);
  assert.ok(first.bytes.after <= 24_000 * 2 * 0.36, `${first.bytes.after} bytes`);
});

test("where nothing can be left out, a trim is not tried again at each step", async () => {
  const write = (n: number) => call("write_file", { path: `new-${n}.js`, content: text(n) });
  const writes = Array.from({ length: 30 }, (_, n) => write(n));
  await using shop = await openWorkshop({
    files: {},
    model: { script: [...writes, say("Thirty new files.")] },
    settings: { contextTokens: 8000 },
  });

  const turn = await shop.ask("write thirty files");
  await shop.run(turn);

  const trims = await trimsOf(shop, turn);
  assert.ok(trims.length >= 2 && trims.length <= 12, `${trims.length} trims`);
});

test("a server that reads less of a longer request is told in the log, once", async () => {
  await using shop = await openWorkshop({
    files: files(8),
    model: { script: [...reads(0, 8), say("Read.")] },
  });
  const { model } = shop.deps;
  const counts = [1000, 2000, 3000, 900, 1800, 800];
  shop.deps.model = {
    async complete(request, signal) {
      const reply = await model.complete(request, signal);
      const promptTokens = counts.shift() ?? 5000;
      return reply.ok ? { ...reply, usage: { ...reply.usage, promptTokens } } : reply;
    },
  };

  const turn = await shop.ask("read them");
  await shop.run(turn);

  const dropped = (await shop.events(turn)).filter((e) => e.type === "prompt_dropped");
  assert.deepEqual(
    dropped.map(({ before, after }) => [before, after]),
    [[3000, 900]],
  );
});

test("a request that lost something on its way is a fault of the log", () => {
  const asked = (bytes: number, thread = "main") =>
    ({ type: "asked" as const, bytes, thread }) as EventOf<"asked">;
  const trimmed = { type: "trimmed", thread: "main" } as EventOf<"trimmed">;

  assert.equal(shorterRequests([asked(5000), asked(4990), asked(9000), trimmed, asked(4000)]).length, 0);
  assert.equal(shorterRequests([asked(5000), asked(400, "item:1"), asked(4000)]).length, 1);
});

const KILLED_READS = 6;

/** What the model says depends on the transcript alone, so that asking again gives the same. */
const readOn = ({ messages }: ChatRequest) => {
  const said = messages.filter(({ role }) => role === "assistant").length;
  return said < KILLED_READS ? read(said) : say("Read.");
};

async function killedStory(kill: Kill) {
  const wide = Object.entries(files(KILLED_READS)).map(([path, one]) => [path, one + one]);
  await using shop = await openWorkshop({
    files: Object.fromEntries(wide),
    model: { respond: readOn },
    settings: { contextTokens: 8000 },
  });
  const turn = await shop.ask("read them");
  const { real, state, next } = processes(shop, kill);
  for (let runs = 0; runs < 3; runs++) {
    const shutdown = await next();
    try {
      if ((await shop.run(turn, { shutdown })) === "ended") break;
    } catch (error) {
      if (!shutdown.aborted) throw error;
    }
  }
  assert.deepEqual((await replayTurn(await real.log(turn), real)).faults, []);
  const trims = (await real.log(turn)).filter(({ type }) => type === "trimmed").length;
  return { appends: state.appends, trims, words: lastMessages(shop).map(({ content }) => content) };
}

test("a turn killed at any write, its trim's among them, goes on with the same words", async () => {
  const whole = await killedStory(null);
  assert.ok(whole.trims >= 1, "it is trimmed");

  for (let at = 1; at <= whole.appends; at++) {
    for (const when of ["before", "after"] as const) {
      const { trims, words } = await killedStory({ at, when });
      assert.deepEqual({ trims, words }, { trims: whole.trims, words: whole.words }, `${when} write ${at}`);
    }
  }
});
