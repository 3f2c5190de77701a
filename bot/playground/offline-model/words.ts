// Words of a person and words of a program, made comparable: camelCase split, articles dropped, plurals cut.
// Promises that "the price tables" and `priceTable` meet. Refuses synonyms: there is no intelligence here.

const IDLE = new Set(
  (
    "the a an all any this that these those my our your its it whole entire complete of from in on at for to and " +
    "with code stuff thing everything about please again function method variable class section block part " +
    "construct object feature element called named where there every each"
  ).split(" "),
);

/** Lower-case stems of everything that looks like a word, camelCase and snake_case split. */
export function tokens(text: string): string[] {
  const split = text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2");
  return (split.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => stem(word.toLowerCase()));
}

/** What a person's phrase is about: its tokens without articles and general nouns, unless nothing is left. */
export function subject(phrase: string): string[] {
  const all = tokens(phrase);
  const kept = all.filter((word) => !IDLE.has(word));
  return [...new Set(kept.length > 0 ? kept : all)];
}

/** Is anything left of a phrase without its articles and general nouns? */
export const hasSubject = (phrase: string) =>
  tokens(phrase).some((word) => !IDLE.has(word) && !VAGUE.has(word));

const VAGUE = new Set(
  "they them him her one ones here now some much more something anything nothing both other another rest same".split(
    " ",
  ),
);

const DOING = new Set(
  (
    "add make create put get have do insert need want use show place build write print draw set " +
    "drawn printed written made created used called defined kept"
  ).split(" "),
);

const ASKING = new Set(
  (
    "how do does can could would should will may must i we you they he she me us what which who when where why is are was " +
    "were be there please into as so if or but not by"
  ).split(" "),
);

/** What a whole request is about: its subject, without the words that ask. */
export function wished(request: string): string[] {
  const all = subject(request);
  const kept = all.filter((word) => !ASKING.has(word));
  return kept.length > 0 ? kept : all;
}

/** What a question of the form "how do I …" is about: its nouns, without the verb that says little. */
export function operation(phrase: string): string[] {
  const all = subject(phrase);
  const nouns = all.filter((word) => !DOING.has(word));
  return nouns.length > 0 ? nouns : all;
}

/** How many of `wanted` occur among `found`; a token of three letters or more may shorten a word (foot, footer). */
export function coverage(wanted: readonly string[], found: readonly string[]): number {
  return wanted.filter((word) => found.some((token, i) => alike(word, token) || isJoined(word, found, i)))
    .length;
}

export function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return coverage(a, b) === a.length && coverage(b, a) === b.length;
}

function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** Where `name` stands as a whole word; `$` counts as a letter. */
export function wholeWord(name: string, flags = "g"): RegExp {
  return new RegExp(`(?<![\\w$])${escapeRegex(name)}(?![\\w$])`, flags);
}

// On a phone `stockTable` is typed "stocktable".
function isJoined(word: string, found: readonly string[], at: number): boolean {
  const [first = "", second = "", third = ""] = found.slice(at, at + 3);
  return second !== "" && (word === first + second || (third !== "" && word === first + second + third));
}

function alike(word: string, token: string): boolean {
  if (word === token) return true;
  const [short, long] = word.length < token.length ? [word, token] : [token, word];
  return short.length >= 3 && long.length - short.length <= 3 && long.startsWith(short) && !/^\d/.test(short);
}

function stem(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word;
  if (/(ches|shes|xes|sses)$/.test(word)) return word.slice(0, -2);
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return word.endsWith("s") ? word.slice(0, -1) : word;
}
