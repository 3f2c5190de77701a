// Which parameters take an object of options, and its keys: literal types in place, and types of this page that are only
// ever handed in. Promises keys with their types and what the comment says of each. Refuses classes, and whatever some
// call returns: those are objects, not options.

import type { TSType } from "oxc-parser";
import type { Param } from "../../surface/facts.ts";
import { literalKeys } from "./aliases.ts";
import { readSignatures } from "./members.ts";
import { type Callable, type DeclaredMember, lineage, mayCopy, type World } from "./model.ts";
import { bare, nameOf, type Scope } from "./scope.ts";
import type { Source } from "./source.ts";

/** A key with the words that describe it. */
export type OptionKey = Param & { words: string };

const MAX_KEYS = 300;
const OPTIONS_NAME =
  /(?:Options?|Opts|Config(?:uration)?|Settings?|Param(?:eter)?s?|Props|Properties|Init|Args|Arguments)$/;

export type Asking = { world: World; source: Source };

/** Of all parameters together, by parameter. */
export function optionKeys(call: Callable, asking: Asking): { param: string; keys: OptionKey[] }[] {
  return call.params.flatMap(({ name, node }) => {
    const keys = node ? keysOf(node, { ...asking, scope: call.scope, seen: new Set() }) : undefined;
    if (!keys || keys.size === 0 || keys.size > MAX_KEYS || !mayCopy(asking.world, keys.size)) return [];
    const described = [...keys.values()].map((key) => ({
      ...key,
      words: call.comment.params.get(`${name}.${key.name}`) || key.words,
    }));
    return [{ param: name, keys: described }];
  });
}

/** Keys of a value that is written as a literal in place; a named type says its own. */
export function literalProperties(member: DeclaredMember, asking: Asking): OptionKey[] {
  const node = member.node ? bare(member.node) : null;
  const parts = node?.type === "TSUnionType" ? node.types.map(bare) : node ? [node] : [];
  const literals = parts.filter((part) => part.type === "TSTypeLiteral" || part.type === "TSMappedType");
  const found = new Map<string, OptionKey>();
  for (const literal of literals) {
    const keys = keysOf(literal, { ...asking, scope: member.scope, seen: new Set() });
    for (const [name, key] of keys ?? []) if (!found.has(name)) found.set(name, key);
  }
  return found.size > MAX_KEYS ? [] : [...found.values()];
}

type At = Asking & { scope: Scope; seen: ReadonlySet<string> };
type Keys = Map<string, OptionKey>;

/** Undefined for what is no object of options. */
function keysOf(node: TSType, at: At): Keys | undefined {
  const type = bare(node);
  switch (type.type) {
    case "TSTypeLiteral": {
      const hidden = { count: 0 };
      const { members, calls } = readSignatures(type.members, { source: at.source, scope: at.scope, hidden });
      return calls.length > 0 ? undefined : keysOfMembers(members);
    }
    case "TSUnionType":
      return ofAll(type.types.map(bare).filter(isObject), at, "some");
    case "TSIntersectionType":
      return ofAll(type.types.map(bare), at, "all");
    case "TSMappedType": {
      const names = literalKeys(type.constraint, at);
      const stated = type.optional === false ? {} : { optional: true as const };
      return names && new Map([...names].map((name) => [name, { name, words: "", ...stated }]));
    }
    case "TSTypeReference":
      return ofReference(type, at);
    default:
      return undefined;
  }
}

const isObject = ({ type }: TSType): boolean =>
  type === "TSTypeLiteral" ||
  type === "TSTypeReference" ||
  type === "TSIntersectionType" ||
  type === "TSUnionType" ||
  type === "TSMappedType";

/** A key that only some parts of a union have is one that may be left out. */
function ofAll(parts: TSType[], at: At, which: "some" | "all"): Keys | undefined {
  const read = parts.map((part) => keysOf(part, at));
  const known = read.filter((keys) => keys !== undefined);
  if (known.length === 0 || known.length < read.length) return undefined;
  const found: Keys = new Map();
  for (const key of known.flatMap((keys) => [...keys.values()])) {
    const isEverywhere = which === "all" || known.every((keys) => keys.has(key.name));
    if (!found.has(key.name)) found.set(key.name, isEverywhere ? key : { ...key, optional: true });
  }
  return found;
}

type Reference = Extract<TSType, { type: "TSTypeReference" }>;

function ofReference(type: Reference, at: At): Keys | undefined {
  const name = nameOf(type.typeName, at.scope);
  if (name === null || at.seen.has(name)) return undefined;
  const [first] = type.typeArguments?.params ?? [];
  if (first && /^(?:Partial|Required|Readonly)$/.test(name)) {
    const keys = keysOf(first, at);
    const optional = name === "Partial";
    return keys && new Map([...keys].map(([key, one]) => [key, optional ? { ...one, optional: true } : one]));
  }
  return ofDeclared(name, at);
}

function ofDeclared(name: string, at: At): Keys | undefined {
  const declared = at.world.declared.get(name);
  if (!mayCopy(at.world, 1)) return undefined;
  if (!declared || declared.isClass || at.world.returned.has(name)) return undefined;
  if (declared.alias) {
    const seen = new Set([...at.seen, name]);
    return keysOf(declared.alias.node, { ...at, scope: declared.alias.scope, seen });
  }
  const all = lineage(at.world, name);
  if (
    all.some((one) => one.isClass || one.constructors.length + one.constructs.length + one.calls.length > 0)
  )
    return undefined;
  const members = all.flatMap((one) => one.members);
  const isSettable = members.every(
    ({ kind, isStatic, isOptional, node }) => !isStatic && (kind !== "method" || node !== null || isOptional),
  );
  const isHandedIn = members.some(({ isOptional }) => isOptional) || OPTIONS_NAME.test(name);
  return isSettable && isHandedIn && members.length > 0 ? keysOfMembers(members) : undefined;
}

function keysOfMembers(members: readonly DeclaredMember[]): Keys {
  const keys: Keys = new Map();
  for (const { name, valueType, signature, isOptional, comment, kind, call } of members) {
    if (name === "[]" || keys.has(name)) continue;
    const type = kind === "method" ? call?.signature || signature : valueType;
    keys.set(name, {
      name,
      ...(type === null ? {} : { type }),
      ...(isOptional ? { optional: true } : {}),
      words: comment.text.split("\n\n")[0]?.replace(/\s+/g, " ") ?? "",
    });
  }
  return keys;
}
