// The member family: a name asked of a documented receiver that does not have it. Promises to judge only where the
// receiver is certain, and to accuse only where the documentation is whole. Refuses lists, subclasses' members, and what
// every object has.

import type { MemberExpression } from "acorn";
import type { Surface } from "../docs/surface/surface.ts";
import { CLASS_MEMBERS, OBJECT_MEMBERS } from "./built-ins.ts";
import type { Check } from "./check.ts";
import { heirs } from "./heirs.ts";
import { memberMessage } from "./messages.ts";
import { nearest } from "./nearest.ts";
import { memberName } from "./receivers.ts";
import type { Typed } from "./type-words.ts";

export const memberCheck: Check = {
  family: "member",
  run({ code, uses, receivers, surface, at }) {
    return uses.members.flatMap((node) => {
      const name = memberName(node);
      const type = name === null ? null : receivers.typeOf(node.object);
      if (name === null || type === null || has(type, name, surface)) return [];
      const isWhole = type.names.every((one) => surface.isComplete(one));
      const receiver = type.names[0] ?? "";
      const suggestions = nearest(name, namesOf(type, surface));
      const symbol = written(node, code.text);
      return [
        {
          family: "member" as const,
          confidence: isWhole ? ("certain" as const) : ("likely" as const),
          symbol,
          ...at(node.property.start),
          message: memberMessage({ symbol, name, receiver, isWhole, suggestions }),
          suggestions,
        },
      ];
    });
  },
};

function has({ names, isClass, isList }: Typed, name: string, surface: Surface): boolean {
  if (isList || OBJECT_MEMBERS.has(name) || (isClass && CLASS_MEMBERS.has(name))) return true;
  return names.some(
    (one) =>
      surface.member(one, name) !== undefined ||
      surface.interface(`${one}.${name}`) !== undefined ||
      heirs(one, surface).some((heir) => surface.member(heir, name) !== undefined),
  );
}

function namesOf({ names }: Typed, surface: Surface): string[] {
  const chain = [...new Set(names.flatMap((one) => [one, ...ancestorsOf(one, surface)]))];
  return chain.flatMap((one) => surface.members(one).map((member) => member.name));
}

function ancestorsOf(name: string, surface: Surface, seen = new Set<string>()): string[] {
  const parents = (surface.interface(name)?.parents ?? []).filter((parent) => !seen.has(parent));
  for (const parent of parents) seen.add(parent);
  return parents.flatMap((parent) => [parent, ...ancestorsOf(parent, surface, seen)]);
}

/** As the code writes it, on one line. */
function written(node: MemberExpression, text: string): string {
  return text.slice(node.start, node.end).replace(/\s+/g, "");
}
