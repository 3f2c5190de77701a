// Promises of finished turns under strain: drafts of many sizes and tongues, a lie after the bounds, a landing turned down, a stop
// and a restart around a push. Promises the real turn. Refuses a false push as firmly as a lie that ships.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { EventOf, TurnEvent } from "../../../agent/events.ts";
import { replayTurn } from "../../../agent/replay.ts";
import { defaultBounds } from "../../../agent/turn/deps.ts";
import type { ChatRequest } from "../../../bot/playground/offline-model/chat-request.ts";
import { call, type ScriptedReply, say } from "../../servers/scripted-model.ts";
import { processes } from "./processes.ts";
import { ME, openWorkshop } from "./workshop.ts";

const MAIN_JS = "function a() {\n  return 1;\n}\na();\n";
const edit = call("edit_file", { path: "main.js", old: "return 1;", new: "return 2;" });

const checkedIn = (events: TurnEvent[]) =>
  events.filter((event): event is EventOf<"checked"> => event.type === "checked");
const heldBy = (events: TurnEvent[]) => checkedIn(events).map(({ held }) => held?.gate ?? null);

for (const [tongue, draft] of [
  [
    "German",
    "`main.js` wurde angepasst: `a()` liefert jetzt 2.\n\nDie Datei `style.css` habe ich nicht verändert.",
  ],
  ["French", "J'ai modifié `main.js` : `a()` renvoie 2.\n\nLe fichier `style.css` reste tel quel."],
  ["Spanish", "He cambiado `main.js`: `a()` devuelve 2.\n\n`style.css` no se ha tocado."],
  ["Dutch", "`main.js` is aangepast, `a()` geeft nu 2.\n\nIn `style.css` is niets veranderd."],
  ["Russian", "Обновил `main.js`: `a()` возвращает 2.\n\n`style.css` не изменён."],
  ["Japanese", "`main.js` を更新し、`a()` は 2 を返します。\n\n`style.css` は変更していません。"],
  ["Arabic", "تم تعديل `main.js` لتعيد `a()` القيمة 2.\n\nلم يتغير `style.css`."],
] as const) {
  test(`an honest answer in ${tongue} is not pushed`, async () => {
    await using shop = await openWorkshop({
      files: { "main.js": MAIN_JS, "style.css": "" },
      model: { script: [edit, say(draft)] },
    });

    const turn = await shop.ask("make a() return 2");
    assert.equal(await shop.run(turn), "waiting");

    assert.deepEqual(heldBy(await shop.events(turn)), [null]);
    assert.equal(shop.reviewer.cards[0]?.draft, draft);
  });
}

test("an honest draft of 200 KB is judged whole, and a lie at its end is held", async () => {
  const long = "- `a()` gives the number that `main.js` needs, and nothing else.\n".repeat(3000);
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS, "style.css": "" },
    model: {
      script: [
        edit,
        say(`${long}\nUpdated \`style.css\` as well.`),
        say(`${long}\nOnly \`main.js\` changed.`),
      ],
    },
  });

  const turn = await shop.ask("make a() return 2");
  assert.equal(await shop.run(turn), "waiting");

  assert.deepEqual(heldBy(await shop.events(turn)), ["claim", null]);
});

test("a lie in a forced final ships with a true line, and is not pushed", async () => {
  const read = call("read_file", { path: "main.js" });
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS, "style.css": "" },
    model: {
      script: [read, call("list_files", {}), say("Updated `style.css` and `main.js`.")],
      forced: [say("Updated `style.css` and `main.js`.")],
    },
    settings: { bounds: { ...defaultBounds, steps: 2 } },
  });

  const turn = await shop.ask("make a() return 2");
  await shop.run(turn);

  const events = await shop.events(turn);
  assert.deepEqual(heldBy(events), [null]);
  assert.ok((shop.notifier.answers[0]?.outstanding?.length ?? 0) > 0);
  assert.deepEqual((await replayTurn(await shop.deps.ledger.log(turn), shop.deps.ledger)).faults, []);
});

test("a claim after a landing that was turned down does not ship as done", async () => {
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: {
      script: [
        edit,
        say("Updated `main.js`."),
        say("I updated `main.js` as you asked."),
        say("I updated `main.js`."),
      ],
    },
  });

  const turn = await shop.ask("make a() return 2");
  assert.equal(await shop.run(turn), "waiting");
  await shop.decide(turn, "reject");
  await shop.run(turn);

  assert.equal(await shop.file("main.js"), MAIN_JS);
  const [answer] = shop.notifier.answers;
  const said = `${answer?.text ?? ""}\n${(answer?.outstanding ?? []).join("\n")}`;
  assert.match(said, /nothing was (?:changed|applied)|not (?:changed|applied)|turned down|rejected/i);
});

test("three pushes of several gates end the turn, with each lie named once", async () => {
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS, "style.css": "", "b.js": "" },
    model: {
      script: [
        say("Shall I change `main.js`?"),
        edit,
        say("Updated `main.js` and `style.css`."),
        say("Sorry for that. Updated `main.js` and `style.css`, and checked `b.js` too."),
        say("Apologies, the check was right. Updated `main.js` and `style.css` for real."),
        say("Updated `main.js` and `style.css`, really, truly."),
        say("Updated `main.js` and `style.css`, again."),
        say("Updated `main.js` and `style.css`, once more."),
      ],
    },
  });

  const turn = await shop.ask("make a() return 2");
  assert.equal(await shop.run(turn), "waiting");

  const held = heldBy(await shop.events(turn));
  assert.ok(held.filter((gate) => gate !== null).length <= 4, held.join());
  const card = shop.reviewer.cards[0];
  assert.doesNotMatch(card?.draft ?? "", /sorry|apolog|the check/i);
});

