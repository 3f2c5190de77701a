// The bot as it is wired: one per data folder, jobs from the chat, settings that cannot be kept, and a log without
// secrets.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { createLog } from "../../bot/log.ts";
import { TelegramError } from "../../bot/telegram.ts";
import { KEY, openDesk } from "./cli/rig.ts";
import { openRig, TOKEN } from "./story-rig.ts";

test("a job is asked for in the chat, runs, and shows what came of it", async () => {
  await using rig = await openRig();
  const asked = rig.say("/jobs");
  const list = await rig.hear(/rebuild-index/, { after: asked, button: "Run rebuild-index now" });
  assert.match(list.text, /maintain-cache/);
  assert.match(list.text, /last run: never/);

  const { text } = await rig.tap(list, "Run rebuild-index now");
  assert.match(text ?? "", /rebuild-index has started/);

  const shown = await askUntil(rig, /rebuild-index[\s\S]*last run: ok[\s\S]*chunks \d+/);
  assert.match(shown, /workspaces 1/);
});

async function askUntil(rig: Awaited<ReturnType<typeof openRig>>, pattern: RegExp): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const asked = rig.say("/jobs");
    const { text } = await rig.hear(/rebuild-index/, { after: asked });
    if (pattern.test(text)) return text;
  }
  return assert.fail("the job did not end");
}

const botEnv = (workspace: string) => ({
  TELEGRAM_BOT_TOKEN: TOKEN,
  HANDRAIL_OWNER: "1001",
  HANDRAIL_TELEGRAM_API: "http://127.0.0.1:9",
  HANDRAIL_WORKSPACES: workspace,
});

test("a broken engine.json is told to the owner, and the bot goes on without it", async () => {
  await using rig = await openRig();
  await rig.stop();
  await writeFile(join(rig.workspace, ".handrail", "engine.json"), "{");

  await rig.start();

  const news = await rig.hear(/engine\.json is not JSON/);
  const asked = rig.say("find json");

  assert.match(news.text, /shop/);
  await rig.hear(/parts\.json/, { after: asked });
});

test("a second bot on one data folder says who holds it, in one line", async () => {
  await using desk = await openDesk({ script: [] });
  const first = desk.start(["start"], { env: botEnv(desk.workspace) });
  await first.heard(/polling Telegram/);

  const { code, stderr } = await desk.run(["start"], { env: botEnv(desk.workspace) });
  first.process.kill("SIGTERM");
  const ended = await first.ended;

  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`^Another Handrail \\(process ${first.process.pid}, since .*\\n$`));
  assert.equal(ended.code, 0, "told to stop, it stops cleanly");
  assert.ok(!(ended.stdout + ended.stderr).includes(TOKEN));
  assert.ok(!(ended.stdout + ended.stderr).includes(KEY));
});

for (const [name, jobs, words] of [
  [
    "a schedule that is none",
    '{"rebuild-index":"nightly"}',
    /HANDRAIL_JOBS does not fit: The schedule "nightly"/,
  ],
  [
    "a job that nobody knows",
    '{"rebuild":"0 3 * * *"}',
    /HANDRAIL_JOBS does not fit: There is no job "rebuild"/,
  ],
] as const) {
  test(`${name} is one line and 2`, async () => {
    await using desk = await openDesk({ script: [] });

    const { code, stderr } = await desk.run(["start"], {
      env: { ...botEnv(desk.workspace), HANDRAIL_JOBS: jobs },
    });

    assert.equal(code, 2);
    assert.match(stderr, words);
    assert.match(stderr, /^[^\n]+\n$/);
  });
}

test("a log line holds no secret, wherever in it the secret stood", () => {
  const lines: string[] = [];
  const log = createLog([TOKEN, KEY], (line) => void lines.push(line));
  const cause = new Error(`POST https://api.telegram.org/bot${TOKEN}/getUpdates with ${KEY}`);

  log.warn({ err: new Error(`failed for ${KEY}`, { cause }) }, `token ${TOKEN}`);
  log.warn(`another bot${"9".repeat(9)}:${"Z".repeat(35)} was seen`);

  const all = lines.join("");
  assert.ok(!all.includes(KEY) && !all.includes(TOKEN) && !all.includes("ZZZZZ"), all);
});

test("on a terminal a log line is read by a person: time, words, cause; a stack only where it tells something", () => {
  const lines: string[] = [];
  const log = createLog([KEY], (line) => void lines.push(line), true);
  const refused = new TelegramError({
    method: "getUpdates",
    code: 401,
    description: "Unauthorized",
    retryAfterS: null,
    kind: "refused",
  });

  log.warn({ kind: "poll", err: refused }, "Telegram gives no updates.");
  log.error("The folder was taken over.");
  log.warn({ err: new Error(`broke on ${KEY}`) }, "Update 7 could not be handled.");

  const [known, plain, unknown] = lines;
  assert.match(
    known ?? "",
    /^\d\d:\d\d:\d\d UTC {2}Telegram gives no updates\. \(getUpdates: Unauthorized \(refused 401\)\)\n$/,
  );
  assert.match(plain ?? "", /^\d\d:\d\d:\d\d UTC {2}The folder was taken over\.\n$/);
  assert.match(unknown ?? "", /could not be handled\. \(broke on [^\n]+\nError: broke on [\s\S]+\n {4}at /);
  assert.ok(!lines.join("").includes(KEY));
});
