// What `handrail turn` reads and writes: events on standard output, answers from a pipe, Ctrl+C, readers that go, and
// folders and files that cannot be used.

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fromRow } from "../../../agent/events.ts";
import { call, faulty, say } from "../../servers/scripted-model.ts";
import { edit, MAIN_JS, openDesk } from "./rig.ts";

test("--json streams one event a line and nothing else", async () => {
  await using desk = await openDesk({ script: [edit, say("b is now 20.")] });

  const { code, stdout, stderr } = await desk.turn("make b 20", "--json", "--review", "apply");

  assert.equal(code, 0, stderr);
  const events = stdout
    .trimEnd()
    .split("\n")
    .map((line): { seq: number; type: string } => JSON.parse(line));
  assert.deepEqual(
    events.map((event) => event.seq),
    events.map((_, i) => i + 1),
  );
  assert.equal(events[0]?.type, "started");
  assert.equal(events.at(-1)?.type, "ended");
});

test("with --json the diff that is asked about is on standard error", async () => {
  await using desk = await openDesk({ script: [edit, say("b is now 20.")] });

  const { code, stdout, stderr } = await desk.run(
    ["turn", "make b 20", "--workspace", desk.workspace, "--json", "--review", "ask"],
    { stdin: "y\n" },
  );

  assert.equal(code, 0, stderr);
  assert.match(stderr, /\+var b = 20;/);
  for (const line of stdout.trimEnd().split("\n")) JSON.parse(line);
  assert.match(await desk.file("main.js"), /var b = 20;/);
});

test("lines from a pipe answer one question after the other", async () => {
  const again = call("edit_file", { path: "main.js", old: "var b = 20;", new: "var b = 21;" });
  await using desk = await openDesk({ script: [edit, say("b is 20."), again, say("b is 21.")] });

  const { code, stderr } = await desk.run(
    ["turn", "make b 20", "--workspace", desk.workspace, "--review", "ask"],
    { stdin: "make it 21\ny\n" },
  );

  assert.equal(code, 0, stderr);
  assert.match(await desk.file("main.js"), /var b = 21;/);
});

test("a pipe that ends without an answer is no yes", async () => {
  await using desk = await openDesk({ script: [edit, say("b is 20.")] });

  const { code } = await desk.run(["turn", "make b 20", "--workspace", desk.workspace, "--review", "ask"], {
    stdin: "",
  });

  assert.equal(code, 3);
  assert.equal(await desk.file("main.js"), MAIN_JS);
});

test("an open pipe does not hold the command after its answer", async () => {
  await using desk = await openDesk({ script: [edit, say("b is 20.")] });
  const child = desk.start(["turn", "make b 20", "--workspace", desk.workspace, "--review", "ask"]);

  await child.heard(/Apply\?/);
  child.process.stdin.write("y\n");
  const { code } = await child.ended;

  assert.equal(code, 0);
});

test("Ctrl+C in the middle of a model call ends the turn as stopped", async () => {
  const asked = Promise.withResolvers<void>();
  await using desk = await openDesk({
    script: [
      edit,
      () => {
        asked.resolve();
        return faulty({ type: "stall" }, say("never read to its end"));
      },
    ],
  });
  const child = desk.start(["turn", "make b 20", "--workspace", desk.workspace]);
  await asked.promise;

  // A terminal sends it to the whole group and npm passes it on: one Ctrl+C may come twice.
  child.process.kill("SIGINT");
  child.process.kill("SIGINT");
  const { code, stdout } = await child.ended;

  assert.equal(code, 1);
  assert.match(stdout, /^Stopped\..*main\.js/);
  assert.equal(await desk.file("main.js"), MAIN_JS);
  await using ledger = await desk.ledger();
  assert.deepEqual((await ledger.turnsIn(["running", "waiting"])).length, 0);
  assert.equal((await ledger.turnsIn(["ended"]))[0]?.outcome, "stopped");
});

test("Ctrl+C at the question ends the turn as stopped, and its review as withdrawn", async () => {
  await using desk = await openDesk({ script: [edit, say("b is 20.")] });
  const child = desk.start(["turn", "make b 20", "--workspace", desk.workspace, "--review", "ask"]);
  await child.heard(/Apply\?/);

  child.process.kill("SIGINT");
  const { code } = await child.ended;

  assert.equal(code, 1);
  await using ledger = await desk.ledger();
  assert.equal((await ledger.turnsIn(["ended"]))[0]?.outcome, "stopped");
  assert.equal((await ledger.reviewsIn(["withdrawn"])).length, 1);
  assert.equal(await desk.file("main.js"), MAIN_JS);
});

test("a reader that goes away stops the turn, and it is ended", async () => {
  await using desk = await openDesk({
    respond: async (_request, index) => {
      if (index === 1) child.process.stdout.destroy();
      return index < 40 ? call("read_file", { path: "main.js", from: 1, to: index + 1 }) : say("done");
    },
  });
  const child = desk.start(["turn", "look", "--workspace", desk.workspace, "--json"]);

  const { code } = await child.ended;

  assert.notEqual(code, 0);
  await using ledger = await desk.ledger();
  assert.deepEqual(await ledger.turnsIn(["running", "waiting"]), []);
});

const oneLine = /^[^\n]+\n$/;

test("a data folder that --data names and that cannot be made is one line and 2", async () => {
  await using desk = await openDesk({ script: [] });
  const file = join(desk.dir, "a-file");
  await writeFile(file, "");

  const { code, stdout, stderr } = await desk.turn("hello", "--data", join(file, "data"));

  assert.equal(code, 2);
  assert.equal(stdout, "");
  assert.match(stderr, oneLine);
  assert.match(stderr, /^The data folder .*a-file.* cannot be used: set HANDRAIL_DATA or --data /);
});

test("a ledger that is no ledger is one line and 1, for a turn and for a replay", async () => {
  await using desk = await openDesk({ script: [] });
  await mkdir(desk.dataDir, { recursive: true });
  await writeFile(
    join(desk.dataDir, "handrail.sqlite"),
    "this is no database, and long enough to show it\n".repeat(99),
  );

  const turn = await desk.turn("hello");
  const replay = await desk.run(["replay", "abc"]);

  for (const { code, stderr } of [turn, replay]) {
    assert.equal(code, 1);
    assert.match(stderr, oneLine);
    assert.match(stderr, /could not be opened/);
  }
});

test("without a key the offline model answers, and the command says so", async () => {
  await using desk = await openDesk({ script: [] });

  const { code, stderr } = await desk.run(["turn", "find var b", "--workspace", desk.workspace], {
    env: { OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined, HANDRAIL_MODEL: undefined },
  });

  assert.equal(code, 0);
  assert.match(stderr, /^No OPENAI_API_KEY is set: the offline model answers/);
});

test("what was said of one workspace is in no prompt of another", async () => {
  await using desk = await openDesk({ script: [say("The secret of the first shop is 42."), say("b is 2.")] });
  const other = join(desk.dir, "other");
  await mkdir(other);

  await desk.turn("tell me");
  await desk.run(["turn", "and here?", "--workspace", other]);

  assert.equal(desk.model.requests.length, 2);
  assert.ok(!desk.model.requests[1]?.raw.includes("first shop"));
  await using ledger = await desk.ledger();
  const [last] = await ledger.turnsIn(["ended"]);
  assert.equal((await ledger.log(last?.turn ?? "")).map(fromRow).at(-1)?.type, "ended");
});
