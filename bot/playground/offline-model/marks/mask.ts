// Blanks strings and comments out of a file's lines, so that brackets and names in them do not count. Promises
// lines of unchanged length, and whether a line is nothing but a comment. Refuses to parse: it works on any
// language whose comments it can tell from the file's name.

export type Masked = { code: string; comment: boolean };

type Style = { line: string[]; block: [string, string][]; quotes: string };

const C_LIKE: Style = { line: ["//"], block: [["/*", "*/"]], quotes: "\"'`" };
const HASH: Style = { line: ["#"], block: [], quotes: "\"'" };
const styles: { extensions: RegExp; style: Style }[] = [
  {
    extensions: /\.(py|rb|sh|bash|ya?ml|toml|pl|r|conf|properties|env|mk)$|(^|\/)(Makefile|Dockerfile)$/i,
    style: HASH,
  },
  { extensions: /\.(ini|cfg)$/i, style: { line: [";", "#"], block: [], quotes: '"' } },
  { extensions: /\.(lua|sql|hs)$/i, style: { line: ["--"], block: [["/*", "*/"]], quotes: "\"'" } },
  {
    extensions: /\.(html?|xml|svg|vue|md|markdown)$/i,
    style: { line: [], block: [["<!--", "-->"]], quotes: "" },
  },
  { extensions: /\.(css|scss|less)$/i, style: { line: [], block: [["/*", "*/"]], quotes: "\"'" } },
  { extensions: /\.(txt|rst|adoc|csv|tsv)$/i, style: { line: [], block: [], quotes: "" } },
  { extensions: /\.php$/i, style: { line: ["//", "#"], block: [["/*", "*/"]], quotes: "\"'" } },
];

export function maskLines(lines: readonly string[], path: string): Masked[] {
  const style = styles.find(({ extensions }) => extensions.test(path))?.style ?? C_LIKE;
  let open: string | null = null;
  return lines.map((line) => {
    let code = "";
    let words = false;
    let at = 0;
    while (at < line.length) {
      if (open !== null) {
        const end = line.indexOf(open, at);
        words ||= line.slice(at).trim() !== "" && open !== "*/" && open !== "-->";
        const to = end < 0 ? line.length : end + open.length;
        code += " ".repeat(to - at);
        at = to;
        if (end >= 0) open = null;
        continue;
      }
      const skip = opening(line, at, style);
      if (skip === null) {
        code += line[at];
        at += 1;
        continue;
      }
      code += " ".repeat(skip.to - at);
      words ||= skip.string;
      at = skip.to;
      open = skip.open;
    }
    return { code, comment: line.trim() !== "" && code.trim() === "" && !words };
  });
}

type Skip = { to: number; open: string | null; string: boolean };

/** A comment or string that begins at `at`; `open` is what ends it on a later line. */
function opening(line: string, at: number, style: Style): Skip | null {
  if (style.line.some((mark) => line.startsWith(mark, at)))
    return { to: line.length, open: null, string: false };
  for (const [begin, end] of style.block) {
    if (!line.startsWith(begin, at)) continue;
    const close = line.indexOf(end, at + begin.length);
    if (close < 0) return { to: line.length, open: end, string: false };
    return { to: close + end.length, open: null, string: false };
  }
  const quote = line[at] ?? "";
  if (!style.quotes.includes(quote)) return null;
  const triple = quote.repeat(3);
  if (quote !== "`" && line.startsWith(triple, at)) return longString(line, at, triple);
  for (let i = at + 1; i < line.length; i++) {
    if (line[i] === "\\") i += 1;
    else if (line[i] === quote) return { to: i + 1, open: null, string: true };
  }
  // An apostrophe that nothing closes is one in prose or a regular expression; a template goes on.
  return quote === "`"
    ? { to: line.length, open: "`", string: true }
    : { to: at + 1, open: null, string: true };
}

function longString(line: string, at: number, triple: string): Skip {
  const close = line.indexOf(triple, at + 3);
  if (close < 0) return { to: line.length, open: triple, string: true };
  return { to: close + 3, open: null, string: true };
}
