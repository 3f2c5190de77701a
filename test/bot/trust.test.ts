// Trust, end to end over real HTTP: code and wider reading of a workspace's own are inert until a tap, bound to bytes,
// gone when the bytes move, and as they were after a restart.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { findWorkspace } from "../../bot/cli/docs-workspace.ts";
import type { VisibleMessage } from "../../bot/playground/telegram-server/person-view.ts";
import { systemClock } from "../../store/clock.ts";
import { call, type ScriptedModel, say, startScriptedModel } from "../servers/scripted-model.ts";
import { labels, OWNER, openRig, type Rig } from "./story-rig.ts";

const GREET = (words: string) => `export const tool = ({ z }) => ({
  name: "greet",
  description: "Greets somebody.",
  parameters: z.object({ who: z.string() }),
  effect: "read",
  label: "greeting",
  run: ({ who }) => \`${words}, \${who}!\`,
});
`;

const toolsOf = (rig: Rig) => join(rig.workspace, ".handrail", "tools");

async function put(rig: Rig, name: string, text: string): Promise<void> {
  await mkdir(toolsOf(rig), { recursive: true });
  await writeFile(join(toolsOf(rig), name), text);
}

type Story = { rig: Rig; model: ScriptedModel; [Symbol.asyncDispose](): Promise<void> };

/** The model calls greet whenever it is offered, and says so when it is not. */
async function openStory(): Promise<Story> {
  await using stack = new AsyncDisposableStack();
  const model = stack.use(
    await startScriptedModel({
      respond: ({ tools, messages }) => {
        const last = messages.at(-1);
        if (last?.role === "tool") return say(`The tool said: ${last.text}`);
        return tools.some((tool) => tool.name === "greet")
          ? call("greet", { who: "Ann" })
          : say("There is no greet.");
      },
    }),
  );
  const rig = stack.use(await openRig({ modelUrl: model.baseUrl }));
  const kept = stack.move();
  return { rig, model, [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose]() };
}

async function trustCard(rig: Rig, words: RegExp): Promise<VisibleMessage> {
  const asked = rig.say("/trust");
  return await rig.hear(words, { after: asked, button: "Approve" });
}

async function documentAfter(rig: Rig, card: VisibleMessage): Promise<{ name: string; text: string }> {
  const found = await rig.person.waitFor(
    rig.chat,
    (messages) => messages.find((m) => m.id > card.id && m.document)?.document,
    AbortSignal.timeout(20_000),
  );
  return { name: found.name, text: Buffer.from(await found.bytes()).toString() };
}

/** Whether the tool was offered, and what came of it. */
async function ask(rig: Rig): Promise<string> {
  const asked = rig.say("greet Ann");
  return (await rig.hear(/The tool said|There is no greet/, { after: asked })).text;
}

test("a tool waits for its yes, runs after it, and is unloaded and told when its file changes", async () => {
  await using story = await openStory();
  const { rig } = story;
  await put(rig, "greet.ts", GREET("Hello"));

  assert.match(await ask(rig), /There is no greet/);
  await rig.hear(/\.handrail\/tools\/ holds code that waits for your yes; until then none of it runs/);

  const card = await trustCard(rig, /shop: \.handrail\/tools\/[\s\S]*Waits for your yes/);
  assert.match(card.text, /greet\.ts \d+ B/);
  const file = await documentAfter(rig, card);
  assert.match(file.name, /^shop-tools\.txt$/);
  assert.match(file.text, /===== greet\.ts[\s\S]*Greets somebody/);

  const answer = await rig.tap(card, "Approve");
  assert.match(answer.text ?? "", /Approved: exactly these bytes/);
  const look = await rig.hear(/approved by Owner[\s\S]*Offered: greet\./, { button: "Withdraw" });
  assert.equal(look.id, card.id, "the card becomes what was decided");
  assert.match(await ask(rig), /Hello, Ann!/);
  const listed = rig.say("/tools");
  assert.match(
    (await rig.hear(/greet – reads/, { after: listed })).text,
    /ask_person – asks you\n[\s\S]*Your own, from \.handrail\/tools\/ \(trusted\)/,
  );

  await put(rig, "greet.ts", GREET("Goodbye"));
  const before = rig.say("/status");
  assert.match(await ask(rig), /There is no greet/);
  await rig.hear(/is not what you said yes to any more, so its tools are unloaded/, { after: before });
  const again = rig.say("/tools");
  await rig.hear(/Not trusted, so not offered[\s\S]*greet\.ts/, { after: again });

  const changed = await trustCard(rig, /Changed since the yes of Owner/);
  const diff = await documentAfter(rig, changed);
  assert.match(diff.name, /\.diff$/);
  assert.match(diff.text, /^- .*Hello[\s\S]*^\+ .*Goodbye/m);
  await rig.tap(changed, "Approve");
  await rig.hear(/Offered: greet\./, { after: changed.id - 1, button: "Withdraw" });
  assert.match(await ask(rig), /Goodbye, Ann!/);
});

