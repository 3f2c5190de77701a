// Shows a file, or a part of it, with line numbers, as it is staged. Promises that a cut says where to go on.
// Refuses binary files and secrets: they are named and not printed.

import { z } from "zod";
import { decodeText, splitText } from "../workspace/text.ts";
import { numberedLine, shownLine, shownSize } from "./shown.ts";
import { defineTool, done, refuse } from "./tool.ts";
import { wholeNumber } from "./whole-number.ts";

const MAX_LINES = 600;
const MAX_CHARS = 30_000;

export const readFileTool = defineTool({
  name: "read_file",
  description: "Show a file with line numbers, staged changes included.",
  effect: "read",
  parameters: z.object({ path: z.string(), from: wholeNumber.optional(), to: wholeNumber.optional() }),
  label: ({ path }) => `reading ${path}`,
  async run({ path, from = 1, to }, { files, signal }) {
    const file = await files.read(path, signal);
    if (!file.ok) return file;
    const decoded = decodeText(file.bytes);
    if (decoded === null) {
      return refuse(
        "binary",
        `${path} is no text file (${shownSize(file.bytes.length)}), so it is not printed.`,
      );
    }
    // Concealed before lines are cut: half of a secret is too much of it.
    const text = splitText(files.conceal(decoded));
    const total = text.lines.length;
    const staged = file.staged ? " (staged)" : "";
    if (total === 0) return done(`${path} is empty${staged}.`, { path });
    const last = Math.min(to ?? total, total);
    if (from > last) {
      return refuse(
        "region",
        `${path} has the lines 1 to ${total}; from and to must lie within, in that order.`,
      );
    }
    const rows = numbered(text.lines, from, Math.min(last, from + MAX_LINES - 1));
    const end = from + rows.length - 1;
    const head = `${path}, lines ${from}-${end} of ${total}${staged}`;
    const more = end < last ? [`… cut here: go on with from: ${end + 1}.`] : [];
    return done([head, ...rows, ...more].join("\n"), { path, lines: [from, end] });
  },
});

function numbered(lines: string[], from: number, to: number): string[] {
  const rows: string[] = [];
  let chars = 0;
  for (let number = from; number <= to; number++) {
    const row = numberedLine(number, String(to).length, shownLine(lines[number - 1] ?? ""));
    chars += row.length + 1;
    if (chars > MAX_CHARS && rows.length > 0) break;
    rows.push(row);
  }
  return rows;
}
