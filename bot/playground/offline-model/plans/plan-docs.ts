// Plans that answer questions: from the documentation, with the chunk named, and from searches, with files and
// lines. Promises to say nothing that a result does not say. Refuses to explain in its own words.

import { distance } from "../intent-words.ts";
import { type FoundFile, type LookedUp, readLookedUp } from "../results.ts";
import { operation, subject } from "../words.ts";
import { isProse, type Plan, type Scene, use, useAll } from "./plan.ts";
import { resolveNames } from "./resolve-names.ts";
import { findAll, searchTogether } from "./search.ts";

const LINES_SHOWN = 5;
const LINES_OF_MANY = 2;
const FILES_SHOWN = 6;
const TEXT_MAX = 700;
const WORDS_MAX = 3;

export function* answerFromDocs(topic: string, example: boolean, scene: Scene): Plan {
  if (!scene.tools.has("lookup_docs")) {
    const found = yield* search(topic, null);
    const seen =
      found.length > 0 ? `In the files: ${describeFound(topic, found)}` : "Nor do the files mention it.";
    return `No documentation is configured here, so none for "${topic}". ${seen}`;
  }
  const resolved = example ? yield* resolveNames(topic, scene) : null;
  if (resolved?.type === "answer") return resolved.text;
  if (resolved) return quoteEntry(resolved.entry, topic, example);
  const query = example ? operation(topic).join(" ") || topic : topic;
  const first = yield* use("lookup_docs", { query });
  const entry = meant(readLookedUp(first.text), query) ?? (yield* lookUpWords(query));
  if (entry) return quoteEntry(entry, topic, example);
  const found = yield* search(topic, null);
  const seen =
    found.length > 0 ? ` In the files: ${describeFound(topic, found)}` : " Nor do the files mention it.";
  return `I found no entry for "${topic}" in the documentation.${seen}`;
}

/** Word by word, when the words together gave nothing; the last noun says most. */
function* lookUpWords(query: string): Plan<LookedUp | null> {
  // The parts of one name are no words of the documentation.
  if (!/\s/.test(query)) return null;
  const words = subject(query).slice(-WORDS_MAX).reverse();
  const results = yield* useAll(words.map((word) => ({ name: "lookup_docs", args: { query: word } })));
  const entries = results.flatMap((result, at) => meant(readLookedUp(result.text), words[at] ?? "") ?? []);
  return entries.find(({ exact }) => exact) ?? entries[0] ?? null;
}

/** A guess by spelling is an entry only where a slip of the thumb explains it. */
function meant(entry: LookedUp | null, query: string): LookedUp | null {
  if (!entry?.guessed) return entry;
  const asked = query.toLowerCase();
  const names = [entry.title, ...entry.title.split(/[.-]/)].map((name) => name.toLowerCase());
  return names.some((name) => distance(name, asked) <= (asked.length < 8 ? 1 : 2)) ? entry : null;
}

export function* answerFind(what: string, file: string | null): Plan {
  const found = yield* search(what, file);
  return found.length > 0
    ? describeFound(what, found)
    : `I found nothing for "${what}"${file === null ? " in this workspace" : ` in ${file}`}: no line and no file name.`;
}

/** As it was said; then its words, written in any style; then without the verbs; then the last noun. */
function* search(what: string, file: string | null): Plan<FoundFile[]> {
  const literal = yield* findAll([what], file);
  if (literal.length > 0) return literal;
  const tries = [subject(what), operation(what), operation(what).slice(-1)];
  const tried = new Set([what.toLowerCase()]);
  for (const words of tries) {
    if (words.length === 0 || tried.has(words.join(" "))) continue;
    tried.add(words.join(" "));
    const found = yield* searchTogether(words, file);
    if (found.length > 0) return found;
  }
  return [];
}

function quoteEntry(entry: LookedUp, topic: string, example: boolean): string {
  const blocks = blocksOf(entry.text);
  // A signature in code, and the line that an index adds on whose member it is, say nothing of what it does.
  const isProse = (block: string) =>
    !/^(#|[-*|>]|```|\s*\||[\w ]+:$|`[^`]+`$|Member of: )/.test(block.trim());
  const prose = blocks.find(isProse) ?? blocks[0] ?? "";
  const fences = [...entry.text.matchAll(/```[\s\S]*?```/g)].map((match) => match[0]);
  const code = example ? fences.at(-1) : fences[0];
  const nearest =
    entry.exact || example
      ? ""
      : `There is no entry named exactly "${topic}"; the nearest is ${entry.title}.\n`;
  const also = entry.also.length > 0 ? `\nSee also: ${entry.also.slice(0, 5).join(", ")}.` : "";
  return `${nearest}${entry.title} says: ${cut(prose.trim(), TEXT_MAX)}${code ? `\n${cut(code, TEXT_MAX)}` : ""}${also}`;
}

/** Paragraphs; a fenced block is one, blank lines in it or not. */
function blocksOf(text: string): string[] {
  const blocks = [""];
  let fenced = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) fenced = !fenced;
    if (line.trim() === "" && !fenced) blocks.push("");
    else blocks.push(`${blocks.pop() ?? ""}${line}\n`);
  }
  return blocks.map((block) => block.trim()).filter((block) => block !== "");
}

function describeFound(what: string, found: readonly FoundFile[]): string {
  const shown = [...found].sort((a, b) => rank(b) - rank(a)).slice(0, FILES_SHOWN);
  const most = found.length > 3 ? LINES_OF_MANY : LINES_SHOWN;
  const lines = shown.map((file) => {
    const named = file.nameMatch ? " (the file's name)" : "";
    const hits = file.hits
      .slice(0, most)
      .map(({ line, text }) => `  ${line}: ${asCode(cut(text.trim(), 70))}`);
    const left = file.hits.length - most;
    const more = left > 0 ? [`  and ${left} more line${left === 1 ? "" : "s"}`] : [];
    return [`- ${file.path}${named}`, ...hits, ...more].join("\n");
  });
  const others = found.length - shown.length;
  const rest = others > 0 ? `\nand ${others} more file${others === 1 ? "" : "s"}.` : "";
  return `"${what}" is in ${found.length} file${found.length === 1 ? "" : "s"}:\n${lines.join("\n")}${rest}`;
}

/** Code that has back quotes itself stays bare. */
const asCode = (text: string) => (text.includes("`") ? text : `\`${text}\``);

function rank(file: FoundFile): number {
  const named = file.nameMatch ? 1 : 0;
  return (isProse(file.path) ? named * 50 : 100 + named * 1000) + Math.min(file.hits.length, 40);
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const fence = text.startsWith("```") ? "\n```" : "";
  return `${text.slice(0, max).trimEnd()} …${fence}`;
}