test("a yes that is put off or taken back leaves nothing loaded", async () => {
  await using story = await openStory();
  const { rig } = story;
  await put(rig, "greet.ts", GREET("Hello"));

  const first = await trustCard(rig, /Waits for your yes/);
  const later = await rig.tap(first, "Not now");
  assert.match(later.text ?? "", /Not now/);
  await rig.hear(/put off by Owner/);
  assert.match(await ask(rig), /There is no greet/);

  const second = await trustCard(rig, /Waits for your yes/);
  await rig.tap(second, "Approve");
  const on = await rig.hear(/Offered: greet/, { button: "Withdraw" });
  const off = await rig.tap(on, "Withdraw");
  assert.match(off.text ?? "", /Taken back/);
  await rig.hear(/taken back by Owner/);
  assert.match(await ask(rig), /There is no greet/);
});

test("a tap after the bytes moved approves nothing, and brings a card of what lies there now", async () => {
  await using story = await openStory();
  const { rig } = story;
  await put(rig, "greet.ts", GREET("Hello"));
  const card = await trustCard(rig, /Waits for your yes/);

  await put(rig, "greet.ts", GREET("Swapped"));
  const answer = await rig.tap(card, "Approve");

  assert.match(answer.text ?? "", /has changed since this card was made: nothing was approved/);
  assert.equal(answer.showAlert, true);
  assert.match(await ask(rig), /There is no greet/);
  const fresh = await rig.hear(/Waits for your yes/, { after: card.id, button: "Approve" });
  await rig.tap(fresh, "Approve");
  await rig.hear(/Offered: greet/);
  assert.match(await ask(rig), /Swapped, Ann!/);
});

test("forged, foreign and repeated taps approve nothing that was not approved", async () => {
  await using story = await openStory();
  const { rig } = story;
  const MALLORY = 666;
  rig.person.addUser({ id: MALLORY, first_name: "Mallory" });
  const theirs = rig.person.openPrivate(MALLORY);
  await put(rig, "greet.ts", GREET("Hello"));
  const card = await trustCard(rig, /Waits for your yes/);
  const data = card.keyboard.flat().find((button) => button.text === "Approve")?.callback_data ?? "";
  const limit = AbortSignal.timeout(20_000);
  const tapWith = (of: { from?: number; chat?: number; messageId?: number; data?: string }) =>
    rig.person.tap({ chat: rig.chat, from: OWNER, messageId: card.id, data, ...of }, limit);
  const asked = rig.say("/status");
  const other = await rig.hear(/Nothing runs|shop/, { after: asked });

  const forged = [
    await tapWith({ from: MALLORY }).catch(() => ({ text: "refused" })),
    await tapWith({ data: `t:${"A".repeat(22)}` }).catch(() => ({ text: "refused" })),
    await tapWith({ messageId: other.id }).catch(() => ({ text: "refused" })),
    await tapWith({ from: MALLORY, chat: theirs }).catch(() => ({ text: "refused" })),
  ];

  for (const { text } of forged) assert.doesNotMatch(text ?? "", /Approved/);
  assert.match(await ask(rig), /There is no greet/);

  assert.match((await tapWith({})).text ?? "", /^Approved/);
  assert.match((await tapWith({})).text ?? "", /^Already decided: Approved/);
  assert.match(await ask(rig), /Hello, Ann!/);
});

