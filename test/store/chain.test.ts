// The chain through a log, by itself: each way of tampering is found at its event.
// The store's own refusal of a broken log is in open.test.ts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_PREV, rowHash, verifyChain } from "../../store/chain.ts";
import type { LogRow } from "../../store/ledger.ts";

function chain(length: number): LogRow[] {
  const rows: LogRow[] = [];
  for (let seq = 1; seq <= length; seq++) {
    const prev = rows.at(-1)?.hash ?? FIRST_PREV;
    const row = { turn: "t1", seq, thread: "main", step: 0, at: seq, type: "asked", body: "{}", prev };
    rows.push({ ...row, hash: rowHash(row) });
  }
  return rows;
}

const broken = (rows: LogRow[]) => {
  const verdict = verifyChain(rows);
  return verdict.ok ? null : verdict.seq;
};

test("a whole log verifies, also an empty one", () => {
  assert.deepEqual(verifyChain(chain(5)), { ok: true });
  assert.deepEqual(verifyChain([]), { ok: true });
});

test("a change of any field is found", () => {
  const changes: Partial<LogRow>[] = [
    { body: "{ }" },
    { at: 9 },
    { thread: "side" },
    { step: 1 },
    { type: "x" },
  ];

  for (const change of changes) {
    assert.equal(broken(chain(3).map((row) => (row.seq === 2 ? { ...row, ...change } : row))), 2);
  }
});

test("a changed row with a fitting hash breaks the next link", () => {
  const rows = chain(3).map((row) => {
    if (row.seq !== 2) return row;
    const forged = { ...row, body: '{"forged":true}' };
    return { ...forged, hash: rowHash(forged) };
  });

  assert.equal(broken(rows), 3);
});

test("rows removed, swapped, or of another turn are found", () => {
  const [a, b, c] = chain(3);
  assert.ok(a && b && c);

  assert.equal(broken([b, c]), 1);
  assert.equal(broken([a, c]), 2);
  assert.equal(broken([a, c, b]), 2);
  assert.equal(broken([a, { ...b, turn: "t2" }, c]), 2);
});
