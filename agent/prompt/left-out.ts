// The lines that stand where a conversation was trimmed. Each says what was there, what came of it, and how to get it again.
// Promises that a model which copies such a line into a file is refused: the line reads as a mark of elision.

import type { Evidence } from "../events.ts";

export type LeftOut = {
  tool: string;
  /** What the person saw of the call. */
  label: string;
  /** The reason of a refusal; null when the call went well. */
  refused: string | null;
  evidence: Evidence | null;
  /** The result as it was. */
  text: string;
  /** What the call did, when it was made: what only looked can look again. */
  effect: "looked" | "staged" | "acted";
};

const GIST_CHARS = 120;
const MOST_ENTRIES = 8;

export function leftOutResult(left: LeftOut): string {
  return `[… omitted to save room: ${left.label}${came(left)} ${again(left)}]`;
}

/** What came of it; of a file that was read, which lines. */
function came({ tool, refused, evidence, text }: LeftOut): string {
  if (refused !== null) return `. It was refused (${refused}): ${gist(text)}`;
  if (tool !== "read_file") return `. It began: ${gist(text)}`;
  return evidence?.lines === undefined ? "." : `, lines ${evidence.lines.join("-")}.`;
}

function gist(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length <= GIST_CHARS ? line : `${line.slice(0, GIST_CHARS - 1).toWellFormed()}…`;
}

function again({ tool, refused, evidence, effect }: LeftOut): string {
  if (effect === "acted") return "It has run: do not run it again to see this.";
  if (effect === "staged") return "read_file shows the file as it is staged.";
  if (refused !== null) return "The same call would be refused again.";
  const chunks = evidence?.chunks ?? [];
  const entries = chunks.length === 0 ? "" : ` (entries ${listed(chunks)})`;
  return `The same call of ${tool} shows it again${entries}.`;
}

function listed(chunks: readonly string[]): string {
  const left = chunks.length - MOST_ENTRIES;
  return `${chunks.slice(0, MOST_ENTRIES).join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}

/** Stands for a long argument of a call that has been made. */
export function leftOutArgument(chars: number): string {
  return `[… ${chars} characters omitted to save room; they were received whole …]`;
}
