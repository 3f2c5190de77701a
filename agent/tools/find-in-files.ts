// Searches names and contents, and shows each hit with the lines around it and the footprints of its variables.
// Promises that a name that fits is always told, and that what was left out is said. Refuses to print secrets and
// binary files: they are named.

import { z } from "zod";
import type { FileEntry } from "../ports.ts";
import { isSecretPath } from "../workspace/secrets.ts";
import { decodeText } from "../workspace/text.ts";
import { type FileHits, renderHits } from "./found.ts";
import { type LineMatcher, openMatcher, REGEX_LIMIT_MS } from "./line-matcher.ts";
import { defineTool, done, refuse, type ToolContext } from "./tool.ts";

const MAX_SEARCHED_BYTES = 24 * 1024 * 1024;
/** Each file may take its quarter of a second; all of them together would take an hour. */
const SEARCH_LIMIT_MS = 20_000;

export const findInFilesTool = defineTool({
  name: "find_in_files",
  description:
    "Search file names and contents. Shows hits in context, and all lines of the variables on them.",
  effect: "read",
  parameters: z.object({
    pattern: z.string().describe("Literal, case ignored, or /regex/flags"),
    path: z.string().describe("Only this file or folder").optional(),
  }),
  label: ({ pattern }) => `searching for ${pattern.slice(0, 60)}`,
  async run({ pattern, path }, ctx) {
    if (pattern.trim() === "")
      return refuse("empty", "The pattern is empty. Search for a word of what you need.");
    const within = (path ?? "").replace(/^(\.?\/)+|\/+$/g, "");
    const all = await ctx.files.list(ctx.signal);
    const entries = all.filter((entry) => {
      return within === "" || within === "." || entry.path === within || entry.path.startsWith(`${within}/`);
    });
    if (entries.length === 0) return refuse("not_found", `There is no file in "${path}". Use list_files.`);
    const matcher = await openMatcher(pattern, ctx);
    if ("fault" in matcher) {
      return refuse(
        "regex",
        `The regular expression does not compile: ${matcher.fault}. Correct it, or search for a literal.`,
      );
    }
    await using search = matcher;
    const found = await searchAll(entries, search, ctx);
    const text = renderHits({ pattern, files: found.files });
    return done([text, ...found.remarks].join("\n\n"));
  },
});

type Search = { files: FileHits[]; remarks: string[] };

async function searchAll(entries: FileEntry[], matcher: LineMatcher, ctx: ToolContext): Promise<Search> {
  const names = await matcher.lines(entries.map((entry) => entry.path).join("\n"));
  if (names === "too_slow") return { files: [], remarks: [tooSlow("the file names")] };
  const named = new Set(names);
  const search: Search = { files: [], remarks: [] };
  const skipped: Record<Skip, string[]> = { secret: [], binary: [], large: [], rest: [] };
  let bytes = 0;
  const began = ctx.clock.now();
  for (const [index, entry] of entries.entries()) {
    ctx.signal.throwIfAborted();
    bytes += entry.bytes;
    if (ctx.clock.now() - began > SEARCH_LIMIT_MS) {
      search.remarks.push(`Stopped after ${SEARCH_LIMIT_MS / 1000} s at ${entry.path}. Narrow with path.`);
      break;
    }
    const text = bytes > MAX_SEARCHED_BYTES ? "rest" : await textOf(entry, ctx);
    const isNamed = named.has(index + 1);
    if (typeof text === "string") {
      skipped[text].push(entry.path);
      if (isNamed) search.files.push({ path: entry.path, named: true, lines: [], hits: [] });
      continue;
    }
    const hits = await matcher.lines(text.text);
    if (hits === "too_slow") {
      search.remarks.push(tooSlow(entry.path));
      break;
    }
    if (hits.length === 0 && !isNamed) continue;
    search.files.push({ path: entry.path, named: isNamed, lines: text.text.split("\n"), hits });
  }
  search.remarks.push(...skipRemarks(skipped));
  return search;
}

type Skip = "secret" | "binary" | "large" | "rest";

async function textOf(entry: FileEntry, { files, signal }: ToolContext): Promise<{ text: string } | Skip> {
  if (isSecretPath(entry.path)) return "secret";
  const file = await files.read(entry.path, signal);
  if (!file.ok) return file.reason === "secret" ? "secret" : "large";
  const text = decodeText(file.bytes);
  if (text === null) return "binary";
  // Concealed before it is searched: hits would spell a secret out, letter by letter.
  return { text: files.conceal(text).replace(/\r(?=\n|$)/g, "") };
}

function tooSlow(where: string): string {
  return `Stopped: the expression took more than ${REGEX_LIMIT_MS} ms on ${where}, and what comes after was not searched. Use a simpler expression or a literal.`;
}

const SKIPS: [Skip, string][] = [
  ["secret", "secret-looking"],
  ["binary", "binary"],
  ["large", "too large or not readable"],
  ["rest", "beyond what one search reads; narrow with path"],
];

function skipRemarks(skipped: Record<Skip, string[]>): string[] {
  const parts = SKIPS.flatMap(([kind, words]) => {
    const paths = skipped[kind];
    const more = paths.length > 5 ? ` and ${paths.length - 5} more` : "";
    return paths.length === 0 ? [] : [`${paths.slice(0, 5).join(", ")}${more} (${words})`];
  });
  return parts.length === 0 ? [] : [`Not searched inside: ${parts.join("; ")}.`];
}
