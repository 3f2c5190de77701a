// `handrail probe` against models that behave rightly and wrongly, over HTTP and through the real turn; what is kept of it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { ChatRequest } from "../../../bot/playground/offline-model/chat-request.ts";
import { readProbes } from "../../../bot/probe/probe-set.ts";
import { readStandings } from "../../../bot/probe/standing.ts";
import { call, say } from "../../servers/scripted-model.ts";
import { openDesk } from "../cli/rig.ts";
import { rightReply, wrongReply } from "./answers.ts";

const SHORT = { timeout: 120_000 };
const ALL = readProbes().probes.length;

test("a model that looks things up passes all, and that is kept for the bot", SHORT, async () => {
  await using desk = await openDesk({ respond: rightReply });

  const { code, stdout, stderr } = await desk.run(["probe"]);

  assert.equal(code, 0, stdout + stderr);
  assert.match(
    stdout,
    new RegExp(`^model +passed .*\\nscripted +${ALL} of ${ALL} +[\\d,]+ +[\\d.]+ s +0 +100 %\\n$`),
  );
  const { scripted } = await readStandings(desk.dataDir);
  assert.deepEqual([scripted?.passed, scripted?.of, scripted?.set], [ALL, ALL, readProbes().version]);
});

test("a model that writes what looks likely passes none, and each failure says why", SHORT, async () => {
  await using desk = await openDesk({ respond: wrongReply });

  const { code, stdout } = await desk.run(["probe", "--json"]);

  const told = JSON.parse(stdout);
  assert.equal(code, 1);
  assert.equal(told.models.length, 1);
  const [model] = told.models;
  assert.deepEqual([model.k, model.n, model.passed], [0, ALL, false]);
  assert.equal(model.bounced, 2 * ALL);
  assert.ok(model.tokens.prompt > 0 && model.validShare === 1);
  assert.ok(model.runs.every(({ faults }: { faults: string[] }) => faults.length > 0));
});

test("repeats, some probes and several models are counted apart; a part is not kept", SHORT, async () => {
  const respond = (request: ChatRequest) =>
    request.model === "strong" ? rightReply(request) : wrongReply(request);
  await using desk = await openDesk({ respond });
  const some = "crop-marks,broken-line";

  const { code, stdout } = await desk.run([
    ...["probe", "-n", "2", "--probes", some, "--models", "strong,weak", "--json"],
  ]);

  const [strong, weak] = JSON.parse(stdout).models;
  assert.equal(code, 1);
  assert.deepEqual([strong.model, strong.k, strong.n], ["strong", 4, 4]);
  assert.deepEqual([weak.model, weak.k, weak.n], ["weak", 0, 4]);
  assert.deepEqual(
    strong.runs.map(({ probe, repeat }: { probe: string; repeat: number }) => `${probe} ${repeat}`),
    ["crop-marks 1", "broken-line 1", "crop-marks 2", "broken-line 2"],
  );
  assert.deepEqual(await readStandings(desk.dataDir), {});
});

/** Edits at once, with a name that is not there. */
const hasty = (content: string) => ({
  respond: ({ messages }: ChatRequest) =>
    messages.some((one) => one.role === "tool")
      ? say("Done.")
      : call("write_file", { path: "new.js", content }),
});

test("without grounding a change goes through that nobody looked up", SHORT, async () => {
  await using desk = await openDesk(hasty('sheet.image("a.png");\n'));
  const probe = ["probe", "--probes", "crop-marks", "--json", "--without"];

  const held = await desk.run([...probe, "inflation,brief"]);
  const free = await desk.run([...probe, "inflation,brief,grounding"]);

  assert.equal(JSON.parse(held.stdout).models[0].bounced, 1);
  assert.equal(JSON.parse(free.stdout).models[0].bounced, 0);
});

test("without the checker an invented name is staged, and the grade finds it", SHORT, async () => {
  await using desk = await openDesk(hasty("sheet.drawStar();\n"));
  const probe = ["probe", "--probes", "crop-marks", "--json", "--without"];

  const held = await desk.run([...probe, "grounding"]);
  const free = await desk.run([...probe, "grounding,checker"]);

  const faults = ({ stdout }: { stdout: string }): string[] => JSON.parse(stdout).models[0].runs[0].faults;
  assert.deepEqual(faults(held), ["nothing was changed"]);
  assert.ok(faults(free).includes("new.js:1: member sheet.drawStar"), free.stdout);
});

test("without brief, inflation or documentation the requests lack them", SHORT, async () => {
  await using desk = await openDesk({ respond: () => say("I cannot.") });
  const asked = async (...without: string[]) => {
    const from = desk.model.requests.length;
    await desk.run(["probe", "--probes", "footer-strip", ...without]);
    return desk.model.requests.slice(from);
  };

  const whole = await asked();
  const unbriefed = await asked("--without", "brief");
  const uninflated = await asked("--without", "inflation");
  const bare = await asked("--without", "documentation");

  const text = (requests: typeof whole) => requests.map(({ raw }) => raw.toString()).join("\n");
  assert.match(text(whole), /From the documentation, for this request/);
  assert.doesNotMatch(text(unbriefed), /From the documentation, for this request/);
  assert.match(text(unbriefed), /"lookup_docs"/);
  assert.match(text(whole), /give_queries/);
  assert.doesNotMatch(text(uninflated), /give_queries/);
  assert.doesNotMatch(text(bare), /"lookup_docs"|From the documentation/);
});

test("without gates a draft that gives up is not sent back", SHORT, async () => {
  await using desk = await openDesk({
    respond: () => say("I could not do this. Please edit main.js yourself."),
  });
  const asked = async (without: string) => {
    const from = desk.model.requests.length;
    await desk.run(["probe", "--probes", "crop-marks", "--without", without]);
    return desk.model.requests.length - from;
  };

  const held = await asked("inflation");
  const free = await asked("inflation,gates");

  assert.ok(held > free, `${held} requests with gates, ${free} without`);
  assert.equal(free, 1);
});

test("a model that cannot be asked has failed, and the key is in no line", SHORT, async () => {
  await using desk = await openDesk({ script: [] });

  const { code, stdout, stderr } = await desk.run(["probe", "--probes", "crop-marks"], {
    env: { OPENAI_API_KEY: "another-key-987654321" },
  });

  assert.equal(code, 1);
  assert.match(stdout, /scripted failed crop-marks \(1\): the model could not be asked: /);
  assert.doesNotMatch(stdout + stderr, /another-key/);
});

test("wrong arguments are one line that names what fits", SHORT, async () => {
  await using desk = await openDesk({ script: [] });

  for (const [args, words] of [
    [["-n", "0"], /^-n takes a whole number from 1 to 100\. Usage: handrail probe /],
    [["--without", "luck"], /^--without takes documentation, brief, inflation, grounding, checker, gates\./],
    [["--probes", "nothing"], /^--probes takes some of stock-total, /],
  ] as const) {
    const { code, stderr } = await desk.run(["probe", ...args]);

    assert.equal(code, 2);
    assert.match(stderr, words);
  }
  await assert.rejects(readFile(join(desk.dataDir, "probes.json")), { code: "ENOENT" });
});
