// Takes a person's sentence apart before it is understood: politeness off, quotes and file names found.
// Promises that quoted words stay as they were written. Refuses to guess at a file without an extension.

const EXTENSIONS =
  "js|mjs|cjs|ts|mts|jsx|tsx|jsxinc|json|md|txt|py|rb|go|rs|c|h|cc|cpp|hpp|cs|java|kt|php|lua|pl|sh|css|scss|less|" +
  "html|htm|xml|svg|yml|yaml|toml|ini|cfg|conf|csv|tsv|sql|rst|tex|swift|r|vue";
const FILE = new RegExp(`^[\\w@$.+-]+(?:/[\\w@$.+-]+)*\\.(?:${EXTENSIONS})$`, "i");
const QUOTES = /^(["'`])(.*)\1$|^“(.*)”$|^„(.*)[“”]$|^«(.*)»$|^‘(.*)’$/s;

export function polished(text: string): string {
  let words = text.trim().replace(/\s+/g, " ");
  for (let before = ""; before !== words; ) {
    before = words;
    words = words
      .replace(
        /^(hey|hi|hello|ok|okay|please|pls|now|then|so|well|handrail|great|thanks)[,!.:]? +(?=\S)/i,
        "",
      )
      .replace(/^(can|could|would|will) (you|we) (please |just )?/i, "")
      .replace(/^(i would|i'd|i) (like|want|need) (you |me )?to /i, "")
      .replace(/^(let's|let us|just|simply|kindly|go ahead and) /i, "")
      .replace(/[ ,]+(please|pls|thanks|thank you|for me|now|again)$/i, "")
      .replace(/[.!?…\s]+$/, "");
  }
  return words;
}

export function looksLikeFile(text: string): boolean {
  return FILE.test(text) || (/^[\w@$.+-]+(\/[\w@$.+-]+)+$/.test(text) && !text.startsWith("/"));
}

export function unquoted(text: string): string {
  const match = QUOTES.exec(text.trim());
  return match ? (match.slice(2).find((part) => part !== undefined) ?? "") : text.trim();
}

export const isQuoted = (text: string) => QUOTES.test(text.trim());

/** Splits a trailing "in FILE" / "from FILE" / "of FILE" off. */
export function splitFile(text: string): { rest: string; file: string | null } {
  const match =
    /^(.*?)(?:,? (?:in|from|of|inside|within|out of)(?: the)?(?: file)? )(\S+|"[^"]+"|`[^`]+`)$/i.exec(text);
  const file = match ? unquoted(match[2] ?? "") : "";
  return match && looksLikeFile(file) ? { rest: (match[1] ?? "").trim(), file } : { rest: text, file: null };
}
