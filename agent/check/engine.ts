// The engine family: real JavaScript that an engine of this age does not have. Promises to excuse what the documentation
// lists, what the profile grants, and what the project brings itself. Refuses to judge without a level.

import type { AnyNode, MemberExpression } from "acorn";
import {
  globalSince,
  hasStatics,
  isLanguageType,
  memberSince,
  newestSince,
  staticSince,
} from "./built-ins.ts";
import { type Check, type Checking, collect, finding, type Judged } from "./check.ts";
import { asNode } from "./code.ts";
import { isAdded } from "./expando-rules.ts";
import { prototypeOf } from "./expandos.ts";
import type { Finding } from "./finding.ts";
import { memberName } from "./paths.ts";
import { edition } from "./syntax.ts";
import type { Typed } from "./type-words.ts";

export const engineCheck: Check = {
  family: "engine",
  run(checking) {
    const { level, builtIns } = checking.world.profile;
    if (level === null && builtIns.absent.length === 0) return [];
    return [...newGlobals(checking), ...collect(checking.uses.members, (node) => newMember(node, checking))];
  },
  judged(checking) {
    const { level, builtIns } = checking.world.profile;
    if (level === null && builtIns.absent.length === 0) return [];
    return [...globalsAsked(checking), ...checking.uses.members.flatMap((node) => askedOf(node, checking))];
  },
};

function globalsAsked(checking: Checking): Judged[] {
  return checking.receivers.bindings.free().flatMap(({ identifier: { name, range } }) => {
    if (globalSince(name) === undefined) return [];
    const has = (other: string): boolean =>
      !isAbove(checking, { key: other, since: globalSince(other) ?? 0 }) ||
      checking.own.declares(other) ||
      checking.project.declares(other);
    return [{ name, offset: range?.[0] ?? 0, has }];
  });
}

function askedOf(node: MemberExpression, checking: Checking): Judged[] {
  const name = memberName(node);
  const asked = name === null ? null : ownerOf(node.object, checking);
  if (name === null || asked === null) return [];
  const { owner, isStatic } = asked;
  const since = isStatic ? staticSince : memberSince;
  const mark = isStatic ? "." : "#";
  const has = (other: string): boolean =>
    !isAbove(checking, { key: `${owner}${mark}${other}`, since: since(owner, other) ?? 0 }) ||
    isAdded(other, { names: [owner], form: isStatic ? "class" : "value", isSure: true }, checking) !== null;
  return since(owner, name) === undefined ? [] : [{ name, offset: node.property.start, has }];
}

/** How the profile writes it (`Array#map`), and since when the language has it. */
type Named = { key: string; since: number; symbol: string; offset: number; isSure: boolean };

function newGlobals(checking: Checking): Finding[] {
  const { receivers, uses, surface, own, project, before } = checking;
  return collect(receivers.bindings.free(), ({ identifier }) => {
    const node = asNode(identifier);
    if (node.type !== "Identifier") return null;
    const { name, start } = node;
    const since = globalSince(name);
    if (since === undefined || !isAbove(checking, { key: name, since })) return null;
    if (surface.global(name) || surface.interface(name) || surface.fn(name) || before.has(name)) return null;
    if (uses.questions.isAsked(name) || uses.isInWith(node) || own.declares(name) || project.declares(name))
      return null;
    const isUsedElsewhere = project.users(name) + project.mentions(name).length > 2;
    return accuse(checking, { key: name, since, symbol: name, offset: start, isSure: !isUsedElsewhere });
  });
}

function isAbove({ world }: Checking, { key, since }: Pick<Named, "key" | "since">): boolean {
  const { level, builtIns } = world.profile;
  if (builtIns.present.includes(key)) return false;
  return builtIns.absent.includes(key) || (level !== null && since > level);
}

/** Told apart at once: most names are of no type of the language, or as old as it. */
function mayBeAbove(name: string, { world }: Checking): boolean {
  const { level, builtIns } = world.profile;
  return builtIns.absent.length > 0 || newestSince(name) > (level ?? 0);
}

function newMember(node: MemberExpression, checking: Checking): Finding | null {
  const name = memberName(node);
  if (name === null || !mayBeAbove(name, checking)) return null;
  const asked = ownerOf(node.object, checking);
  if (asked === null) return null;
  const { owner, isStatic, isSure } = asked;
  // `JSON` itself is named where it stands.
  if (isStatic && isAbove(checking, { key: owner, since: globalSince(owner) ?? 0 })) return null;
  const key = isStatic ? `${owner}.${name}` : `${owner}#${name}`;
  const since = isStatic ? staticSince(owner, name) : memberSince(owner, name);
  if (since === undefined || !isAbove(checking, { key, since })) return null;
  if (checking.surface.member(owner, name) || checking.uses.questions.isGuarded(node)) return null;
  const type: Typed = { names: [owner], form: isStatic ? "class" : "value", isSure: true };
  const added = isAdded(name, type, checking);
  if (added === "certain") return null;
  const isKnownHere = added === "likely" || checking.project.users(name) >= 2;
  return accuse(checking, {
    key,
    since,
    symbol: checking.written(node),
    offset: node.property.start,
    isSure: isSure && !isKnownHere,
  });
}

type Owner = { owner: string; isStatic: boolean; isSure: boolean };

/** The type of the language whose member is asked: `Object`, `Array.prototype`, a value that is certainly an array. */
function ownerOf(object: AnyNode, { receivers, before, surface }: Checking): Owner | null {
  const prototype = prototypeOf(object);
  const bare = prototype ?? (object.type === "Identifier" ? object : null);
  const isFree = bare !== null && !receivers.isOwn(bare) && !before.has(bare.name);
  if (bare && isFree && (prototype ? isLanguageType(bare.name) : hasStatics(bare.name)))
    return { owner: bare.name, isStatic: !prototype, isSure: true };
  const type = receivers.typeOf(object);
  // Where the documentation has the language's own arrays, what they lack is no question of the host's lists.
  if (type?.form === "list") return { owner: "Array", isStatic: false, isSure: surface.isComplete("Array") };
  const [name, ...others] = type?.form === "value" ? type.names : [];
  if (name === undefined || others.length > 0 || !isLanguageType(name)) return null;
  return { owner: name, isStatic: false, isSure: type?.isSure ?? false };
}

function accuse(checking: Checking, { key, since, symbol, offset, isSure }: Named): Finding {
  const { level, name, builtIns } = checking.world.profile;
  const engine = name || "the engine";
  const why = builtIns.absent.includes(key) || level === null ? "lacks it" : `runs ${edition(level)}`;
  return finding(checking, {
    family: "engine",
    // A polyfill may stand in what was not searched.
    confidence: isSure && checking.project.leftOut === null ? "certain" : "likely",
    symbol,
    about: key,
    offset,
    suggestions: [],
    message: `${key.replace("#", ".prototype.")} came with ${edition(since)}, and ${engine} ${why}; no file here brings it. Write it out with what ${engine} has (a loop, a string, a plain object), or define it in the project first. Do not keep or annotate it.`,
  });
}
