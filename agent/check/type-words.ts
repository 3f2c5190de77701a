// What a documented type is, read strictly: an interface, a list of them, or nothing that a check may build on. Promises
// certainty or null. Refuses to skip a word that it does not know: what that word means could make the rest untrue.

import type { Surface } from "../docs/surface/surface.ts";

/** One of these interfaces, itself (`isClass`: with its statics) or as elements of a list. */
export type Typed = { names: readonly string[]; isClass: boolean; isList: boolean };

const NOTHING = /^(?:null|undefined|void|nothing|none|NothingEnum(?:\.\w+)?)$/i;
const LIST = [/^(?:an? )?(?:array|list|collection) of (.+)$/i, /^(.+)\[\]$/, /^(?:Readonly)?Array<(.+)>$/];
const DRESS = /^(?:an? |the )|(?: object| objects| instance)$/gi;

/** Null unless every alternative of the type is a documented interface, or all are lists of such. */
export function typedBy(valueType: string | null, surface: Surface): Typed | null {
  if (valueType === null || valueType.length > 400) return null;
  const read = valueType
    .replaceAll("`", "")
    .split(/\s*(?:\||\/|,| or )\s*/i)
    .map((part) => part.trim())
    .filter((part) => part !== "" && !NOTHING.test(part))
    .map((part) => alternative(part, surface));
  if (read.length === 0 || read.some((one) => one === null)) return null;
  const known = read.filter((one) => one !== null);
  const isList = known[0]?.isList ?? false;
  if (known.some((one) => one.isList !== isList)) return null;
  return { names: [...new Set(known.map(({ name }) => name))], isClass: false, isList };
}

function alternative(text: string, surface: Surface): { name: string; isList: boolean } | null {
  const element = LIST.map((form) => form.exec(text)?.[1]).find((found) => found !== undefined);
  const bare = (element ?? text).replace(DRESS, "").trim();
  const name = interfaceNamed(bare, surface) ?? (element ? interfaceNamed(singular(bare), surface) : null);
  return name === null ? null : { name, isList: element !== undefined };
}

const singular = (word: string): string => word.replace(/s$/, "");

function interfaceNamed(name: string, surface: Surface): string | null {
  return surface.interface(name) ? name : null;
}
