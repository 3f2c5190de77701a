// "This exists", end to end over real HTTP: a name is refused, an answer that names it is kept, the owner overrules with one
// tap, the kept answer is gone, and the same request lands.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openLookupCache } from "../../agent/lookups/lookup-cache.ts";
import { systemClock } from "../../store/clock.ts";
import { openStore } from "../../store/open.ts";
import { call, type ScriptedModel, say, startScriptedModel } from "../servers/scripted-model.ts";
import { labels, openRig, type Rig } from "./story-rig.ts";

const REQUEST = "write table.js which closes its cells";
const TABLE =
  'var g = new Grid();\nsheet.gridBegin(g);\nsheet.gridCell("a");\nsheet.gridCellEnd();\nsheet.gridEnd();\n';

type Story = { rig: Rig; model: ScriptedModel; [Symbol.asyncDispose](): Promise<void> };

/** The model looks up how cells end, writes the call all the same, and says what came of it. */
async function openStory(): Promise<Story> {
  await using stack = new AsyncDisposableStack();
  const model = stack.use(
    await startScriptedModel({
      respond: ({ tools, messages }) => {
        if (tools.length === 0)
          return say("A cell ends where the next begins; gridCellEnd is not needed. [chunk Sheet-gridCell]");
        const last = messages.at(-1);
        if (last?.role === "tool" && last.text.startsWith("Refused (invented)"))
          return say("Nothing was written: a name in it was refused.");
        if (last?.role === "tool" && last.text.startsWith("Staged")) return say("table.js is written.");
        if (last?.role === "tool") return call("write_file", { path: "table.js", content: TABLE });
        return call("rag_lookup", { query: "end of a grid cell" });
      },
    }),
  );
  const rig = stack.use(await openRig({ modelUrl: model.baseUrl }));
  const kept = stack.move();
  return { rig, model, [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose]() };
}

/** The questions whose answers are kept, as another process sees them. */
async function kept(rig: Rig): Promise<string[]> {
  await using store = await openStore(`sqlite:${join(rig.dir, "data", "handrail.sqlite")}`, {
    clock: systemClock,
  });
  const entries = await Array.fromAsync(openLookupCache(store, systemClock).entries());
  return entries.flatMap(({ answer }) => (answer ? [answer.query] : []));
}

const settled = (rig: Rig) => rig.running.handrail.settled();

test("a real name that was refused is said to exist, what named it is purged, and the same request lands", async () => {
  await using story = await openStory();
  const { rig } = story;

  const asked = rig.say(REQUEST);
  const offer = await rig.hear(/shop: called invented, since/, {
    after: asked,
    button: "It exists: Sheet.gridCellEnd",
  });
  assert.match(offer.text, /• Sheet\.gridCellEnd – table\.js line 4/);
  await settled(rig);
  assert.deepEqual(await kept(rig), ["end of a grid cell"]);

  const answer = await rig.tap(offer, "It exists: Sheet.gridCellEnd");

  assert.equal(answer.text, "Noted: it exists.");
  const reply = await rig.hear(/exists in shop, by the word of Owner/, { button: "Take it back" });
  assert.match(reply.text, /Purged, since it names it:\n• the kept answer to "end of a grid cell"/);
  await settled(rig);
  assert.deepEqual(await kept(rig), []);

  const again = rig.say(REQUEST);
  const card = await rig.hear(/table\.js/, { after: again, button: "Apply" });
  await rig.tap(card, "Apply");
  await rig.hear(/generation 1/i, { button: "Undo" });

  assert.equal(await readFile(join(rig.workspace, "table.js"), "utf8"), TABLE);
  assert.ok(rig.person.messages(rig.chat).every((m) => m.id <= again || !m.text.includes("called invented")));
});

test("the word holds over a restart; taken back, the name is refused and offered again", async () => {
  await using story = await openStory();
  const { rig } = story;
  const asked = rig.say(REQUEST);
  const offer = await rig.hear(/called invented, since/, {
    after: asked,
    button: "It exists: Sheet.gridCellEnd",
  });
  await settled(rig);

  await rig.stop();
  await rig.start();
  await rig.tap(offer, "It exists: Sheet.gridCellEnd");
  const reply = await rig.hear(/exists in shop/, { button: "Take it back" });
  await rig.stop();
  await rig.start();
  const second = rig.say(REQUEST);
  const card = await rig.hear(/table\.js/, { after: second, button: "Reject" });
  await rig.tap(card, "Reject");
  await rig.hear(/Rejected by Owner/);
  await rig.tap(reply, "Take it back");
  await rig.hear(/counts as invented again .* taken back by/);

  const third = rig.say(REQUEST);
  const anew = await rig.hear(/called invented, since/, {
    after: third,
    button: "It exists: Sheet.gridCellEnd",
  });

  assert.notEqual(anew.id, offer.id);
  assert.deepEqual(labels(anew), ["It exists: Sheet.gridCellEnd"]);
});

test("somebody who is no owner taps in vain", async () => {
  await using story = await openStory();
  const { rig } = story;
  const EDITOR = 2002;
  rig.person.addUser({ id: EDITOR, first_name: "Edith" });
  const asked = rig.say(REQUEST);
  const offer = await rig.hear(/called invented, since/, {
    after: asked,
    button: "It exists: Sheet.gridCellEnd",
  });
  const data = offer.keyboard.flat()[0]?.callback_data ?? "";

  const tap = rig.person.tap(
    { chat: rig.chat, from: EDITOR, messageId: offer.id, data },
    AbortSignal.timeout(10_000),
  );
  const { text } = await tap.catch(() => ({ text: "refused" }));

  assert.doesNotMatch(text ?? "", /Noted/);
  const again = rig.say(REQUEST);
  await rig.hear(/called invented, since/, { after: again, button: "It exists: Sheet.gridCellEnd" });
});
