// The code in an answer's Markdown: fences and inline code, each where it stands. Promises positions of the answer itself:
// what is no code is blanked, never cut. Refuses languages that are not the engine's, and inline words that are no code.

/** A piece of code, and where in the text it begins; marks that stand inside it are blanked. */
export type Piece = { code: string; offset: number };
export type MarkdownCode = { fences: Piece[]; inline: Piece[] };

const FENCE = /^(\uFEFF?[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*)*)(`{3,}(?!.*`)|~{3,})[ \t]*([\w+#-]*)/;
const LANGUAGES =
  /^(?:|js|jsx|javascript|ecmascript|es\d*|mjs|cjs|ts|tsx|typescript|jsxinc|extendscript|script)$/i;
const CODE_SPAN = /(?<!`)(`+)(?!`)((?:(?!\n[ \t]*\n)[\s\S])*?[^`])\1(?!`)/g;

export function codeInMarkdown(text: string): MarkdownCode {
  const { fences, prose } = splitFences(text);
  const inline = [...prose.matchAll(CODE_SPAN)]
    .map((match) => ({ offset: match.index + (match[1] ?? "").length, code: match[2] ?? "" }))
    .filter(({ code }) => isCode(code.trim()));
  return { fences, inline };
}

/** A path, a version, a title of the documentation or a plain word claims nothing. */
function isCode(code: string): boolean {
  if (!/[.(]|^new\s/.test(code) || /^[\w$.]*\d\.\d/.test(code)) return false;
  return !/^[\w./\\-]+\.(?:js|jsx|jsxinc|json|ts|md|txt|html?|css|pdf|png|jpe?g|gif|svg|xml|csv|ya?ml|zip)$/i.test(
    code,
  );
}

type Open = { indent: number; mark: string; isCode: boolean; from: number };

function splitFences(text: string): { fences: Piece[]; prose: string } {
  const fences: Piece[] = [];
  let prose = "";
  let open: Open | null = null;
  let body = "";
  let offset = 0;
  for (const line of text.split(/(?<=\n)/)) {
    if (open === null) {
      const [, lead = "", mark, language = ""] = FENCE.exec(line) ?? [];
      if (mark !== undefined) {
        open = { indent: lead.length, mark, isCode: LANGUAGES.test(language), from: offset + line.length };
        body = "";
      }
      prose += mark === undefined ? line : blank(line);
    } else {
      const isEnd = isClosing(line, open.mark);
      if (isEnd && open.isCode) fences.push({ code: body, offset: open.from });
      if (isEnd) open = null;
      else body += unquoted(line, open.indent);
      prose += blank(line);
    }
    offset += line.length;
  }
  if (open?.isCode) fences.push({ code: body, offset: open.from });
  return { fences, prose };
}

function isClosing(line: string, mark: string): boolean {
  const bare = line.replace(/^[ \t>]*/, "").trimEnd();
  return bare.length >= mark.length && bare === mark.charAt(0).repeat(bare.length);
}

/** Marks of a quotation before the code are no code. */
function unquoted(line: string, indent: number): string {
  const lead = /^[ \t>]*/.exec(line.slice(0, indent))?.[0] ?? "";
  return blank(lead) + line.slice(lead.length);
}

export const blank = (text: string): string => text.replace(/[^\r\n]/g, " ");
