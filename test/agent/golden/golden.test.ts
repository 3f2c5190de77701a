// Logs of earlier days, rendered by today's code byte for byte. They were committed once, by record.ts, and no test writes them: one
// that fails here says that turns which are under way, or in somebody's ledger, would not be what they were.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromRow } from "../../../agent/events.ts";
import { replayTurn } from "../../../agent/replay.ts";
import { decide } from "../../../agent/turn/decide.ts";
import { FIRST_PREV, rowHash } from "../../../store/chain.ts";
import type { LogRow } from "../../../store/ledger.ts";
import { blobsOf, type GoldenLog, goldenNames, readGolden } from "./golden-log.ts";
import { stories } from "./stories.ts";

for (const name of goldenNames()) {
  const golden = readGolden(name);

  test(`the golden log "${name}" replays byte for byte: ${golden.covers}`, async () => {
    const replay = await replayTurn(golden.rows, blobsOf(golden));

    assert.deepEqual(replay.faults, []);
    assert.ok(replay.requests >= 2);
    assert.deepEqual(decide(replay.events), { type: "done" });
  });
}

test("every story has its golden log", () => {
  assert.deepEqual(goldenNames(), Object.keys(stories).sort());
});

test("a golden log holds what its name says", () => {
  const typesOf = (name: string) => readGolden(name).rows.map(({ type }) => type);
  const count = (name: string, type: string) => typesOf(name).filter((one) => one === type).length;

  assert.ok(count("trims", "trimmed") >= 2);
  assert.ok(count("steering", "steered") === 1 && count("stop", "stop_asked") === 1);
  assert.ok(count("permission", "permission_decided") === 2 && count("conflict", "conflicted") === 1);
  assert.ok(count("revise", "review_opened") === 2 && count("pushes", "pushed") === 2);
  assert.equal(count("workers", "item_ended"), 2);
  const restart = typesOf("restart");
  assert.ok(restart.some((type, i) => type === "asked" && restart[i + 1] === "asked"));
  const replies = readGolden("cuts").rows.map(fromRow);
  assert.equal(replies.filter((e) => e.type === "replied" && e.cut).length, 2);
});

test("each story told today replays as well", async () => {
  for (const [name, story] of Object.entries(stories)) {
    const told = await story.tell();

    assert.deepEqual((await replayTurn(told.rows, blobsOf(told))).faults, [], name);
    assert.equal(told.rows.at(-1)?.type, "ended", name);
  }
});

/** The log with its chain made anew: whoever changes a row can do that. */
function rechained(golden: GoldenLog, change: (row: LogRow) => LogRow): GoldenLog {
  let prev = FIRST_PREV;
  const rows = golden.rows.map((row) => {
    const changed = { ...change(row), prev };
    prev = rowHash(changed);
    return { ...changed, hash: prev };
  });
  return { ...golden, rows };
}

test("a trim that lists something else is found, also where the chain was made anew", async () => {
  const golden = readGolden("trims");
  const swapped = rechained(golden, (row) => {
    if (row.type !== "trimmed") return row;
    const { replacements, ...rest } = JSON.parse(row.body);
    return { ...row, body: JSON.stringify({ ...rest, replacements: replacements.slice(1) }) };
  });

  const replay = await replayTurn(swapped.rows, blobsOf(swapped));

  assert.match(replay.faults[0]?.what ?? "", /does not hash to what was sent/);
});

test("a byte that changed in any blob of a log is found", async () => {
  const golden = readGolden("trims");
  for (const hash of Object.keys(golden.blobs)) {
    const text = golden.blobs[hash] ?? "";
    const other = text.startsWith("{") ? `[${text.slice(1)}` : `{${text.slice(1)}`;
    const changed = { ...golden, blobs: { ...golden.blobs, [hash]: other } };

    const replay = await replayTurn(changed.rows, blobsOf(changed));

    assert.notDeepEqual(replay.faults, [], `${hash}: ${text.slice(0, 60)}`);
  }
});
