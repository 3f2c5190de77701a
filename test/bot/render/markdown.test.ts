// Markdown as text with entities: valid for any input, and every word of it there.
// The strict server's own rules are the judge, never the renderer's.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { FormattedText } from "../../../bot/render/formatted.ts";
import { renderMarkdown } from "../../../bot/render/markdown.ts";
import { split } from "../../../bot/render/split.ts";
import { openRig, row, text } from "../outbox/rig.ts";
import { markdown, runs } from "./arbitrary.ts";
import { assertMessage, assertValid } from "./valid.ts";

const marked = ({ text, entities }: FormattedText, type: string): string[] =>
  entities.filter((one) => one.type === type).map((one) => text.slice(one.offset, one.offset + one.length));

test("headings, lists, quotes and code become text with entities", () => {
  const shown = renderMarkdown(
    "# Footer `x`\n\n- one\n- **two**\n  - three\n\n3. four\n\n> said\n\n```js\nvar a;\n```",
  );

  assert.equal(shown.text, "Footer x\n\n• one\n• two\n  • three\n\n3. four\n\nsaid\n\nvar a;");
  assert.deepEqual(marked(shown, "bold"), ["Footer ", "two"]);
  assert.deepEqual(marked(shown, "code"), ["x"]);
  assert.deepEqual(marked(shown, "blockquote"), ["said"]);
  assert.deepEqual(
    shown.entities.filter((one) => one.type === "pre"),
    [{ type: "pre", language: "js", offset: shown.text.indexOf("var a;"), length: 6 }],
  );
});

test("a link is shown as code, unless its host is allowed", () => {
  const source =
    "[docs](https://docs.example.org/a) [bank](https://evil.example/?q=secret) <https://auto.example>";

  const shown = renderMarkdown(source, { allowedHosts: ["docs.example.org"] });

  assert.deepEqual(marked(shown, "text_link"), ["docs"]);
  assert.deepEqual(marked(shown, "code"), ["https://evil.example/?q=secret", "https://auto.example"]);
});

test("what a client would turn into a link by itself is code", () => {
  const shown = renderMarkdown(
    "see evil.example/x, www.evil.example, me@evil.example and ftp://evil.example/y",
  );

  assert.deepEqual(marked(shown, "code"), [
    "evil.example/x",
    "www.evil.example",
    "me@evil.example",
    "ftp://evil.example/y",
  ]);
});

test("a table is aligned, an image is its words, HTML is shown and not obeyed", () => {
  const shown = renderMarkdown(
    "| a | n |\n|---|--:|\n| long name | 1 |\n\n![logo](http://x.example/p.png) <b>hi</b>",
  );

  assert.equal(
    shown.text,
    "a         │ n\n──────────┼──\nlong name │ 1\n\n(image: logo) <b>hi</b>".replace(
      "──────────┼──",
      "──────────┼──",
    ),
  );
});

test("any Markdown gives entities that Telegram accepts, and keeps its words", () => {
  fc.assert(
    fc.property(markdown, (source) => {
      const shown = renderMarkdown(source, { allowedHosts: ["docs.example.org"] });

      assertValid(shown);
    }),
    runs(400),
  );
});

test("every part of any answer is a message that Telegram takes as it is", () => {
  fc.assert(
    fc.property(
      fc.array(markdown, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 300, max: 4_096 }),
      (sources, limit) => {
        const parts = split(renderMarkdown(sources.join("\n\n")), limit);

        if (parts.type === "file") assertMessage(parts.head);
        else for (const part of parts.parts) assertMessage(part);
      },
    ),
    runs(150),
  );
});

test("hostile inputs of a hundred kilobytes end soon", () => {
  const sources = [
    "*",
    "[",
    "> ",
    "`a",
    "_a ",
    "*a _b ",
    "[a](",
    "![",
    "<a ",
    "- a\n",
    "a.",
    "__a",
    "a@",
    "a-",
    "|a",
    "\\",
    "[a]: ",
    "~a ",
    "```\n",
    "1) ",
    "&#x41;",
  ];

  for (const piece of sources) {
    for (const units of [2_900, 19_900, 100_000]) {
      const source = piece.repeat(Math.floor(units / piece.length));
      const began = performance.now();
      const shown = split(renderMarkdown(source));
      const ms = performance.now() - began;

      assert.ok(ms < 1_500, `${JSON.stringify(piece)} × ${units}: ${ms} ms`);
      assert.ok(shown.type === "file" || shown.parts.length <= 4);
    }
  }
});

test("the strict server takes a sample of rendered answers without a word", async (t) => {
  const { chats, say, live, server, ledger } = await openRig(t);
  const samples = fc.sample(markdown, { numRuns: 60, seed: 7 });
  const parts = samples.flatMap((source) => {
    const one = split(renderMarkdown(source));
    return one.type === "parts" ? one.parts : [one.head];
  });

  await say(
    ...parts.map((part, i) =>
      row({ chat: chats.ann, cause: `m${i}` }, text(part.text, { entities: part.entities })),
    ),
  );
  await live();

  assert.ok(parts.length > 30);
  assert.deepEqual(
    server.calls.filter((call) => !call.ok),
    [],
  );
  assert.deepEqual(await ledger.unsent(null), []);
});

test("a file's name is code with its whole path, so that no part of it becomes a link", () => {
  const { text, entities } = renderMarkdown("See docs/api/Grid-rows.md, and main.js.");

  assert.deepEqual(
    entities.map(({ type, offset, length }) => [type, text.slice(offset, offset + length)]),
    [
      ["code", "docs/api/Grid-rows.md"],
      ["code", "main.js"],
    ],
  );
});
