// Starting afresh: what earlier starts kept is dropped, but not from under a bot that is at work on it.
// Refuses a browser: the address, the files and the refusal are enough.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { defaultBounds } from "../../../agent/turn/deps.ts";
import { startPlayground } from "../../../bot/playground/playground.ts";
import { systemClock as clock } from "../../../store/clock.ts";

test("--fresh refuses while another Handrail runs on the folder, and drops the state once it has ended", async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), "handrail-fresh-"));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const stopping = new AbortController();
  const start = (fresh: boolean) =>
    startPlayground({
      config: {
        dataDir,
        telegram: null,
        model: null,
        workspaces: [],
        port: 0,
        bounds: defaultBounds,
        jobs: {},
      },
      fresh,
      io: {
        stdout: () => undefined,
        stderr: () => undefined,
        isTty: false,
        clock,
        signal: stopping.signal,
        dataDir,
        cwd: dataDir,
      },
    });
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
