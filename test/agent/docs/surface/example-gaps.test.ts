// Documentation whose own examples use more than it tells: a name that is asked of such an interface may be real.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFile } from "../../../../agent/check/check-file.ts";
import { defaultProfile } from "../../../../agent/workspace/profile.ts";
import { docsOf } from "../surface-of.ts";

const page = (example: string): Record<string, string> => ({
  "press.d.ts": `/**
 * The press.
 *
 * \`\`\`js
 * ${example}
 * \`\`\`
 */
interface Press { leaf: string; open(path: string): void }
declare const press: Press;`,
});

test("an example that uses an undocumented member makes what is asked of its interface no certain invention", async (t) => {
  const { surface } = await docsOf(t, page("press.rewind(1);"));
  const project = { paths: () => [], read: () => null };

  const found = checkFile(
    { path: "a.js", text: "press.unroll();" },
    { surface, profile: defaultProfile, project },
  );

  assert.deepEqual(surface.interface("Press")?.gaps, ["rewind"]);
  assert.deepEqual(
    found.map(({ symbol, confidence }) => [symbol, confidence]),
    [["press.unroll", "likely"]],
  );
});

test("what an example writes, what it misspells and what it makes itself say nothing", async (t) => {
  for (const example of [
    "press.own = 1;",
    "press.own = 1; print(press.own); press.own += 2;",
    "press.opne('a'); press.Leaf;",
    "mine.press.rewind();",
    "press.leaf.any;",
  ]) {
    const { surface } = await docsOf(t, page(example));

    assert.equal(surface.interface("Press")?.gaps, undefined, example);
  }
});
