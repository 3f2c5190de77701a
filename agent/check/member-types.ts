// What members give: of documented interfaces, of lists and collections, of the language's own types. Promises only what the
// documentation or every edition of the language says. Refuses elements of mixed lists.

import type { Surface } from "../docs/surface/surface.ts";
import { heirs } from "./heirs.ts";
import { ofLanguage } from "./literal-types.ts";
import { type Typed, typedBy, unionOf } from "./type-words.ts";

/** What a member gives on each interface that the owner may be. */
export function everyMember(owner: Typed | null, member: string, surface: Surface): Typed | null {
  if (owner === null) return null;
  if (owner.form === "list") return ofListMember(owner, member);
  if (owner.form !== "value" && owner.form !== "class") return null;
  const types = owner.names.map((name) => {
    const found = surface.member(name, member);
    if (found) return typedBy(ownType(found.valueType, name), surface);
    return ofLanguageMember(name, member) ?? ofHeirs(name, member, surface);
  });
  const type = unionOf(types);
  return type && { ...type, isSure: type.isSure && owner.isSure };
}

/** What is documented as the base is often a subclass, whose members are asked for then. */
function ofHeirs(name: string, member: string, surface: Surface): Typed | null {
  const found = heirs(name, surface).flatMap((heir) => surface.member(heir, member) ?? []);
  return unionOf(found.map((one) => typedBy(ownType(one.valueType, one.interface), surface)));
}

/** Declarations say `this` for the interface that was asked. */
const ownType = (valueType: string | null, owner: string): string | null =>
  valueType === "this" ? owner : valueType;

const RESULTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  String: {
    String:
      "charAt concat replace replaceAll slice substr substring toLowerCase toUpperCase toLocaleLowerCase toLocaleUpperCase trim trimStart trimEnd padStart padEnd repeat toString valueOf",
    Number: "length charCodeAt indexOf lastIndexOf search localeCompare",
    Array: "split",
  },
  Number: { String: "toFixed toExponential toPrecision toString toLocaleString" },
  Boolean: { String: "toString" },
  Array: {
    String: "join toString",
    Number: "length indexOf lastIndexOf push unshift findIndex",
    Array: "concat slice splice sort reverse map filter",
  },
  Date: { String: "toString toUTCString toISOString toDateString toLocaleString toLocaleDateString" },
  RegExp: { String: "source toString", Boolean: "test" },
};

/** What a member of the language's own types gives. */
function ofLanguageMember(owner: string, member: string): Typed | null {
  for (const [result, members] of Object.entries(RESULTS[owner] ?? {}))
    if (members.split(" ").includes(member)) return ofLanguage(result);
  return null;
}

/** What a member of a list gives; of a list of interfaces the elements stay known. */
function ofListMember(list: Typed, member: string): Typed | null {
  switch (member) {
    case "slice":
    case "concat":
    case "filter":
    case "sort":
    case "reverse":
    case "splice":
      return list;
    case "pop":
    case "shift":
    case "find":
    case "at":
      return { ...list, form: "value" };
    default:
      return ofLanguageMember("Array", member);
  }
}

/** Members that collections of many hosts hand their elements out by. */
const HANDING_OUT = ["[]", "item", "getItem", "itemByIndex"];

/** `pages[0]`: the element of a list, or of a documented collection. */
export function itemOf(owner: Typed | null, surface: Surface): Typed | null {
  if (owner?.form === "list") return { ...owner, form: "value" };
  if (owner?.form !== "value") return null;
  const [name, ...others] = owner.names;
  if (name === undefined || others.length > 0) return null;
  for (const member of HANDING_OUT) {
    const found = surface.member(name, member);
    if (found) return typedBy(found.valueType, surface);
  }
  return null;
}
