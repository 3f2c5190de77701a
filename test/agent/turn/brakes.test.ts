// Loop brakes in whole turns: what is no loop goes on, what is one ends soon, in words, with what was done.

import assert from "node:assert/strict";
import { test } from "node:test";
import { call, type Fault, faulty, say, together } from "../../servers/scripted-model.ts";
import { openWorkshop } from "./workshop.ts";

const FILES = { "a.js": "var a = 1;\n", "b.js": "var b = 2;\n" };
const readA = call("read_file", { path: "a.js" });
const readB = call("read_file", { path: "b.js" });

/** A model that calls what `next` says for ever, and answers when tools are off. */
const endless = (next: (index: number) => ReturnType<typeof call>) => ({
  respond: (request: { toolChoice: unknown }, index: number) =>
    request.toolChoice === "none" ? say("Here is what I found so far.") : next(index),
});

test("fifty reads of fifty files are not a loop", async () => {
  const paths = Array.from({ length: 50 }, (_, i) => `f${i}.txt`);
  await using shop = await openWorkshop({
    files: Object.fromEntries(paths.map((path) => [path, `${path}\n`])),
    model: { script: [...paths.map((path) => call("read_file", { path })), say("Read all fifty.")] },
  });
  const turn = await shop.ask("read them all");

  await shop.run(turn);

  assert.equal(shop.notifier.answers[0]?.outcome, "answered");
  assert.equal(shop.model.requests.length, 51);
});

test("sixty identical calls, one a step, end within 8 requests with a final answer", async () => {
  await using shop = await openWorkshop({ files: FILES, model: endless(() => readA) });
  const turn = await shop.ask("look");

  await shop.run(turn);

  const [answer] = shop.notifier.answers;
  assert.ok(shop.model.requests.length <= 8, `${shop.model.requests.length} requests`);
  assert.equal(answer?.outcome, "bound");
  assert.equal(answer?.text, "Here is what I found so far.");
  assert.match(answer?.outstanding[0] ?? "", /repeating one identical call/);
});

test("sixty identical calls in one reply run four times, each with a result", async () => {
  await using shop = await openWorkshop({
    files: FILES,
    model: { script: [together(...Array.from({ length: 60 }, () => readA)), say("a is 1.")] },
  });
  const turn = await shop.ask("look");

  await shop.run(turn);

  const results = (await shop.events(turn)).filter((e) => e.type === "tool_ran");
  assert.equal(results.length, 60);
  assert.equal(results.filter((e) => e.ok).length, 4);
  assert.equal(shop.notifier.answers[0]?.outcome, "bound");
});

test("spacing and key order do not make a call a new one", async () => {
  const spellings = ['{"path":"a.js","from":1}', '{ "from": 1, "path": "a.js" }', '{"from":1,"path":"a.js"}'];
  await using shop = await openWorkshop({
    files: FILES,
    model: endless((i) => call("read_file", spellings[i % 3] ?? "")),
  });
  const turn = await shop.ask("look");

  await shop.run(turn);

  assert.ok(shop.model.requests.length <= 8);
});

test("a circle of two calls ends within 8 requests", async () => {
  await using shop = await openWorkshop({
    files: FILES,
    model: endless((i) => (i % 2 === 0 ? readA : readB)),
  });
  const turn = await shop.ask("look");

  await shop.run(turn);

  assert.ok(shop.model.requests.length <= 8, `${shop.model.requests.length} requests`);
  assert.match(shop.notifier.answers[0]?.outstanding[0] ?? "", /circle/);
});

test("a tool that does not exist ends within 8 requests", async () => {
  await using shop = await openWorkshop({
    files: FILES,
    model: endless((i) => call(`shell_${i}`, { cmd: "ls" })),
  });
  const turn = await shop.ask("look");

  await shop.run(turn);

  assert.ok(shop.model.requests.length <= 8, `${shop.model.requests.length} requests`);
  assert.match(shop.notifier.answers[0]?.outstanding[0] ?? "", /do not exist/);
});

test("arguments that never fit end within 8 requests", async () => {
  await using shop = await openWorkshop({
    files: FILES,
    model: endless((i) => call("read_file", { file: `f${i}` })),
  });
  const turn = await shop.ask("look");

  await shop.run(turn);

  assert.ok(shop.model.requests.length <= 8);
  assert.match(shop.notifier.answers[0]?.outstanding[0] ?? "", /do not fit/);
});

