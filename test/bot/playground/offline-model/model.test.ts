// The offline model as an endpoint, its sentences, and its rewrites: the same reply for the same request, no
// intent where no rule names one, and a region unchanged where it does not know better.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import OpenAI from "openai";
import { readRewrite } from "../../../../agent/tools/apply-edit.ts";
import type { ChatMessage, ChatRequest } from "../../../../bot/playground/offline-model/chat-request.ts";
import { readIntent } from "../../../../bot/playground/offline-model/intents.ts";
import { offlineRespond } from "../../../../bot/playground/offline-model/model.ts";
import { startOfflineModel } from "../../../../bot/playground/offline-model/start.ts";
import { systemClock } from "../../../../store/clock.ts";

const TOOLS = [
  "find_in_files",
  "read_file",
  "edit_file",
  "delete_lines",
  "delete_file",
  "move_file",
  "list_files",
  "lookup_docs",
  "ask_person",
];

function request(messages: ChatMessage[], more: Partial<ChatRequest> = {}): ChatRequest {
  const tools = TOOLS.map((name) => ({ name, description: "", parameters: {} }));
  return {
    model: "m",
    messages,
    tools,
    toolChoice: "auto",
    maxTokens: 1000,
    stream: false,
    includeUsage: false,
    ...more,
  };
}

const person = (text: string): ChatMessage => ({ role: "user", text });

const sentences: [string, ReturnType<typeof readIntent>][] = [
  ["remove the footer", { type: "remove", what: "the footer", file: null }],
  [
    "Please delete the price table from grid.js.",
    { type: "remove", what: "the price table", file: "grid.js" },
  ],
  ["can you get rid of the header?", { type: "remove", what: "the header", file: null }],
  ["remove file lib/old.js", { type: "remove_file", file: "lib/old.js" }],
  ["delete notes.txt", { type: "remove_file", file: "notes.txt" }],
  ["rename foo to bar", { type: "rename", from: "foo", to: "bar", file: null }],
  ["rename the function foo to bar in main.js", { type: "rename", from: "foo", to: "bar", file: "main.js" }],
  ["rename a.js to b.js", { type: "move", from: "a.js", to: "b.js" }],
  [
    'replace "a b" with "c d" in main.js',
    { type: "replace", old: "a b", new: "c d", file: "main.js", whole: false },
  ],
  ["change “Total” to “Sum”", { type: "replace", old: "Total", new: "Sum", file: null, whole: false }],
  ["what does frameBegin do?", { type: "docs", topic: "frameBegin", example: false }],
  ["How do I open a frame?", { type: "docs", topic: "open a frame", example: true }],
  ["what's a Grid", { type: "docs", topic: "Grid", example: false }],
  ["look up Sheet-frameBegin", { type: "docs", topic: "Sheet-frameBegin", example: false }],
  ["find json", { type: "find", what: "json", file: null }],
  ["where is the footer defined?", { type: "find", what: "footer", file: null }],
  ["find header in main.js", { type: "find", what: "header", file: "main.js" }],
  ["list files", { type: "list", pattern: null }],
  ["show main.js", { type: "show", file: "main.js", from: null, to: null }],
  ["check main.js", { type: "check", file: "main.js" }],
  ["keep the comment line", { type: "keep", what: "the comment line" }],
  ["only the text", { type: "only", what: "the text" }],
  ["remove only the text", { type: "only", what: "the text" }],
  ["no, the header", { type: "instead", what: "the header", file: null }],
  ["the header instead", { type: "instead", what: "the header", file: null }],
  ["in main.js", { type: "place", file: "main.js" }],
  ["undo", { type: "undo" }],
  ["go on", { type: "again" }],
  ["help", { type: "help" }],
  ["write me a poem", { type: "unknown", words: "write me a poem" }],
  ["the footer", { type: "unknown", words: "the footer" }],
];

for (const [words, intent] of sentences)
  test(`"${words}" means ${intent.type}`, () => {
    assert.deepEqual(readIntent(words), intent);
  });

test("any words have an intent, soon", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), (words) => {
      assert.ok(readIntent(words).type);
    }),
    { numRuns: 300, seed: 3 },
  );
  const began = performance.now();

  readIntent(`replace ${"a with ".repeat(5000)}`);
  readIntent("no, ".repeat(400));
  readIntent(`remove ${" in".repeat(600)}`);

  assert.ok(performance.now() - began < 2_000);
});

test("the same request gets the same reply, and is not touched", () => {
  const asked = request([{ role: "system", text: "s" }, person("remove the footer")]);
  const before = structuredClone(asked);

  assert.deepEqual(offlineRespond(asked), offlineRespond(asked));
  assert.deepEqual(asked, before);
});

