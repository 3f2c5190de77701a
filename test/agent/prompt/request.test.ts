// Requests as bytes: always the same for the same turn, valid JSON whatever the model said, and joined, not rebuilt.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  assistantMessage,
  blobOf,
  message,
  prefixBlob,
  requestBytes,
  requestHash,
  sidePrefixBlob,
  suffixBlob,
  toolMessage,
  toolsBlob,
} from "../../../agent/prompt/request.ts";
import { systemPrompt } from "../../../agent/prompt/system.ts";
import { baseTools } from "../../../agent/tools/base-tools.ts";

const facts = {
  workspace: "shop",
  engine: "Quire",
  level: 3,
  hasDocs: true,
  tools: new Set(["read_file", "lookup_docs"]),
  instructions: "Metric units.\nNo tabs.",
};
const text = new TextDecoder();
const suffix = (choice: "auto" | "none" = "auto") =>
  suffixBlob({
    tools: text.decode(toolsBlob(baseTools).bytes),
    choice,
    maxTokens: 4096,
    tokenField: "max_tokens",
  });

test("the prefix is the same bytes for every turn of a workspace, and says what the model must know", () => {
  const first = prefixBlob("large", systemPrompt(facts));
  const second = prefixBlob("large", systemPrompt({ ...facts }));

  assert.deepEqual(first, second);
  const said = text.decode(first.bytes);
  for (const words of ["shop", "Quire", "ECMAScript 3", "Metric units.", "lookup_docs"])
    assert.ok(said.includes(words), words);
  assert.doesNotMatch(said, /\d{4}-\d{2}-\d{2}/, "no date, which would change it");
});

test("without an engine, a level or documentation the prompt claims none", () => {
  const bare = systemPrompt({ ...facts, engine: null, level: null, hasDocs: false, instructions: null });

  assert.doesNotMatch(bare, /null|undefined|ECMAScript|owner's instructions/);
  assert.match(bare, /No documentation is configured/);
});

test("the doctrine of the knowledge tools names those that are offered, and no other", () => {
  const all = ["lookup_docs", "rag_lookup", "resolve_topic", "find_construct", "check_symbols"];
  for (const offered of [
    all,
    ["lookup_docs"],
    ["lookup_docs", "rag_lookup"],
    ["lookup_docs", "find_construct"],
    [],
  ]) {
    const said = systemPrompt({ ...facts, tools: new Set(offered) });

    assert.deepEqual(
      all.filter((name) => said.includes(name)),
      offered,
    );
  }
  assert.match(systemPrompt({ ...facts, tools: new Set(all) }), /resolve_topic comes before rag_lookup/);
});

test("whatever is said, the joined bytes are one JSON request with every message in its place", () => {
  const args = fc.oneof(fc.json(), fc.string(), fc.constant(""), fc.constant('{"path":'));
  const calls = fc.array(fc.record({ id: fc.string(), name: fc.string(), args }), { maxLength: 3 });
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string(), calls, (asked, said, made) => {
      const parts = [
        message("user", asked),
        assistantMessage(said, made),
        ...made.map((one) => toolMessage(one.id, said)),
      ].map(blobOf);

      const bytes = requestBytes(
        prefixBlob("m", "s").bytes,
        parts.map((part) => part.bytes),
        suffix().bytes,
      );

      const request = JSON.parse(text.decode(bytes));
      assert.equal(request.messages.length, 2 + 1 + made.length);
      assert.equal(request.messages[0].role, "system");
      assert.equal(request.messages[2].tool_calls?.length ?? 0, made.length);
      for (const one of request.messages[2].tool_calls ?? []) {
        const parsed: unknown = JSON.parse(one.function.arguments);
        assert.ok(typeof parsed === "object" && parsed !== null && !Array.isArray(parsed));
      }
      assert.equal(request.max_tokens, 4096);
      assert.equal(request.stream_options.include_usage, true);
    }),
    { numRuns: 300, seed: 7 },
  );
});

test("a request grows at its end: the bytes before stay as they were", () => {
  const prefix = prefixBlob("m", "s").bytes;
  const one = blobOf(message("user", "hello")).bytes;
  const two = blobOf(assistantMessage("hi", [])).bytes;

  const short = text.decode(requestBytes(prefix, [one], suffix().bytes));
  const long = text.decode(requestBytes(prefix, [one, two], suffix().bytes));

  assert.ok(long.startsWith(short.slice(0, -text.decode(suffix().bytes).length)));
  assert.notEqual(requestHash(Buffer.from(short)), requestHash(Buffer.from(long)));
});

test("the forced final keeps the tools and turns them off; a side call has none", () => {
  const final = JSON.parse(text.decode(requestBytes(prefixBlob("m", "s").bytes, [], suffix("none").bytes)));
  const parts = [blobOf(message("system", "mark")).bytes, blobOf(message("user", "x")).bytes];
  const bare = suffixBlob({
    tools: null,
    choice: "none",
    maxTokens: 2048,
    tokenField: "max_completion_tokens",
  });
  const side = JSON.parse(text.decode(requestBytes(sidePrefixBlob("small").bytes, parts, bare.bytes)));

  assert.equal(final.tool_choice, "none");
  assert.equal(final.tools.length, baseTools.length);
  assert.deepEqual(Object.keys(side), [
    "model",
    "messages",
    "max_completion_tokens",
    "stream",
    "stream_options",
  ]);
  assert.equal(side.messages.length, 2);
});
