// SIGKILL of the bot between a tap that approves code and the code's first run: after the next start the yes is whole.
// The tap was in the inbox or in Telegram's hands, so it is taken up, once, and only the bytes that the card showed run.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { VisibleMessage } from "../../bot/playground/telegram-server/person-view.ts";
import { startTelegramServer } from "../../bot/playground/telegram-server/server.ts";
import { systemClock } from "../../store/clock.ts";
import { openLedger } from "../../store/open.ts";
import { call, say, startScriptedModel } from "../servers/scripted-model.ts";
import type { ChildOptions } from "./bot-child.ts";

const TOKEN = "123456789:AAHandrailFaultsTokenAAAAAAAAAAAAAAAA";
const OWNER = 1001;
const GREET = `export const tool = ({ z }) => ({
  name: "greet",
  description: "Greets.",
  parameters: z.object({}),
  effect: "read",
  run: () => "Hello from the approved bytes",
});
`;

describe("a kill between the tap and the load", { concurrency: 3 }, () => {
  for (const name of ["trust:kept", "tap:decided", "tap:answering"])
    test(`at ${name}`, async () => {
      await using stack = new AsyncDisposableStack();
      const dir = await mkdtemp(join(tmpdir(), "handrail-trust-kill-"));
      stack.defer(() => rm(dir, { recursive: true, force: true }));
      const workspace = join(dir, "shop");
      await mkdir(join(workspace, ".handrail", "tools"), { recursive: true });
      await writeFile(join(workspace, ".handrail", "tools", "greet.ts"), GREET);
      const server = stack.use(await startTelegramServer({ token: TOKEN, clock: systemClock, pace: "off" }));
      const { person } = server;
      person.addUser({ id: OWNER, first_name: "Owner" });
      const chat = person.openPrivate(OWNER);
      const model = stack.use(
        await startScriptedModel({
          respond: ({ messages, tools }) => {
            const last = messages.at(-1);
            if (last?.role === "tool") return say(`It said: ${last.text}`);
            return tools.some((tool) => tool.name === "greet") ? call("greet") : say("There is no greet.");
          },
        }),
      );
      const dataDir = join(dir, "data");
      const fixed = { dataDir, workspace, apiRoot: server.apiRoot, token: TOKEN, owner: OWNER };
      const options: ChildOptions = { ...fixed, modelUrl: model.baseUrl, killAt: { name, nth: 1 } };
      const limit = AbortSignal.timeout(60_000);
      const shown = (is: (m: VisibleMessage) => boolean) =>
        person.waitFor(chat, (messages) => messages.find((m) => m.from === "bot" && is(m)), limit);

      const first = start(options);
      person.sendText({ chat, from: OWNER, text: "/trust" });
      const card = await shown((m) => dataOf(m, "Approve") !== undefined);
      const died = once(first, "exit");
      void person
        .tap({ chat, from: OWNER, messageId: card.id, data: dataOf(card, "Approve") ?? "" }, limit)
        .catch(() => undefined);
      assert.deepEqual(await died, [null, "SIGKILL"]);
      const next = start({ ...options, killAt: null });
      stack.defer(() => ended(next));

      const look = await shown((m) => /approved by .*\n.*Offered: greet\./.test(m.text));
      assert.equal(look.id, card.id);
      person.sendText({ chat, from: OWNER, text: "greet" });
      await shown((m) => /It said: Hello from the approved bytes/.test(m.text));

      await ended(next);
      await using ledger = await openLedger(`sqlite:${join(dataDir, "handrail.sqlite")}`, {
        clock: systemClock,
      });
      const granted = (await ledger.auditTail(50)).filter((line) => line.action === "trust:trusted");
      assert.equal(granted.length, 1, "the yes is stored once");
    });
});

const dataOf = (message: VisibleMessage, label: string): string | undefined =>
  message.keyboard.flat().find((button) => button.text === label)?.callback_data;

function start(options: ChildOptions): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, "bot-child.ts"), JSON.stringify(options)], {
    stdio: "ignore",
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(tmpdir(), "handrail-test-cache") },
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
