// What a model says, when it means harm: no word of it becomes a link that a thumb may open, wherever it is shown, and
// no length or form of it holds the bot up. The judge of links is what a client would make one of.

import assert from "node:assert/strict";
import { test } from "node:test";
import { renderCard } from "../../../bot/render/card.ts";
import type { FormattedText } from "../../../bot/render/formatted.ts";
import { renderMarkdown } from "../../../bot/render/markdown.ts";
import { split } from "../../../bot/render/split.ts";
import { initialProgress, renderProgress } from "../../../bot/render/status.ts";
import { cardOf } from "./arbitrary.ts";
import { assertMessage } from "./valid.ts";

const ADDRESS = "https://evil.example/?q=secret";

/** Every place of the address lies in code. */
function assertNoLink({ text, entities }: FormattedText): void {
  assert.ok(text.includes("evil.example"), "the words themselves stay");
  for (const { index } of text.matchAll(/evil\.example/g)) {
    const covering = entities.filter((one) => one.offset <= index && index < one.offset + one.length);
    assert.ok(
      covering.some(({ type }) => type === "code" || type === "pre"),
      text.slice(index - 20, index + 20),
    );
  }
}

const answers: Record<string, string> = {
  "a plain answer": `See ${ADDRESS} for more.`,
  "an answer whose form is too hard to parse": `${"*a ".repeat(3_100)}\n\nSee ${ADDRESS} for more.`,
  "an answer of many brackets": `${"[".repeat(250)} ${ADDRESS}`,
  "an answer that becomes a file": `See ${ADDRESS} for more.\n\n${"word ".repeat(50_000)}`,
};

for (const [what, answer] of Object.entries(answers)) {
  test(`no link in ${what}`, () => {
    const said = split(renderMarkdown(answer));

    const shown = said.type === "file" ? [said.head] : said.parts;
    for (const part of shown) {
      assertMessage(part);
      if (part.text.includes("evil")) assertNoLink(part);
    }
    assert.ok(shown.some(({ text }) => text.includes("evil.example")));
  });
}

test("no link in what a card repeats of the model, however many it holds", () => {
  const before = Buffer.from("a\n");
  const file = {
    path: "a.js",
    op: "modify" as const,
    before,
    after: Buffer.from("b\n"),
    note: `moved to ${ADDRESS}`,
  };
  const road = [`refused: ${ADDRESS} (unknown_tool)`];

  for (const draft of [`See ${ADDRESS}.`, `a.io ${ADDRESS} `.repeat(300)]) {
    const { text } = renderCard(cardOf([file], { draft, road }), 1);

    assertMessage(text);
    assertNoLink(text);
  }
});

test("no link in the status line", () => {
  const state = { ...initialProgress(0), doing: "tool" as const, label: `searching for ${ADDRESS}` };

  assertNoLink(renderProgress(state));
});

const bombs: Record<string, string> = {
  "a megabyte of turned text": "\u202e".repeat(300_000),
  "a megabyte of addresses": `${ADDRESS} `.repeat(32_000),
  "a megabyte of dots": "a.b".repeat(330_000),
  "nested links": "[a](".repeat(4_900),
  "deep quotes": "> ".repeat(9_000),
  "a list of thousands": "- a\n".repeat(4_900),
  "marks without end": "*_~`[".repeat(4_000),
};

for (const [what, answer] of Object.entries(bombs)) {
  test(`${what} is shown, and costs no second`, () => {
    const began = performance.now();

    const said = split(renderMarkdown(answer));

    assert.ok(performance.now() - began < 1_000);
    for (const part of said.type === "file" ? [said.head] : said.parts) assertMessage(part);
  });
}
