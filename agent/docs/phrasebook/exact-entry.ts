// What a query names, where it names something documented and nothing else. Promises exact case, as code has it. Refuses
// words: "grid" is one, `Grid` and `gridBegin` are names.

import { nameForms, splitTitle } from "../names.ts";
import type { FunctionInfo, GlobalInfo, InterfaceInfo, MemberInfo, Surface } from "../surface/surface.ts";

export type Entry =
  | { type: "interface"; info: InterfaceInfo }
  | { type: "member"; member: MemberInfo }
  /** A member's name alone, which several interfaces have. */
  | { type: "shared"; name: string; owners: readonly string[] }
  | { type: "global"; global: GlobalInfo }
  | { type: "function"; fn: FunctionInfo };

/** No name is longer, and a whole letter takes time to be found to be none. */
const MAX_CHARS = 300;

export function exactEntry(query: string, surface: Surface): Entry | null {
  if (query.length > MAX_CHARS) return null;
  for (const form of nameForms(query)) {
    const entry = entryOf(form, surface);
    if (entry) return entry;
  }
  return null;
}

function entryOf(name: string, surface: Surface): Entry | null {
  const info = surface.interface(name);
  if (info) return { type: "interface", info };
  const owned = splitTitle(name);
  if (owned) {
    // `sheet.text` is written on the global, and documented on its interface.
    const owner = surface.global(owned.interface)?.interface ?? owned.interface;
    const member = surface.member(owner, owned.member);
    return member ? { type: "member", member } : null;
  }
  const global = surface.global(name);
  if (global) return { type: "global", global };
  const fn = surface.fn(name);
  if (fn) return { type: "function", fn };
  return isCompound(name) ? byMember(name, surface) : null;
}

/** A plain word may be an English one, and only happen to be a member somewhere. */
const isCompound = (name: string): boolean => /[_$]|\p{Ll}\p{Lu}|^\p{Lu}{2}/u.test(name);

function byMember(name: string, surface: Surface): Entry | null {
  const owners = surface.owners(name);
  const [only] = owners;
  if (only === undefined) return null;
  const member = owners.length === 1 ? surface.member(only, name) : undefined;
  return member ? { type: "member", member } : { type: "shared", name, owners };
}
