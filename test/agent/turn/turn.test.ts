// Stories of whole turns: what the model says, what the person decides, and what then lies on disk.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { replayTurn } from "../../../agent/replay.ts";
import { call, say, together } from "../../servers/scripted-model.ts";
import { openWorkshop } from "./workshop.ts";

const MAIN_JS = "var a = 1;\nvar b = 2;\nvar c = 3;\n";
const edit = call("edit_file", { path: "main.js", old: "var b = 2;", new: "var b = 20;" });

test("a request becomes a reviewed change, lands, and the turn ends", async () => {
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: { script: [call("read_file", { path: "main.js" }), edit, say("b is now 20 in main.js.")] },
  });

  const turn = await shop.ask("make b 20");
  const first = await shop.run(turn);

  assert.equal(first, "waiting");
  assert.equal(await shop.file("main.js"), MAIN_JS, "nothing lands before a yes");
  assert.equal(shop.reviewer.cards.length, 1);
  assert.equal(shop.reviewer.cards[0]?.files[0]?.path, "main.js");

  await shop.decide(turn, "apply");
  const second = await shop.run(turn);

  assert.equal(second, "ended");
  assert.equal(await shop.file("main.js"), MAIN_JS.replace("2;", "20;"));
  assert.equal(shop.notifier.answers[0]?.text, "b is now 20 in main.js.");
  assert.equal(shop.notifier.answers[0]?.outcome, "landed");
  assert.equal(shop.reviewer.ends[0]?.end.type, "landed");
  const [generation] = await shop.deps.ledger.generations("ws", 5);
  assert.equal(generation?.n, 1);
});

test("the landed bytes hash to what was shown", async () => {
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: { script: [edit, say("Done.")] },
  });
  const turn = await shop.ask("make b 20");
  await shop.run(turn);
  const shown = shop.reviewer.cards[0]?.files[0]?.after;

  await shop.decide(turn, "apply");
  await shop.run(turn);

  assert.equal(await shop.file("main.js"), new TextDecoder().decode(shown ?? new Uint8Array()));
});

test("a rejection writes nothing and ends the turn in code's words", async () => {
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: { script: [edit, say("Done.")] },
  });
  const turn = await shop.ask("make b 20");
  await shop.run(turn);

  await shop.decide(turn, "reject");
  const end = await shop.run(turn);

  assert.equal(end, "ended");
  assert.equal(await shop.file("main.js"), MAIN_JS);
  assert.match(shop.notifier.answers[0]?.text ?? "", /Rejected: nothing was written/);
  assert.equal(shop.reviewer.ends[0]?.end.type, "rejected");
});

test("a comment goes back to the model as the person's words, and the new change is shown again", async () => {
  const again = call("edit_file", { path: "main.js", old: "var b = 20;", new: "var b = 21;" });
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: { script: [edit, say("b is 20."), again, say("b is 21.")] },
  });
  const turn = await shop.ask("make b 20");
  await shop.run(turn);

  await shop.decide(turn, "revise", "21, please");
  assert.equal(await shop.run(turn), "waiting");

  assert.equal(shop.reviewer.cards.length, 2);
  const last = shop.model.requests.at(-2)?.raw.toString() ?? "";
  assert.match(last, /\{"role":"user","content":"21, please"\}/);
  await shop.decide(turn, "apply");
  await shop.run(turn);
  assert.match(await shop.file("main.js"), /var b = 21;/);
});

test("a file changed between card and tap is not overwritten: the change is carried over and shown anew", async () => {
  await using shop = await openWorkshop({
    files: { "main.js": `${MAIN_JS}${"// tail\n".repeat(20)}` },
    model: { script: [edit, say("b is 20.")] },
  });
  const turn = await shop.ask("make b 20");
  await shop.run(turn);
  const meanwhile = `${MAIN_JS}${"// tail\n".repeat(20)}var added = 1;\n`;
  await writeFile(join(shop.root, "main.js"), meanwhile);

  await shop.decide(turn, "apply");
  assert.equal(await shop.run(turn), "waiting");

  assert.equal(await shop.file("main.js"), meanwhile, "the other program's bytes stay");
  assert.equal(shop.reviewer.ends[0]?.end.type, "conflicted");
  await shop.decide(turn, "apply");
  await shop.run(turn);
  assert.equal(await shop.file("main.js"), meanwhile.replace("var b = 2;", "var b = 20;"));
});

