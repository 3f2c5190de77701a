// The race of a folder that becomes a link to the outside and a folder again. Promises that no byte outside is read
// or written, over many writes that succeed.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { openWorkspace } from "../../../agent/workspace/folder.ts";
import { systemClock } from "../../../store/clock.ts";
import { noFailpoint } from "../../../store/failpoint.ts";
import { folderWith } from "../tools/tool-world.ts";

const ROUNDS = 120;
const { signal } = new AbortController();

test("a link swapper gets nothing outside read or written", async () => {
  const root = await folderWith({ "lib/a.txt": "0" });
  const outside = await folderWith({ "a.txt": "0", "secret.txt": "outside" });
  const untouched = await stat(join(outside, "a.txt"));
  const folderBefore = (await stat(outside)).mtimeMs;
  const workspace = await openWorkspace(root, { clock: systemClock, failpoint: noFailpoint });
  const flags = new Int32Array(new SharedArrayBuffer(4));
  const paths = { lib: join(root, "lib"), moved: join(root, "lib-moved"), outside, flags };
  const swapper = new Worker(new URL("./swap-thread.ts", import.meta.url), { workerData: paths });
  await once(swapper, "message");
  // Asked for before it can come: under load the thread may end by its own clock.
  const ended = once(swapper, "message");

  let [now, landed, foreign] = ["0", 0, 0];
  for (let round = 1; round <= ROUNDS; round++) {
    const after = String(round);
    const files = [
      { path: "lib/a.txt", before: Buffer.from(now), after: Buffer.from(after), mode: null },
      { path: `lib/new-${round}.txt`, before: null, after: Buffer.from("n"), mode: null },
    ];
    const outcome = await workspace.land(`race-${round}`, files, signal);
    const secret = await workspace.read("lib/secret.txt", signal);
    if (secret.ok) foreign++;
    if (outcome.type === "landed") landed++;
    if (
      outcome.type === "landed" ||
      (outcome.partial && outcome.files.some((f) => f.path === "lib/a.txt" && f.landed))
    )
      now = after;
  }
  Atomics.store(flags, 0, 1);
  Atomics.notify(flags, 0);
  const [swaps] = await ended;

  assert.equal(foreign, 0);
  assert.deepEqual((await readdir(outside)).sort(), ["a.txt", "secret.txt"]);
  assert.equal(await readFile(join(outside, "a.txt"), "utf8"), "0");
  assert.equal((await stat(join(outside, "a.txt"))).ino, untouched.ino);
  // Not even a temp was made and removed there.
  assert.equal((await stat(outside)).mtimeMs, folderBefore);
  assert.equal(await readFile(join(root, "lib/a.txt"), "utf8"), now);
  assert.ok(landed > 10 && swaps > 50, `${landed} landed, ${swaps} swaps`);
  assert.deepEqual(
    (await readdir(join(root, "lib"))).filter((name) => name.endsWith(".tmp")),
    [],
  );
});
