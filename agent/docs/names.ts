// Names of code: what is one, how a title splits into interface and member, which words are inside. Promises the same
// cut for what is indexed and for what is asked. Refuses to guess: a title that is no name stays a title.

const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const DOTTED = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u;

export const isIdentifier = (text: string): boolean => IDENTIFIER.test(text);

/** `Doc`, `app.media`: a name that members can hang on. */
export const isDottedName = (text: string): boolean => DOTTED.test(text);

export type OwnedName = { interface: string; member: string };

/** Reads `Interface.member` or `Interface-member`, with or without a call's parentheses. */
export function splitTitle(title: string): OwnedName | undefined {
  const name = title.replace(/^`(.*)`$/, "$1").replace(/\s*\([^()]*\)$/, "");
  const dash = name.indexOf("-");
  const cut = dash > 0 ? dash : name.lastIndexOf(".");
  if (cut <= 0) return undefined;

  const owner = name.slice(0, cut);
  const member = name.slice(cut + 1);
  const readable = isDottedName(owner) && (isIdentifier(member) || member === "[]");
  return readable ? { interface: owner, member } : undefined;
}

/** The words inside identifiers: `exportXMLFile` gives export, xml, file. */
export function nameParts(identifier: string): string[] {
  const spaced = identifier
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2");
  return spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The forms in which a query may be a name, most literal first: call, statement and receiver dressing taken off. */
export function nameForms(query: string): string[] {
  const bare = query
    .trim()
    .replace(/^`+|`+$/g, "")
    .replace(/^new\s+/, "")
    .replace(/\s*\(.*\)?\s*;?$/s, "")
    .replace(/^\.|[.;]$/g, "");
  if (bare === "" || bare.length > 200) return [];

  const owned = splitTitle(bare);
  const forms = [bare, owned ? `${owned.interface}.${owned.member}` : bare];
  const segments = bare.split(".");
  if (segments.length > 2) forms.push(segments.slice(-2).join("."));
  return [...new Set(forms)];
}
