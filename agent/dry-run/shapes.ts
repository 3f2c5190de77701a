// What the fake engine is told of the documentation: what is there at the start, and what an object of an interface is like,
// once one is asked for. Promises what the checks read from the same pages. Refuses to make up a type where a text names none.

import { itemOf } from "../check/member-types.ts";
import { GLOBAL_OBJECTS } from "../check/paths.ts";
import { perVersion } from "../check/per-version.ts";
import { isTooWide, type Typed, typedBy } from "../check/type-words.ts";
import type { World } from "../check/world.ts";
import type { MemberInfo, Surface } from "../docs/surface/surface.ts";
import type { Fact, Given, Shape, Start } from "./guest/facts.ts";

type Named = Pick<World, "surface" | "profile">;

export function startOf({ surface, profile }: Named): Start {
  const stated = profile.globals.map((one) => one.split(":").map((part) => part.trim()));
  const globals = surface.globals().filter(({ name }) => name !== "this");
  return {
    globals: [
      ...stated.flatMap(([name = "", type]) =>
        type === undefined && surface.global(name) ? [] : [{ name, given: givenBy(type ?? null, surface) }],
      ),
      ...globals.map((one) => ({ name: one.name, given: ofGlobal(one) })),
    ],
    functions: surface.functions().map((one) => ({
      name: one.name,
      fact: { kind: "method", given: givenBy(one.valueType, surface), isNullable: isNullable(one.valueType) },
    })),
    classes: classNames(surface),
    bare: bareMembers({ surface, profile }),
    loaders: profile.loaders,
    globalObjects: [...GLOBAL_OBJECTS],
    hasRequire: hasRequire({ surface, profile }),
    modules: surface.interfaces().filter((name) => /^[a-z]/.test(name)),
  };
}

const ofGlobal = (one: ReturnType<Surface["globals"]>[number]): Given =>
  one.interface === null ? null : { names: [one.interface], form: one.isClass ? "class" : "value" };

const classNames = perVersion((surface) =>
  surface
    .interfaces()
    .filter((name) => /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(name)),
);

function hasRequire({ surface, profile }: Named): boolean {
  const stated = [...profile.globals, ...profile.loaders, ...profile.builtIns.present];
  return (
    surface.fn("require") !== undefined ||
    surface.global("require") !== undefined ||
    stated.includes("require")
  );
}

/** Of the application object where the profile says so, and of what `this` is at the top. */
function bareMembers({ surface, profile }: Named): Start["bare"] {
  const owner = surface.global("this")?.interface;
  const top: Given = owner ? { names: [owner], form: "value" } : null;
  const own = owner ? [{ global: "", given: top, members: membersOf(owner, surface).map(nameOf) }] : [];
  return [
    ...own,
    ...profile.bare.map((global) => {
      const stated = profile.globals.find((one) => one.startsWith(`${global}:`));
      const type = stated ? givenBy(stated.slice(global.length + 1).trim(), surface)?.names[0] : undefined;
      const name = surface.global(global)?.interface ?? type ?? global;
      return { global, given: null, members: membersOf(name, surface).map(nameOf) };
    }),
  ];
}

const nameOf = ({ name }: MemberInfo): string => name;

/** Own and inherited; of two of one name the nearest. */
function membersOf(name: string, surface: Surface): MemberInfo[] {
  const found = new Map<string, MemberInfo>();
  const line = [name];
  for (const one of line) {
    for (const member of surface.members(one)) if (!found.has(member.name)) found.set(member.name, member);
    line.push(...(surface.interface(one)?.parents ?? []).filter((parent) => !line.includes(parent)));
  }
  return [...found.values()];
}

export function shapeOf(names: readonly string[], surface: Surface): Shape {
  // A documented name may be one that every object has.
  const members: Record<string, Fact> = Object.create(null);
  for (const name of names)
    for (const one of membersOf(name, surface)) members[one.name] ??= factOf(one, name, surface);
  const [first = ""] = names;
  const item = itemOf({ names, form: "value", isSure: true }, surface);
  return {
    isOpen: names.some((name) => isTooWide(name) || !surface.isComplete(name)),
    isEnumeration: surface.interface(first)?.kind === "enumeration",
    parent: surface.interface(first)?.parents.find((one) => surface.interface(one)) ?? null,
    item: given(item),
    members,
  };
}

/** `owner` is what was asked, which declarations call `this`. */
export function factOf(member: MemberInfo, owner: string, surface: Surface): Fact {
  const { kind, valueType, signatures } = member;
  const type = valueType === "this" ? owner : valueType;
  const isCalled = kind === "unknown" && signatures.length > 0;
  return { kind: isCalled ? "method" : kind, given: givenBy(type, surface), isNullable: isNullable(type) };
}

const givenBy = (valueType: string | null, surface: Surface): Given => given(typedBy(valueType, surface));
const given = (type: Typed | null): Given => type && { names: type.names, form: type.form };

const isNullable = (valueType: string | null): boolean =>
  valueType !== null && /\b(?:null|undefined|nothing|none|NothingEnum)\b/i.test(valueType);