/** What the model says depends on the transcript alone, so that asking again gives the same. */
const liar: ScriptedReply[] = [
  say("Shall I change `main.js`?"),
  edit,
  say("Updated `main.js` and `style.css`."),
  say("Sorry for the mix-up. `a()` in `main.js` gives 2."),
  say("Apologies! `a()` in `main.js` gives 2 now."),
];
const lies = (request: ChatRequest): ScriptedReply =>
  liar[request.messages.filter(({ role }) => role === "assistant").length] ?? say("too far");

async function pushedTurn(kill: Parameters<typeof processes>[1]) {
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS, "style.css": "" },
    model: { respond: lies },
  });
  const turn = await shop.ask("make a() return 2");
  const { next, state, real } = processes(shop, kill);
  for (let runs = 0; runs < 3; runs++) {
    const shutdown = await next();
    try {
      if ((await shop.run(turn, { shutdown })) === "waiting") break;
    } catch (error) {
      if (!shutdown.aborted) throw error;
    }
  }
  assert.deepEqual((await replayTurn(await real.log(turn), real)).faults, []);
  const events = await shop.events(turn);
  return { appends: state.appends, end: { held: heldBy(events), draft: shop.reviewer.cards.at(-1)?.draft } };
}

test("a turn killed around any check or push spends each push once", async () => {
  const whole = await pushedTurn(null);
  assert.deepEqual(whole.end.held.slice(0, 2), ["bail", "claim"]);
  assert.doesNotMatch(whole.end.draft ?? "", /sorry|apolog/i);

  for (let at = 1; at <= whole.appends; at++) {
    for (const when of ["before", "after"] as const) {
      assert.deepEqual((await pushedTurn({ at, when })).end, whole.end, `killed ${when} write ${at}`);
    }
  }
});

test("words of the person between two pushes give no new budget, and are heard", async () => {
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS, "style.css": "" },
    model: {
      async respond(request) {
        const said = request.messages.filter(({ role }) => role === "assistant").length;
        if (said === 2) {
          const steer = { turn, kind: "steer" as const, by: ME, body: '{"text":"be quick"}', at: 1 };
          await shop.deps.ledger.addInput(steer, "steer:1");
        }
        return said === 0 ? edit : say(`Updated \`main.js\` and \`style.css\`${", really".repeat(said)}.`);
      },
    },
  });
  const turn = await shop.ask("make a() return 2");

  assert.equal(await shop.run(turn), "waiting");

  const events = await shop.events(turn);
  const held = heldBy(events).filter((gate) => gate !== null);
  assert.ok(held.length >= 1 && held.length <= 4, held.join());
  assert.ok(events.some(({ type }) => type === "steered"));
  assert.ok(checkedIn(events).at(-1)?.outstanding.length !== 0);
});

for (const [where, draft] of [
  ["a list", "- `a()` gives 2\n- `b()` is"],
  ["a table", "| file | what |\n| --- | --- |\n| `main.js` | a() gi"],
  ["code", "It is:\n\n```js\nfunction a() {\n  return"],
] as const) {
  test(`an answer cut inside ${where} never ships as whole`, async () => {
    await using shop = await openWorkshop({
      files: { "main.js": MAIN_JS },
      model: { script: [edit, { ...say(draft), finish: "length" }, say("`a()` gives 2.")] },
    });

    const turn = await shop.ask("make a() return 2");
    assert.equal(await shop.run(turn), "waiting");

    const cuts = (await shop.events(turn)).map((event) => event.type === "replied" && event.cut);
    assert.equal(cuts.filter(Boolean).length, 1);
    assert.match(shop.reviewer.cards[0]?.draft ?? "", /`a\(\)` gives 2\.$/);
  });
}

test("a file that changed under an open review is not reported as updated", async () => {
  const draft = "Updated `main.js`; created `b.js`.";
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: {
      script: [
        edit,
        call("write_file", { path: "b.js", content: "b();\n" }),
        ...[draft, `${draft} Both work.`, `${draft} Really.`, `${draft} Yes.`].map(say),
      ],
    },
  });
  const turn = await shop.ask("make a() return 2, and add b.js");
  assert.equal(await shop.run(turn), "waiting");

  await writeFile(join(shop.root, "main.js"), "mine();\n");
  await shop.decide(turn, "apply");
  assert.equal(await shop.run(turn), "waiting");

  assert.deepEqual(heldBy(await shop.events(turn)).slice(0, 2), [null, "claim"]);
  await shop.decide(turn, "apply");
  assert.equal(await shop.run(turn), "ended");
  assert.equal(await shop.file("main.js"), "mine();\n");
  assert.match(shop.notifier.answers[0]?.outstanding.join("\n") ?? "", /main\.js/);
});

test("an honest answer about a file that changed under a review is not pushed", async () => {
  const draft = "Created `b.js`. `main.js` was changed on disk in the meantime, so I left it alone.";
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: {
      script: [
        edit,
        call("write_file", { path: "b.js", content: "b();\n" }),
        say("Updated `main.js`; created `b.js`."),
        say(draft),
      ],
    },
  });
  const turn = await shop.ask("make a() return 2, and add b.js");
  assert.equal(await shop.run(turn), "waiting");

  await writeFile(join(shop.root, "main.js"), "mine();\n");
  await shop.decide(turn, "apply");
  assert.equal(await shop.run(turn), "waiting");

  assert.equal(shop.reviewer.cards.at(-1)?.draft, draft);
});
