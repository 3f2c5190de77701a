// The code of a draft against the documentation: what it proposes is judged; what it says is not there, what stands in a file
// and what the person named is not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkDraftCode } from "../../../agent/turn/check-stage.ts";
import type { TurnWorld } from "../../../agent/turn/world-of.ts";
import { loadProfile } from "../../../agent/workspace/profile.ts";
import { QUIRE, quireDocs } from "./quire-docs.ts";

const docs = quireDocs();

async function found(
  draft: string,
  { files = {}, said = [] }: { files?: Record<string, string>; said?: string[] } = {},
) {
  const { surface } = await docs();
  const texts = new Map(Object.entries(files));
  const project = { paths: () => [...texts.keys()], read: (path: string) => texts.get(path) ?? null };
  const world: TurnWorld = { surface, profile: await loadProfile(QUIRE), project };
  return checkDraftCode(draft, world, said).map(({ symbol, line }) => `${line} ${symbol}`);
}

const fence = (code: string) => `\`\`\`js\n${code}\n\`\`\``;

test("an invented name in proposed code is found, in a block and inline", async () => {
  assert.deepEqual(await found(`Close it so:\n${fence("sheet.gridCellEnd();")}`), ["3 sheet.gridCellEnd"]);
  assert.deepEqual(await found("Then call `sheet.gridCellEnd()`."), ["1 sheet.gridCellEnd"]);
  assert.deepEqual(await found(fence('sheet.gridCellEnd("a".replace("not", "never"));')), [
    "2 sheet.gridCellEnd",
  ]);
});

test("a draft that says it is not there has not invented it", async () => {
  assert.deepEqual(await found("There is no `sheet.gridCellEnd()`: cells close by themselves."), []);
  assert.deepEqual(
    await found(`Cells close by themselves, so do not write:\n${fence("sheet.gridCellEnd();")}`),
    [],
  );
  assert.deepEqual(await found(fence("sheet.gridCellEnd(); // does not exist")), []);
});

test("what stands in a file is quoted, and what the person named is theirs", async () => {
  const draft = "It calls `sheet.gridCellEnd()` there.";

  assert.deepEqual(await found(draft, { files: { "old.js": "sheet.gridCellEnd();\n" } }), []);
  assert.deepEqual(await found(draft, { said: ["Where is gridCellEnd called?"] }), []);
  assert.deepEqual(await found('Use `sheet.text("a")` and `sheet.gridEnd()`.'), []);
});
