// The side call that rewrites a region: replace text, rename a name, comment lines out. Promises the region
// between its two marks, unchanged where no rule fits, so that the tool can say so. Refuses to invent.

import { declares, renameIn } from "./identifiers.ts";
import { readIntent } from "./intents.ts";

export type RewriteTask = { path: string; instruction: string; lines: string[] };

export function readRewriteTask(text: string): RewriteTask | null {
  const head = /^FILE: (.+)\nINSTRUCTION: ([\s\S]+?)\nLINES:\n/m.exec(text);
  if (!head) return null;
  const body = text.slice((head.index ?? 0) + head[0].length);
  const lines = [...body.matchAll(/^L\d+:(?: (.*)|)$/gm)].map(([, line = ""]) => line.replace(/\r$/, ""));
  return { path: head[1] ?? "", instruction: (head[2] ?? "").trim(), lines };
}

export function rewrite(task: RewriteTask): string {
  return ["<<<NEW", ...rewritten(task), "NEW>>>"].join("\n");
}

function rewritten({ path, instruction, lines }: RewriteTask): string[] {
  const intent = readIntent(instruction);
  if (intent.type === "replace" && intent.old !== "")
    return lines.join("\n").split(intent.old).join(intent.new).split("\n");
  if (intent.type === "rename") {
    const members = !declares(intent.from, lines, path);
    return lines.map((line) => renameIn(line, intent.from, intent.to, path, { members }));
  }
  if (/^(?:un)?comment\b/i.test(instruction)) return commented(lines, path, /^un/i.test(instruction));
  return lines;
}

function commented(lines: readonly string[], path: string, undo: boolean): string[] {
  const mark = /\.(py|rb|sh|ya?ml|toml|pl|r|conf)$/i.test(path)
    ? "#"
    : /\.(lua|sql)$/i.test(path)
      ? "--"
      : "//";
  const taken = new RegExp(`^(\\s*)${mark} ?`);
  if (undo) return lines.map((line) => line.replace(taken, "$1"));
  return lines.map((line) =>
    line.trim() === "" || taken.test(line) ? line : line.replace(/^(\s*)/, `$1${mark} `),
  );
}
