// The model asks for a dry run: what is staged is run, a few times a request, and the answer says what that proves.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { docsTools } from "../../../agent/tools/docs-tools.ts";
import { layTools, plainLayer } from "../../../agent/tools/lay-tools.ts";
import { loadProfile } from "../../../agent/workspace/profile.ts";
import { call, type ScriptItem, say } from "../../servers/scripted-model.ts";
import { QUIRE, quireDocs } from "../turn/quire-docs.ts";
import { openWorkshop } from "../turn/workshop.ts";

const docsOfQuire = quireDocs();
const files = Object.fromEntries(
  readdirSync(QUIRE, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js") && statSync(join(QUIRE, path)).isFile())
    .map((path) => [path, readFileSync(join(QUIRE, path), "utf8")]),
);

async function resultsOf(script: ScriptItem[]): Promise<string[]> {
  const docs = await docsOfQuire();
  const profile = await loadProfile(QUIRE);
  await using shop = await openWorkshop({
    files,
    model: { script: [...script, say("There.")] },
    deps: {
      docs: async () => docs,
      tools: () => layTools(plainLayer(baseTools), docsTools),
      profile,
    },
  });
  await shop.run(await shop.ask("go on"));
  const last: { messages: { role: string; content: string }[] } = JSON.parse(
    shop.model.requests.at(-1)?.raw.toString() ?? "",
  );
  return last.messages.filter(({ role }) => role === "tool").map(({ content }) => content);
}

const lookUp = call("lookup_docs", { query: "Sheet.text" });
const wanted = 'var name = "text" + "Curved";\nfunction unused() { return 1; }\nsheet[name]("a");\n';

test("what is staged is run, and a name that only the run can see is told with its place", async () => {
  const results = await resultsOf([
    lookUp,
    call("write_file", { path: "curve.js", content: wanted }),
    call("dry_run", {}),
  ]);

  const told = results.at(-1) ?? "";
  assert.match(told, /curve\.js ran to its end\./);
  assert.match(told, /curve\.js:3:7: sheet\[name\] does not exist: every member of Sheet is documented/);
  assert.match(told, /Functions never entered: unused \(curve\.js:2\)/);
  assert.match(told, /What this proves/);
});

test("a fourth run is refused, and a file that is not there is named", async () => {
  const results = await resultsOf([
    call("dry_run", { paths: ["nowhere.js"] }),
    call("dry_run", { paths: ["main.js"] }),
    call("dry_run", { paths: ["cover.js"] }),
    call("dry_run", { paths: ["notes.js"] }),
    call("dry_run", { paths: ["grid.js"] }),
  ]);

  assert.match(results[0] ?? "", /There is no file nowhere\.js/);
  for (const told of results.slice(1, 4)) assert.match(told, /main\.js ran to its end/);
  assert.match(results[4] ?? "", /has made its 3 dry runs/);
});
