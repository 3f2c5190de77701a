// Lets a side model rewrite one region by an instruction. Promises that nothing outside of the region changes, and
// that an instruction which only removes goes the way of a deletion. Refuses replies that are cut, elided or loose.

import { z } from "zod";
import { deleteByMarks, droppedLines, stageDeletion } from "../delete/delete-pass.ts";
import { isPlausibleRewrite } from "../turn/output-classes.ts";
import { mainEnding, renderText, splitText, type TextFile, withoutFinalNewline } from "../workspace/text.ts";
import { elisionIn } from "./elision.ts";
import { openText } from "./open-text.ts";
import { stagedLine } from "./shown.ts";
import { defineTool, done, refuse, type SideAsk, type ToolContext } from "./tool.ts";
import { wholeNumber } from "./whole-number.ts";

const MAX_REGION_LINES = 400;
const SYSTEM = `You rewrite a region of a file by an instruction. The user gives the file's name, the instruction and the numbered lines of the region.
Answer with the whole new text of the region, without line numbers, between a line <<<NEW and a line NEW>>>, and with nothing else. Lines that the instruction does not concern stay exactly as they are. Never leave code out.`;

export const applyEditTool = defineTool({
  name: "apply_edit",
  description: "Have lines from-to rewritten by an instruction. Not for removals.",
  effect: "stage",
  parameters: z.object({
    path: z.string(),
    instruction: z.string(),
    from: wholeNumber.optional(),
    to: wholeNumber.optional(),
  }),
  label: ({ path }) => `rewriting a part of ${path}`,
  async run(args, ctx) {
    if (onlyRemoves(args.instruction)) return deleteByMarks({ ...args, what: args.instruction }, ctx);
    const file = await openText({ path: args.path, otherwise: ", so it is not edited." }, ctx);
    if (!file.ok) return file;
    const { path, before } = file;
    const last = before.lines.length;
    const [from, to] = [args.from ?? 1, Math.min(args.to ?? last, last)];
    if (from > to) return refuse("region", `${path} has the lines 1 to ${last}; give from and to within.`);
    if (to - from >= MAX_REGION_LINES) {
      return refuse("region", `At most ${MAX_REGION_LINES} lines are rewritten at once; give from and to.`);
    }
    const region = before.lines.slice(from - 1, to);
    const reply = await askForText({ path, instruction: args.instruction, region, from }, ctx);
    if (!reply.ok)
      return refuse(reply.reason, `The region was not rewritten, and nothing is staged: ${reply.text}`);
    const elided = elisionIn(reply.lines, before.lines);
    if (elided !== null) return elided;
    const [old, fresh] = [region.join("\n"), reply.lines.join("\n")];
    if (!isPlausibleRewrite(old, fresh)) {
      return refuse(
        "implausible",
        `The rewrite would leave ${fresh.length} of ${old.length} characters of the region, so nothing is staged. Use edit_file with the exact text, or delete_lines for a removal.`,
      );
    }
    const spliced = splice(before, { from, to, lines: reply.lines });
    const drop = droppedLines(before.lines, spliced.lines);
    if (drop !== null) return stageDeletion({ path, before, drop }, ctx);
    const after = renderText(spliced);
    if (Buffer.from(after).equals(file.bytes)) {
      return refuse(
        "no_change",
        "The rewritten region is the same as before. Say more exactly what to change.",
      );
    }
    const text = stagedLine(path, file.bytes, after);
    return done(text, { path, lines: [from, to] }, [{ path, after, note: null }]);
  },
});

const REMOVES =
  /^\W*(please\s+)?(remove|delete|drop|erase|strip( out)?|get rid of|take out|cut( out)?|eliminate)\b/i;
const ALSO =
  /\b(add|insert|replac\w*|renam\w*|chang\w*|instead|mov\w+|convert\w*|mak\w+|set|updat\w*|writ\w+|rewrit\w*|put|use|wrap\w*|turn|fix\w*|adjust\w*|merg\w*|inlin\w*|simplif\w*|refactor\w*|extract\w*|append\w*|prepend\w*|swap\w*)\b/i;

// Parts of a line cannot be taken out by marking lines.
const INSIDE =
  /\b(commas?|semicolons?|spaces?|white ?space|quotes?|brackets?|arguments?|parameters?|options?|propert(y|ies)|keys?|prefix\w*|suffix\w*|words?|characters?|letters?)\b/i;

/** Does the instruction ask for a removal and for nothing else? */
export function onlyRemoves(instruction: string): boolean {
  const what = instruction.replace(REMOVES, "");
  return REMOVES.test(instruction) && !ALSO.test(what) && !INSIDE.test(what);
}

type Rewrite = { path: string; instruction: string; region: string[]; from: number };
type Rewritten = { ok: true; lines: string[] } | { ok: false; reason: string; text: string };

async function askForText(
  { path, instruction, region, from }: Rewrite,
  ctx: ToolContext,
): Promise<Rewritten> {
  const numbered = region.map((line, index) => `L${from + index}: ${line}`);
  const asked = [
    `FILE: ${path}`,
    `INSTRUCTION: ${instruction.replace(/\s+/g, " ").trim()}`,
    "LINES:",
    ...numbered,
  ];
  const messages: SideAsk["messages"] = [
    { role: "system", content: SYSTEM },
    { role: "user", content: asked.join("\n") },
  ];
  const first = await ctx.side({ purpose: "rewrite", messages });
  if (!first.ok) return first;
  const read = readRewrite(first.text);
  if (read.ok) return read;
  messages.push({ role: "assistant", content: first.text });
  messages.push({
    role: "user",
    content: `[automated check, not the person]\n${read.text} Answer again: the whole region between <<<NEW and NEW>>>.`,
  });
  const second = await ctx.side({ purpose: "rewrite", messages });
  return second.ok ? readRewrite(second.text) : second;
}

/** Reads one block between `<<<NEW` and `NEW>>>`, with nothing around it. */
export function readRewrite(text: string): Rewritten {
  const block = /^\s*<<<NEW[ \t]*\r?\n([\s\S]*?)(?:\r?\n)?NEW>>>\s*$/.exec(text);
  const body = block?.[1];
  if (body === undefined || /^(<<<NEW|NEW>>>)/m.test(body)) {
    return {
      ok: false,
      reason: "bad_rewrite",
      text: "The reply is not one block between <<<NEW and NEW>>>.",
    };
  }
  if (!body.isWellFormed())
    return { ok: false, reason: "bad_rewrite", text: "The reply is not well-formed." };
  const { lines } = splitText(body);
  if (lines.length > 0 && lines.every((line) => /^L\d+: /.test(line))) {
    return { ok: false, reason: "bad_rewrite", text: "The reply still carries line numbers." };
  }
  return { ok: true, lines };
}

function splice(
  file: TextFile,
  { from, to, lines }: { from: number; to: number; lines: string[] },
): TextFile {
  const ending = mainEnding(file);
  const ends = lines.map((line, index) => {
    const same = file.lines[from - 1 + index] === line ? file.ends[from - 1 + index] : undefined;
    return same || ending;
  });
  const spliced: TextFile = {
    bom: file.bom,
    lines: [...file.lines.slice(0, from - 1), ...lines, ...file.lines.slice(to)],
    ends: [...file.ends.slice(0, from - 1), ...ends, ...file.ends.slice(to)],
  };
  // Where the last line of the file moved, its missing newline moves with it.
  const whole = { ...spliced, ends: spliced.ends.map((end) => end || ending) };
  return file.ends.at(-1) === "" ? withoutFinalNewline(whole) : whole;
}
