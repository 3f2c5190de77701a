// Which documented names a script uses, read as code: constructors, members, functions, option keys. Promises documented
// names alone, each with the symbol that looks it up. Refuses what is plain JavaScript, and names in comments and strings.

import type { AnyNode, CallExpression, MemberExpression, NewExpression, Program } from "acorn";
import { simple } from "acorn-walk";
import { parseScript } from "../delete/parse-script.ts";
import { memberName, type TypeReader, typeReader } from "../docs/phrasebook/code-types.ts";
import type { Param } from "../docs/surface/facts.ts";
import type { MemberInfo, Surface } from "../docs/surface/surface.ts";
import {
  AROUND,
  COMMON,
  type DocumentedName,
  isPlain,
  memberNamed,
  plainlyNamed,
} from "./documented-name.ts";
import { namesInTokens } from "./names-in-tokens.ts";

/** Over a file that no parser can read, its words are taken as they stand. */
export function documentedNames(code: string, surface: Surface): DocumentedName[] {
  const script = parseScript(code);
  const names = script ? namesInTree(script.program, surface) : namesInTokens(code, surface);
  return [...new Map(names.map((name) => [name.key, name])).values()];
}

function namesInTree(program: Program, surface: Surface): DocumentedName[] {
  const reading: Reading = {
    surface,
    types: typeReader(program, surface),
    literals: literalsIn(program),
    callees: new Set(),
    receivers: new Set(),
  };
  simple(program, {
    CallExpression: ({ callee }) => void reading.callees.add(callee),
    NewExpression: ({ callee }) => void reading.callees.add(callee),
    MemberExpression: ({ object }) => void reading.receivers.add(object),
  });
  const names: DocumentedName[] = [];
  simple(program, {
    NewExpression: (node) => void names.push(...constructed(node, reading)),
    CallExpression: (node) => void names.push(...called(node, reading)),
    MemberExpression: (node) => void names.push(...member(node, reading)),
    VariableDeclarator: ({ id, init }) => void names.push(...destructured(id, init, reading)),
    Identifier: (node) => void names.push(...referred(node, node.name, reading)),
  });
  return names;
}

type Reading = {
  surface: Surface;
  types: TypeReader;
  /** Variables that hold what the script wrote itself: objects, lists, texts, numbers. */
  literals: ReadonlySet<string>;
  callees: Set<AnyNode>;
  receivers: Set<AnyNode>;
};

function constructed(node: NewExpression, { types, surface }: Reading): DocumentedName[] {
  const made = surface.interface(types.of(node)?.name ?? "");
  if (!made || isPlain(made.name)) return [];
  const found = plainlyNamed(made, "constructor");
  return [found, ...optionsIn(node.arguments, found, made.constructorOptions)];
}

function called(node: CallExpression, reading: Reading): DocumentedName[] {
  const { callee } = node;
  const { surface, types } = reading;
  if (callee.type === "MemberExpression") {
    const [found] = member(callee, reading);
    const info = found === undefined ? null : types.member(callee);
    return found && info ? optionsIn(node.arguments, found, info.options) : [];
  }
  if (callee.type !== "Identifier" || types.isOwn(callee.name) || isPlain(callee.name)) return [];
  const fn = surface.fn(callee.name);
  if (!fn) return [];
  const found = plainlyNamed(fn, "call");
  return [found, ...optionsIn(node.arguments, found, fn.options)];
}

function member(node: MemberExpression, reading: Reading): DocumentedName[] {
  const { types, surface, callees } = reading;
  const name = memberName(node);
  if (name === null) return [];
  const owner = types.of(node.object);
  if (owner && isPlain(owner.name)) return [];
  const info = owner ? surface.member(owner.name, name) : unowned(node, name, reading);
  if (!info) return [];
  return [memberNamed(info, owner?.name ?? null, callees.has(node) ? "call" : "property")];
}

/**
 * A receiver of which nothing is known. What it is called with counts, and so does a property of an object from another
 * script; a parameter's properties may as well be the script's own.
 */
function unowned(node: MemberExpression, name: string, reading: Reading): MemberInfo | null {
  const { types, surface, literals, callees } = reading;
  if (COMMON.has(name)) return null;
  const root = rootOf(node.object);
  if (root === null || literals.has(root) || isPlain(root) || AROUND.has(root)) return null;
  if (!callees.has(node) && (types.isOwn(root) || node.object.type !== "Identifier")) return null;
  const [owner] = surface.owners(name);
  const info = owner === undefined ? undefined : surface.member(owner, name);
  if (!info || (callees.has(node) && info.kind !== "method" && info.kind !== "unknown")) return null;
  return info;
}

function destructured(id: AnyNode, init: AnyNode | null | undefined, reading: Reading): DocumentedName[] {
  const owner = id.type === "ObjectPattern" && init ? reading.types.of(init) : null;
  if (id.type !== "ObjectPattern" || !owner) return [];
  return id.properties.flatMap((property) => {
    if (property.type !== "Property" || property.key.type !== "Identifier") return [];
    const info = reading.surface.member(owner.name, property.key.name);
    return info ? [memberNamed(info, owner.name, "property")] : [];
  });
}

/** A documented global or interface by itself, handed on or compared with. */
function referred(node: AnyNode, name: string, reading: Reading): DocumentedName[] {
  const { types, surface, callees, receivers } = reading;
  if (callees.has(node) || receivers.has(node) || types.isOwn(name) || isPlain(name)) return [];
  const found = surface.interface(name) ?? surface.global(name);
  return found ? [plainlyNamed(found, "reference")] : [];
}

/** Documented keys of literal option objects; which of them a call takes is part of the interface too. */
function optionsIn(
  given: readonly AnyNode[],
  taker: DocumentedName,
  options: readonly Param[],
): DocumentedName[] {
  const documented = new Set(options.map((option) => option.name));
  return given.flatMap((argument) => {
    if (argument.type !== "ObjectExpression") return [];
    return argument.properties.flatMap((property): DocumentedName[] => {
      const key = property.type === "Property" && !property.computed ? keyOf(property.key) : null;
      if (key === null || !documented.has(key)) return [];
      return [{ ...taker, key: `${taker.symbol}({${key}})`, kind: "option" }];
    });
  });
}

function keyOf(key: AnyNode): string | null {
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" && typeof key.value === "string" ? key.value : null;
}

function rootOf(node: AnyNode): string | null {
  if (node.type === "Identifier") return node.name;
  if (node.type === "MemberExpression") return rootOf(node.object);
  return node.type === "CallExpression" ? rootOf(node.callee) : null;
}

const LITERAL =
  /^(?:Literal|TemplateLiteral|ObjectExpression|ArrayExpression|FunctionExpression|ArrowFunctionExpression|BinaryExpression|UnaryExpression)$/;

function literalsIn(program: Program): Set<string> {
  const own = new Set<string>();
  const other = new Set<string>();
  const note = (target: AnyNode, value: AnyNode | null | undefined) => {
    if (target.type === "Identifier" && value) (LITERAL.test(value.type) ? own : other).add(target.name);
  };
  simple(program, {
    VariableDeclarator: ({ id, init }) => note(id, init),
    AssignmentExpression: ({ left, right }) => note(left, right),
    FunctionDeclaration: ({ id }) => void (id && own.add(id.name)),
  });
  return new Set([...own].filter((name) => !other.has(name)));
}
