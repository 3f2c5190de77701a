// `handrail index` and `handrail lookup` as a terminal sees them: output, exit codes, and an index that is kept.
// Promises the commands in this process, over real folders. Refuses to look at anything that a terminal would not show.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { indexCommand } from "../../../bot/cli/index-command.ts";
import type { CliIo } from "../../../bot/cli/io.ts";
import { lookupCommand } from "../../../bot/cli/lookup-command.ts";
import { systemClock } from "../../../store/clock.ts";
import { tempDocs } from "./docs-folder.ts";

const PAGES = {
  "Loom.md": "# Loom\n\nThe machine.",
  "Loom-weaveRow.md": "# Loom-weaveRow\n\nMakes one line of cloth.",
  "api.yaml": "loom: {}",
};

function terminal(t: TestContext, isTty = false) {
  const docs = tempDocs(t, PAGES);
  const said = { out: "", err: "" };
  const io: CliIo = {
    stdout: (text) => {
      said.out += text;
    },
    stderr: (text) => {
      said.err += text;
    },
    isTty,
    clock: systemClock,
    signal: t.signal,
    dataDir: path.join(docs.root, "data"),
    cwd: docs.root,
  };
  return { docs, io, said };
}

const lines = (text: string) => text.trimEnd().split("\n");

test("index says what it found, what changed and what it could not read", async (t) => {
  const { docs, io, said } = terminal(t);
  docs.write("broken.md", Buffer.from([0xff, 0xfe]));

  const code = await indexCommand(["--docs", "docs"], io);

  assert.equal(code, 0);
  assert.match(said.out, /^2 chunks, 1 interface, 1 member\nfrom 3 pages in /);
  assert.match(said.out, /2 added, 0 removed, 0 modified/);
  assert.match(said.out, /not yet read: 1 × \.yaml\n/);
  assert.match(said.out, /noted: 1 × not valid UTF-8\n {2}broken\.md: not valid UTF-8\n/);
});

test("index --json is one object a line, and the last is the report", async (t) => {
  const { io, said } = terminal(t);

  const code = await indexCommand(["--docs", "docs", "--json"], io);

  const objects = lines(said.out).map((line) => JSON.parse(line));
  assert.equal(code, 0);
  assert.ok(objects.length > 5 && objects.slice(0, -1).every((object) => object.type === "progress"));
  const { chunks, interfaces, members, ms } = objects.at(-1);
  assert.deepEqual([chunks, interfaces, members, typeof ms], [2, 1, 1, "number"]);
});

test("the index is kept under the data folder, whatever the folder's path is written like", async (t) => {
  const { docs, io, said } = terminal(t);
  fs.symlinkSync(docs.folder, path.join(docs.root, "alias"));

  await indexCommand(["--docs", "docs"], io);
  await indexCommand(["--docs", "./alias/../docs/."], io);
  await lookupCommand(["--docs", path.join(docs.root, "alias"), "Loom"], io);

  assert.equal(fs.readdirSync(path.join(docs.root, "data", "indexes")).length, 1);
  assert.match(said.out, /nothing changed/);
});

test("--into puts the index where it says", async (t) => {
  const { docs, io } = terminal(t);

  await indexCommand(["--docs", "docs", "--into", "here"], io);

  assert.ok(fs.existsSync(path.join(docs.root, "here", "current.json")));
});

test("lookup builds what is missing, names the chunk and prints its text", async (t) => {
  const { io, said } = terminal(t);

  const code = await lookupCommand(["--docs", "docs", "line", "of", "cloth"], io);

  assert.equal(code, 0);
  assert.match(said.out, /1 found by its words\n {2}Loom-weaveRow {2}Makes one line of cloth\./);
  assert.match(said.out, /chunk Loom-weaveRow, Loom-weaveRow\.md line 1\n\nMakes one line of cloth\.\n$/);
});

test("lookup sees what changed since the last time", async (t) => {
  const { docs, io, said } = terminal(t);
  await lookupCommand(["--docs", "docs", "Loom.tension"], io);
  docs.write("Loom-tension.md", "# Loom-tension\n\nHow tight it is.");
  said.out = "";

  await lookupCommand(["--docs", "docs", "Loom.tension", "--json", "--limit", "3"], io);

  const { kind, hits, best } = JSON.parse(said.out);
  assert.deepEqual([kind, hits[0].chunk, best.text], ["name", "Loom-tension", "How tight it is."]);
});

test("lookup that finds nothing says so, and ends well", async (t) => {
  const { io, said } = terminal(t);

  const code = await lookupCommand(["--docs", "docs", "qqqqxyzzy"], io);

  assert.deepEqual([code, said.out], [0, 'Nothing in the documentation for "qqqqxyzzy".\n']);
});

test("a terminal sees progress and bold names, a pipe neither", async (t) => {
  const tty = terminal(t, true);

  await indexCommand(["--docs", "docs"], tty.io);

  assert.match(tty.said.err, /reading 2 of 2 pages/);
  assert.ok(tty.said.out.startsWith("\u001b[1m2 chunks"));
});

test("wrong arguments are usage errors of one line that says what to do", async (t) => {
  const { io, said } = terminal(t);
  const wrong: [typeof indexCommand, string[], RegExp][] = [
    [
      indexCommand,
      [],
      /Name the documentation: --workspace DIR or --docs DIR; .*docs\.json names no sources\. .*"folder": "docs"/,
    ],
    [indexCommand, ["--docs", "docs", "--workspace", "."], /--workspace or --docs, not both/],
    [indexCommand, ["--docs", "docs", "--parser", "none"], /--parser takes one of html-book, /],
    [indexCommand, ["--complete"], /go with --docs/],
    [indexCommand, ["--docs", "nowhere"], /There is no folder .*nowhere; give --docs/],
    [indexCommand, ["--docs", "docs/Loom.md"], /There is no folder/],
    [indexCommand, ["--dosc", "docs"], /--dosc/],
    [lookupCommand, ["--docs", "docs"], /Say what to look up/],
    [lookupCommand, ["--docs", "docs", "x", "--limit", "0"], /--limit takes a whole number/],
  ];

  for (const [command, argv, says] of wrong) {
    said.err = "";
    assert.equal(await command(argv, io), 2, argv.join(" "));
    assert.match(said.err, says);
    assert.equal(lines(said.err).length, 1, said.err);
  }
});

test("a stopped command is a failure, not a usage error", async (t) => {
  const { io, said } = terminal(t);

  const code = await indexCommand(["--docs", "docs"], { ...io, signal: AbortSignal.abort() });

  assert.deepEqual([code, said.err], [1, "Stopped.\n"]);
});
