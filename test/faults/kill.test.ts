// SIGKILL at each failpoint between tap and receipt, each once: after a restart the change is landed whole or
// not at all, once, and the review or the receipt is in the chat.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { landingFailpoints } from "../../agent/workspace/landing.ts";
import type { VisibleMessage } from "../../bot/playground/telegram-server/person-view.ts";
import { startTelegramServer, type TelegramServer } from "../../bot/playground/telegram-server/server.ts";
import { systemClock } from "../../store/clock.ts";
import { openLedger } from "../../store/open.ts";
import { call, say, startScriptedModel, together } from "../servers/scripted-model.ts";
import type { ChildOptions } from "./bot-child.ts";

const TOKEN = "123456789:AAHandrailFaultsTokenAAAAAAAAAAAAAAAA";
const OWNER = 1001;
const BEFORE = { "one.txt": "one\n", "two.txt": "two\n" };
const AFTER = { "one.txt": "one, changed\n", "two.txt": "two, changed\n", "new/three.txt": "three\n" };

/** Where the process can die between the tap's arrival and the receipt. */
const failpoints = [
  "poll:ingested",
  "tap:decided",
  "tap:answering",
  "landing:started",
  ...landingFailpoints(3).filter((name) => name !== "land:restored"),
  "landing:written",
  "landing:recorded",
  "landing:settled",
  "answer:delivering",
  "answer:delivered",
  "outbox:sent",
  "outbox:placed",
  "outbox:edited",
];

for (const name of failpoints) {
  test(`a kill at ${name}: landed whole or not at all, once, and the chat knows`, async () => {
    await using world = await openWorld();
    const card = await world.cardOfTheChange();

    await world.restartDyingAt(name);
    const tapped = world.tap(card, "Apply").catch(() => undefined);
    const died = await world.diedOrReceipt();
    await world.restart();
    const receipt = await world.receipt();
    await tapped;

    assert.match(receipt.text, /generation 1\b/i);
    assert.deepEqual(await world.files(), AFTER, "landed whole");
    assert.equal(await world.generations(), 1, "landed once");
    assert.ok(died || isRare(name), `${name} was never passed`);
  });
}

/** A file that exists is renamed over and a new one linked: which of the two a file passes depends on it. */
const isRare = (name: string) => /^land:(linked|renamed):/.test(name);

type World = {
  cardOfTheChange(): Promise<VisibleMessage>;
  tap(message: VisibleMessage, label: string): Promise<unknown>;
  restartDyingAt(name: string): Promise<void>;
  restart(): Promise<void>;
  /** True when the process died, false when it got to the receipt. */
  diedOrReceipt(): Promise<boolean>;
  receipt(): Promise<VisibleMessage>;
  files(): Promise<Record<string, string>>;
  generations(): Promise<number>;
  [Symbol.asyncDispose](): Promise<void>;
};

async function openWorld(): Promise<World> {
  const dir = await mkdtemp(join(tmpdir(), "handrail-kill-"));
  const workspace = join(dir, "shop");
  await mkdir(workspace);
  for (const [path, text] of Object.entries(BEFORE)) await writeFile(join(workspace, path), text);
  const server = await startTelegramServer({ token: TOKEN, clock: systemClock, pace: "off" });
  const { person } = server;
  person.addUser({ id: OWNER, first_name: "Owner" });
  const chat = person.openPrivate(OWNER);
  const model = await startScriptedModel({ script: [changes, say("Changed three files.")] });
  const limit = AbortSignal.timeout(30_000);
  const spawnWith = (killAt: string | null) =>
    start({ dir, workspace, server, modelUrl: model.baseUrl, killAt });
  const state: { child: ChildProcess } = { child: await spawnWith(null) };
  const buttonOf = (message: VisibleMessage, label: string) =>
    message.keyboard.flat().find((b) => b.text === label)?.callback_data;
  const find = (messages: VisibleMessage[], label: string) =>
    messages.find((m) => m.from === "bot" && buttonOf(m, label) !== undefined);
  const replace = async (killAt: string | null) => {
    await end(state.child);
    state.child = await spawnWith(killAt);
  };
  return {
    async cardOfTheChange() {
      person.sendText({ chat, from: OWNER, text: "change them" });
      return await person.waitFor(chat, (messages) => find(messages, "Apply"), limit);
    },
    tap: (message, label) =>
      person.tap({ chat, from: OWNER, messageId: message.id, data: buttonOf(message, label) ?? "" }, limit),
    restartDyingAt: replace,
    restart: () => replace(null),
    async diedOrReceipt() {
      const done = new AbortController();
      const died = new Promise<boolean>((resolve) => {
        if (state.child.exitCode !== null || state.child.signalCode !== null) resolve(true);
        state.child.once("exit", () => resolve(true));
      });
      const got = person
        .waitFor(chat, (messages) => find(messages, "Undo"), AbortSignal.any([limit, done.signal]))
        .then(async () => {
          await new Promise((resolve) => setTimeout(resolve, 1500)); // the answer comes after the receipt
          return false;
        })
        .catch(() => false);
      const result = await Promise.race([died, got]);
      done.abort();
      return result;
    },
    receipt: () => person.waitFor(chat, (messages) => find(messages, "Undo"), limit),
    async files() {
      const found: Record<string, string> = {};
      for (const entry of await readdir(workspace, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (entry.isFile()) found[path.slice(workspace.length + 1)] = await readFile(path, "utf8");
      }
      return found;
    },
    async generations() {
      await end(state.child);
      await using ledger = await openLedger(`sqlite:${join(dir, "data", "handrail.sqlite")}`, {
        clock: systemClock,
      });
      const turns = await ledger.turnsIn(["ended", "waiting", "running"]);
      return (await ledger.generations(turns[0]?.workspace ?? "", 10)).length;
    },
    async [Symbol.asyncDispose]() {
      await end(state.child);
      await server[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const changes = together(
  call("edit_file", { path: "one.txt", old: "one", new: "one, changed" }),
  call("edit_file", { path: "two.txt", old: "two", new: "two, changed" }),
  call("write_file", { path: "new/three.txt", content: "three\n" }),
);

type Start = {
  dir: string;
  workspace: string;
  server: TelegramServer;
  modelUrl: string;
  killAt: string | null;
};

async function start({ dir, workspace, server, modelUrl, killAt }: Start): Promise<ChildProcess> {
  const options: ChildOptions = {
    dataDir: join(dir, "data"),
    workspace,
    apiRoot: server.apiRoot,
    token: TOKEN,
    owner: OWNER,
    modelUrl,
    killAt,
  };
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "bot-child.ts"), JSON.stringify(options)],
    {
      stdio: ["ignore", "ignore", "ignore"],
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(tmpdir(), "handrail-test-cache") },
    },
  );
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}
