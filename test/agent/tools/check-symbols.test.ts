// The check_symbols tool as a model meets it: names and code asked about before they are written.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { checkSymbolsTool } from "../../../agent/tools/check-symbols.ts";
import { type DocsWorld, docsWorld } from "./docs-world.ts";

async function ask(world: DocsWorld, args: object): Promise<string> {
  const result = await world.call(checkSymbolsTool, args);
  return result.text;
}

async function about(t: TestContext, symbol: string): Promise<string> {
  return await ask(await docsWorld(t), { symbols: [symbol] });
}

test("a documented name exists: with signature, owner and chunk, however it is written", async (t) => {
  for (const symbol of [
    "Sheet.gridCell",
    "sheet.gridCell()",
    "sheet.gridCell(text, { font: f });",
    "Sheet-gridCell",
    "gridCell",
  ])
    assert.match(
      await about(t, symbol),
      /: exists: Sheet\.gridCell\(.*\(method.*of Sheet\) \[chunk Sheet-gridCell\]$/,
      symbol,
    );
  assert.match(await about(t, 'records.open("a").next()'), /: exists: RecordSet\.next\(/);
  assert.match(await about(t, "new Grid"), /: exists: Grid is a documented interface; made with new Grid\(/);
  assert.match(await about(t, "sheet"), /: exists: sheet is a global \(Sheet\)/);
});

test("an invented name does not exist: with what is near, and the owner's fact", async (t) => {
  assert.match(
    await about(t, "sheet.gridCellEnd()"),
    /does not exist: .*Rows and cells close by themselves\..*Nearest/,
  );
  assert.match(
    await about(t, "Sheet.cellEnd"),
    /Sheet\.cellEnd does not exist: every member of Sheet is documented/,
  );
  assert.match(await about(t, "new HttpClient"), /new HttpClient does not exist/);
  assert.match(await about(t, "HttpClient"), /new HttpClient does not exist/);
  assert.match(await about(t, "loadRecords()"), /loadRecords\(\) does not exist/);
  assert.match(await about(t, "Object.keys"), /came with ECMAScript 5/);
  assert.match(await about(t, "sheet.frameBegin(f, { borderColour: 1 })"), /takes no key borderColour/);
  assert.match(await about(t, 'records.open("a").nextt()'), /nextt does not exist|nextt\(\) does not exist/);
});

test("what nobody can tell is said to be so", async (t) => {
  assert.match(
    await about(t, "part.gridCell"),
    /cannot be told: what part is, nobody knows\. gridCell is a member of Sheet/,
  );
  assert.match(await about(t, "part.zork()"), /cannot be told: .* no documented interface has a member zork/);
  assert.match(
    await about(t, "new Sheet()"),
    /no constructor of Sheet is documented; it is reached as sheet/,
  );
  assert.match(await about(t, "Math.round"), /of the language itself \(ECMAScript 3\)/);
  assert.match(await about(t, "include"), /engine profile|exists/);
});

test("a piece of code is judged as a write of it would be", async (t) => {
  const world = await docsWorld(t);

  const wrong = await ask(world, {
    code: "var g = new Grid();\nsheet.gridBegin(g);\nsheet.gridFinish();\nconst a = 1;",
  });
  const right = await ask(world, { code: "var g = new Grid();\nsheet.gridBegin(g);\nsheet.gridEnd();" });

  assert.match(wrong, /- line 3, column 7: sheet\.gridFinish does not exist/);
  assert.match(wrong, /- line 4, column 1: const came into the language/);
  assert.match(right, /^In the code nothing was found/);
  assert.match(right, /Documented in it: .*Grid \[Grid\].*Sheet\.gridBegin \[Sheet-gridBegin\]/);
});

test("what the owner says exists is told as that", async (t) => {
  const world = await docsWorld(t, { existing: [{ family: "member", about: "Sheet.gridFinish" }] });

  assert.match(
    await ask(world, { symbols: ["sheet.gridFinish()"] }),
    /gridFinish\(\): exists by the owner's word/,
  );
  assert.match(await ask(world, { symbols: ["Sheet-gridFinish"] }), /exists by the owner's word/);
  assert.match(await ask(world, { symbols: ["Band.gridFinish"] }), /does not exist/);
});

test("it asks for something to check, and for documentation", async (t) => {
  const nothing = await (await docsWorld(t)).call(checkSymbolsTool, { symbols: ["  "] });
  const bare = await (await docsWorld(t, { docs: null })).call(checkSymbolsTool, { symbols: ["a"] });

  assert.equal(nothing.ok ? null : nothing.reason, "nothing_asked");
  assert.equal(bare.ok ? null : bare.reason, "no_docs");
});

test("whatever is asked gets an answer: broken code, odd names, twenty of them", async (t) => {
  const world = await docsWorld(t);
  const odd = [
    "(",
    "a b c",
    "\u0000",
    "`x`",
    "x.y.z.w()",
    "1.2",
    "new",
    "this",
    "[]",
    "{}",
    "sheet..a",
    "été()",
    "$",
    "if",
  ];

  const text = await ask(world, { symbols: odd, code: "function ( {" });

  for (const symbol of odd) assert.ok(text.includes(`- ${symbol}: `), symbol);
});