test("a change that no longer fits goes back to the model, and nothing is written", async () => {
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: { script: [edit, say("b is 20."), say("main.js changed; I left it as it is.")] },
  });
  const turn = await shop.ask("make b 20");
  await shop.run(turn);
  await writeFile(join(shop.root, "main.js"), "other();\n");

  await shop.decide(turn, "apply");
  await shop.run(turn);

  assert.equal(await shop.file("main.js"), "other();\n");
  assert.match(shop.notifier.answers[0]?.text ?? "", /left it as it is/);
});

test("words said while the turn runs steer its next step", async () => {
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: {
      script: [
        async () => {
          await shop.deps.ledger.addInput(
            { turn, kind: "steer", by: "telegram:1", body: JSON.stringify({ text: "look at c too" }), at: 1 },
            "steer:1",
          );
          return call("read_file", { path: "main.js" });
        },
        say("c is 3."),
      ],
    },
  });
  const turn = await shop.ask("what is b?");

  await shop.run(turn);

  const raw = shop.model.requests[1]?.raw.toString() ?? "";
  assert.match(raw, /"role":"tool".*"content":"look at c too"/s, "steering comes after the results");
});

test("stop ends a turn in the middle of a model call, and says what remains", async () => {
  const stop = new AbortController();
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: {
      script: [
        edit,
        async () => {
          await shop.deps.ledger.addInput(
            { turn, kind: "stop", by: "telegram:1", body: "{}", at: 1 },
            "stop:1",
          );
          stop.abort();
          return say("never read");
        },
      ],
    },
  });
  const turn = await shop.ask("make b 20");

  const end = await shop.run(turn, { stop: stop.signal });

  assert.equal(end, "ended");
  assert.match(shop.notifier.answers[0]?.text ?? "", /Stopped.*main\.js/);
  assert.equal(await shop.file("main.js"), MAIN_JS);
});

test("every request extends the one before it, byte for byte", async () => {
  const paths = Array.from({ length: 6 }, (_, i) => `f${i}.txt`);
  await using shop = await openWorkshop({
    files: Object.fromEntries(paths.map((path) => [path, `${path}\n`])),
    model: { script: [...paths.map((path) => call("read_file", { path })), say("Read them.")] },
  });
  const turn = await shop.ask("read all");

  await shop.run(turn);

  const bodies = shop.model.requests.map((request) => request.raw.toString());
  const messagesOf = (body: string) => body.slice(0, body.lastIndexOf('],"tools":'));
  for (const [i, body] of bodies.slice(1).entries()) {
    assert.ok(
      body.startsWith(messagesOf(bodies[i] ?? "")),
      `request ${i + 1} begins with request ${i}'s messages`,
    );
  }
});

test("a finished turn replays byte for byte, and each call has one result", async () => {
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: {
      script: [
        together(
          call("read_file", { path: "main.js" }),
          call("no_such_tool", {}),
          call("read_file", { path: "x" }),
        ),
        edit,
        say("Done."),
      ],
    },
  });
  const turn = await shop.ask("make b 20");
  await shop.run(turn);
  await shop.decide(turn, "apply");
  await shop.run(turn);

  const replay = await replayTurn(await shop.deps.ledger.log(turn), shop.deps.ledger);

  assert.deepEqual(replay.faults, []);
  assert.equal(replay.requests, 3);
});

test("a question asked with ask_person ends the turn with the question", async () => {
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: { script: [call("ask_person", { question: "Which footer?", choices: ["main", "print"] })] },
  });
  const turn = await shop.ask("remove the footer");

  const end = await shop.run(turn);

  assert.equal(end, "ended");
  assert.equal(shop.notifier.answers[0]?.text, "Which footer?\n- main\n- print");
});

test("a turn that was interrupted goes on where its log stands", async () => {
  const shutdown = new AbortController();
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: {
      script: [
        call("read_file", { path: "main.js" }),
        () => {
          shutdown.abort();
          return say("lost on the way");
        },
        say("b is 2."),
      ],
    },
  });
  const turn = await shop.ask("what is b?");

  assert.equal(await shop.run(turn, { shutdown: shutdown.signal }), "interrupted");
  assert.equal(await shop.run(turn), "ended");

  assert.equal(shop.notifier.answers[0]?.text, "b is 2.");
  const [, second, third] = shop.model.requests;
  assert.deepEqual(third?.raw, second?.raw, "the same request is asked again, byte for byte");
});
