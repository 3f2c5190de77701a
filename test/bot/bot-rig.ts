// The running bot in a story: the strict Bot API server, a ledger in memory, real folders, scripted agents, and two
// people. Promises that everything is stopped and removed when the story ends.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { openWorkspace } from "../../agent/workspace/folder.ts";
import type { CodeChecks } from "../../bot/agent.ts";
import type { JobsPort } from "../../bot/commands/command.ts";
import { type Handrail, startHandrail } from "../../bot/handrail.ts";
import type { Incident } from "../../bot/incident.ts";
import type { FaultFunction } from "../../bot/playground/telegram-server/faults.ts";
import type { VisibleMessage } from "../../bot/playground/telegram-server/person-view.ts";
import { startTelegramServer } from "../../bot/playground/telegram-server/server.ts";
import { createTelegram } from "../../bot/telegram.ts";
import { type Clock, systemClock } from "../../store/clock.ts";
import { noFailpoint } from "../../store/failpoint.ts";
import { openLedger } from "../../store/open.ts";
import { FILE, scriptedEntry } from "./scripted-agent.ts";

export const ANN = 101;
export const BEN = 102;
export const STRANGER = 666;
export const GROUP = -500;
export const TEXT = "var a = 1;\n";

const TOKEN = "123456:ABC-DEF-token-of-a-story";

/** Twenty times as fast as the wall: pacing is real, and nobody waits for it. */
const SPEED = 20;
const BORN = systemClock.now();
const clock: Clock = {
  now: () => BORN + (systemClock.now() - BORN) * SPEED,
  sleep: (ms, signal) => systemClock.sleep(ms / SPEED, signal),
};

export type Options = {
  fault?: FaultFunction;
  owners?: number[];
  workspaces?: string[];
  jobs?: JobsPort;
  checks?: CodeChecks;
  embeddings?: string;
  modelWarning?: string;
};

export async function openBot(t: TestContext, options: Options = {}) {
  const { fault, owners = [ANN, BEN], workspaces = ["quire"] } = options;
  const server = await startTelegramServer({ token: TOKEN, clock, ...(fault ? { fault } : {}) });
  const ledger = await openLedger("memory:", { clock });
  const root = await mkdtemp(join(tmpdir(), "handrail-bot-"));
  const signal = AbortSignal.timeout(5_000);
  const heard: string[] = [];
  const incidents: Incident[] = [];
  const { person } = server;
  for (const [id, first_name] of [
    [ANN, "Ann"],
    [BEN, "Ben"],
    [STRANGER, "Mallory"],
  ] as const) {
    person.addUser({ id, first_name });
    person.openPrivate(id);
  }
  person.addGroup({ id: GROUP, title: "Team", members: [ANN, BEN, STRANGER] });

  const entries = await Promise.all(
    workspaces.map(async (name) => {
      const folder = join(root, name);
      await mkdir(folder);
      await writeFile(join(folder, FILE), TEXT);
      const workspace = await openWorkspace(folder, { clock, failpoint: noFailpoint });
      const checks = options.checks ? { checks: options.checks } : {};
      return scriptedEntry({ id: name, name, ledger, clock, workspace, owners, heard, ...checks });
    }),
  );
  const running: { bot: Handrail | null } = { bot: null };
  const start = async () => {
    const telegram = createTelegram({ token: TOKEN, apiRoot: server.apiRoot, timeoutSeconds: 5, clock });
    running.bot = await startHandrail(
      {
        ledger,
        telegram,
        workspaces: entries,
        owners,
        clock,
        failpoint: noFailpoint,
        onIncident: (incident) => incidents.push(incident),
        pollSeconds: 5,
        ...(options.jobs ? { jobs: options.jobs } : {}),
        embeddings: options.embeddings ?? null,
        modelWarning: async () => options.modelWarning ?? null,
      },
      signal,
    );
    await running.bot.ready;
    return running.bot;
  };
  const stop = async () => {
    await running.bot?.stop();
    running.bot = null;
  };
  await start();
  t.after(async () => {
    await stop();
    await server[Symbol.asyncDispose]();
    await ledger[Symbol.asyncDispose]();
    await rm(root, { recursive: true });
  });

  const shown = (predicate: (message: VisibleMessage) => boolean, chat = ANN): Promise<VisibleMessage> =>
    person.waitFor(chat, (messages) => messages.findLast((m) => m.from === "bot" && predicate(m)), signal);
  return {
    server,
    token: TOKEN,
    person,
    ledger,
    heard,
    incidents,
    start,
    stop,
    signal,
    file: (name = "quire") => readFile(join(root, name, FILE), "utf8"),
    write: (text: string, name = "quire") => writeFile(join(root, name, FILE), text),
    say: (text: string, more: { from?: number; chat?: number; replyTo?: number; thread?: number } = {}) => {
      const { from = ANN, chat = from, ...rest } = more;
      return person.sendText({ chat, from, text, ...rest });
    },
    /** The newest message of the bot that fits, when it is there. */
    shown,
    says: (words: string | RegExp, chat = ANN) => shown(({ text }) => fits(text, words), chat),
    card: (chat = ANN) => shown((m) => buttonNames(m).includes("Apply"), chat),
    tap: (message: VisibleMessage, name: string, of: { from?: number; chat?: number } = {}) => {
      const { from = ANN, chat = from } = of;
      return person.tap({ chat, from, messageId: message.id, data: dataOf(message, name) }, signal);
    },
    /** Looks again and again until it is so: for what shows in the ledger alone. */
    until: async (isSo: () => Promise<boolean>) => {
      while (!(await isSo())) await systemClock.sleep(2, signal);
    },
    settled: async () => running.bot?.settled(),
  };
}

export type BotRig = Awaited<ReturnType<typeof openBot>>;

export const fits = (text: string, words: string | RegExp): boolean =>
  typeof words === "string" ? text.includes(words) : words.test(text);

export function buttonNames(message: VisibleMessage): string[] {
  return message.keyboard.flat().map((button) => button.text);
}

export function dataOf(message: VisibleMessage, name: string): string {
  const found = message.keyboard.flat().find((button) => button.text.startsWith(name));
  assert.ok(found && "callback_data" in found, `no button ${name} in ${JSON.stringify(message.keyboard)}`);
  return String(found.callback_data);
}
