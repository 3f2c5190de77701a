// The terminal's whole way over engines that no reader was tuned for: `handrail index`, `handrail lookup`, and constructs
// by the endings that a profile names. Promises the commands in this process, over copies of the fixtures. Refuses to
// look inside of the index.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { indexCommand } from "../../../../bot/cli/index-command.ts";
import type { CliIo } from "../../../../bot/cli/io.ts";
import { lookupCommand } from "../../../../bot/cli/lookup-command.ts";
import { systemClock } from "../../../../store/clock.ts";
import { fixtures } from "./expected.ts";

type Desk = { run(command: typeof indexCommand, ...argv: string[]): Promise<{ code: number; out: string }> };

function workspaceOf(t: TestContext, engine: string, suffixes?: { open: string; close: string }): Desk {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "handrail-way-"));
  t.after(() => fs.rmSync(root, { recursive: true, force: true }));
  fs.cpSync(path.join(fixtures, engine), path.join(root, "docs"), { recursive: true });
  fs.mkdirSync(path.join(root, ".handrail"));
  const sources = [{ name: engine, folder: "docs", complete: true }];
  fs.writeFileSync(path.join(root, ".handrail/docs.json"), JSON.stringify({ sources }));
  if (suffixes) fs.writeFileSync(path.join(root, ".handrail/engine.json"), JSON.stringify({ suffixes }));
  const said: string[] = [];
  const io: CliIo = {
    stdout: (text) => void said.push(text),
    stderr: (text) => void said.push(text),
    isTty: false,
    clock: systemClock,
    signal: t.signal,
    dataDir: path.join(root, "data"),
    cwd: root,
  };
  return {
    async run(command, ...argv) {
      said.length = 0;
      const code = await command(argv, io);
      return { code, out: said.join("") };
    },
  };
}

test("a sonar's sweep is a construct, and its calls are found by name and by words", async (t) => {
  const { run } = workspaceOf(t, "fathom", { open: "Start", close: "Stop" });

  const index = await run(indexCommand, "--workspace", ".", "--json");
  const named = await run(lookupCommand, "Sonar.sweepStart");
  const worded = await run(lookupCommand, "turn the sweep round");
  const folder = await run(indexCommand, "--docs", "docs");

  const report = JSON.parse(index.out.trim().split("\n").at(-1) ?? "");
  assert.equal(index.code, 0, index.out);
  assert.deepEqual(report.constructs, [{ id: "sweep", interface: "Sweep", kind: "paired" }]);
  assert.match(named.out, /1 found by name/);
  assert.match(named.out, /sweepStart\(sweep, speed\)/);
  assert.match(worded.out, /Sweep\.reverse/);
  assert.match(folder.out, /^19 chunks, 5 interfaces, 13 members\n/);
});

test("an organ's passage is a construct of other endings, and a second build changes nothing", async (t) => {
  const { run } = workspaceOf(t, "bellows", { open: "Open", close: "Close" });

  const index = await run(indexCommand, "--workspace", ".", "--json");
  const again = await run(indexCommand, "--workspace", ".");
  const named = await run(lookupCommand, "Organ.pull");

  const report = JSON.parse(index.out.trim().split("\n").at(-1) ?? "");
  assert.equal(index.code, 0, index.out);
  assert.deepEqual(report.constructs, [
    { id: "note", interface: "Note", kind: "single" },
    { id: "passage", interface: "Passage", kind: "paired" },
    { id: "score", interface: "Score", kind: "single" },
  ]);
  assert.match(again.out, /nothing changed/);
  assert.match(named.out, /Pulls a stop\./);
});
