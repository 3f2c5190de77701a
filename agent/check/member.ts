// The member family: a name asked of a documented receiver that does not have it. Promises to judge only where the
// receiver is certain, and to hold only where the documentation is whole and nothing else speaks for the name. Refuses
// subclasses' members, feature tests, and what every object has.

import type { MemberExpression } from "acorn";
import type { Surface } from "../docs/surface/surface.ts";
import { isLanguageType, isOfEveryClass, isOfEveryObject, memberSince, membersOf } from "./built-ins.ts";
import { type Check, type Checking, collect, finding, type Judged } from "./check.ts";
import { doubtOf, negativeFact } from "./doubts.ts";
import { isAdded } from "./expando-rules.ts";
import type { Finding } from "./finding.ts";
import { heirs } from "./heirs.ts";
import { argue, memberVerdict } from "./messages.ts";
import { nearest } from "./nearest.ts";
import { dottedPath, GLOBAL_OBJECTS, memberName } from "./paths.ts";
import { isTooWide, type Typed } from "./type-words.ts";

export const memberCheck: Check = {
  family: "member",
  run: (checking) => collect(checking.uses.members, (node) => judge(node, checking)),
  judged: (checking) => checking.uses.members.flatMap((node) => decidedIn(node, checking)),
};

function decidedIn(node: MemberExpression, checking: Checking): Judged[] {
  const { receivers, surface } = checking;
  const name = memberName(node);
  const type = name === null ? null : receivers.typeOf(node.object);
  if (name === null || !type?.names.some((one) => isLanguageType(one) || surface.interface(one))) return [];
  return [
    {
      name,
      offset: node.property.start,
      has: (other) => hasMember(type, other, surface) || isAdded(other, type, checking) !== null,
    },
  ];
}

function judge(node: MemberExpression, checking: Checking): Finding | null {
  const name = memberName(node);
  const type = name === null ? null : checking.receivers.typeOf(node.object);
  if (name === null || type === null || hasMember(type, name, checking.surface)) return null;
  if (checking.uses.questions.isGuarded(node) || isListed(name, type, checking)) return null;
  const added = isAdded(name, type, checking);
  return added === "certain" ? null : accuse(node, { name, type, checking, isAdded: added === "likely" });
}

/** Many guides speak of a list by a name of its own and leave out what every list has. */
function isListed(name: string, { names, form }: Typed, { uses, receivers, surface }: Checking): boolean {
  if (name !== "length" || form !== "value") return false;
  if (names.some((one) => /(?:List|Collection|Array)$/.test(one) || isPlural(one, surface))) return true;
  return uses.indexed.some((node) => receivers.typeOf(node.object)?.names.some((one) => names.includes(one)));
}

/** Hosts take the values of an enumeration in more than one spelling. */
function isSpelling(name: string, { names }: Typed, surface: Surface): boolean {
  const plain = (one: string): string => one.toLowerCase().replaceAll("_", "");
  const low = plain(name);
  return names.some(
    (one) =>
      surface.interface(one)?.kind === "enumeration" &&
      surface.members(one).some((member) => plain(member.name) === low),
  );
}

const isPlural = (name: string, surface: Surface): boolean =>
  name.endsWith("s") && surface.interface(name.slice(0, -1)) !== undefined;

type Accused = { name: string; type: Typed; checking: Checking; isAdded: boolean };

function accuse(node: MemberExpression, { name, type, checking, isAdded }: Accused): Finding {
  const { surface } = checking;
  const isWhole = type.names.every((one) => surface.isComplete(one) && !surface.interface(one)?.gaps);
  const doubt = doubtOf(name, checking);
  const receiver = receiverName(type);
  const suggestions = nearest(name, namesOf(type, surface));
  const symbol = checking.written(node);
  const fact = negativeFact(name, checking);
  // The global object is there for scripts to put their own names on; words in brackets may be what a person sees.
  const isOpen = GLOBAL_OBJECTS.has(dottedPath(node.object) ?? "") || !/^[\w$]+$/.test(name);
  const isSure = isWhole && type.isSure && !isAdded && !isOpen && !isSpelling(name, type, surface);
  return finding(checking, {
    family: "member",
    confidence: isSure ? doubt.confidence : "likely",
    symbol,
    about: `${type.form === "list" ? "Array" : type.names.join("|")}.${name}`,
    offset: node.property.start,
    suggestions,
    message: argue({
      verdict: memberVerdict({ symbol, name, receiver, isWhole }),
      doubt: isAdded ? "the project gives some object a member of this name" : doubt.reason,
      fact,
      suggestions,
      where: `on ${receiver}`,
      lookUp: suggestions[0] ? `${type.names[0]}.${suggestions[0]}` : "one symbol",
    }),
  });
}

function receiverName({ names, form }: Typed): string {
  if (form === "list") return "Array";
  const all = names.join(" or ");
  return form === "value" || form === "class" ? all : `a promise of ${all}, which is awaited first`;
}

/** Some interface that the receiver may be has the name, or nobody can say that it does not. */
function hasMember({ names, form }: Typed, name: string, surface: Surface): boolean {
  if (isOfEveryObject(name)) return true;
  if (form === "class" && isOfEveryClass(name)) return true;
  if (form === "promise" || form === "promised list") return /^(?:then|catch|finally)$/.test(name);
  if (form === "list")
    return surface.member("Array", name) !== undefined || memberSince("Array", name) !== undefined;
  return names.some(
    (one) =>
      isTooWide(one) ||
      surface.member(one, name) !== undefined ||
      surface.interface(`${one}.${name}`) !== undefined ||
      isOfLanguage(one, name) ||
      isDictionary(one, surface) ||
      heirs(one, surface).some((heir) => surface.member(heir, name) !== undefined),
  );
}

/** Of any edition: whether the engine is of that age is another family's question. */
const isOfLanguage = (type: string, name: string): boolean =>
  isLanguageType(type) && memberSince(type, name) !== undefined;

/** Documented to be asked for any key, and no collection. */
function isDictionary(name: string, surface: Surface): boolean {
  return surface.member(name, "[]")?.kind === "property" && surface.member(name, "length") === undefined;
}

function namesOf({ names, form }: Typed, surface: Surface): string[] {
  if (form === "list") return membersOf("Array");
  const chain = [...new Set(names.flatMap((one) => [one, ...ancestorsOf(one, surface)]))];
  const documented = chain.flatMap((one) => surface.members(one).map((member) => member.name));
  return documented.length > 0 ? documented : names.flatMap(membersOf);
}

function ancestorsOf(name: string, surface: Surface, seen = new Set<string>()): string[] {
  const parents = (surface.interface(name)?.parents ?? []).filter((parent) => !seen.has(parent));
  for (const parent of parents) seen.add(parent);
  return parents.flatMap((parent) => [parent, ...ancestorsOf(parent, surface, seen)]);
}
