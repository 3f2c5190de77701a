// Takes a person's sentence apart before it is understood: politeness, smileys and slips of the thumb off,
// quotes and file names found. Promises that quoted words stay as they were written. Refuses to guess at a file
// without an extension.

const EXTENSIONS =
  "js|mjs|cjs|ts|mts|jsx|tsx|jsxinc|json|md|txt|py|rb|go|rs|c|h|cc|cpp|hpp|cs|java|kt|php|lua|pl|sh|css|scss|less|" +
  "html|htm|xml|svg|vue|yml|yaml|toml|ini|cfg|conf|csv|tsv|sql|rst|tex|swift|r";
const FILE = new RegExp(`^[\\w@$.+-]+(?:/[\\w@$.+-]+)*\\.(?:${EXTENSIONS})$`, "i");
const QUOTES = /^(["'`])(.*)\1$|^“(.*)”$|^„(.*)[“”]$|^«(.*)»$|^‘(.*)’$/s;

const SMILEYS = "[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\u200d\\ufe0f\\s]|[:;]-?[)(DP](?=\\s|$)";
const EDGES = new RegExp(`^(?:${SMILEYS})+|(?:${SMILEYS})+$`, "gu");
const HELLO =
  /^(hey|hi|hello|ok|okay|please|pls|plz|bitte|so|well|oops|whoops|argh|on second thoughts?|handrail|bot|great|thanks|thx|sorry|oh|ah|yes|yeah|actually)[,!.:…]* +(?=\S)/i;
const BYE =
  /[ ,.!?]+(please|pls|plz|bitte|thanks|thx|thank you|ty|cheers|danke|for me|now|again|asap|if you can|if possible|many thanks)$/i;
const VERBS = "remove delete rename replace change search explain revert cancel".split(" ");
const TYPO_MIN = 5;

export function polished(text: string): string {
  let words = text.trim().replace(/\s+/g, " ");
  for (let before = ""; before !== words; ) {
    before = words;
    words = words
      .replace(EDGES, "")
      .replace(HELLO, "")
      .replace(/^(now|then|next),? (?!the |a |an |[\w$]+$)/i, "")
      .replace(/^(can|could|would|will) (you|u|we) (please |pls |just )?/i, "")
      .replace(/^(i would|i'd|i) (like|want|need) (you |me )?to /i, "")
      .replace(/^(we|you) (should|must|can|could|may|need to|have to|want to) (?=[a-z])/i, "")
      .replace(/^(let's|let us|just|simply|kindly|go ahead and) /i, "")
      .replace(BYE, "")
      .replace(/[.!?…\s]+$/, "");
  }
  return withoutSlips(words);
}

/** What thumbs and haste do to the words that rules look for. */
function withoutSlips(words: string): string {
  const plain = words
    .replace(/^(what|where|who|how|that|it)s\b/i, "$1's")
    .replace(/\b(do|does|did|is|ca|wo)(n)t\b/gi, "$1$2't")
    .replace(/\b(?:teh|hte)\b/gi, "the")
    .replace(/^to (?=[a-z]+ )/i, "");
  const [first = ""] = plain.split(" ");
  const meant = VERBS.filter((verb) => first.length >= TYPO_MIN && distance(first.toLowerCase(), verb) === 1);
  const fixed = meant.length === 1 ? `${meant[0]}${plain.slice(first.length)}` : plain;
  const inFile = /^in (?:the file )?(\S+?),? (?!and )(\S.*)$/i.exec(fixed);
  return inFile && looksLikeFile(inFile[1] ?? "") ? `${inFile[2]} in ${inFile[1]}` : fixed;
}

/** Letters to insert, drop, change or swap with the next one. */
export function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const steps = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1)];
      rows[i]?.splice(j, 1, Math.min(...steps, ...(swapped ? [at(i - 2, j - 2) + 1] : [])));
    }
  }
  return at(a.length, b.length);
}

export function looksLikeFile(text: string): boolean {
  return FILE.test(text) || (/^[\w@$.+-]+(\/[\w@$.+-]+)+$/.test(text) && !text.startsWith("/"));
}

/** A name as programs write them: `frameBegin`, `sheet.text`, `LOW_STOCK`, `trace()`. */
export function looksLikeName(text: string): boolean {
  if (!/^[A-Za-z_$][\w$]*(?:[.-][A-Za-z_$][\w$]*)*(?:\(\))?$/.test(text)) return false;
  return /[a-z][A-Z]|_|\w[.-]\w|\(\)$|^[A-Z]{2,}$/.test(text);
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

/** "a.js, b.js and c.js" as paths; null when something among them is no file. */
export function fileList(text: string): string[] | null {
  const paths = text
    .split(/,? and |, ?| or /i)
    .map((part) => unquoted(part.replace(/^(?:in|the|file) /i, "")));
  return paths.length > 0 && paths.every(looksLikeFile) ? paths : null;
}
