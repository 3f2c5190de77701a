// A whole Handrail for stories: the real bot, ledger, agent and model client; the strict Bot API server with a
// person at it; the offline model, or a scripted one. Everything over real HTTP on loopback.

import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultBounds } from "../../agent/turn/deps.ts";
import { startOfflineModel } from "../../bot/playground/offline-model/start.ts";
import type { PersonSide } from "../../bot/playground/telegram-server/person.ts";
import type { VisibleMessage } from "../../bot/playground/telegram-server/person-view.ts";
import { startTelegramServer, type TelegramServer } from "../../bot/playground/telegram-server/server.ts";
import { type Running, runHandrail } from "../../bot/run.ts";
import { systemClock } from "../../store/clock.ts";
import { type Failpoint, noFailpoint } from "../../store/failpoint.ts";

export const TOKEN = "123456789:AAHandrailStoryTokenAAAAAAAAAAAAAAAA";
export const OWNER = 1001;
const SAMPLES = join(import.meta.dirname, "..", "..");
export const QUIRE = join(SAMPLES, "bot", "playground", "sample", "quire");

export type Rig = {
  dir: string;
  workspace: string;
  server: TelegramServer;
  person: PersonSide;
  chat: number;
  modelUrl: string;
  running: Running;
  say(text: string, replyTo?: number): number;
  /** The first message of the bot, after `after`, whose text matches; waits for it. */
  hear(pattern: RegExp, options?: { after?: number; button?: string }): Promise<VisibleMessage>;
  tap(message: VisibleMessage, label: string): Promise<{ text?: string; showAlert: boolean }>;
  stop(): Promise<void>;
  start(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type RigOptions = {
  workspace?: string;
  /** An endpoint in the offline model's place. */
  modelUrl?: string;
  failpoint?: Failpoint;
};

export async function openRig(options: RigOptions = {}): Promise<Rig> {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), "handrail-story-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const workspace = join(dir, "shop");
  await cp(options.workspace ?? QUIRE, workspace, { recursive: true });
  const server = stack.use(
    await startTelegramServer({
      token: TOKEN,
      clock: systemClock,
      pace: "off",
      statePath: join(dir, "telegram.sqlite"),
    }),
  );
  const { person } = server;
  person.addUser({ id: OWNER, first_name: "Owner" });
  const chat = person.openPrivate(OWNER);
  const modelUrl = options.modelUrl ?? stack.use(await startOfflineModel({ clock: systemClock })).baseUrl;
  const limit = AbortSignal.timeout(60_000);
  const closing = new AbortController();
  const state: { running: Running | null } = { running: null };
  const rig: Rig = {
    dir,
    workspace,
    server,
    person,
    chat,
    modelUrl,
    get running() {
      if (!state.running) throw new Error("the bot is not running");
      return state.running;
    },
    say: (text, replyTo) => person.sendText({ chat, from: OWNER, text, ...(replyTo ? { replyTo } : {}) }),
    hear(pattern, { after = 0, button } = {}) {
      const isIt = (m: VisibleMessage) =>
        m.from === "bot" &&
        m.id > after &&
        pattern.test(m.text) &&
        (button === undefined || labels(m).includes(button));
      return person.waitFor(chat, (messages) => messages.find(isIt), limit);
    },
    tap: (message, label) =>
      person.tap({ chat, from: OWNER, messageId: message.id, data: dataOf(message, label) }, limit),
    async stop() {
      await state.running?.[Symbol.asyncDispose]();
      state.running = null;
    },
    async start() {
      state.running = await runHandrail(
        {
          config: {
            dataDir: join(dir, "data"),
            telegram: null,
            model: null,
            workspaces: [workspace],
            port: 0,
            bounds: defaultBounds,
            jobs: {},
          },
          telegram: { token: TOKEN, apiRoot: server.apiRoot, owners: [OWNER] },
          model: { baseUrl: modelUrl, apiKey: "none-needed", model: "offline", smallModel: "offline" },
          workspaces: [workspace],
          clock: systemClock,
          failpoint: options.failpoint ?? noFailpoint,
          stderr: () => undefined,
        },
        closing.signal,
      );
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      await rig.stop();
      await kept[Symbol.asyncDispose]();
    },
  };
  const kept = stack.move();
  await rig.start();
  return rig;
}

export function labels(message: VisibleMessage): string[] {
  return message.keyboard.flat().map((button) => button.text);
}

function dataOf(message: VisibleMessage, label: string): string {
  const button = message.keyboard.flat().find((one) => one.text === label);
  if (button?.callback_data === undefined) throw new Error(`no button "${label}" on: ${message.text}`);
  return button.callback_data;
}
