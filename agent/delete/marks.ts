// The side call that marks lines, and the only language that it may answer in: `L<n>: DELETE`. Promises that what is
// not that language is asked for once more, and then fails loudly. Refuses lines outside the region.

import type { SideAsk, SideReply, ToolContext } from "../tools/tool.ts";
import type { Footprint } from "./footprint.ts";

export type Region = { from: number; to: number };
export type MarkAsk = {
  path: string;
  what: string;
  lines: string[];
  region: Region;
  footprints: Footprint[];
};
export type Marks = { ok: true; lines: Set<number> } | { ok: false; reason: string; text: string };

const SYSTEM = `You mark lines for deletion. The user names a thing in a file and gives the file's numbered lines.
Mark every line that belongs to the thing: its declaration, the lines that configure it, the calls that open, fill and close it, the comment above it. Leave everything else, above all neighbours that look alike.
FOOTPRINTS lists the lines on which each variable is declared or used.
A call or a block over several lines is marked from its first to its last line.
Answer with one line for each marked line and nothing else:
L12: DELETE
If no line belongs to the thing, answer with nothing.`;

const AGAIN = `[automated check, not the person]
`;

/** Asks for marks, at most twice. */
export async function askForMarks(ask: MarkAsk, side: ToolContext["side"]): Promise<Marks> {
  const messages: SideAsk["messages"] = [
    { role: "system", content: SYSTEM },
    { role: "user", content: question(ask) },
  ];
  const first = readReply(await side({ purpose: "marks", messages }), ask.region);
  if (first.ok || first.reply === null) return first;
  messages.push({ role: "assistant", content: first.reply });
  messages.push({
    role: "user",
    content: `${AGAIN}${first.text} Answer again, with nothing but lines of the form "L<n>: DELETE".`,
  });
  return readReply(await side({ purpose: "marks", messages }), ask.region);
}

type Read = Marks & { reply?: string | null };

function readReply(reply: SideReply, region: Region): Read & { reply: string | null } {
  if (!reply.ok) return { ok: false, reason: reply.reason, text: reply.text, reply: null };
  return { ...parseMarks(reply.text, region), reply: reply.text };
}

/** Reads marks strictly: each line is a mark, or the whole is refused. */
export function parseMarks(text: string, region: Region): Marks {
  const lines = new Set<number>();
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    if (line === "") continue;
    const mark = /^L([1-9]\d{0,7}): DELETE$/.exec(line);
    if (mark === null) return bad(`The line "${line.slice(0, 80)}" is no mark.`);
    const number = Number(mark[1]);
    if (number < region.from || number > region.to) {
      return bad(`L${number} is outside of the lines L${region.from} to L${region.to}.`);
    }
    lines.add(number);
  }
  return { ok: true, lines };
}

function bad(text: string): Marks {
  return { ok: false, reason: "bad_marks", text };
}

function question({ path, what, lines, region, footprints }: MarkAsk): string {
  const inside = lines.slice(region.from - 1, region.to);
  const numbered = inside.map((line, index) => `L${region.from + index}: ${line}`);
  const prints = footprints.flatMap(({ name, lines: all }) => {
    const shown = all.filter((line) => line >= region.from && line <= region.to);
    return shown.length === 0 ? [] : [`${name}: ${shown.map((line) => `L${line}`).join(" ")}`];
  });
  const tail = prints.length === 0 ? [] : ["FOOTPRINTS:", ...prints];
  return [`FILE: ${path}`, `DELETE: ${oneLine(what)}`, "LINES:", ...numbered, ...tail].join("\n");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