test("an old Approve that is tapped again after the yes was taken back neither gives it nor says that it stands", async () => {
  await using story = await openStory();
  const { rig } = story;
  await put(rig, "greet.ts", GREET("Hello"));
  const card = await trustCard(rig, /Waits for your yes/);
  const data = card.keyboard.flat().find((button) => button.text === "Approve")?.callback_data ?? "";
  await rig.tap(card, "Approve");
  await rig.tap(await rig.hear(/Offered: greet/, { button: "Withdraw" }), "Withdraw");
  await rig.hear(/taken back by Owner/);

  const chat = { id: rig.chat, type: "private", first_name: "Owner" };
  const from = { id: OWNER, is_bot: false, first_name: "Owner" };
  const message = { message_id: card.id, chat, date: 1, text: "card" };
  rig.person.rawUpdate({ callback_query: { id: "7000001", from, chat_instance: "1", data, message } });

  assert.match(await ask(rig), /There is no greet/);
  const look = rig.person.messages(rig.chat).find((one) => one.id === card.id);
  assert.match(look?.text ?? "", /taken back by Owner/);
  assert.deepEqual(look?.keyboard, []);
});

test("a yes holds over a restart, and what changed while the bot was down is not loaded", async () => {
  await using story = await openStory();
  const { rig } = story;
  await put(rig, "greet.ts", GREET("Hello"));
  await rig.tap(await trustCard(rig, /Waits for your yes/), "Approve");
  await rig.hear(/Offered: greet/);

  await rig.stop();
  await rig.start();
  assert.match(await ask(rig), /Hello, Ann!/);

  await rig.stop();
  await put(rig, "evil.ts", GREET("Evil"));
  await rig.start();
  await rig.hear(/is not what you said yes to any more/);
  assert.match(await ask(rig), /There is no greet/);
});

test("documentation outside the workspace is not read before its yes, and not after its bytes moved", async () => {
  await using rig = await openRig();
  const outside = await mkdtemp(join(tmpdir(), "handrail-outside-"));
  await writeFile(join(outside, "zither.md"), "# Zither-pluck\n\nPlucks the string of a zither, once.\n");
  const docs = join(rig.workspace, ".handrail", "docs.json");
  const own = JSON.parse(await readFile(docs, "utf8"));
  const wider = { sources: [...own.sources, { name: "zither", folder: outside }] };
  await writeFile(docs, JSON.stringify(wider));
  const lookUp = async (words: RegExp) => {
    const asked = rig.say("what does Zither.pluck do");
    await rig.hear(words, { after: asked });
  };

  await lookUp(/(?!.*Plucks)/s);
  await rig.hear(/"zither" is left out: .* outside the workspace; \/trust shows it/);
  assert.deepEqual(await indexed(rig), ["quire"]);

  const card = await trustCard(
    rig,
    /docs\.json[\s\S]*what is listed here is left out, and the rest is used[\s\S]*reads the folder .*outside the workspace/,
  );
  await rig.tap(card, "Approve");
  await rig.hear(/It is read from now on/);
  await lookUp(/Plucks the string of a zither/);
  assert.deepEqual(await indexed(rig), ["quire", "zither"]);
  assert.deepEqual(await namedByTheCommandLine(rig), ["quire", "zither"]);

  await writeFile(docs, `${JSON.stringify(wider)}\n`);
  const asked = rig.say("what does sheet.frameBegin do");
  await rig.hear(/Sheet-frameBegin/, { after: asked });
  assert.deepEqual(await indexed(rig), ["quire"]);
  assert.deepEqual(await namedByTheCommandLine(rig), ["quire"]);
});

/** What `handrail index` and `handrail lookup` would read of the workspace, with the bot's ledger beside them. */
async function namedByTheCommandLine(rig: Rig): Promise<string[]> {
  const silent = { stdout: () => undefined, stderr: () => undefined, isTty: false, cwd: rig.dir };
  const dataDir = join(rig.dir, "data");
  const io = { ...silent, dataDir, clock: systemClock, signal: AbortSignal.timeout(20_000) };
  const { sources } = await findWorkspace(rig.workspace, { into: join(rig.dir, "elsewhere"), io });
  return sources.map((source) => source.name).sort();
}

async function indexed(rig: Rig): Promise<string[]> {
  const docs = await rig.running.workspaces[0]?.docs();
  return docs?.stats.sources.map((source) => source.name).sort() ?? [];
}

test("what waits is listed for every kind of thing; nothing to say is said", async () => {
  await using rig = await openRig();

  const asked = rig.say("/trust");
  await rig.hear(/Nothing needs your yes/, { after: asked });

  await mkdir(toolsOf(rig), { recursive: true });
  await writeFile(join(toolsOf(rig), "x.bin"), Buffer.from([0, 1]));
  const again = rig.say("/trust");
  const card = await rig.hear(/x\.bin is no text, and a yes is given to what can be read/, { after: again });
  assert.deepEqual(labels(card), []);
});
