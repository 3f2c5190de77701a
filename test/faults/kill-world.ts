// One story for tests that kill: a request, a card, Apply, a receipt, an answer, and an undo where it is wanted, by a
// person who taps once whatever dies meanwhile. Promises that a bot that died is started again, and that at the end
// the disk, the chat and the ledger are compared with the one story that they may tell.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replayTurn } from "../../agent/replay.ts";
import type { PersonSide } from "../../bot/playground/telegram-server/person.ts";
import type { VisibleMessage } from "../../bot/playground/telegram-server/person-view.ts";
import { startTelegramServer } from "../../bot/playground/telegram-server/server.ts";
import { systemClock } from "../../store/clock.ts";
import type { Ledger } from "../../store/ledger.ts";
import { openLedger } from "../../store/open.ts";
import { call, say, startScriptedModel, together } from "../servers/scripted-model.ts";
import type { ChildOptions } from "./bot-child.ts";

const TOKEN = "123456789:AAHandrailFaultsTokenAAAAAAAAAAAAAAAA";
const OWNER = 1001;
const BEFORE = { "one.txt": "one\n", "two.txt": "two\n" };
const AFTER = { "one.txt": "one, changed\n", "two.txt": "two, changed\n", "new/three.txt": "three\n" };
const ANSWER = "Changed three files.";

/** How one process dies: at a failpoint when it is passed for the nth time, or so long after its start. */
export type Kill = { name: string; nth: number } | { afterMs: number };
export type Story = { kills: Kill[]; undo: boolean };

const changes = together(
  call("edit_file", { path: "one.txt", old: "one", new: "one, changed" }),
  call("edit_file", { path: "two.txt", old: "two", new: "two, changed" }),
  call("write_file", { path: "new/three.txt", content: "three\n" }),
);

/** Plays the story; returns how many processes died of their kill. */
export async function play({ kills, undo }: Story): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), "handrail-kill-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const workspace = join(dir, "shop");
  await mkdir(workspace);
  for (const [path, text] of Object.entries(BEFORE)) await writeFile(join(workspace, path), text);
  const server = stack.use(await startTelegramServer({ token: TOKEN, clock: systemClock, pace: "off" }));
  const { person } = server;
  person.addUser({ id: OWNER, first_name: "Owner" });
  const chat = person.openPrivate(OWNER);
  // By the transcript, so that asking again after a kill is answered the same.
  const model = stack.use(
    await startScriptedModel({
      respond: ({ messages }) => (messages.some((m) => m.role === "tool") ? say(ANSWER) : changes),
    }),
  );
  const dataDir = join(dir, "data");
  const fixed = { dataDir, workspace, apiRoot: server.apiRoot, token: TOKEN, owner: OWNER };
  const bots = stack.use(keepRunning({ ...fixed, modelUrl: model.baseUrl, killAt: null }, kills));
  const ending = AbortSignal.any([bots.failed, AbortSignal.timeout(60_000)]);

  try {
    await act({ person, chat, ending, undo });
  } catch (cause) {
    const chatNow = person.messages(chat).map((m) => `${m.text} ${JSON.stringify(m.keyboard)}`);
    throw new Error(`The story did not end. The chat:\n${chatNow.join("\n---\n")}`, { cause });
  }
  await using ledger = await openLedger(`sqlite:${join(dataDir, "handrail.sqlite")}`, { clock: systemClock });
  await restOf(ledger, ending);

  assert.deepEqual(await files(workspace), undo ? BEFORE : AFTER, "whole, and nothing beside it");
  await checkLedger(ledger, undo ? 2 : 1);
  checkChat(person.messages(chat), undo);
  return bots.killed();
}

type Acting = { person: PersonSide; chat: number; ending: AbortSignal; undo: boolean };

