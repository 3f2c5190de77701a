// Whatever comes in whichever order, and however often: the inbox keeps each update once, in order of
// arrival. Checked against a plain list, over random histories.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { openLedger } from "../../store/open.ts";
import { stoppedClock, T0 } from "./samples.ts";

type Act = { type: "ingest"; ids: number[]; offset: number } | { type: "finish"; id: number };

const id = fc.integer({ min: 0, max: 12 });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    type: fc.constant("ingest" as const),
    ids: fc.array(id, { maxLength: 6 }),
    offset: fc.nat(20),
  }),
  fc.record({ type: fc.constant("finish" as const), id }),
);

test("the inbox never loses and never doubles", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
      await using ledger = await openLedger("memory:", { clock: stoppedClock });
      const arrived: number[] = [];
      const finished = new Set<number>();
      let offset = 0;

      for (const each of acts) {
        if (each.type === "finish") {
          await ledger.finishUpdate(each.id, T0);
          if (arrived.includes(each.id)) finished.add(each.id);
          continue;
        }
        const fresh = [...new Set(each.ids)].filter((updateId) => !arrived.includes(updateId));
        const updates = each.ids.map((updateId) => ({ updateId, body: `{"n":${updateId}}`, receivedAt: T0 }));
        assert.equal(await ledger.ingest(updates, each.offset), fresh.length);
        arrived.push(...fresh);
        offset = each.offset;
      }

      assert.equal(await ledger.pollOffset(), offset);
      assert.deepEqual(
        (await ledger.pendingUpdates(100)).map((update) => [update.updateId, update.body]),
        arrived
          .filter((updateId) => !finished.has(updateId))
          .map((updateId) => [updateId, `{"n":${updateId}}`]),
      );
    }),
    { numRuns: 80 },
  );
});
