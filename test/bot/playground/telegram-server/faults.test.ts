// Planned faults: where the call is cut decides whether it took effect. Promises each kind once.
// Refuses chance: the function under test names the call.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault } from "../../../../bot/playground/telegram-server/faults.ts";
import { ann, openRig } from "./rig.ts";

/** Strikes the first call of a method. */
function once(method: string, fault: Fault) {
  let struck = false;
  return {
    fault: (call: { method: string }) => {
      if (struck || call.method !== method) return undefined;
      struck = true;
      return fault;
    },
  };
}

async function sendThrough(fault: Fault) {
  const rig = await openRig(once("sendMessage", fault));
  const outcome = await rig
    .call("sendMessage", { chat_id: rig.chat, text: "hello" })
    .catch((error: unknown) => error);
  const texts = rig.person.messages(rig.chat).map(({ text }) => text);
  const [first] = rig.calls;
  await rig[Symbol.asyncDispose]();
  return { outcome, texts, first };
}

test("a reset before leaves nothing behind, a reset after leaves the message", async () => {
  const before = await sendThrough({ kind: "reset_before" });
  const after = await sendThrough({ kind: "reset_after" });

  assert(before.outcome instanceof Error && after.outcome instanceof Error);
  assert.deepEqual([before.texts, after.texts], [[], ["hello"]]);
  assert.deepEqual([before.first?.status, after.first?.status], [0, 200]);
  assert.equal(after.first?.fault, "reset_after");
});

test("half a body breaks off after the message took effect", async () => {
  const { outcome, texts } = await sendThrough({ kind: "half_body" });

  assert(outcome instanceof Error);
  assert.deepEqual(texts, ["hello"]);
});

test("a status stands in for the answer, before or after the effect", async () => {
  const flood = await sendThrough({
    kind: "status",
    code: 429,
    description: "Too Many Requests: retry after 7",
    retryAfter: 7,
  });
  const late = await sendThrough({ kind: "status", code: 502, after: true });

  assert.partialDeepStrictEqual(flood.outcome, { status: 429, parameters: { retry_after: 7 } });
  assert.partialDeepStrictEqual(late.outcome, { status: 502, description: "Bad Gateway" });
  assert.deepEqual([flood.texts, late.texts], [[], ["hello"]]);
});

test("a gateway's page is no JSON", async () => {
  const { outcome } = await sendThrough({ kind: "status", code: 504, html: true });

  assert(outcome instanceof SyntaxError);
});

test("a delay holds the call until the clock moves", async () => {
  await using rig = await openRig(once("sendMessage", { kind: "delay", ms: 400 }));
  const { promise: asleep, resolve } = Promise.withResolvers<void>();
  const { sleep } = rig.clock;
  rig.clock.sleep = (ms, signal) => {
    resolve();
    return sleep(ms, signal);
  };

  const call = rig.call("sendMessage", { chat_id: rig.chat, text: "late" });
  await asleep;
  assert.deepEqual(rig.person.messages(rig.chat), []);
  rig.clock.advance(400);

  assert.equal((await call).ok, true);
});

test("updates come doubled, backwards or with a gap", async () => {
  const order = async (fault: Fault) => {
    await using rig = await openRig(once("getUpdates", fault));
    rig.person.sendText({ chat: rig.chat, from: ann.id, text: "1" });
    rig.person.sendText({ chat: rig.chat, from: ann.id, text: "2" });
    const before = await rig.updates();
    rig.person.sendText({ chat: rig.chat, from: ann.id, text: "3" });
    const first = before[0]?.update_id ?? 0;
    return [before, await rig.updates()].map((batch) => batch.map(({ update_id }) => update_id - first));
  };

  assert.deepEqual(await order({ kind: "duplicate_update" }), [
    [0, 0, 1],
    [0, 1, 2],
  ]);
  assert.deepEqual(await order({ kind: "reorder_updates" }), [
    [0, -1],
    [-1, 0, 1],
  ]);
  assert.deepEqual(await order({ kind: "gap", ids: 5 }), [
    [0, 1],
    [0, 1, 7],
  ]);
});
