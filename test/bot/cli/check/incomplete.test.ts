// `handrail check` on documentation that nobody called complete: what it finds fails nothing, and it says why. Promises the
// way out for a folder and for a workspace. Refuses the word where it would change nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openCheckDesk } from "./desk.ts";

const GOOD = 'sheet.gridCell("a");\n';
const BAD = "sheet.gridCellEnd();\n";

test("a folder that nobody called complete fails nothing, and the option is named", async (t) => {
  const desk = await openCheckDesk(t, { "a.js": BAD });

  const partial = await desk.run(["a.js", "--docs", "docs"]);
  const whole = await desk.run(["a.js", "--docs", "docs", "--complete"]);

  assert.equal(partial.code, 0);
  assert.match(partial.out, /^a\.js:1:7 member \(likely\) sheet\.gridCellEnd/);
  assert.match(
    partial.err,
    /called complete, so a name that it lacks fails nothing; .* give --complete\.\n$/,
  );
  assert.deepEqual([whole.code, whole.err], [1, ""]);
});

test("a workspace is told the line of its docs.json", async (t) => {
  const desk = await openCheckDesk(t, { "a.js": BAD });
  const sources = [{ name: "quire", folder: "docs" }];
  await desk.write(".handrail/docs.json", JSON.stringify({ sources }));

  const { code, err } = await desk.run(["a.js"]);

  assert.equal(code, 0);
  assert.match(err, /say "complete": true in \.handrail\/docs\.json\.\n$/);
});

test("where nothing is doubted, nothing is said of it", async (t) => {
  const desk = await openCheckDesk(t, { "a.js": GOOD });

  const { code, err } = await desk.run(["a.js", "--docs", "docs"]);

  assert.deepEqual([code, err], [0, ""]);
});
