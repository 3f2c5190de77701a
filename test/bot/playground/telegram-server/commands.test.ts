// Bot commands: the format, the scopes, what a person's menu shows.
// Promises the documented order from narrow to wide. Refuses what Telegram refuses.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ann, ben, openRig } from "./rig.ts";

const command = (name: string, description = "does it") => ({ command: name, description });

test("the narrowest list that is set is shown", async () => {
  await using rig = await openRig();
  rig.person.addGroup({ id: -77, title: "Team", members: [ann.id, ben.id] });
  const names = (chat: number, user?: number) =>
    rig.person.commands(chat, user).map((shown) => shown.command);

  await rig.api.setMyCommands([command("help")]);
  await rig.api.setMyCommands([command("status")], { scope: { type: "all_private_chats" } });
  await rig.api.setMyCommands([command("undo")], { scope: { type: "chat", chat_id: rig.chat } });
  await rig.api.setMyCommands([command("audit")], {
    scope: { type: "chat_member", chat_id: -77, user_id: ann.id },
  });

  assert.deepEqual(names(rig.chat), ["undo"]);
  assert.deepEqual(names(rig.person.openPrivate(ben.id)), ["status"]);
  assert.deepEqual(names(-77, ann.id), ["audit"]);
  assert.deepEqual(names(-77, ben.id), ["help"]);

  await rig.api.deleteMyCommands({ scope: { type: "chat", chat_id: rig.chat } });
  assert.deepEqual(names(rig.chat), ["status"]);
  assert.deepEqual(await rig.api.getMyCommands(), [command("help")]);
});

test("names, descriptions and their number are held to the documented form", async () => {
  await using rig = await openRig();
  const set = (...commands: unknown[]) => rig.refusal("setMyCommands", { commands });

  await rig.api.setMyCommands([command("a".repeat(32), "d".repeat(256))]);
  for (const wrong of ["Help", "a-b", "", "ü", "a".repeat(33)]) {
    assert.equal(await set(command(wrong)), "Bad Request: BOT_COMMAND_INVALID");
  }
  assert.equal(await set(command("a", "")), "Bad Request: BOT_COMMAND_DESCRIPTION_INVALID");
  assert.equal(await set(command("a", "d".repeat(257))), "Bad Request: BOT_COMMAND_DESCRIPTION_INVALID");
  const many = Array.from({ length: 101 }, (_, n) => command(`c${n}`));
  assert.equal(await set(...many), "Bad Request: BOT_COMMANDS_TOO_MUCH");
});

test("a scope names a chat that exists", async () => {
  await using rig = await openRig();
  const set = (scope: object) => rig.refusal("setMyCommands", { commands: [command("a")], scope });

  assert.equal(await set({ type: "chat", chat_id: 5 }), "Bad Request: chat not found");
  assert.match(await set({ type: "default", chat_id: rig.chat }), /takes no chat/);
  assert.match(await set({ type: "planet" }), /Unsupported type specified/);
});
