// What a person approved is never lost to a fault of ours: it lands, or ends as a conflict that was told. The ledger,
// the lease and the folder fail here in turn, for a moment or for good.

import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { failTurn } from "../../../agent/run-turn.ts";
import type { TurnDeps } from "../../../agent/turn/deps.ts";
import { systemClock } from "../../../store/clock.ts";
import type { Ledger } from "../../../store/ledger.ts";
import { call, say } from "../../servers/scripted-model.ts";
import { impatientClock, openWorkshop, type Workshop } from "./workshop.ts";

const MAIN_JS = "var a = 1;\nvar b = 2;\nvar c = 3;\n";
const AFTER = MAIN_JS.replace("2;", "20;");
const edit = call("edit_file", { path: "main.js", old: "var b = 2;", new: "var b = 20;" });
const never = new AbortController().signal;

/** A shop with an open review of its one change. */
async function openShop(
  more: string[] = [],
  clock = impatientClock,
): Promise<{ shop: Workshop; turn: string }> {
  const shop = await openWorkshop({
    clock,
    files: { "main.js": MAIN_JS },
    model: { script: [edit, say("b is now 20."), ...more.map(say)] },
  });
  const turn = await shop.ask("make b 20");
  await shop.run(turn);
  return { shop, turn };
}

/** Throws the first `times` times that the operation is used, or always. */
function failing<K extends keyof Ledger & string>(shop: Workshop, name: K, times: number): void {
  const { ledger } = shop.deps;
  const real = ledger[name] as (...args: unknown[]) => unknown;
  let left = times;
  Object.assign(ledger, {
    [name]: async (...args: unknown[]) => {
      left -= 1;
      if (left >= 0) throw new Error("the disk is busy");
      return await real(...args);
    },
  });
}

/** As the bot does: a turn that threw is ended by `failTurn`, and that is tried again until it works. */
async function asTheBotDoes(shop: Workshop, turn: string, deps: TurnDeps = shop.deps): Promise<void> {
  try {
    await shop.run(turn);
  } catch (error) {
    for (let tries = 0; tries < 20; tries++) {
      try {
        return await failTurn(turn, deps, { error, signal: never });
      } catch {}
    }
    throw new Error("it never ended");
  }
}

for (const [operation, times] of [
  ["startLanding", 3],
  ["startLanding", 9],
  ["acquireLease", 4],
  ["releaseLease", 1],
  ["generations", 5],
  ["blob", 2],
  ["inputs", 7],
] as const) {
  test(`an approved change lands though ${operation} fails ${times} times`, async () => {
    const { shop, turn } = await openShop();
    await using _ = shop;
    await shop.decide(turn, "apply");
    failing(shop, operation, times);

    await asTheBotDoes(shop, turn);

    assert.equal(await shop.file("main.js"), AFTER);
    assert.equal((await shop.deps.ledger.generations("ws", 5)).length, 1);
    assert.equal(shop.reviewer.ends.at(-1)?.end.type, "landed");
    assert.equal((await shop.deps.ledger.turn(turn))?.state, "ended");
    assert.deepEqual(await shop.deps.ledger.reviewsIn(["approved"]), []);
  });
}

test("a landing waits for another one as long as that takes, and lands", async () => {
  const { shop, turn } = await openShop([], systemClock);
  await using _ = shop;
  const { ledger, clock } = shop.deps;
  const other = { pid: process.pid, startedAt: 1, what: "another landing" };
  const lease = await ledger.acquireLease("landing:ws", other, 3_600_000, clock.now());
  await shop.decide(turn, "apply");
  const running = shop.run(turn);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(await shop.file("main.js"), MAIN_JS);

  if (lease.ok) await ledger.releaseLease("landing:ws", lease.fence);

  assert.equal(await running, "ended");
  assert.equal(await shop.file("main.js"), AFTER);
});

test("a landing that fails for good is told file by file, and the turn ends", async () => {
  const { shop, turn } = await openShop();
  await using _ = shop;
  await shop.decide(turn, "apply");
  failing(shop, "generations", Number.POSITIVE_INFINITY);

  await asTheBotDoes(shop, turn);

  const { end } = shop.reviewer.ends.at(-1) ?? {};
  assert.deepEqual(end, {
    type: "conflicted",
    files: [{ path: "main.js", why: "has the new content, though the landing failed" }],
  });
  assert.match(shop.notifier.answers.at(-1)?.text ?? "", /could not be landed/);
  const [review] = await shop.deps.ledger.reviewsIn(["conflicted"]);
  assert.ok(review, "no approval is left over");
});

