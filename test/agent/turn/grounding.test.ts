// The rule of grounding: a table by somebody who never saw the code, what is read in code of other engines, and a turn
// that is refused, looks up and goes on.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { z } from "zod";
import { familyOf } from "../../../agent/docs/phrasebook/find-constructs.ts";
import type { Fact } from "../../../agent/docs/surface/facts.ts";
import type { Surface } from "../../../agent/docs/surface/surface.ts";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { docsTools } from "../../../agent/tools/docs-tools.ts";
import { layTools, plainLayer } from "../../../agent/tools/lay-tools.ts";
import { lookupDocsTool } from "../../../agent/tools/lookup-docs.ts";
import { done } from "../../../agent/tools/tool.ts";
import { documentedNames } from "../../../agent/turn/documented-names.ts";
import { fold } from "../../../agent/turn/fold.ts";
import { firstUncovered } from "../../../agent/turn/grounding.ts";
import { namesInTokens } from "../../../agent/turn/names-in-tokens.ts";
import { loadProfile } from "../../../agent/workspace/profile.ts";
import { call, type ScriptItem, say } from "../../servers/scripted-model.ts";
import { surfaceOfFacts } from "../docs/surface-of.ts";
import { QUIRE, quireDocs } from "./quire-docs.ts";
import { openWorkshop } from "./workshop.ts";

const docsOfQuire = quireDocs();

