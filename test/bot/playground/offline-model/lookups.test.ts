// The offline model and the documentation's tools: queries that are forced, answers from excerpts, names that are looked
// up before code with them is staged, and the tools that know what things are called.

import assert from "node:assert/strict";
import { test } from "node:test";
import { composeAsk, composedOf, NOT_THERE } from "../../../../agent/lookups/compose.ts";
import { rewriteGoal } from "../../../../agent/lookups/rewrite-goal.ts";
import { refuse, type Tool } from "../../../../agent/tools/tool.ts";
import { offlineRespond } from "../../../../bot/playground/offline-model/model.ts";
import { parseChatRequest } from "../../../../bot/playground/offline-model/parse-request.ts";
import { quireDocs } from "../../../agent/turn/quire-docs.ts";
import { converse, QUIRE, side } from "./conversation.ts";

const docsOfQuire = quireDocs();

function forced(request: string, order: string) {
  const parameters = {
    type: "object",
    properties: { queries: { type: "array", items: { type: "object" } } },
  };
  const body = {
    model: "offline",
    messages: [
      { role: "system", content: order },
      { role: "user", content: `Request:\n${request}` },
    ],
    tools: [{ type: "function", function: { name: "give_queries", parameters } }],
    tool_choice: { type: "function", function: { name: "give_queries" } },
  };
  const [call, ...others] = offlineRespond(parseChatRequest(Buffer.from(JSON.stringify(body)))).calls ?? [];
  assert.deepEqual([call?.name, others.length], ["give_queries", 0]);
  const args: { queries: { query: string; label: string }[] } = JSON.parse(JSON.stringify(call?.args));
  return args.queries;
}

test("asked for queries it calls the forced tool, with no more than allowed and no word that nobody said", () => {
  const many = forced("How do I draw a table with borders?", "Give at most 3 queries.");
  const one = forced("which paper sizes are there?", "Give the one query.");

  assert.ok(many.length > 1 && many.length <= 3);
  assert.equal(new Set(many.map(({ query }) => query)).size, many.length);
  for (const { query } of many) assert.match(query, /^(?:(?:example|draw|table|border)s?\s?)+$/);
  assert.equal(one.length, 1);
});

test("a question is answered from the excerpts, word for word, with the excerpt named, or not at all", async () => {
  const docs = await docsOfQuire();
  const chunks = ["Sheet-gridBegin", "Sheet-rule", "Font"]
    .map((id) => docs.chunk(id))
    .filter((one) => one !== undefined);

  const told = composedOf((await side(composeAsk("draw a table with borders", chunks))).text, chunks);
  const gap = await side(composeAsk("send an e-mail to the printer", chunks));
  const half = await side(composeAsk("can I send an e-mail", chunks));

  assert.ok(told.type === "answer");
  assert.deepEqual(told.cited, ["Sheet-gridBegin"]);
  const source = chunks[0]?.text.replace(/\s+/g, " ") ?? "";
  for (const sentence of told.text.replace(/\[chunk .*?\]|```\w*/g, "\n").split("\n"))
    assert.ok(source.includes(sentence.trim().replace(/\s+/g, " ")), sentence);
  assert.deepEqual([gap.text, half.text], [NOT_THERE, NOT_THERE]);
});

test("a query is rewritten into its operation, without a name that it did not have", async () => {
  const { surface } = await docsOfQuire();

  const goal = await rewriteGoal("how can I split the records of the shop into groups", { surface, side });

  assert.match(goal, /split/);
  assert.doesNotMatch(goal, /offline|how|the\b/);
});

test("names that an edit brings in are looked up before it", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  const { calls } = await quire.say("replace `sheet.rule(` with `sheet.pageBreak(` in grid.js");

  assert.ok(calls.includes("edit_file"), calls.join());
  assert.ok(calls.indexOf("lookup_docs") < calls.indexOf("edit_file") && calls.includes("lookup_docs"));
});

test("a write that is refused for want of a lookup is made again after the lookup that the refusal names", async () => {
  const asked: string[] = [];
  const strict = (tools: Tool[]): Tool[] =>
    tools.map((tool) => ({
      ...tool,
      async call(args, ctx) {
        if (tool.name === "lookup_docs") asked.push(args);
        if (tool.name === "edit_file" && !asked.some((one) => one.includes("Sheet.pageWidth")))
          return refuse(
            "ungrounded",
            "Not staged: cover.js … Call lookup_docs with Sheet.pageWidth, then make the same call again.",
          );
        return await tool.call(args, ctx);
      },
    }));
  await using quire = await converse(QUIRE, { docs: "docs", tools: strict });

  const { text } = await quire.say('replace "Spring edition" with "Summer edition" in main.js');

  assert.match(text, /^Replaced/);
  assert.match((await quire.file("main.js")) ?? "", /Summer edition/);
});

test("a how-to goes through the tools that know the names, where they are offered", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  const table = await quire.say("how do I draw a table with borders");
  const frame = await quire.say("how do I open a frame");
  const fact = await quire.say("which image formats can I use?");

  assert.deepEqual(table.calls, ["resolve_topic", "lookup_docs"]);
  assert.match(table.text, /Sheet-gridBegin says/);
  assert.equal(frame.calls[0], "find_construct");
  assert.match(frame.text, /Frame/);
  assert.match(fact.text, /Sheet-image/);
});
