// Which documented interfaces the text of a type names: "Array of Page", `Promise<Page>`, `app.Doc | null`. Promises the
// order of the text, each name once, by exact case. Refuses what only stands inside a type: keys of object literals,
// parameters of functions, string literals.

const QUOTED = /"[^"]*"|'[^'\s]*'/g;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*/gu;
/** Deeper nested ones stay, which costs a wrong name in a type that nobody reads. */
const MAX_DEPTH = 8;

export function typeNames(valueType: string, isInterface: (name: string) => boolean): string[] {
  const found = new Set<string>();
  for (const [name] of plainType(valueType).matchAll(NAME)) {
    const known = documentedForm(name, isInterface);
    if (known !== undefined) found.add(known);
  }
  return [...found];
}

function plainType(valueType: string): string {
  let text = valueType.replace(QUOTED, " ");
  if (text.includes("=>")) return "";
  for (let depth = 0; depth < MAX_DEPTH && text.includes("{"); depth++)
    text = text.replace(/\{[^{}]*\}/g, " ");
  return text;
}

/** `app.Doc` may be documented as it stands, as a value of `app` (`SaveOptions.YES`), or as `Doc`. */
function documentedForm(name: string, isInterface: (name: string) => boolean): string | undefined {
  if (isInterface(name)) return name;
  const parts = name.split(".");
  for (let end = parts.length - 1; end > 0; end--) {
    const start = parts.slice(0, end).join(".");
    if (isInterface(start)) return start;
  }
  for (let start = 1; start < parts.length; start++) {
    const rest = parts.slice(start).join(".");
    if (isInterface(rest)) return rest;
  }
  return undefined;
}
