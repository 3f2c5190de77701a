// SIGKILL of the bot between a tap that approves code, or a call of it, and what follows: after the next start the answer
// is whole. The tap was in the inbox or in Telegram's hands, so it is taken up, once; and what was started never runs twice.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { dataOf, type OwnToolWorld, openOwnToolWorld } from "./own-tool-world.ts";

const greet = (effect: string, run: string) => `import { appendFileSync } from "node:fs";
export const tool = ({ z }) => ({
  name: "greet",
  description: "Greets.",
  parameters: z.object({}),
  effect: "${effect}",
  run() { ${run} },
});
`;

describe("a kill between the tap and the load", { concurrency: 3 }, () => {
  for (const name of ["trust:kept", "tap:decided", "tap:answering"])
    test(`at ${name}`, async () => {
      await using world = await openOwnToolWorld(() =>
        greet("read", 'return "Hello from the approved bytes";'),
      );
      const first = world.start(name);
      world.say("/trust");
      const card = await world.shown((m) => dataOf(m, "Approve") !== undefined);
      const died = world.died(first);
      world.tap(card, "Approve");
      assert.deepEqual(await died, [null, "SIGKILL"]);
      const next = world.start(null);

      const look = await world.shown((m) => /approved by .*\n.*Offered: greet\./.test(m.text));
      assert.equal(look.id, card.id);
      world.say("greet");
      await world.shown((m) => /It said: Hello from the approved bytes/.test(m.text));

      await world.end(next);
      assert.deepEqual(await actions(world), ["trust:trusted"], "the yes is stored once");
    });
});

describe("a kill between a question for leave and its answer", { concurrency: 3 }, () => {
  const launch = (dir: string) =>
    greet("irreversible", `appendFileSync(${JSON.stringify(join(dir, "ran"))}, "x"); return "up";`);

  async function trusted(world: OwnToolWorld): Promise<void> {
    const before = world.start(null);
    world.say("/trust");
    world.tap(await world.shown((m) => dataOf(m, "Approve") !== undefined), "Approve");
    await world.shown((m) => /Offered: greet/.test(m.text));
    await world.end(before);
  }

  test("at permission:asked: the card comes with the next start", async () => {
    await using world = await openOwnToolWorld(launch);
    await trusted(world);
    const first = world.start("permission:asked");
    const died = world.died(first);
    world.say("greet");
    assert.deepEqual(await died, [null, "SIGKILL"]);
    world.start(null);

    world.tap(await world.shown((m) => dataOf(m, "Allow") !== undefined), "Allow");
    await world.shown((m) => /It said: up/.test(m.text));

    assert.equal(await readFile(join(world.dir, "ran"), "utf8"), "x");
  });

  for (const name of ["tap:decided", "tap:answering"])
    test(`at ${name}: it runs after the next start, once`, async () => {
      await using world = await openOwnToolWorld(launch);
      await trusted(world);
      const first = world.start(name);
      const died = world.died(first);
      world.say("greet");
      const card = await world.shown((m) => dataOf(m, "Allow") !== undefined);
      world.tap(card, "Allow");
      assert.deepEqual(await died, [null, "SIGKILL"]);
      const next = world.start(null);

      await world.shown((m) => /It said: up/.test(m.text));
      await world.shown((m) => m.id === card.id && /allowed by/.test(m.text));

      assert.equal(await readFile(join(world.dir, "ran"), "utf8"), "x");
      await world.end(next);
      assert.deepEqual(await actions(world), ["permission:allowed", "trust:trusted"]);
    });

  test("at tools:ran: what has run is told as unknown, and does not run again", async () => {
    await using world = await openOwnToolWorld(launch);
    await trusted(world);
    const first = world.start("tools:ran");
    const died = world.died(first);
    world.say("greet");
    world.tap(await world.shown((m) => dataOf(m, "Allow") !== undefined), "Allow");
    assert.deepEqual(await died, [null, "SIGKILL"]);
    world.start(null);

    await world.shown((m) => /whether it took effect is not known/.test(m.text));

    assert.equal(await readFile(join(world.dir, "ran"), "utf8"), "x");
  });
});

async function actions(world: OwnToolWorld): Promise<string[]> {
  await using ledger = await world.ledger();
  return (await ledger.auditTail(50)).map((line) => line.action);
}
