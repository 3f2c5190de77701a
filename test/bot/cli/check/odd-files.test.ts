// `handrail check` over projects with files that are unlike the others: old encodings, folders that begin with a dot.

import assert from "node:assert/strict";
import { test } from "node:test";
import { heads, openCheckDesk } from "./desk.ts";

const BAD = "sheet.boxEnd();\n";

test("a script in an old encoding is searched like any other", async (t) => {
  const desk = await openCheckDesk(t, { "a.js": BAD });
  await desk.write("latin.js", Buffer.from('sheet.text("Größe");\n', "latin1"));
  await desk.write("wide.js", Buffer.from('\uFEFFsheet.text("x");\n', "utf16le"));

  const one = await desk.run(["a.js"]);

  assert.deepEqual(heads(one.out), ["a.js:1:7 member sheet.boxEnd"]);
  assert.equal(one.code, 1);
});

test("what no encoding explains makes what is found a doubt, and says so", async (t) => {
  const desk = await openCheckDesk(t, { "a.js": BAD });
  await desk.write("odd.js", Buffer.from([0x61, 0, 0xff, 0, 0]));

  const { code, out } = await desk.run(["a.js"]);

  assert.equal(code, 0);
  assert.match(out, /1 of the project's 2 scripts was not searched/);
});

test("a folder that begins with a dot is checked where the profile says that it is the engine's", async (t) => {
  const desk = await openCheckDesk(t, { ".scripts/a.js": BAD, ".scripts/.deep/.b.js": BAD });
  await desk.write(".handrail/engine.json", '{ "domain": [".scripts/**", ".scripts/.deep/.b.js"] }');

  const { code, out } = await desk.run([".scripts/a.js", ".scripts/.deep/.b.js"]);

  assert.equal(code, 1);
  assert.deepEqual(
    heads(out).map((head) => head.split(" ")[0]),
    [".scripts/.deep/.b.js:1:7", ".scripts/a.js:1:7"],
  );
});