test("the orientation is no request", () => {
  const reply = offlineRespond(
    request([person("[context, not a request]\nremove the header"), person("help")]),
  );

  assert.match(reply.text ?? "", /offline model/);
});

test("whatever stands in a transcript, there is a reply", () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(
      "Refused (x): y",
      "Staged main.js: deletes 1 of 2 lines, changes none.",
      "main.js, lines 1-2 of 2\n1| a\n2| b",
      '2 hits for "x" in 1 file\n\nmain.js\n  * 1| var x = 1;\n  footprint of x (declared 1): 1',
      "No hits",
    ),
  );
  const wish = fc.constantFrom(
    "remove the x",
    "rename x to y",
    'replace "x" with "y"',
    "check main.js",
    "what is x",
    "find x",
    "undo",
    "the y instead",
  );

  fc.assert(
    fc.property(wish, fc.array(text, { maxLength: 10 }), (words, results) => {
      const messages: ChatMessage[] = [person("remove the x"), person(words)];
      for (const result of results) {
        const reply = offlineRespond(request(messages));
        if (!reply.calls) break;
        const calls = reply.calls.map(({ name, args }, i) => ({
          id: `c${messages.length}_${i}`,
          name,
          args: JSON.stringify(args),
        }));
        messages.push({ role: "assistant", text: "", calls });
        for (const { id } of calls) messages.push({ role: "tool", callId: id, text: result });
      }
      const last = offlineRespond(request(messages));
      assert.ok((last.calls?.length ?? 0) > 0 || (last.text ?? "") !== "");
      assert.equal(offlineRespond(request(messages, { toolChoice: "none" })).calls, undefined);
    }),
    { numRuns: 200, seed: 5 },
  );
});

test("an answer ends at max_tokens and says so", () => {
  const reply = offlineRespond(request([person("help")], { maxTokens: 10 }));

  assert.equal(reply.text?.length, 30);
  assert.equal(reply.finish, "length");
});

const rewrites: { instruction: string; from: string[]; to: string[]; path?: string }[] = [
  {
    instruction: 'replace "red" with "blue"',
    from: ["a = red;", "b = reddish;"],
    to: ["a = blue;", "b = bluedish;"],
  },
  { instruction: "rename foo to bar", from: ["foo(food, 'foo');"], to: ["bar(food, 'foo');"] },
  {
    instruction: "comment out these lines",
    from: ["  a();", "", "  b();"],
    to: ["  // a();", "", "  // b();"],
  },
  { instruction: "comment out", from: ["a()"], to: ["# a()"], path: "a.py" },
  { instruction: "uncomment", from: ["  // a();", "b();"], to: ["  a();", "b();"] },
  { instruction: "make it faster", from: ["a();", "", "b();"], to: ["a();", "", "b();"] },
];

for (const { instruction, from, to, path = "a.js" } of rewrites)
  test(`the rewrite "${instruction}" gives ${JSON.stringify(to)}`, () => {
    const lines = from.map((line, i) => `L${i + 7}: ${line}`);
    const text = [`FILE: ${path}`, `INSTRUCTION: ${instruction}`, "LINES:", ...lines].join("\n");

    const reply = offlineRespond(request([{ role: "system", text: "s" }, person(text)], { tools: [] }));

    assert.deepEqual(readRewrite(reply.text ?? ""), { ok: true, lines: to });
  });

test("another side call learns what it is", () => {
  const reply = offlineRespond(request([person("Summarise this.")], { tools: [] }));

  assert.match(reply.text ?? "", /offline model/);
});

test("it serves behind the protocol of a real model, streamed", async () => {
  await using offline = await startOfflineModel({ clock: systemClock });
  const openai = new OpenAI({ baseURL: offline.baseUrl, apiKey: "none", maxRetries: 0 });
  const tools = [
    {
      type: "function" as const,
      function: { name: "find_in_files", parameters: { type: "object", properties: {} } },
    },
  ];

  const help = await openai.chat.completions.create({
    model: "offline",
    messages: [{ role: "user", content: "help" }],
    tools,
    stream: true,
  });
  const find = await openai.chat.completions.create({
    model: "offline",
    messages: [{ role: "user", content: "find json" }],
    tools,
  });

  const pieces: string[] = [];
  for await (const chunk of help)
    if (chunk.choices[0]?.delta.content) pieces.push(chunk.choices[0].delta.content);
  assert.ok(pieces.length > 2);
  assert.match(pieces.join(""), /I am the offline model/);
  const [call] = find.choices[0]?.message.tool_calls ?? [];
  assert.equal(call?.type === "function" && call.function.arguments, '{"pattern":"json"}');
});
