// A Markdown table as aligned plain text for a code block. Promises every cell, and columns that line up in a fixed
// font. Refuses to measure what a font does with wide signs beyond counting them double.

import type { Tokens } from "marked";

type Align = Tokens.Table["align"][number];

/** A column is padded up to here; longer cells run over. */
const WIDEST = 40;

export function renderTable({
  header,
  rows,
  align,
}: Pick<Tokens.Table, "header" | "rows" | "align">): string {
  const lines = [header, ...rows].map((row) => row.map((cell) => plainCell(cell.text)));
  const widths = header.map((_, i) =>
    Math.min(WIDEST, Math.max(1, ...lines.map((line) => widthOf(line[i] ?? "")))),
  );
  const shown = lines.map((line) =>
    line
      .map((cell, i) => pad(cell, widths[i] ?? 1, align[i] ?? null))
      .join(" │ ")
      .trimEnd(),
  );
  const rule = widths.map((width) => "─".repeat(width)).join("─┼─");
  return [shown[0] ?? "", rule, ...shown.slice(1)].join("\n");
}

/** In a code block the marks of code and bold would only be noise. */
const plainCell = (text: string): string =>
  text
    .replace(/`([^`]*)`/g, "$1")
    .replace(/\*\*([^*]+)\*\*/g, "$1")
    .replace(/<br\s*\/?>/gi, " ")
    .replace(/\s+/g, " ")
    .trim();

function pad(cell: string, width: number, align: Align): string {
  const left = Math.max(0, width - widthOf(cell));
  if (align === "right") return " ".repeat(left) + cell;
  if (align !== "center") return cell + " ".repeat(left);
  const before = Math.floor(left / 2);
  return " ".repeat(before) + cell + " ".repeat(left - before);
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/gu;

const widthOf = (text: string): number => [...text].length + (text.match(wide)?.length ?? 0);
