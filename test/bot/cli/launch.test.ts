// The launcher on the machine's own, older Node, and the files behind it when somebody starts them directly.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { faulty, say } from "../../servers/scripted-model.ts";
import { edit, LAUNCHER, openDesk } from "./rig.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const OLD = "/usr/bin/node";
const isOld =
  existsSync(OLD) && Number(execFileSync(OLD, ["-p", "process.versions.node"]).toString().split(".")[0]) < 26;
const skip = isOld ? false : `there is no older Node at ${OLD}`;

test("an older Node hands over: same answer, same exit code", { skip }, async () => {
  await using desk = await openDesk({ script: [edit, say("b is now 20.")] });
  const args = ["turn", "make b 20", "--workspace", desk.workspace, "--review", "ask"];

  const { code, stdout, stderr } = await desk.run(args, { node: OLD, stdin: "n\n" });

  assert.equal(code, 3, stderr);
  assert.match(stdout, /Rejected: nothing was written/);
});

test("an older Node without Handrail's own beside it is one line that says what to run", {
  skip,
}, async () => {
  await using desk = await openDesk({ script: [] });
  const entry = join(desk.dir, "bot", "cli", "launch.js");
  await mkdir(dirname(entry), { recursive: true });
  await copyFile(LAUNCHER, entry);
  await writeFile(join(desk.dir, "package.json"), '{"type":"module"}');

  const { code, stderr } = await desk.run(["--help"], { node: OLD, entry });

  assert.equal(code, 1);
  assert.match(stderr, /^Handrail needs Node 26, and this is \d+\.[\d.]+: run "npm ci" in its folder, .*\n$/);
});

test("Ctrl+C reaches the command behind an older Node", { skip }, async () => {
  const asked = Promise.withResolvers<void>();
  await using desk = await openDesk({
    respond: () => {
      asked.resolve();
      return faulty({ type: "stall" }, say("never read"));
    },
  });
  const child = desk.start(["turn", "look", "--workspace", desk.workspace], { node: OLD });
  await asked.promise;

  child.process.kill("SIGINT");
  const { code, stdout } = await child.ended;

  assert.equal(code, 1);
  assert.match(stdout, /^Stopped\./);
});

test("the command line behind the launcher works when it is started directly", async () => {
  await using desk = await openDesk({ script: [say("b is 2.")] });
  const entry = join(ROOT, "bot", "cli", "main.ts");

  const { code, stdout } = await desk.run(["turn", "what is b?", "--workspace", desk.workspace], { entry });

  assert.equal(code, 0);
  assert.equal(stdout, "b is 2.\n");
});

test("the start command's file says that it is not the command", async () => {
  await using desk = await openDesk({ script: [] });

  const { code, stderr } = await desk.run([], { entry: join(ROOT, "bot", "main.ts") });

  assert.equal(code, 2);
  assert.match(stderr, /handrail start/);
});

test("neither a bot nor a turn loads the model client's library before it asks a model", async () => {
  await using desk = await openDesk({ script: [] });
  const watch = `
    import { registerHooks } from "node:module";
    const seen = [];
    registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) });
    await import(${JSON.stringify(join(ROOT, "bot", "run.ts"))});
    await import(${JSON.stringify(join(ROOT, "bot", "cli", "turn-command.ts"))});
    console.log(seen.length, seen.filter((url) => url.includes("/node_modules/openai/")).length);
  `;

  const out = execFileSync(process.execPath, ["--input-type=module", "--eval", watch], {
    cwd: desk.dir,
  }).toString();

  const [all, openai] = out.trim().split(" ").map(Number);
  assert.ok((all ?? 0) > 50);
  assert.equal(openai, 0);
});
