// Generators for rendering: hostile strings, Markdown that means something, files and their changes. Promises the same
// cases for the same seed. Refuses to avoid what breaks things.

import fc from "fast-check";
import type { ReviewCard } from "../../../agent/ports.ts";
import { sha256 } from "../../../store/hash.ts";

/** The seed of every property here: SEED in the environment, or always the same. */
export const runs = (numRuns: number) => ({
  numRuns: numRuns * Number(process.env.RUNS ?? 1),
  seed: Number(process.env.SEED ?? 1),
});

const odd = fc.constantFrom(
  "\u202e",
  "\u2066",
  "\u200b",
  "\u200d",
  "\ufeff",
  "\u00a0",
  "\u00ad",
  "\r",
  "\t",
  "\u0000",
  "\u001b[31m",
  "\ud800",
  "\udc00",
  "😀",
  "👩‍🚀",
  "е",
  "раураl",
  "сору",
  "⟨U+0041⟩",
  "⇥",
  "␍",
  "␠",
  "⟨×3 lines⟩",
  "⟨…⟩",
  "\u2028",
  "\u0333",
  "שלום",
  "   ",
  "\u{e0041}",
  "ｅval",
);
const word = fc.oneof(
  odd,
  fc.constantFrom("footer", "x", "sheet.text", "/undo", "@ann", "#tag", "https://evil.example/a?b", "a.b.c"),
  fc.string({ maxLength: 8 }),
);
export const line = fc.array(word, { maxLength: 12 }).map((words) => words.join(" ").replaceAll("\n", ""));

const span = fc.oneof(
  word,
  word.map((w) => `**${w}**`),
  word.map((w) => `*${w} **${w}** \`${w}\`*`),
  word.map((w) => `\`${w}\``),
  word.map((w) => `~~${w} _${w}_~~`),
  word.map((w) => `[${w} \`c\` **${w}**](https://docs.example.org/${encodeURIComponent(w.toWellFormed())})`),
  word.map((w) => `![${w}](http://evil.example/p.png)`),
  word.map((w) => `<b>${w}</b>&amp;&#x41;`),
);
const spans = fc.array(span, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(" "));
const blockOf = fc.oneof(
  spans,
  spans.map((s) => `## ${s}`),
  spans.map((s) => `> ${s}\n> > ${s}\n> - ${s}`),
  fc
    .array(spans, { maxLength: 5 })
    .map((items) => items.map((s, i) => `${i % 2 ? "  - " : "- "}${s}\n\n      indented`).join("\n")),
  fc.array(spans, { maxLength: 4 }).map((items) => items.map((s, i) => `${i + 1}. [x] ${s}`).join("\n")),
  line.map((s) => `\`\`\`js\n${s}\n\n${s}\n\`\`\``),
  fc.tuple(spans, spans).map(([a, b]) => `| a | ${a} |\n|---|--:|\n| ${b} | ${a} |`),
  fc.constantFrom("---", "<div>\nhey\n</div>", "[ref]: http://x.example", "```\nnever closed", ""),
);
export const markdown = fc.oneof(
  fc.array(blockOf, { maxLength: 8 }).map((parts) => parts.join("\n\n")),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        "*",
        "_",
        "`",
        "[",
        "]",
        "(",
        ")",
        "> ",
        "- ",
        "\n",
        "a",
        "<",
        "~",
        "|",
        "  ",
        "#",
        "!",
      ),
      { maxLength: 80 },
    )
    .map((s) => s.join("")),
);

const content = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: line },
      { weight: 1, arbitrary: fc.constantFrom("", "", " ", "\t", `${" ".repeat(60)}evil()`) },
    ),
    { maxLength: 40 },
  )
  .map((lines) => Buffer.from(lines.join("\n").toWellFormed()));
const longLine = fc
  .integer({ min: 0, max: 3_000 })
  .map((n) => Buffer.from(`var x = "${"é😀".repeat(n)}";\n`));
const blanks = fc.integer({ min: 0, max: 300 }).map((n) => Buffer.from(`a\n${"\n".repeat(n)}payload()\n`));
const bytes = fc.oneof(content, longLine, blanks);

const file = fc
  .tuple(bytes, bytes, fc.constantFrom("create", "modify", "delete"), line)
  .map(([before, after, op, name]) => ({
    path: `lib/${name.toWellFormed() || "x"}.js`,
    op,
    before: op === "create" ? null : before,
    after: op === "delete" ? null : after,
    note: name === "" ? null : name,
  }));

export function cardOf(files: ReviewCard["files"], more: Partial<ReviewCard> = {}): ReviewCard {
  return {
    review: "r1",
    workspace: "quire",
    checks: [],
    turn: "t1",
    request: "remove the footer",
    changeset: sha256(files.map(({ path }) => path).join("\n")),
    changes: [],
    files,
    draft: "",
    road: [],
    ...more,
  };
}

export const card = fc
  .tuple(
    fc.array(file, { minLength: 1, maxLength: 5 }),
    line,
    fc.array(line, { maxLength: 12 }),
    fc.array(line, { maxLength: 9 }),
    fc.string({ unit: "binary", maxLength: 2_000 }),
  )
  .map(([files, request, road, checks, draft]) =>
    cardOf(files, { request, road, checks, draft, workspace: request }),
  );
