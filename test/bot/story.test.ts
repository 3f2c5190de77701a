// The main job, end to end over real HTTP: a request in a chat becomes a reviewed, landed, undoable change.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { labels, openRig } from "./story-rig.ts";

test("remove the footer: a card with the whole diff, Apply, a receipt, and Undo brings back the exact bytes", async () => {
  await using rig = await openRig();
  const main = join(rig.workspace, "main.js");
  const before = await readFile(main, "utf8");

  const asked = rig.say("remove the footer");
  const card = await rig.hear(/main\.js/, { after: asked, button: "Apply" });

  assert.equal(await readFile(main, "utf8"), before, "nothing lands before the tap");
  assert.match(card.text, /deletes 17 of 82 lines, changes none/);

  const answer = await rig.tap(card, "Apply");
  assert.ok(answer.text);
  const receipt = await rig.hear(/generation 1/i, { button: "Undo" });

  assert.equal(receipt.id, card.id, "the card becomes the receipt");
  const after = await readFile(main, "utf8");
  assert.doesNotMatch(after, /footer/);
  assert.match(after, /header/);
  await rig.hear(/Removed the footer/, { after: asked });

  await rig.tap(receipt, "Undo");
  await rig.hear(/generation 2/i);

  assert.equal(await readFile(main, "utf8"), before);
});

test("the exact diff comes as a file beside the card", async () => {
  await using rig = await openRig();
  const asked = rig.say("remove the footer");

  const card = await rig.hear(/main\.js/, { after: asked, button: "Apply" });

  const file = await rig.person.waitFor(
    rig.chat,
    (messages) => messages.find((message) => message.document?.name.endsWith(".diff"))?.document,
    AbortSignal.timeout(10_000),
  );
  const diff = Buffer.from(await file.bytes()).toString();
  assert.match(diff, /^-var footer = new Frame\(\);$/m);
  assert.ok(labels(card).includes("Reject"));
});

test("what does a name do is answered from the docs with the chunk named", async () => {
  await using rig = await openRig();

  const asked = rig.say("what does sheet.frameBegin do");

  await rig.hear(/Sheet-frameBegin/, { after: asked });
});

test("find json finds the file by its name", async () => {
  await using rig = await openRig();

  const asked = rig.say("find json");

  await rig.hear(/parts\.json/, { after: asked });
});

test("Reject writes nothing; a reply to the card revises it", async () => {
  await using rig = await openRig();
  const main = join(rig.workspace, "main.js");
  const before = await readFile(main, "utf8");
  const asked = rig.say("remove the footer");
  const card = await rig.hear(/main\.js/, { after: asked, button: "Reject" });

  await rig.tap(card, "Reject");
  await rig.hear(/nothing was written/i, { after: asked });

  assert.equal(await readFile(main, "utf8"), before);

  const again = rig.say("remove the price table");
  const second = await rig.hear(/grid\.js/, { after: again, button: "Apply" });
  const reply = rig.say("remove the footer instead", second.id);
  await rig.hear(/main\.js/, { after: reply, button: "Apply" });
});

test("a card survives a restart, and its tap lands", async () => {
  await using rig = await openRig();
  const asked = rig.say("remove the footer");
  const card = await rig.hear(/main\.js/, { after: asked, button: "Apply" });

  await rig.stop();
  await rig.start();
  await rig.tap(card, "Apply");
  await rig.hear(/generation 1/i, { button: "Undo" });

  assert.doesNotMatch(await readFile(join(rig.workspace, "main.js"), "utf8"), /footer/);
});
