// Jobs that move nothing: the owner hears of it once, with a word on whether that is expected.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { loadSources } from "../../agent/docs/sources/load-sources.ts";
import { STREAK_LIMIT, streakWords } from "../../agent/streaks.ts";
import { rebuildIndex } from "../../jobs/rebuild-index.ts";
import { openLedger } from "../../store/open.ts";
import { at, job, setClock, start } from "./rig.ts";

async function openNight() {
  const clock = setClock(at("2026-05-05T12:00:00Z"));
  const ledger = await openLedger("memory:", { clock });
  return { clock, ledger, [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose]() };
}

test("a job that moves nothing four times on the same input is told once, as expected", async () => {
  await using night = await openNight();
  const idle = job(async () => ({ moved: 0 }), { outcome: () => ({ moved: false, input: "same" }) });
  const { scheduler, reports } = await start([idle], night.ledger, night.clock);

  for (let n = 0; n < 6; n++) {
    await night.clock.move(1000);
    await scheduler.runNow("count");
    await scheduler.idle();
  }

  assert.equal(reports.length, 1);
  assert.match(reports[0] ?? "", /^The job count: nothing came of it 4 times in a row\. .*that is expected/);
  await scheduler[Symbol.asyncDispose]();
});

test("a job that moves nothing though its input changed is told as a fault, and listed until it clears", async () => {
  await using night = await openNight();
  const run = { n: 0, moved: false };
  const blind = job(async () => ({ n: ++run.n }), {
    outcome: ({ n }) => ({ moved: run.moved, input: `input ${n}` }),
  });
  const { scheduler, reports } = await start([blind], night.ledger, night.clock);
  const once = async () => {
    await night.clock.move(1000);
    await scheduler.runNow("count");
    await scheduler.idle();
  };

  for (let n = 0; n < 4; n++) await once();
  const listed = await night.ledger.streaks(STREAK_LIMIT);
  run.moved = true;
  await once();

  assert.match(reports.join(), /input changed 3 times meanwhile: something does not see/);
  assert.deepEqual(listed.map(streakWords).join(), reports[0]?.replace(/ It stays listed.*/, ""));
  assert.deepEqual(await night.ledger.streaks(STREAK_LIMIT), []);
  await scheduler[Symbol.asyncDispose]();
});

test("rebuilding an index of which no page changed is expected to move nothing", async () => {
  await using night = await openNight();
  const root = await mkdtemp(join(tmpdir(), "handrail-zero-"));
  await mkdir(join(root, ".handrail"));
  await mkdir(join(root, "docs"));
  await writeFile(join(root, ".handrail/docs.json"), '{"sources":[{"name":"docs","folder":"docs"}]}');
  await writeFile(join(root, "docs/Loom-load.md"), "# Loom-load\n\nPuts threads on the loom.\n");
  const workspace = {
    name: "shop",
    indexDir: join(root, "index"),
    sources: () => loadSources(root, new Set()),
    reload: async () => undefined,
  };
  const { scheduler, reports } = await start(
    [rebuildIndex({ workspaces: [workspace], clock: night.clock })],
    night.ledger,
    night.clock,
  );

  for (let n = 0; n < 5; n++) {
    await night.clock.move(1000);
    await scheduler.runNow("rebuild-index");
    await scheduler.idle();
  }

  assert.deepEqual(reports.length, 1, reports.join("\n"));
  assert.match(reports[0] ?? "", /^The job rebuild-index: nothing came of it 4 times in a row.*expected/);
  await scheduler[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
});
