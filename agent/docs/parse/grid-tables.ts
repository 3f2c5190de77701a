// Grid tables (`+---+---+`, cells over several lines) as pipe tables, which every reader here knows. Promises the same
// cells, each on one line. Refuses figures that only look like a table: they stay as they are.

const BORDER = /^[ \t]*\+(?:[-=:]+\+)+[ \t]*$/;

export function withoutGrids(text: string): string {
  if (!/^[ \t]*\+[-=]/m.test(text)) return text;
  const lines = text.split("\n");
  const out: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const end = BORDER.test(lines[at] ?? "") ? endOfGrid(lines, at) : at;
    if (end > at + 1) {
      out.push(...toPipes(lines.slice(at, end)));
      // The lines of the page keep their numbers.
      for (let left = out.length; left < end; left += 1) out.push("");
      at = end - 1;
    } else out.push(lines[at] ?? "");
  }
  return out.join("\n");
}

function endOfGrid(lines: readonly string[], from: number): number {
  let end = from + 1;
  while (
    end < lines.length &&
    (/^[ \t]*\|.*\|[ \t]*$/.test(lines[end] ?? "") || BORDER.test(lines[end] ?? ""))
  )
    end += 1;
  return BORDER.test(lines[end - 1] ?? "") ? end : from;
}

function toPipes(lines: readonly string[]): string[] {
  const rows: string[][] = [];
  let headed = false;
  let fresh = true;
  for (const line of lines) {
    if (BORDER.test(line)) {
      if (line.includes("=")) headed = true;
      fresh = true;
      continue;
    }
    const cells = line
      .trim()
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
    const row = rows.at(-1);
    if (fresh || !row) rows.push(cells);
    else for (const [at, cell] of cells.entries()) row[at] = `${row[at] ?? ""} ${cell}`.trim();
    fresh = false;
  }
  const [first = [], ...rest] = rows;
  const body = headed ? rest : rows;
  const head = headed ? first : first.map(() => "");
  const rule = head.map(() => "---");
  return [head, rule, ...body].map((cells) => `| ${cells.join(" | ")} |`);
}