test("a model that calls tools with tools off gets an answer that code writes", async () => {
  await using shop = await openWorkshop({ files: FILES, model: { respond: () => readA } });
  const turn = await shop.ask("look");

  await shop.run(turn);

  assert.equal(shop.notifier.answers[0]?.outcome, "bound");
  assert.match(shop.notifier.answers[0]?.text ?? "", /I stopped at/);
});

test("a read after a change to that file is a new look, not a repetition", async () => {
  const edit = (n: number) =>
    call("edit_file", { path: "a.js", old: `var a = ${n};`, new: `var a = ${n + 1};` });
  const script = Array.from({ length: 7 }, (_, i) => [readA, edit(i + 1)]).flat();
  await using shop = await openWorkshop({ files: FILES, model: { script: [...script, say("a is 8.")] } });
  const turn = await shop.ask("count up");

  await shop.run(turn);

  assert.equal(shop.reviewer.cards.length, 1);
  const results = (await shop.events(turn)).filter((e) => e.type === "tool_ran");
  assert.ok(results.every((e) => e.ok));
});

test("the same write again and again is a loop, though each one stages", async () => {
  const write = call("write_file", { path: "new.js", content: "var x = 1;\n" });
  await using shop = await openWorkshop({ files: FILES, model: endless(() => write) });
  const turn = await shop.ask("write");

  await shop.run(turn);

  assert.ok(shop.model.requests.length <= 8);
  assert.equal(shop.reviewer.cards.length, 1, "what was staged is still shown");
});

test("a bound counts what happened before a restart", async () => {
  const shutdown = new AbortController();
  await using shop = await openWorkshop({
    files: FILES,
    model: endless((i) => {
      if (i === 3) shutdown.abort();
      return readA;
    }),
  });
  const turn = await shop.ask("look");
  assert.equal(await shop.run(turn, { shutdown: shutdown.signal }), "interrupted");

  await shop.run(turn);

  assert.ok(shop.model.requests.length <= 8, `${shop.model.requests.length} requests`);
  assert.equal(shop.notifier.answers[0]?.outcome, "bound");
});

const cuts: [string, Fault][] = [
  ["said", { type: "length", as: "length" }],
  ["mislabelled as stop", { type: "length", as: "stop" }],
  ["mislabelled as tool_calls", { type: "length", as: "tool_calls" }],
];

for (const [name, fault] of cuts) {
  test(`a reply cut by length, ${name}, never becomes a file or a final answer`, async () => {
    const write = call("write_file", { path: "big.js", content: "var big = 1;\n".repeat(400) });
    await using shop = await openWorkshop({
      files: FILES,
      model: {
        script: [faulty(fault, write), faulty(fault, say("The answer is forty-")), faulty(fault, write)],
      },
    });
    const turn = await shop.ask("write a big file");

    await shop.run(turn);

    const events = await shop.events(turn);
    assert.equal(events.filter((e) => e.type === "staged").length, 0);
    assert.equal(shop.reviewer.cards.length, 0);
    assert.equal(shop.notifier.answers[0]?.outcome, "bound");
    assert.match(shop.notifier.answers[0]?.text ?? "", /cut by length/);
  });
}

test("the same big write, cut each time, ends also with a small step between", async () => {
  const write = call("write_file", { path: "big.js", content: "var big = 1;\n".repeat(400) });
  const small = (n: number) => call("read_file", { path: "main.js", from: 1, to: n });
  const cut = faulty({ type: "length", as: "stop" }, write);
  const script = Array.from({ length: 20 }, (_, n) => [cut, small(n + 1)]).flat();
  await using shop = await openWorkshop({
    files: { "main.js": "var a;\n".repeat(30) },
    model: { script },
  });
  const turn = await shop.ask("write a big file");

  await shop.run(turn);

  assert.equal(shop.notifier.answers[0]?.outcome, "bound");
  assert.match(shop.notifier.answers[0]?.text ?? "", /cut by length/);
  assert.ok(shop.model.requests.length <= 14, `${shop.model.requests.length} requests`);
});
