// A bot in a process of its own, a workspace with one tool of its owner's, and that owner at the chat: for stories that
// kill between a tap and what follows it. Promises that no process and no folder is left over.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VisibleMessage } from "../../bot/playground/telegram-server/person-view.ts";
import { startTelegramServer } from "../../bot/playground/telegram-server/server.ts";
import { systemClock } from "../../store/clock.ts";
import type { Ledger } from "../../store/ledger.ts";
import { openLedger } from "../../store/open.ts";
import { call, say, startScriptedModel } from "../servers/scripted-model.ts";
import type { ChildOptions } from "./bot-child.ts";

const TOKEN = "123456789:AAHandrailFaultsTokenAAAAAAAAAAAAAAAA";
const OWNER = 1001;

export type OwnToolWorld = {
  dir: string;
  say(text: string): void;
  shown(is: (message: VisibleMessage) => boolean): Promise<VisibleMessage>;
  /** Taps and does not wait: a bot that dies answers no tap. */
  tap(message: VisibleMessage, label: string): void;
  start(killAt: string | null): ChildProcess;
  died(child: ChildProcess): Promise<unknown[]>;
  end(child: ChildProcess): Promise<void>;
  ledger(): Promise<Ledger>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** `tool` gives the source of `greet`, which the model calls whenever it is offered. */
export async function openOwnToolWorld(tool: (dir: string) => string): Promise<OwnToolWorld> {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), "handrail-own-tool-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const workspace = join(dir, "shop");
  await mkdir(join(workspace, ".handrail", "tools"), { recursive: true });
  await writeFile(join(workspace, ".handrail", "tools", "greet.ts"), tool(dir));
  const server = stack.use(await startTelegramServer({ token: TOKEN, clock: systemClock, pace: "off" }));
  const { person } = server;
  person.addUser({ id: OWNER, first_name: "Owner" });
  const chat = person.openPrivate(OWNER);
  const model = stack.use(
    await startScriptedModel({
      respond: ({ messages, tools }) => {
        const last = messages.at(-1);
        if (last?.role === "tool") return say(`It said: ${last.text}`);
        return tools.some((one) => one.name === "greet") ? call("greet") : say("There is no greet.");
      },
    }),
  );
  const dataDir = join(dir, "data");
  const fixed = { dataDir, workspace, apiRoot: server.apiRoot, token: TOKEN, owner: OWNER };
  const limit = AbortSignal.timeout(60_000);
  const end = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
  const kept = stack.move();
  return {
    dir,
    say: (text) => void person.sendText({ chat, from: OWNER, text }),
    shown: (is) => person.waitFor(chat, (messages) => messages.find((m) => m.from === "bot" && is(m)), limit),
    tap: (message, label) =>
      void person
        .tap({ chat, from: OWNER, messageId: message.id, data: dataOf(message, label) ?? "" }, limit)
        .catch(() => undefined),
    start(killAt) {
      const kill = killAt === null ? null : { name: killAt, nth: 1 };
      const options: ChildOptions = { ...fixed, modelUrl: model.baseUrl, killAt: kill };
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, "bot-child.ts"), JSON.stringify(options)],
        {
          stdio: "ignore",
          env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(tmpdir(), "handrail-test-cache") },
        },
      );
      kept.defer(() => end(child));
      return child;
    },
    died: (child) => once(child, "exit"),
    end,
    ledger: () => openLedger(`sqlite:${join(dataDir, "handrail.sqlite")}`, { clock: systemClock }),
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  };
}

export const dataOf = (message: VisibleMessage, label: string): string | undefined =>
  message.keyboard.flat().find((button) => button.text === label)?.callback_data;
