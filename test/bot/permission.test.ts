// Leave, end to end over real HTTP: a tool of the owner's that cannot be undone asks before it runs, with its arguments on
// the card, and the workspace is free while it waits.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { call, type ScriptedModel, say, startScriptedModel } from "../servers/scripted-model.ts";
import { labels, OWNER, openRig, type Rig } from "./story-rig.ts";

type Story = {
  rig: Rig;
  model: ScriptedModel;
  sent(): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** "send WORDS" makes the model call the tool with them; everything else is answered at once. */
async function openStory(): Promise<Story> {
  await using stack = new AsyncDisposableStack();
  const model = stack.use(
    await startScriptedModel({
      respond: ({ messages }) => {
        const last = messages.at(-1);
        if (last?.role === "tool") return say(`The tool said: ${last.text}`);
        const words = /^send (.*)$/s.exec(last?.role === "user" ? last.text : "")?.[1];
        return words === undefined ? say("Just words.") : call("send", { text: words });
      },
    }),
  );
  const rig = stack.use(await openRig({ modelUrl: model.baseUrl }));
  const out = join(await mkdtemp(join(tmpdir(), "handrail-sent-")), "sent.txt");
  await writeFile(out, "");
  await mkdir(join(rig.workspace, ".handrail", "tools"), { recursive: true });
  await writeFile(
    join(rig.workspace, ".handrail", "tools", "send.ts"),
    `import { appendFileSync } from "node:fs";
export const tool = ({ z }) => ({
  name: "send",
  description: "Sends words away.",
  parameters: z.object({ text: z.string() }),
  label: "sending words",
  run({ text }) { appendFileSync(${JSON.stringify(out)}, text.slice(0, 20) + ";"); return "sent"; },
});
`,
  );
  const asked = rig.say("/trust");
  await rig.tap(await rig.hear(/Waits for your yes/, { after: asked, button: "Approve" }), "Approve");
  await rig.hear(/Offered: send/);
  const kept = stack.move();
  return {
    rig,
    model,
    sent: () => readFile(out, "utf8"),
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  };
}

test("a call that cannot be undone waits for Allow, over a restart, while other requests go on", async () => {
  await using story = await openStory();
  const { rig } = story;

  const asked = rig.say("send hello");
  const card = await rig.hear(/shop: may send run\?/, { after: asked, button: "Allow" });

  assert.match(card.text, /sending words, for: send hello[\s\S]*"text": "hello"[\s\S]*cannot be undone/);
  const other = rig.say("/next anything");
  await rig.hear(/Just words/, { after: other });
  const pending = rig.say("/pending");
  await rig.hear(/Asking for leave[\s\S]*shop: send, for send hello/, { after: pending });
  await rig.stop();
  await rig.start();
  assert.equal(await story.sent(), "");

  const answer = await rig.tap(card, "Allow");
  assert.equal(answer.text, "Allowed.");
  await rig.hear(/The tool said: sent/, { after: asked });
  const look = await rig.hear(/send \(sending words\): allowed by Owner/);
  assert.deepEqual([look.id, labels(look)], [card.id, []]);
  assert.equal(await story.sent(), "hello;");
});

test("Deny runs nothing, and strangers and repeated taps change nothing", async () => {
  await using story = await openStory();
  const { rig } = story;
  const MALLORY = 666;
  rig.person.addUser({ id: MALLORY, first_name: "Mallory" });
  rig.person.openPrivate(MALLORY);
  const asked = rig.say("send secrets");
  const card = await rig.hear(/may send run\?/, { after: asked, button: "Deny" });
  const dataOf = (label: string) =>
    card.keyboard.flat().find((button) => button.text === label)?.callback_data ?? "";
  const limit = AbortSignal.timeout(20_000);
  const tap = (from: number, label: string) =>
    rig.person.tap({ chat: rig.chat, from, messageId: card.id, data: dataOf(label) }, limit);

  const theirs = await tap(MALLORY, "Allow").catch(() => ({ text: "refused" }));
  assert.doesNotMatch(theirs.text ?? "", /^Allowed/);
  const [mine, again] = [await tap(OWNER, "Deny"), await tap(OWNER, "Allow").catch(() => ({ text: "gone" }))];

  assert.match(mine.text ?? "", /Not allowed: it is not run/);
  assert.doesNotMatch(again.text ?? "", /^Allowed/);
  await rig.hear(/The person does not allow this call of send/, { after: asked });
  await rig.hear(/not allowed, by Owner\. It was not run/);
  assert.equal(await story.sent(), "");
});

test("long arguments come as a file, and the buttons after it; a stop takes the question away", async () => {
  await using story = await openStory();
  const { rig } = story;

  const asked = rig.say(`send ${"word ".repeat(700)}`);
  const card = await rig.hear(/The file below has all of its arguments/, { after: asked, button: "Allow" });
  const file = await rig.person.waitFor(
    rig.chat,
    (messages) => messages.find((m) => m.id > card.id && m.document)?.document,
    AbortSignal.timeout(20_000),
  );
  assert.equal(file.name, "send-arguments.json");
  assert.ok(Buffer.from(await file.bytes()).toString().length > 3_400);

  rig.say("/stop");
  await rig.hear(/send \(sending words\): the request ended before an answer/);
  assert.equal(await story.sent(), "");
});
