// Our own sentences are no queries: each that code can put into a conversation is told from a question, whether it is
// written out beforehand or stands in this turn's log; what people ask never is.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type * as acorn from "acorn";
import { simple } from "acorn-walk";
import { isOwnWords, standingWords } from "../../../agent/gates/own-words.ts";
import { normaliseQuery } from "../../../agent/lookups/normalise.ts";
import { blobOf, toolMessage } from "../../../agent/prompt/request.ts";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { docsTools } from "../../../agent/tools/docs-tools.ts";
import { layTools, plainLayer } from "../../../agent/tools/lay-tools.ts";
import { fold } from "../../../agent/turn/fold.ts";
import { type Log, mainEvent, openLog } from "../../../agent/turn/log.ts";
import { wordsSaid } from "../../../agent/turn/words-said.ts";
import { product, root, treeOf } from "../../source-files.ts";
import { openWorkshop } from "../turn/workshop.ts";

const nothing = { told: [], described: [] };

/** As a model would copy them: sentence by sentence, without list marks. */
const sentences = (text: string, fewest = 3): string[] =>
  text
    .split(/\n+/)
    .flatMap((line) => line.replace(/^\s*-\s+/, "").split(/(?<=[.!?])\s+/))
    .filter((one) => normaliseQuery(one).split(" ").length >= fewest);

const SPEAKERS = new Set(["refuse", "refusal", "limit", "enveloped"]);

/** What each call that refuses or pushes says, by its source; what is put in at run time stands as a plain word. */
function spokenInSource(): string[] {
  const texts: string[] = [];
  for (const source of product.filter(({ path }) => path.startsWith("agent/") && path.endsWith(".ts"))) {
    simple(treeOf(source), {
      CallExpression({ callee, arguments: given }) {
        if (callee.type !== "Identifier" || !SPEAKERS.has(callee.name)) return;
        texts.push(...given.map(textOf).filter((text) => text.includes(" ")));
      },
    });
  }
  return texts;
}

function textOf(node: acorn.AnyNode): string {
  if (node.type === "Literal") return String(node.value);
  if (node.type === "TemplateLiteral")
    return node.quasis.map(({ value }) => value.cooked ?? "").join("main.js");
  return node.type === "BinaryExpression" ? textOf(node.left) + textOf(node.right) : "";
}

/** A log in which code has refused, pushed and bounded with these texts. */
async function logWith(texts: readonly string[]) {
  const shop = await openWorkshop({
    files: { ".handrail/AGENT.md": "" },
    model: { script: [] },
    settings: { instructions: "Tables of prices have grey borders." },
    deps: { tools: () => layTools(plainLayer(baseTools), docsTools) },
  });
  const turn = await shop.ask("draw a table with borders");
  const log = await openLog(shop.deps.ledger, turn);
  for (const [index, text] of texts.entries()) {
    const fragment = blobOf(toolMessage(`call_${index}`, `Refused (why): ${text}`));
    const refused = {
      type: "tool_ran" as const,
      index,
      call: `call_${index}`,
      tool: "read_file",
      key: `k${index}`,
      ok: false,
      reason: "why",
      fragment: fragment.hash,
      result: fragment.hash,
      evidence: null,
      ms: 0,
    };
    await log.append([mainEvent(1, 0, refused)], [fragment]);
  }
  return { log, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() };
}

async function textOfBlob(log: Log): Promise<string> {
  return Buffer.from(await log.blob(fold(log.events).started.prefix)).toString();
}

test("each sentence that code can say in any turn is ours, word for word and nearly so", () => {
  const ours = standingWords().flatMap((text) => sentences(text));

  assert.ok(ours.length > 60);
  assert.deepEqual(
    ours.filter((sentence) => !isOwnWords(sentence, nothing)),
    [],
  );
  const nearly = ours.map((sentence) => `how to ${sentence.toLowerCase().replace(/[.,:]/g, "")}?`);
  assert.deepEqual(
    nearly.filter((sentence) => !isOwnWords(sentence, nothing)),
    [],
  );
});

test("what stands between full stops, colons and semicolons is ours as well", () => {
  const parts = standingWords()
    .flatMap((text) => text.split(/\n+|(?<=[.!?:;])\s+/))
    .filter((one) => normaliseQuery(one).split(" ").length >= 3);

  assert.ok(parts.length > 80);
  assert.deepEqual(
    parts.filter((part) => !isOwnWords(part, nothing)),
    [],
  );
});

test("each refusal of our sources is ours once it stands in the log", async () => {
  const texts = spokenInSource();
  await using story = await logWith(texts);
  const said = await wordsSaid(story.log);

  const spoken = texts.flatMap((text) => sentences(text));

  assert.ok(spoken.length > 60, String(spoken.length));
  assert.deepEqual(
    spoken.filter((sentence) => !isOwnWords(sentence, said)),
    [],
  );
});

test("the system prompt and the tools' descriptions are ours, the owner's instructions are not", async () => {
  await using story = await logWith([]);
  const said = await wordsSaid(story.log);
  const tools = layTools(plainLayer(baseTools), docsTools).map((tool) => tool.description);

  const missed = tools
    .flatMap((text) => sentences(text, 5))
    .filter((sentence) => !isOwnWords(sentence, said));

  const { messages } = JSON.parse(`${await textOfBlob(story.log)}]}`);
  const [prompt = ""] = String(messages[0].content).split("The owner's instructions");
  const untold = sentences(prompt, 5).filter((sentence) => !isOwnWords(sentence, said));

  assert.deepEqual([...missed, ...untold], []);
  assert.ok(!isOwnWords("delete a single file", said));
  assert.ok(!isOwnWords("Tables of prices have grey borders.", said));
});

test("what a refusal lists is the documentation's, and may be asked", async () => {
  await using story = await logWith([
    "Nothing near.\n- Table.split: splits a table at a row into two tables",
  ]);
  const said = await wordsSaid(story.log);

  assert.ok(!isOwnWords("splits a table at a row into two tables", said));
});

test("no question that people ask is taken for ours, whatever was said before", async () => {
  await using story = await logWith(spokenInSource());
  const said = await wordsSaid(story.log);
  const folder = join(root, "test", "bench", "questions");
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  const asked = files.flatMap((file) => {
    const { questions }: { questions: { query: string }[] } = JSON.parse(
      readFileSync(join(folder, file), "utf8"),
    );
    return questions.map(({ query }) => query);
  });

  const sample = asked.filter((_, n) => n % 5 === 0);
  assert.ok(sample.length > 100);
  assert.deepEqual(
    sample.filter((query) => isOwnWords(query, said)),
    [],
  );
});