/** The person: says it once, taps each button once, and waits for what must come. */
async function act({ person, chat, ending, undo }: Acting): Promise<void> {
  const shown = (is: (m: VisibleMessage) => boolean) =>
    person.waitFor(chat, (messages) => messages.find((m) => m.from === "bot" && is(m)), ending);
  // A tap whose bot died may get no answer; it is in Telegram's hands or in the inbox all the same.
  const tap = (m: VisibleMessage, label: string) =>
    void person
      .tap({ chat, from: OWNER, messageId: m.id, data: dataOf(m, label) ?? "" }, ending)
      .catch(() => undefined);
  person.sendText({ chat, from: OWNER, text: "change them" });
  tap(await shown((m) => dataOf(m, "Apply") !== undefined), "Apply");
  const isReceipt = (m: VisibleMessage) => /generation 1\b/.test(m.text) && dataOf(m, "Undo") !== undefined;
  await shown(isReceipt);
  await shown((m) => m.text === ANSWER);
  if (!undo) return;
  // A start may have settled the receipt again, with another button.
  tap(await shown(isReceipt), "Undo");
  await shown((m) => /as generation 2\b/.test(m.text));
  await shown((m) => m.text.includes("Undone by generation 2"));
}

const dataOf = (message: VisibleMessage, label: string): string | undefined =>
  message.keyboard.flat().find((button) => button.text === label)?.callback_data;

/** Waits until nothing is owed any more: no update, no message, no turn. */
async function restOf(ledger: Ledger, ending: AbortSignal): Promise<void> {
  for (;;) {
    const owed = [
      await ledger.pendingUpdates(1),
      await ledger.unsent(null),
      await ledger.turnsIn(["running", "waiting"]),
    ];
    if (owed.every((list) => list.length === 0)) return;
    await systemClock.sleep(20, ending);
  }
}

async function checkLedger(ledger: Ledger, generations: number): Promise<void> {
  const [turn, ...others] = await ledger.turnsIn(["ended"]);
  assert.ok(turn);
  assert.deepEqual(others, [], "one turn");
  assert.equal(turn.outcome, "landed");
  assert.equal((await ledger.generations(turn.workspace, 9)).length, generations, "landed once");
  assert.deepEqual(await ledger.reviewsIn(["open", "approved"]), [], "no review is left over");
  assert.deepEqual(await ledger.landingsIn("applying"), []);
  const replay = await replayTurn(await ledger.log(turn.turn), ledger);
  assert.deepEqual(replay.faults, []);
}

function checkChat(messages: VisibleMessage[], undo: boolean): void {
  const ours = messages.filter((m) => m.from === "bot");
  const count = (is: (m: VisibleMessage) => boolean) => ours.filter(is).length;
  assert.equal(
    count((m) => m.text === ANSWER),
    1,
    "the answer once",
  );
  assert.equal(
    count((m) => dataOf(m, "Apply") !== undefined),
    0,
    "no card looks open",
  );
  assert.equal(
    count((m) => /as generation 1\b/.test(m.text)),
    1,
    "one receipt",
  );
  assert.equal(
    count((m) => dataOf(m, "Undo") !== undefined),
    1,
    "one way back",
  );
  assert.equal(
    count((m) => /as generation 2\b/.test(m.text)),
    undo ? 1 : 0,
  );
}

async function files(workspace: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(workspace, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found[path.slice(workspace.length + 1)] = await readFile(path, "utf8");
  }
  return found;
}

/** One bot at a time; one that was killed is followed by the next, the last lives. A bot that ends by itself is a fault. */
function keepRunning(options: ChildOptions, kills: Kill[]) {
  const faults = new AbortController();
  const state = { child: start(options, kills[0]), killed: 0, closed: false };
  const watch = (child: ChildProcess) => {
    const words: string[] = [];
    child.stderr?.setEncoding("utf8").on("data", (text: string) => words.push(text));
    child.once("close", (code, signal) => {
      if (state.closed) return;
      if (signal !== "SIGKILL")
        return faults.abort(new Error(`the bot ended with ${code ?? signal}: ${words.join("")}`));
      state.killed += 1;
      state.child = start(options, kills[state.killed]);
      watch(state.child);
    });
  };
  watch(state.child);
  return {
    failed: faults.signal,
    killed: () => state.killed,
    async [Symbol.asyncDispose]() {
      state.closed = true;
      const { child } = state;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function start(options: ChildOptions, kill: Kill | undefined): ChildProcess {
  const killAt = kill !== undefined && "name" in kill ? kill : null;
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "bot-child.ts"), JSON.stringify({ ...options, killAt })],
    {
      stdio: ["ignore", "ignore", "pipe"],
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(tmpdir(), "handrail-test-cache") },
    },
  );
  if (kill !== undefined && "afterMs" in kill) {
    const timer = setTimeout(() => child.kill("SIGKILL"), kill.afterMs);
    child.once("exit", () => clearTimeout(timer));
  }
  return child;
}
