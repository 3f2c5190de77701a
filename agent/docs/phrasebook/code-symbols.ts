// Which documented names a piece of example code uses, and in which order it calls them. Promises existing names only:
// what the member index does not have is left out, however the code spells it. Refuses to run, to repair or to trust
// the code: it may be a fragment, or no JavaScript at all.

import type { MemberExpression, Program } from "acorn";
import { parse as parseLoose } from "acorn-loose";
import { simple } from "acorn-walk";
import { parseScript } from "../../delete/parse-script.ts";
import type { MemberInfo, Surface } from "../surface/surface.ts";
import { memberName, type TypeReader, typeReader } from "./code-types.ts";

/** What is called or constructed, then what is only read or set; `pattern` is null where fewer than two are called. */
export type CodeSymbols = { symbols: string[]; pattern: string | null };

const MAX_CODE = 20_000;
const MAX_SYMBOLS = 24;
const MAX_STEPS = 8;

/** `within` is the interface on whose page the code stands: a receiver that nothing else explains may be of it. */
export function codeSymbols(code: string, surface: Surface, within: string | null): CodeSymbols {
  const uses = usesOf(code.slice(0, MAX_CODE), surface, within);
  uses.sort((a, b) => a.at - b.at);
  const called = uses.filter((use) => use.step !== null);
  const symbols = new Set([...called, ...uses].map((use) => use.symbol));
  const steps = [...new Set(uses.flatMap((use) => (use.step === null ? [] : [use.step])))];
  const shown = steps.length > MAX_STEPS ? [...steps.slice(0, MAX_STEPS - 1), "…"] : steps;
  return {
    symbols: [...symbols].slice(0, MAX_SYMBOLS),
    pattern: steps.length < 2 ? null : shown.join(" → "),
  };
}

// Prose that was fenced as code can drive even the parser that repairs what it reads out of its mind, and code that is
// nested thousands deep the walk over it: such an example says nothing, and the build goes on.
function usesOf(code: string, surface: Surface, within: string | null): Use[] {
  try {
    const program = parseScript(code)?.program ?? parseLoose(code, { ecmaVersion: "latest" });
    return usesIn(program, surface, within);
  } catch {
    return [];
  }
}

/** `step` is set for what is called or constructed, as code writes it. */
type Use = { at: number; symbol: string; step: string | null };

function usesIn(program: Program, surface: Surface, within: string | null): Use[] {
  const types = typeReader(program, surface);
  const uses: Use[] = [];
  const memberOf = (node: MemberExpression) =>
    types.member(node) ?? guessed(node, { types, surface, within });
  simple(program, {
    NewExpression(node) {
      const type = types.of(node);
      if (type) uses.push({ at: node.start, symbol: type.name, step: `new ${type.name}` });
    },
    MemberExpression(node) {
      const member = memberOf(node);
      if (member) uses.push({ at: node.property.start, symbol: symbolOf(member), step: null });
    },
    CallExpression({ callee }) {
      if (callee.type === "MemberExpression") {
        const member = memberOf(callee);
        if (member)
          uses.push({ at: callee.property.start, symbol: symbolOf(member), step: stepOf(callee, member) });
      } else if (callee.type === "Identifier" && !types.isOwn(callee.name) && surface.fn(callee.name))
        uses.push({ at: callee.start, symbol: callee.name, step: callee.name });
    },
  });

  function stepOf({ object }: MemberExpression, member: MemberInfo): string {
    const isGlobal = object.type === "Identifier" && !types.isOwn(object.name) && surface.global(object.name);
    return isGlobal ? `${object.name}.${member.name}` : symbolOf(member);
  }
  return uses;
}

const symbolOf = (member: MemberInfo): string => `${member.interface}.${member.name}`;

/** Members that every object, array or string may have: their owner cannot be told from the name. */
const COMMON: ReadonlySet<string> = new Set(
  [Object, Function, Array, String, Number, Date, RegExp, Map, Promise].flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype),
  ),
);
const BUILT_IN =
  /^(?:Math|JSON|Object|Array|String|Number|Date|RegExp|Error|Promise|Reflect|Symbol|console|window)$/;

type Guessing = { types: TypeReader; surface: Surface; within: string | null };

/** A receiver of which nothing is known has the member of the page's own interface, or of the only one that has it. */
function guessed(node: MemberExpression, { types, surface, within }: Guessing): MemberInfo | null {
  const name = memberName(node);
  if (name === null || COMMON.has(name) || types.of(node.object) !== null) return null;
  if (node.object.type === "Identifier" && BUILT_IN.test(node.object.name)) return null;
  const own = within === null ? undefined : surface.member(within, name);
  if (own) return own;
  const [only, ...others] = surface.owners(name);
  return (only !== undefined && others.length === 0 && surface.member(only, name)) || null;
}
