// Creates or replaces a whole file. Promises that content which only drops lines becomes a deletion, and that line
// endings and BOM stay. Refuses to replace what this turn has not read, to lose half of a file, and elision marks.

import { z } from "zod";
import { droppedLines, stageDeletion } from "../delete/delete-pass.ts";
import { parseText, renderText, splitText, type TextFile } from "../workspace/text.ts";
import { elisionIn } from "./elision.ts";
import { likeOriginal } from "./line-endings.ts";
import { stagedLine } from "./shown.ts";
import { defineTool, done, refuse, type ToolContext, type ToolResult } from "./tool.ts";

export const writeFileTool = defineTool({
  name: "write_file",
  description: "Create a file, or replace one that you have read. For parts use edit_file or delete_lines.",
  effect: "stage",
  parameters: z.object({ path: z.string(), content: z.string() }),
  label: ({ path }) => `writing ${path}`,
  async run({ path: asked, content }, ctx) {
    const may = await ctx.files.mayWrite(asked);
    if (!may.ok) return may;
    const { path } = may;
    if (!content.isWellFormed())
      return refuse("text", "The content is not well-formed Unicode. Send it again.");
    const file = await ctx.files.read(path, ctx.signal);
    if (!file.ok && file.reason !== "not_found") return file;
    const before = file.ok ? parseText(file.bytes) : splitText("");
    if (before === null) return refuse("binary", `${path} is no text file, so its content is not replaced.`);
    const elided = elisionIn(splitText(content).lines, before.lines);
    if (elided !== null) return elided;
    if (file.ok) return replace({ path, bytes: file.bytes, before, content }, ctx);
    const after = new TextEncoder().encode(content);
    return done(stagedLine(path, null, after), { path }, [{ path, after, note: null }]);
  },
});

type Replacement = { path: string; bytes: Uint8Array; before: TextFile; content: string };

function replace({ path, bytes, before, content }: Replacement, ctx: ToolContext): ToolResult {
  const written = likeOriginal(before, content);
  const after = renderText(written);
  if (Buffer.from(after).equals(bytes)) return refuse("no_change", `${path} already has this content.`);
  const drop = droppedLines(before.lines, written.lines);
  if (drop !== null && before.lines.length > 0) return stageDeletion({ path, before, drop }, ctx);
  if (!ctx.seen.has(path)) {
    return refuse(
      "unread",
      `${path} exists, and this turn has not read it. Read it with read_file, then use edit_file or delete_lines for a part of it.`,
    );
  }
  if (written.lines.length * 2 < before.lines.length) {
    return refuse(
      "shrinks",
      `This would leave ${written.lines.length} of ${before.lines.length} lines of ${path}. Use edit_file for a part of it, or delete_lines to remove lines.`,
    );
  }
  return done(stagedLine(path, bytes, after), { path }, [{ path, after, note: null }]);
}
