// Starting: a project of one's own has first requests, and --fresh drops what earlier starts kept, but not from under a
// bot that is at work on it.
// Refuses a browser: the address, the files and the refusal are enough.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { defaultBounds } from "../../../agent/turn/deps.ts";
import { startPlayground } from "../../../bot/playground/playground.ts";
import { systemClock as clock } from "../../../store/clock.ts";

type Starting = { dataDir: string; workspaces?: string[]; fresh?: boolean; signal: AbortSignal };

const begin = ({ dataDir, workspaces = [], fresh = false, signal }: Starting) =>
  startPlayground({
    config: { dataDir, telegram: null, model: null, workspaces, port: 0, bounds: defaultBounds, jobs: {} },
    fresh,
    io: {
      stdout: () => undefined,
      stderr: () => undefined,
      isTty: false,
      clock,
      signal,
      dataDir,
      cwd: dataDir,
    },
  });

test("a project of one's own has first requests too, and none about the sample", async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), "handrail-own-"));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const own = await mkdtemp(join(tmpdir(), "handrail-project-"));
  t.after(() => rm(own, { recursive: true, force: true }));
  await using page = await begin({ dataDir, workspaces: [own], signal: new AbortController().signal });

  const answer = await fetch(new URL("api/state", page.address));
  const { about }: { about: { suggestions: string[] } } = JSON.parse(await answer.text());

  assert.deepEqual(about.suggestions, ["list files", "what can you do"]);
});

test("--fresh refuses while another Handrail runs on the folder, and drops the state once it has ended", async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), "handrail-fresh-"));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const stopping = new AbortController();
  const start = (fresh: boolean) => begin({ dataDir, fresh, signal: stopping.signal });
  const kept = join(dataDir, "playground", "workspace", "quire", "main.js");
  const first = await start(false);
  const shipped = await readFile(kept, "utf8");
  await writeFile(kept, "changed\n");

  await assert.rejects(start(true), /Another Handrail \(process \d+\).*stop it before --fresh/);
  assert.equal(await readFile(kept, "utf8"), "changed\n");
  await first[Symbol.asyncDispose]();
  await using second = await start(true);

  assert.notEqual(second.address, first.address);
  assert.equal(await readFile(kept, "utf8"), shipped);
});

test("nobody else on the machine can read what is kept, and a damaged identity is replaced, not quoted", async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), "handrail-modes-"));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const own = join(dataDir, "playground");
  await mkdir(own, { mode: 0o755 });
  await writeFile(join(own, "identity.json"), '{"token":"123456789:AAcanary', { mode: 0o600 });

  const page = await begin({ dataDir, signal: new AbortController().signal });
  await page[Symbol.asyncDispose]();

  const files = (await readdir(own)).filter((name) => /sqlite|identity/.test(name));
  assert.ok(files.length >= 3, files.join());
  for (const name of files) {
    assert.equal((await stat(join(own, name))).mode & 0o077, 0, name);
  }
  assert.doesNotMatch(await readFile(join(own, "identity.json"), "utf8"), /canary/);
});
