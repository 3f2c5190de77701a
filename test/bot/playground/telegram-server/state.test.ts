// State on disk: what survives a stop and a SIGKILL. Promises that what was answered is there afterwards, and that
// numbers go on. Refuses to ask a process to stop politely.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Api, InputFile } from "grammy";
import { ann, button, openRig, token } from "./rig.ts";

async function stateFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "telegram-server-"));
  t.after(() => rm(folder, { recursive: true }));
  return join(folder, "kept", "state.db");
}

test("chats, messages, files, commands, pending updates and numbers are there after a restart", async (t) => {
  const statePath = await stateFile(t);
  const first = await openRig({ statePath });
  first.person.sendText({ chat: first.chat, from: ann.id, text: "/start" });
  await first.api.sendMessage(first.chat, "card", { reply_markup: button("Apply", "a") });
  await first.api.sendDocument(first.chat, new InputFile(Buffer.from("diff"), "a.diff"), { caption: "it" });
  await first.api.setMyCommands([{ command: "help", description: "helps" }]);
  const before = { seen: first.person.messages(first.chat).map(plain), updates: await first.updates() };
  await first[Symbol.asyncDispose]();

  await using second = await openRig({ statePath });
  const after = { seen: second.person.messages(second.chat).map(plain), updates: await second.updates() };
  const next = second.person.sendText({ chat: second.chat, from: ann.id, text: "next" });
  const [one, two] = await second.updates();

  assert.deepEqual(after, before);
  assert.equal(Buffer.from(after.seen[2]?.document?.data ?? []).toString(), "diff");
  assert.equal(second.person.commands(second.chat)[0]?.command, "help");
  assert.equal(next, 4);
  assert.equal(two?.update_id, (one?.update_id ?? 0) + 1);
});

test("what was deleted or confirmed stays gone after a restart", async (t) => {
  const statePath = await stateFile(t);
  const first = await openRig({ statePath });
  first.person.sendText({ chat: first.chat, from: ann.id, text: "confirmed" });
  const { message_id } = await first.api.sendMessage(first.chat, "deleted");
  await first.api.deleteMessage(first.chat, message_id);
  const [update] = await first.updates();
  await first.updates({ offset: (update?.update_id ?? 0) + 1 });
  await first[Symbol.asyncDispose]();

  await using second = await openRig({ statePath });

  assert.deepEqual(
    second.person.messages(second.chat).map(({ text }) => text),
    ["confirmed"],
  );
  assert.deepEqual(await second.updates(), []);
});

type Seen = ReturnType<Awaited<ReturnType<typeof openRig>>["person"]["messages"]>[number];
const plain = ({ document, ...rest }: Seen) => ({
  ...rest,
  ...(document && { document: { name: document.name, data: document.bytes() } }),
});

test("every answered call survives a SIGKILL", async (t) => {
  const statePath = await stateFile(t);
  const host = fileURLToPath(new URL("./killed-server.ts", import.meta.url));
  const child = spawn(process.execPath, [host, statePath, token], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  const api = new Api(token, { apiRoot: String(line).trim() });
  const answered: number[] = [];
  for (let n = 0; n < 25; n++) answered.push((await api.sendMessage(ann.id, `message ${n}`)).message_id);
  await api.editMessageText(ann.id, answered[0] ?? 0, "edited");

  child.kill("SIGKILL");
  await once(child, "exit");

  await using rig = await openRig({ statePath });
  const seen = rig.person.messages(rig.chat);
  assert.deepEqual(
    seen.map(({ id }) => id),
    answered,
  );
  assert.equal(seen[0]?.text, "edited");
  assert.equal((await rig.api.sendMessage(rig.chat, "on")).message_id, (answered.at(-1) ?? 0) + 1);
});
