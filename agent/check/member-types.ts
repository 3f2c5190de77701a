// What members give: of documented interfaces, of lists and collections, of the language's own types. Promises only what the
// documentation or every edition of the language says. Refuses elements of mixed lists.

import type { Surface } from "../docs/surface/surface.ts";
import { isLanguageType } from "./built-ins.ts";
import { heirs } from "./heirs.ts";
import { ofLanguage } from "./literal-types.ts";
import { ANYTHING, isAnything, type Typed, typedBy, unionOf } from "./type-words.ts";

/** A method that is not called gives itself, which is of no documented type. */
export type AskedMember = { name: string; isCalled: boolean };

/** What a member gives on each interface that the owner may be and that has it. */
export function everyMember(owner: Typed | null, member: AskedMember, surface: Surface): Typed | null {
  if (owner === null) return null;
  if (isAnything(owner)) return ANYTHING;
  if (owner.form === "list") return ofListMember(owner, member);
  if (owner.form !== "value" && owner.form !== "class") return null;
  const types = owner.names.flatMap((name) => ofOwner(name, member, surface));
  const type = unionOf(types);
  return type && { ...type, isSure: type.isSure && owner.isSure };
}

/** None where the interface has no such member: code that asks for it knows that it holds another one. */
function ofOwner(owner: string, { name, isCalled }: AskedMember, surface: Surface): (Typed | null)[] {
  const found = surface.member(owner, name);
  if (found?.kind === "method" && !isCalled) return [null];
  if (found) return [typedBy(ownType(found.valueType, owner), surface)];
  const type = ofLanguageMember(owner, { name, isCalled });
  if (type || isLanguageType(owner)) return [type];
  return ofHeirs(owner, { name, isCalled }, surface);
}

/** What is documented as the base is often a subclass, whose members are asked for then. */
function ofHeirs(owner: string, { name, isCalled }: AskedMember, surface: Surface): (Typed | null)[] {
  const found = heirs(owner, surface).flatMap((heir) => surface.member(heir, name) ?? []);
  return found.map((one) =>
    one.kind === "method" && !isCalled ? null : typedBy(ownType(one.valueType, one.interface), surface),
  );
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

const PROPERTIES = new Set(["length", "source"]);

/** What a member of the language's own types gives. */
function ofLanguageMember(owner: string, { name: member, isCalled }: AskedMember): Typed | null {
  if (PROPERTIES.has(member) === isCalled) return null;
  for (const [result, members] of Object.entries(RESULTS[owner] ?? {}))
    if (members.split(" ").includes(member)) return ofLanguage(result);
  return null;
}

/** What a member of a list gives; of a list of interfaces the elements stay known. */
function ofListMember(list: Typed, member: AskedMember): Typed | null {
  if (!member.isCalled) return ofLanguageMember("Array", member);
  switch (member.name) {
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
  if (owner && isAnything(owner)) return ANYTHING;
  if (owner?.form !== "value") return null;
  const [name, ...others] = owner.names;
  if (name === undefined || others.length > 0) return null;
  for (const member of HANDING_OUT) {
    const found = surface.member(name, member);
    if (found) return typedBy(found.valueType, surface);
  }
  return null;
}
