// The owner's word in lookups: an answer that uses the name is neither corrected nor kept out of the cache, and what was
// answered before the word is no answer after it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CORRECTIONS, FROM_MEMORY, UNSEEN_NAMES } from "../../../agent/lookups/messages.ts";
import { tellTurns } from "../../../agent/overlay/tell-turns.ts";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { docsTools } from "../../../agent/tools/docs-tools.ts";
import { layTools, plainLayer } from "../../../agent/tools/lay-tools.ts";
import type { Existing } from "../../../store/overlay.ts";
import { call, type ScriptItem, say } from "../../servers/scripted-model.ts";
import { lookupServices } from "../lookups/lookup-services.ts";
import { quireDocs } from "../turn/quire-docs.ts";
import { ME, openWorkshop, type Workshop } from "../turn/workshop.ts";

const quire = quireDocs();
const CELL: Existing = { workspace: "ws", family: "member", about: "Sheet.gridCellEnd", by: ME, at: 5 };
const IN_CODE =
  "Close every cell [chunk Sheet-gridCell]:\n```js\nsheet.gridCell('a');\nsheet.gridCellEnd();\n```";
const IN_PROSE =
  "After each of the cells sheet.gridCellEnd() has to be called, as always [chunk Sheet-gridCell].";
const rag = (query: string) => call("rag_lookup", { query });

type Story = { script: ScriptItem[]; side: ScriptItem[]; said: Existing[] };

async function openStory({ script, side, said }: Story): Promise<Workshop> {
  const docs = await quire();
  const tools = layTools(plainLayer(baseTools), docsTools);
  return await openWorkshop({
    files: { "notes.txt": "nothing yet\n" },
    model: { script, side },
    deps: {
      docs: async () => docs,
      tools: () => tools,
      lookups: await lookupServices({
        sources: () => ["quire"],
        settings: { maxQueries: 0, rewriteGoals: false },
        existing: async () => said,
      }),
    },
  });
}

async function lookupsOf(shop: Workshop): Promise<{ froms: string[]; told: string[] }> {
  const turn = await shop.ask("How is it done?");
  await shop.run(turn);
  const runs = (await shop.events(turn)).flatMap((e) => (e.type === "tool_ran" ? [e] : []));
  const told: string[] = [];
  for (const { fragment } of runs)
    told.push(Buffer.from((await shop.deps.ledger.blob(fragment)) ?? []).toString());
  return { froms: runs.flatMap((e) => e.evidence?.lookup?.from ?? []), told };
}

test("an answer with a name that exists by the owner's word is not corrected, and is kept", async () => {
  for (const text of [IN_CODE, IN_PROSE]) {
    const script = [rag("end a cell of a grid"), say("Done."), rag("end a cell of a grid"), say("Done.")];
    await using shop = await openStory({ script, side: [say(text)], said: [CELL] });

    const first = await lookupsOf(shop);
    const second = await lookupsOf(shop);

    assert.deepEqual([...first.froms, ...second.froms], ["live", "cache"]);
    for (const told of [...first.told, ...second.told]) {
      assert.ok(!told.includes(CORRECTIONS), told);
      assert.ok(!told.includes(UNSEEN_NAMES), told);
    }
  }
});

test("one member's word is no other's: a second invention is still corrected and not kept", async () => {
  const text = IN_CODE.replace("sheet.gridCellEnd();", "sheet.gridCellEnd();\nsheet.gridRowEnd();");
  await using shop = await openStory({
    script: [rag("end a cell of a grid"), say("Done.")],
    side: [say(text)],
    said: [CELL],
  });

  const { told } = await lookupsOf(shop);

  assert.match(told.join(), /sheet\.gridRowEnd does not exist/);
  assert.doesNotMatch(told.join(), /sheet\.gridCellEnd does not exist/);
  assert.deepEqual(await Array.fromAsync(shop.deps.lookups.cache.entries()), []);
});

test("a question that was answered before the word is asked anew after it, not recalled", async () => {
  const said: Existing[] = [];
  const query = "end a cell of a grid";
  const script: ScriptItem[] = [
    ...[rag(query), rag(query), rag(query)],
    async () => {
      said.push(CELL);
      await tellTurns(CELL, "exists", shop.deps.ledger);
      return rag(query);
    },
    say("Done."),
  ];
  await using shop = await openStory({ script, side: [say(IN_CODE), say(IN_CODE), say(IN_CODE)], said });

  const { froms, told } = await lookupsOf(shop);

  assert.deepEqual(froms, ["live", "live", "memory", "live"]);
  assert.match(told[2] ?? "", new RegExp(FROM_MEMORY.slice(0, 20)));
  assert.ok(told.slice(0, 2).every((one) => one.includes("gridCellEnd does not exist")));
  assert.ok(!(told[3] ?? "").includes(CORRECTIONS), told[3] ?? "");
});
