// Two bots on one data folder: the second is refused while the first holds its lease; when the first slept past it and
// the second took over, the first stops, so that nothing is answered twice.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { defaultBounds } from "../../agent/turn/deps.ts";
import { startTelegramServer } from "../../bot/playground/telegram-server/server.ts";
import { type Running, runHandrail, StartError } from "../../bot/run.ts";
import { type Clock, systemClock } from "../../store/clock.ts";
import { noFailpoint } from "../../store/failpoint.ts";
import { say, startScriptedModel } from "../servers/scripted-model.ts";

const TOKEN = "123456789:AAHandrailTwoBotsTokenAAAAAAAAAAAAAAA";
const ME = 1001;

/** Sleeps a hundred times as fast, and may be ahead of the wall. */
const hurried = (aheadMs: number): Clock => ({
  now: () => systemClock.now() + aheadMs,
  sleep: (ms, signal) => systemClock.sleep(ms / 100, signal),
});

async function openFolder(stack: AsyncDisposableStack) {
  const dir = await mkdtemp(join(tmpdir(), "handrail-two-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const workspace = join(dir, "shop");
  await mkdir(workspace);
  await writeFile(join(workspace, "a.js"), "a();\n");
  const server = stack.use(await startTelegramServer({ token: TOKEN, clock: systemClock, pace: "off" }));
  const model = stack.use(await startScriptedModel({ respond: () => say("One answer.") }));
  server.person.addUser({ id: ME, first_name: "Me" });
  const chat = server.person.openPrivate(ME);
  const config = {
    dataDir: join(dir, "data"),
    telegram: null,
    model: null,
    workspaces: [],
    port: 0,
    bounds: defaultBounds,
    jobs: {},
  };
  const start = async (clock: Clock): Promise<Running> =>
    stack.use(
      await runHandrail(
        {
          config,
          telegram: { token: TOKEN, apiRoot: server.apiRoot, owners: [ME] },
          model: { baseUrl: model.baseUrl, apiKey: "none", model: "scripted", smallModel: "scripted" },
          workspaces: [workspace],
          clock,
          failpoint: noFailpoint,
          stderr: () => undefined,
        },
        new AbortController().signal,
      ),
    );
  return { server, chat, start };
}

test("a second bot on the folder of a living one is refused, with who holds it", async () => {
  await using stack = new AsyncDisposableStack();
  const { start } = await openFolder(stack);
  await start(hurried(0));

  await assert.rejects(start(hurried(0)), (error) => {
    return error instanceof StartError && error.message.includes(`process ${process.pid}`);
  });
});

test("a bot that slept past its lease stops when another has taken over, and one answers", async () => {
  await using stack = new AsyncDisposableStack();
  const { server, chat, start } = await openFolder(stack);
  const first = await start(hurried(0));
  await first.handrail.firstPoll;

  const second = await start(hurried(600_000));
  if (!first.lost.aborted)
    await new Promise((resolve) => first.lost.addEventListener("abort", resolve, { once: true }));
  await first.handrail.stop();
  server.person.sendText({ chat, from: ME, text: "hello" });

  await server.person.waitFor(
    chat,
    (messages) => messages.find((m) => m.text === "One answer."),
    AbortSignal.timeout(15_000),
  );
  await second.handrail.settled();
  assert.ok(!second.lost.aborted);
  const answers = server.person.messages(chat).filter((m) => m.text === "One answer.");
  assert.equal(answers.length, 1);
});