test("a workspace that is gone at the tap is a conflict that is told", async () => {
  const { shop, turn } = await openShop(["The workspace is gone."]);
  await using _ = shop;
  await rm(shop.root, { recursive: true });
  await shop.decide(turn, "apply");

  await asTheBotDoes(shop, turn);

  const { end } = shop.reviewer.ends[0] ?? {};
  assert.deepEqual(end, {
    type: "conflicted",
    files: [{ path: "main.js", why: "the workspace's folder is gone" }],
  });
  await mkdir(shop.root);
});

test("words that came just before the card do not hold up its verdict, and are heard after it", async () => {
  const { shop, turn } = await openShop(["Heard."]);
  await using _ = shop;
  const { ledger, clock } = shop.deps;
  const words = { turn, kind: "steer" as const, by: "telegram:1", body: '{"text":"and tidy"}' };
  await ledger.addInput({ ...words, at: clock.now() }, "message:1");
  await shop.run(turn);

  await shop.decide(turn, "apply");
  const end = await shop.run(turn);

  assert.equal(end, "ended");
  assert.equal(await shop.file("main.js"), AFTER);
  const types = (await shop.events(turn)).map((event) => event.type);
  assert.ok(types.indexOf("landed") < types.indexOf("steered"));
});

test("a tap that comes while a stop is being answered lands", async () => {
  const { shop, turn } = await openShop();
  await using _ = shop;
  const { ledger, clock } = shop.deps;
  const { closeReview } = ledger;
  ledger.closeReview = async (...args) => {
    ledger.closeReview = closeReview;
    await shop.decide(turn, "apply");
    return await closeReview(...args);
  };
  const stop = { turn, kind: "stop" as const, by: "telegram:1", body: "{}", at: clock.now() };
  await ledger.addInput(stop, "stop:1");

  await shop.run(turn);

  assert.equal(await shop.file("main.js"), AFTER);
  assert.equal(shop.notifier.answers[0]?.outcome, "landed");
  assert.equal((await ledger.turn(turn))?.outcome, "landed");
});

test("a fault after a stop ends the turn, and not in a loop", async () => {
  const { shop, turn } = await openShop();
  await using _ = shop;
  await shop.decide(turn, "apply");
  failing(shop, "generations", Number.POSITIVE_INFINITY);

  await assert.rejects(shop.run(turn, { stop: AbortSignal.abort() }), /could not be landed/);
});

test("a landing that another process recorded is not written again", async () => {
  const { shop, turn } = await openShop();
  await using _ = shop;
  const { ledger } = shop.deps;
  await shop.decide(turn, "apply");
  const { review } = ledger;
  ledger.review = async (id) => {
    ledger.review = review;
    const found = await review(id);
    await shop.run(turn);
    await writeFile(join(shop.root, "main.js"), MAIN_JS);
    return found;
  };

  await asTheBotDoes(shop, turn);

  assert.equal(await shop.file("main.js"), MAIN_JS, "taken back since, and left so");
  assert.equal((await ledger.generations("ws", 5)).length, 1);
});

test("a landing whose lease another process took over in the middle is recorded at the next try, once", async () => {
  const { shop, turn } = await openShop();
  await using _ = shop;
  const { ledger, clock, workspace } = shop.deps;
  const other = { pid: process.pid, startedAt: 2, what: "a clock that is two minutes ahead" };
  await shop.decide(turn, "apply");
  const tries = { count: 0 };
  shop.deps.workspace = {
    ...workspace,
    async land(...args) {
      tries.count += 1;
      const outcome = await workspace.land(...args);
      if (tries.count === 1) {
        const lease = await ledger.acquireLease("landing:ws", other, 1, clock.now() + 120_000);
        if (lease.ok) await ledger.releaseLease("landing:ws", lease.fence);
      }
      return outcome;
    },
  };

  await shop.run(turn);

  assert.equal(tries.count, 2);
  assert.equal(await shop.file("main.js"), AFTER);
  assert.equal((await ledger.generations("ws", 5)).length, 1);
  assert.equal(shop.reviewer.ends.at(-1)?.end.type, "landed");
});

test("a rejected card is settled again when telling it failed", async () => {
  const { shop, turn } = await openShop();
  await using _ = shop;
  const { reviewer } = shop;
  const settle = reviewer.settle;
  let left = 1;
  reviewer.settle = async (review, end) => {
    left -= 1;
    if (left >= 0) throw new Error("the outbox is full");
    await settle(review, end);
  };

  await shop.decide(turn, "reject");
  await asTheBotDoes(shop, turn);

  assert.equal(reviewer.ends[0]?.end.type, "rejected");
  assert.equal(await shop.file("main.js"), MAIN_JS);
});
