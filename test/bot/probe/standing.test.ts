// What is kept of a model's probes, and what /status says of it.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { readProbes } from "../../../bot/probe/probe-set.ts";
import { keepStanding, modelWarning, readStandings, standingWarning } from "../../../bot/probe/standing.ts";
import { openBot } from "../bot-rig.ts";

const standing = (passed: number, set = "now") => ({ passed, of: 10, set, at: 1 });

test("a model is warned about that was not probed, that failed, or that other probes were asked of", () => {
  const unprobed = standingWarning("gpt", undefined, "now");
  const failed = standingWarning("gpt", standing(7), "now");
  const old = standingWarning("gpt", standing(10, "before"), "now");
  const passed = standingWarning("gpt", standing(8), "now");

  assert.match(unprobed ?? "", /^The model gpt has not been probed: run handrail probe in a terminal/);
  assert.match(
    failed ?? "",
    /^The model gpt passed only 7 of 10 probes: choose a stronger one \(HANDRAIL_MODEL\)/,
  );
  assert.match(old ?? "", /was probed with other probes than today's: run handrail probe/);
  assert.equal(passed, null);
});

test("results of several models stand side by side, for the owner alone", async (t) => {
  const dir = await folder(t);

  await keepStanding(dir, "a", standing(10, readProbes().version));
  await keepStanding(dir, "b", standing(2, readProbes().version));

  assert.deepEqual(Object.keys(await readStandings(dir)), ["a", "b"]);
  assert.equal((await stat(join(dir, "probes.json"))).mode & 0o777, 0o600);
  assert.equal(await modelWarning(dir, "a"), null);
  assert.match((await modelWarning(dir, "b")) ?? "", /passed only 2 of 10/);
});

test("a file that is damaged, and names of every object, are no result", async (t) => {
  const dir = await folder(t);
  const none = await modelWarning(dir, "constructor");
  await writeFile(join(dir, "probes.json"), '{"a": {"passed": ');

  const damaged = await modelWarning(dir, "a");
  await keepStanding(dir, "a", standing(10, readProbes().version));

  assert.match(none ?? "", /has not been probed/);
  assert.match(damaged ?? "", /has not been probed/);
  assert.equal(JSON.parse(await readFile(join(dir, "probes.json"), "utf8")).a.passed, 10);
});

test("/status says it in one line, and nothing of a model that has passed", async (t) => {
  const warned = await openBot(t, { modelWarning: "The model gpt has not been probed: run it." });
  const quiet = await openBot(t);

  warned.say("/status");
  quiet.say("/status");
  const said = [
    await warned.says(/Documentation is searched/),
    await quiet.says(/Documentation is searched/),
  ];

  assert.match(said[0]?.text ?? "", /\n⚠ The model gpt has not been probed: run it\.(?:\n|$)/);
  assert.ok(!said[1]?.text.includes("⚠"));
});

async function folder(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "handrail-standing-"));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}
