// Which workspace a place talks about: the one it is bound to, else the first; each with a name of its own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorkspaces } from "../../bot/workspaces.ts";

const SHOP = { id: "1a", name: "shop" };
const app = (id: string) => ({ id, name: "app" });
const chat = { chat: "1001", topic: "7" };

const boundTo = (bindings: Record<string, string>) => ({
  binding: async (place: string, topic: string | null) => bindings[`${place}/${topic ?? ""}`],
});

test("a topic has its own binding, else its chat's, else the first workspace", async () => {
  const of = async (bindings: Record<string, string>) =>
    (await createWorkspaces(boundTo(bindings), [SHOP, app("2b"), app("3c")]).of(chat)).id;

  assert.equal(await of({}), "1a");
  assert.equal(await of({ "1001/": "2b" }), "2b");
  assert.equal(await of({ "1001/": "2b", "1001/7": "3c" }), "3c");
});

test("a binding to a workspace that is gone counts as none", async () => {
  const workspaces = createWorkspaces(boundTo({ "1001/7": "gone" }), [SHOP]);

  assert.equal((await workspaces.of(chat)).id, "1a");
});

test("folders of one name can each be named", () => {
  const workspaces = createWorkspaces(boundTo({}), [app("2b"), SHOP, app("3c")]);

  assert.equal(workspaces.named("App")?.id, "2b");
  assert.equal(workspaces.named("app 2")?.id, "3c");
  assert.equal(workspaces.nameOf("3c"), "app 2");
});
