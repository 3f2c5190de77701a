// The lookup_docs tool as a model meets it: exact names, words, near names, misses, and workspaces without documentation.
// Promises a real index. Refuses every other port: the tool must not touch them.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Docs } from "../../../agent/docs/open-docs.ts";
import { lookupDocsTool } from "../../../agent/tools/lookup-docs.ts";
import type { ToolContext, ToolResult } from "../../../agent/tools/tool.ts";
import { defaultProfile } from "../../../agent/workspace/profile.ts";
import { systemClock } from "../../../store/clock.ts";
import { buildHere, openHere, tempDocs } from "../docs/docs-folder.ts";
import { lookupServices } from "../lookups/lookup-services.ts";
import { noBudget } from "../lookups/no-budget.ts";

const PAGES = {
  "Loom-weaveRow.md": "# Loom-weaveRow\n\nMakes one line of cloth.",
  "Loom-load.md": "# Loom-load\n\nPuts threads on the loom.",
  "Shuttle-load.md": "# Shuttle-load\n\nPuts yarn into the shuttle.",
  "Loom-history.md": `# Loom-history\n\n${"Looms were built long ago.\n".repeat(400)}`,
};

async function loomDocs(t: TestContext): Promise<Docs> {
  const docs = tempDocs(t, PAGES);
  buildHere(docs);
  return openHere(t, docs.dir);
}

async function ask(
  t: TestContext,
  docs: Docs | null,
  args: string,
  said: string[] = [],
): Promise<ToolResult> {
  const unused = () => {
    throw new Error("lookup_docs touches nothing but the documentation");
  };
  const files: ToolContext["files"] = new Proxy(Object.create(null), { get: unused });
  const existing = said.map((about) => ({
    workspace: "ws",
    family: "member",
    about,
    by: "telegram:1",
    at: 1,
  }));
  const lookups = await lookupServices({ existing: async () => existing });
  const seen = new Set<string>();
  return lookupDocsTool.call(args, {
    files,
    profile: defaultProfile,
    docs,
    world: unused,
    lookups,
    plan: null,
    seen,
    side: unused,
    budget: noBudget,
    clock: systemClock,
    signal: t.signal,
  });
}

test("an exact name gives that chunk, named, with the chunks as evidence", async (t) => {
  const result = await ask(t, await loomDocs(t), '{"query":"Loom.weaveRow"}');

  assert.ok(result.ok);
  assert.equal(
    result.text,
    "Loom.weaveRow belongs to Loom.\n\nExact name.\n\n# Loom.weaveRow\n[chunk Loom-weaveRow]\n\nMakes one line of cloth.",
  );
  assert.deepEqual([result.evidence, result.writes], [{ chunks: ["Loom-weaveRow"] }, []]);
});

test("a bare member lists the other interfaces that have it", async (t) => {
  const result = await ask(t, await loomDocs(t), '{"query":"load"}');

  assert.match(
    result.text,
    /\[chunk Loom-load\][\s\S]*Other chunks; .*\n- Shuttle-load: Puts yarn into the shuttle\.$/,
  );
});

test("words and near names say that the name was not exact", async (t) => {
  const docs = await loomDocs(t);

  assert.match(
    (await ask(t, docs, '{"query":"line of cloth"}')).text,
    /^(?:.*\n\n)?No entry of exactly that name; the best match/,
  );
  assert.match(
    (await ask(t, docs, '{"query":"waeveRow"}')).text,
    /^(?:.*\n\n)?No entry of that name .* may not be what was meant/,
  );
});

test("a long chunk is cut at a line, and says how much is missing", async (t) => {
  const result = await ask(t, await loomDocs(t), '{"query":"Loom.history"}');

  assert.ok(result.text.length < 6300);
  assert.match(result.text, /ago\.\n\[cut here: 48\d\d more characters in this chunk\]$/);
});

test("a miss is a refusal that says what to do and holds nothing to search for", async (t) => {
  const result = await ask(t, await loomDocs(t), '{"query":"qqqqxyzzy"}');

  assert.ok(!result.ok);
  assert.equal(result.reason, "no_hits");
  assert.match(result.text, /read a script/);
  assert.doesNotMatch(result.text, /qqqqxyzzy|["`“]|Loom|Shuttle/);
});

test("a name that only the owner says exists is told as one", async (t) => {
  const docs = await loomDocs(t);
  const ofOwner = "By the owner's word Loom.unravel exists, though the documentation does not have it.";

  for (const query of ["Loom.unravel", "Loom.unravel()", "Loom-unravel", "unravel"]) {
    const result = await ask(t, docs, JSON.stringify({ query }), ["Loom.unravel"]);
    assert.ok(result.text.startsWith(ofOwner), query);
  }
  const other = await ask(t, docs, '{"query":"Loom.load"}', ["Loom.unravel"]);
  assert.doesNotMatch(other.text, /owner's word/);
});

test("a workspace without documentation says where to learn instead", async (t) => {
  const result = await ask(t, null, '{"query":"Loom"}');

  assert.deepEqual([result.ok, result.ok || result.reason], [false, "no_docs"]);
});

test("arguments that do not fit are refused, and the label shows the words", async (t) => {
  const result = await ask(t, null, '{"q":1}');

  assert.deepEqual([result.ok, result.ok || result.reason], [false, "malformed"]);
  assert.equal(lookupDocsTool.label('{"query":"  weave\\n a row "}'), "looking up: weave row");
});
