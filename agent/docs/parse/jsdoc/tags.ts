// A JSDoc comment as a description and its tags, with types, names and defaults cut apart. Promises text without the
// comment's own stars. Refuses to know what a tag means, and comments that are none of JSDoc.

export type Tag = {
  name: string;
  type?: string;
  /** What the tag is about, for tags that name something: `options.size` of `[options.size=3]`. */
  about?: string;
  optional?: true;
  text: string;
};
export type Doc = { text: string; tags: Tag[] };

const NAMING = new Set(
  (
    "param arg argument property prop typedef callback name class constructor interface enum namespace member var " +
    "function func method event memberof extends augments mixes implements lends module template kind alias constructs mixin " +
    "external host global"
  ).split(" "),
);

/** A comment on one line has its tags after its words. */
const INLINE =
  /(?<=[\s}])@(?=(?:private|ignore|hidden|type|param|returns?|readonly|const|constant|static|instance|memberof|deprecated|since|enum|namespace|class|constructor|extends|function|method|member|public|protected)\b)/g;

/** The text between the opening and the closing of a comment; undefined unless it began with two stars. */
export function readDoc(comment: string): Doc | undefined {
  if (!comment.startsWith("*") || comment.startsWith("**")) return undefined;
  const body = comment.slice(1);
  const whole = body.trim().includes("\n") ? body : body.replace(INLINE, "\n@");
  const lines = whole.split(/\r?\n/).map((line) => line.replace(/^[ \t]*\*(?!\/)[ \t]?/, "").trimEnd());
  const blocks: string[][] = [[]];
  let fenced = false;
  for (const line of lines) {
    if (/^\s*```/.test(line)) fenced = !fenced;
    if (!fenced && /^\s*@[A-Za-z]/.test(line)) blocks.push([line.trim()]);
    else blocks.at(-1)?.push(line);
  }
  const [first = [], ...rest] = blocks.map((block) => block.join("\n").replace(/^\n+|\s+$/g, ""));
  return { text: plainLinks(String(first).trim()), tags: rest.map(readTag) };
}

function readTag(block: string): Tag {
  const [, name = "", rest = ""] = /^@([A-Za-z][\w-]*)[ \t]*([\s\S]*)$/.exec(block) ?? [];
  if (/^(?:example|description|desc|summary|classdesc)$/.test(name)) return { name, text: plainLinks(rest) };
  const braced =
    rest.trimStart().startsWith("{") && !/^\s*\{@/.test(rest) ? bracedType(rest.trimStart()) : undefined;
  const after = braced?.after ?? rest;
  const type = braced === undefined ? undefined : cleanType(braced.type);
  const optionalType = braced !== undefined && /^\s*\.\.\.|=\s*$/.test(braced.type);
  const named = NAMING.has(name) ? readName(after.trimStart()) : undefined;
  return {
    name,
    ...(type ? { type } : {}),
    ...(named?.about ? { about: named.about } : {}),
    ...(named?.optional || optionalType ? { optional: true as const } : {}),
    text: plainLinks((named?.text ?? after).replace(/^\s*[-–—]\s+/, "").trim()),
  };
}

/** `{type}` with braces inside, as of `{{a: string}}`. */
function bracedType(text: string): { type: string; after: string } | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (depth === 0) return { type: text.slice(1, at), after: text.slice(at + 1) };
  }
  return undefined;
}

/** A type in the words of the comment, without the marks that a compiler needs. */
export const cleanType = (type: string): string =>
  type
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^\((.*)\)$/s, (whole, inside: string) => (/^[^()]*$/.test(inside) ? inside : whole))
    .replace(/^\.\.\./, "")
    .replace(/=$/, "")
    .replace(/[!?](?=[\w$({[])/g, "")
    .replace(/\bimport\([^)]*\)\.?/g, "")
    .replace(/\bmodule:/g, "")
    .replace(/\.</g, "<")
    .trim();

type Named = { about?: string; optional?: true; text: string };

const NAME =
  /^([\p{L}_$][\p{L}\p{N}_$]*(?:(?:[.#~/:-]|\[\]\.?)[\p{L}_$"'][\p{L}\p{N}_$"']*)*|\*)(?:\[\])?([\s\S]*)$/u;

function readName(text: string): Named {
  const bracket = /^\[\s*([^=\]]+?)\s*(?:=[\s\S]*?)?\](?=\s|$|[-–—])([\s\S]*)$/.exec(text);
  if (bracket?.[1]) {
    const about = NAME.exec(bracket[1])?.[1];
    return { ...(about ? { about } : {}), optional: true, text: bracket[2] ?? "" };
  }
  const [, about, rest = ""] = NAME.exec(text.replace(/^\.\.\./, "")) ?? [];
  // "Returns the width": a word that goes on as a sentence is still the name, as JSDoc itself reads it.
  return about === undefined ? { text } : { about, text: rest };
}

/** `{@link Loom#weave the loom}` reads as its words. */
const plainLinks = (text: string): string =>
  text.replace(
    /(?:\[([^\]]+)\])?\{@(?:link|linkcode|linkplain|see|tutorial)\s+([^\s}|]+)\s*(?:\|?\s*([^}]*))?\}/g,
    (_all, before?: string, target?: string, words?: string) =>
      before || words?.trim() || `\`${(target ?? "").replace(/[#~]/g, ".")}\``,
  );

export const tagsOf = (doc: Doc | undefined, ...names: string[]): Tag[] =>
  doc?.tags.filter(({ name }) => names.includes(name)) ?? [];

export const hasTag = (doc: Doc | undefined, ...names: string[]): boolean => tagsOf(doc, ...names).length > 0;
