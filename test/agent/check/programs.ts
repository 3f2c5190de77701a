// Random programs that are right: written from a documentation's own members, constructors, option keys, globals, functions,
// from the built-ins of a level, and loads of files that are there. Promises programs that the engine would take. Refuses
// members that no documented way leads to.

import fc from "fast-check";
import { globalSince, memberSince, membersOf } from "../../../agent/check/built-ins.ts";
import type { MemberInfo, Surface } from "../../../agent/docs/surface/surface.ts";

const isName = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name);

/** Statements of each kind that the documentation gives. */
function statements(surface: Surface, level: number): string[][] {
  return [
    chains(surface),
    constructions(surface),
    surface.functions().flatMap(({ name }) => (isName(name) ? [`${name}();`] : [])),
    surface.globals().flatMap(({ name }) => (isName(name) && name !== "this" ? [`use(${name}, 1);`] : [])),
    builtIns(level),
    ["require('./there');", '//@include "there.js"\nuse(1, 2);'],
  ].filter((some) => some.length > 0);
}

function chains(surface: Surface): string[] {
  const ways = waysTo(surface);
  return surface.interfaces().flatMap((name) =>
    surface.members(name).flatMap((member) => {
      const owner = member.static ? name : ways.get(name);
      return isName(member.name) && owner ? ofMember(owner, member) : [];
    }),
  );
}

/** A way to a value of each interface: from the globals on, by members whose stated type is that name and no more. */
function waysTo(surface: Surface): ReadonlyMap<string, string> {
  const ways = new Map<string, string>();
  for (const { name, interface: of, isClass } of surface.globals())
    if (of && !isClass && isName(name) && !ways.has(of)) ways.set(of, name);
  for (const [owner, way] of ways) {
    for (const { name, valueType, kind, static: isStatic } of surface.members(owner)) {
      if (valueType === null || isStatic || !isName(name) || !surface.interface(valueType)) continue;
      if (!ways.has(valueType)) ways.set(valueType, `${way}.${name}${kind === "method" ? "()" : ""}`);
    }
  }
  return ways;
}

function ofMember(owner: string, { name, kind, options, signatures }: MemberInfo): string[] {
  if (kind !== "method") return [`use(${owner}.${name}, 1);`, `var held = ${owner}; use(held.${name}, 2);`];
  const [key] = options.map((option) => option.name.split(".")[0] ?? "").filter(isName);
  const takesOne = signatures.some((params) => params.length === 1);
  const withKey = key !== undefined && takesOne ? [`${owner}.${name}({ ${key}: 1 });`] : [];
  return [`${owner}.${name}();`, `var fn = ${owner}.${name}; fn.call(1);`, ...withKey];
}

function constructions(surface: Surface): string[] {
  return surface.interfaces().flatMap((name) => {
    if (!isName(name) || !surface.interface(name)?.constructors) return [];
    const [member] = surface.members(name).filter((one) => isName(one.name) && !one.static);
    const made = [`use(new ${name}(), 1);`];
    return member ? [...made, `var made = new ${name}(); use(made.${member.name}, 1);`] : made;
  });
}

const VALUES: Readonly<Record<string, string>> = {
  String: "'a'",
  Array: "[1]",
  RegExp: "/a/",
  Date: "new Date()",
};

function builtIns(level: number): string[] {
  const members = Object.entries(VALUES).flatMap(([type, value]) =>
    membersOf(type)
      .filter((name) => isName(name) && (memberSince(type, name) ?? Number.POSITIVE_INFINITY) <= level)
      .map((name) => `use((${value}).${name}, 1);`),
  );
  const globals = ["Math", "Object", "Date", "parseInt", "isNaN", "JSON", "Map", "Promise", "Symbol"];
  const there = globals.filter((name) => (globalSince(name) ?? Number.POSITIVE_INFINITY) <= level);
  return [...members, ...there.map((name) => `use(${name}, 1);`)];
}

/** Kinds take turns: of a large documentation most statements are chains. */
export function programs(surface: Surface, level: number): fc.Arbitrary<string> {
  const statement = fc.oneof(...statements(surface, level).map((some) => fc.constantFrom(...some)));
  const placed = fc.oneof(
    statement,
    statement.map((code) => `try { ${code}\n } catch (error) { use(error.message, 1); }`),
    statement.map((code) => `function later() { ${code}\n } later();`),
    statement.map((code) => `if (use(1, 2)) { ${code}\n }`),
  );
  return fc
    .array(placed, { minLength: 1, maxLength: 12 })
    .map((lines) => `${lines.map(separate).join("\n")}\nfunction use(one, other) { return [one, other]; }\n`);
}

/** Each statement in a scope of its own: a name that holds two things is of neither's type. */
const separate = (code: string): string => `(function () {\n${code}\n})();`;
