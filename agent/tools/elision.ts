// Finds marks that stand for code which was left out ("… rest unchanged …"). Promises to name the line. Refuses to
// judge lines that the file already had.

import { refuse, type ToolResult } from "./tool.ts";

const DOTS = /\.\.\.|…/;
const WORDS =
  /\b(rest|remain(s|ing|der)?|unchanged|existing|omitted|elided|snip(ped)?|truncated|same as (before|above)|as before|previous (code|content|lines)|other (code|lines|functions|methods)|code (continues|here|stays))\b/i;
const PLAIN =
  /\b(rest|remainder) of (the|this|your|my)?\s*(code|file|function|script|content|class|method|lines)\b.*$|\b(code|lines?|content|everything else|file) (is |are |stays? |remains? )?(unchanged|omitted|as before|the same)\b/i;
// Marks come as comments, in brackets, or bare; in the middle of code the words mean something else.
const MARK_LINE = /^\s*(\/\/|#|\/\*|\*|--|;|<!--|%|\{\/\*|[[(<{]?\s*(\.\.\.|…))/;

export function elisionIn(lines: string[], known: string[]): ToolResult | null {
  const old = new Set(known);
  const found = lines.find((line) => !old.has(line) && isElision(line));
  if (found === undefined) return null;
  return refuse(
    "elision",
    `The line "${found.trim().slice(0, 80)}" stands for code that was left out, and would be written as it is. Use edit_file for a part of the file, or send the whole content.`,
  );
}

export function isElision(line: string): boolean {
  if (!MARK_LINE.test(line)) return false;
  return (DOTS.test(line) && WORDS.test(line)) || PLAIN.test(line);
}
