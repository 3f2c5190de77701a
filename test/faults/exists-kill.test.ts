// SIGKILL of the bot between an owner's tap on "It exists" and what follows it: after the next start the word stands once,
// what the accusation left is gone, and the reply is there. And at the start of a long command: it is answered.

import assert from "node:assert/strict";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { openLookupCache } from "../../agent/lookups/lookup-cache.ts";
import { workspaceId } from "../../bot/workspace-entry.ts";
import { systemClock } from "../../store/clock.ts";
import { openStore } from "../../store/open.ts";
import { QUIRE } from "../agent/turn/quire-docs.ts";
import { dataOf, type OwnToolWorld, openOwnToolWorld } from "./own-tool-world.ts";

const BUTTON = "It exists: Sheet.gridCellEnd";

async function openWorld(): Promise<OwnToolWorld> {
  const world = await openOwnToolWorld(() => "export const tool = null;\n");
  await cp(QUIRE, join(world.dir, "shop"), { recursive: true });
  await writeFile(join(world.dir, "shop", "odd.js"), "sheet.gridCellEnd();\n");
  return world;
}

const storeOf = (world: OwnToolWorld) =>
  openStore(`sqlite:${join(world.dir, "data", "handrail.sqlite")}`, { clock: systemClock });

/** An answer that names the thing, as a request before has kept it. */
async function keepTainted(world: OwnToolWorld): Promise<void> {
  await using store = await storeOf(world);
  await openLookupCache(store, systemClock).keep({
    tool: "rag_lookup",
    workspace: workspaceId(join(world.dir, "shop")),
    index: "v1",
    sources: ["quire"],
    chunks: ["Sheet-gridCell"],
    query: "end of a cell",
    normalised: "cell end",
    ok: true,
    text: "Cells close by themselves: there is no gridCellEnd.",
    cut: false,
    findings: [],
    keptAt: systemClock.now(),
  });
}

describe("a kill between the tap and what follows it", { concurrency: 3 }, () => {
  for (const name of ["tap:decided", "tap:answering", "exists:said"])
    test(`at ${name}`, async () => {
      await using world = await openWorld();
      await keepTainted(world);
      const first = world.start(name);
      world.say("/check odd.js");
      const checked = await world.shown((m) => dataOf(m, BUTTON) !== undefined);
      const died = world.died(first);
      world.tap(checked, BUTTON);
      assert.deepEqual(await died, [null, "SIGKILL"]);
      const next = world.start(null);

      await world.shown(
        (m) => /Sheet\.gridCellEnd exists in shop/.test(m.text) && dataOf(m, "Take it back") !== undefined,
      );

      await world.end(next);
      await using store = await storeOf(world);
      const audit = (await store.ledger.auditTail(50)).map((line) => line.action);
      assert.deepEqual(audit, ["overlay:exists"], "the word is stored once");
      assert.deepEqual(await Array.fromAsync(openLookupCache(store, systemClock).entries()), []);
    });
});

test("a command whose message was still in hand when the bot was killed is answered after the next start", async () => {
  await using world = await openWorld();
  const first = world.start("command:started");
  const died = world.died(first);
  world.say("/check");
  assert.deepEqual(await died, [null, "SIGKILL"]);
  const next = world.start(null);

  await world.shown((m) => /9 scripts checked/.test(m.text));

  await world.end(next);
});