const table = z
  .object({
    cases: z.array(
      z.object({
        name: z.string(),
        path: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
        provides: z.array(z.string()),
        lookups: z.array(z.string()),
        needs: z.boolean(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, "../lookups/tables/grounding.json"), "utf8")));

test("every change of the table needs a lookup, or needs none, as its author says", async () => {
  const docs = await docsOfQuire();
  const profile = await loadProfile(QUIRE);
  const { constructs } = docs.constructs(profile);
  // The table names interfaces; a fragment of the brief provides their families and members.
  const provided = (name: string): string[] => [
    ...constructs.filter((one) => one.interface === name).flatMap(familyOf),
    ...[name, ...(docs.surface.interface(name)?.parents ?? [])].flatMap((owner) =>
      docs.surface.members(owner).map((member) => `${owner}.${member.name}`),
    ),
  ];
  const wrong = table.cases.filter(({ path, before, after, provides, lookups, needs }) => {
    const ground = { surface: docs.surface, profile, provides: provides.flatMap(provided) };
    const missing = firstUncovered([{ path, before, after }], ground);
    return (missing !== null && lookups.length === 0) !== needs;
  });

  assert.equal(table.cases.length, 40);
  assert.deepEqual(
    wrong.map(({ name }) => name),
    [],
  );
});

const KILN: Fact[] = [
  { type: "global", name: "kiln", valueType: "Kiln" },
  { type: "member", interface: "Kiln", name: "heat", kind: "method" },
  { type: "options", of: "Kiln.heat", keys: [{ name: "slowly" }] },
  { type: "member", interface: "Kiln", name: "load", kind: "method", valueType: "Pot" },
  { type: "constructor", interface: "Pot" },
  { type: "member", interface: "Pot", name: "glaze", kind: "method" },
  { type: "member", interface: "Pot", name: "length", kind: "property" },
];
const kiln = (t: TestContext): Surface => surfaceOfFacts(t, KILN);

const symbols = (code: string, surface: Surface) =>
  documentedNames(code, surface).map(({ symbol }) => symbol);

test("names are read as code: typed by globals, constructors and results, not in comments, strings or own objects", (t) => {
  const surface = kiln(t);

  assert.deepEqual(symbols("// kiln.heat(1)\nvar s = 'kiln.heat';", surface), []);
  assert.deepEqual(symbols("var own = { heat: 1 }; own.heat = 2; own.length;", surface), []);
  assert.deepEqual(symbols("function f(pot) { return pot.length + pot.glaze; }", surface), []);
  assert.deepEqual(symbols("function f(pot) { pot.glaze('red'); }", surface), ["Pot.glaze"]);
  assert.deepEqual(
    new Set(symbols("kiln.load('a').glaze('red');", surface)),
    new Set(["Kiln.load", "Pot.glaze"]),
  );
  assert.deepEqual(symbols("var p = new Pot(); p.length;", surface), ["Pot", "Pot.length"]);
  assert.deepEqual(symbols('#target "kiln"\nkiln.heat(5);', surface), ["Kiln.heat"]);
  assert.deepEqual(symbols("const { heat } = kiln;", surface), ["kiln", "Kiln.heat"]);
});

test("what no parser reads is read by its words", (t) => {
  const surface = kiln(t);
  const broken =
    "function f( {\n  // kiln.load\n  var p = new Pot();\n  p.glaze('kiln.heat(');\n  kiln.load('x'\n";
  const typed = "const p: Pot = new Pot(); kiln.heat(3 as number); const n: number = p.length;";

  const names = (code: string) =>
    [...new Set(namesInTokens(code, surface).map(({ symbol }) => symbol))].toSorted();

  assert.deepEqual(names(broken), ["Kiln.load", "Pot", "Pot.glaze"]);
  assert.deepEqual(names(typed), ["Kiln.heat", "Pot", "Pot.length"]);
  assert.deepEqual(new Set(symbols(broken, surface)), new Set(names(broken)));
});

test("a new option key is a new name, and what moves between files of one call is none", (t) => {
  const surface = kiln(t);
  const ground = { surface, profile: { domain: ["**/*.js"] }, provides: [] };
  const before = "kiln.heat(5);\n";

  const option = firstUncovered(
    [{ path: "a.js", before, after: "kiln.heat(5, { slowly: true });\n" }],
    ground,
  );
  const moved = firstUncovered(
    [
      { path: "a.js", before, after: null },
      { path: "b.js", before: null, after: before },
    ],
    ground,
  );

  assert.equal(option?.name.symbol, "Kiln.heat");
  assert.equal(moved, null);
});

test("a script outside the profile's globs is domain code only where it speaks to the engine", (t) => {
  const surface = kiln(t);
  const ground = { surface, profile: { domain: ["src/**"] }, provides: [] };
  const write = (path: string, after: string) => firstUncovered([{ path, before: null, after }], ground);

  assert.equal(write("tools/a.js", "x.glaze(1);")?.name, undefined);
  assert.equal(write("tools/a.js", "kiln.heat(1);")?.name.symbol, "Kiln.heat");
  assert.equal(write("src/a.kil", "kiln.heat(1);")?.name.symbol, "Kiln.heat");
  assert.equal(write("notes.md", "kiln.heat(1);"), null);
});

const tools = layTools(plainLayer(baseTools), docsTools);
const grid =
  "var table = new Grid();\ntable.columns = [60, 200];\nsheet.gridBegin(table);\nsheet.gridEnd();\n";
const write = call("write_file", { path: "table.js", content: grid });

async function quireTurn(script: ScriptItem[], { request = "go on", hasDocs = true, laid = tools } = {}) {
  const docs = await docsOfQuire();
  const profile = await loadProfile(QUIRE);
  await using shop = await openWorkshop({
    files: { "main.js": 'sheet.text("a");\nsheet.text("b");\n' },
    model: { script },
    deps: hasDocs ? { docs: async () => docs, tools: () => laid, profile } : {},
  });
  const turn = await shop.ask(request);
  await shop.run(turn);
  const events = await shop.events(turn);
  const last: { messages: { role: string; content: string }[] } = JSON.parse(
    shop.model.requests.at(-1)?.raw.toString() ?? "",
  );
  return {
    events,
    results: last.messages.filter(({ role }) => role === "tool").map(({ content }) => content),
  };
}

test("domain code is not staged before a lookup with a result, and the refusal names a symbol that it uses", async () => {
  const { events, results } = await quireTurn([
    write,
    call("lookup_docs", { query: "zzqx" }),
    write,
    call("lookup_docs", { query: "Grid" }),
    write,
    say("There."),
  ]);

  const [first, , second, , third] = results;
  assert.match(first ?? "", /^Refused \(ungrounded\): Not staged: table\.js .* lookup_docs with Grid,/);
  assert.equal(second, first);
  assert.match(third ?? "", /^Staged table\.js/);
  assert.equal(fold(events).changes.length, 1);
});

test("refusals of that kind are no strikes, and a deletion and plain text need no lookup", async () => {
  const edit = call("edit_file", { path: "main.js", old: 'sheet.text("a");\n', new: "" });
  const text = call("edit_file", { path: "main.js", old: '"b"', new: '"sheet.gridBegin"' });
  const { events, results } = await quireTurn([write, write, write, edit, text, say("There.")]);

  assert.deepEqual(fold(events).leftAlone, []);
  assert.deepEqual(
    results.map((result) => result.slice(0, 7)),
    ["Refused", "Refused", "Refused", "Staged ", "Staged "],
  );
});

test("without documentation nothing is asked for", async () => {
  const { results } = await quireTurn([write, say("There.")], { hasDocs: false });

  assert.match(results[0] ?? "", /^Staged table\.js/);
});

test("what the brief gave needs no lookup; what it did not give does", async () => {
  const flow = call("write_file", {
    path: "flow.js",
    content: "var two = new Flow();\nsheet.flowBegin(two);\n",
  });
  const request = "Add a table with the prices of all parts";

  const { results, events } = await quireTurn([write, flow, say("There.")], { request });

  const [started] = events;
  assert.ok(started?.type === "started" && started.brief?.constructs.includes("grid"));
  assert.match(results[0] ?? "", /^Staged table\.js/);
  assert.match(results[1] ?? "", /^Refused \(ungrounded\).* lookup_docs with Flow,/);
});

test("an owner's tool in the place of a lookup grounds with any result, ours only with what was found", async () => {
  const own = { ...lookupDocsTool, call: async () => done("Grid opens a table.") };
  const laid = layTools(plainLayer(tools), plainLayer([own]));

  const weak = await quireTurn([call("resolve_topic", { goal: "hide a layer" }), write, say("There.")]);
  const owners = await quireTurn([call("lookup_docs", { query: "Grid" }), write, say("There.")], { laid });

  assert.match(weak.results[1] ?? "", /^Refused \(ungrounded\)/);
  assert.match(owners.results[1] ?? "", /^Staged table\.js/);
});
