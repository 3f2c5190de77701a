// One file, read to be run: where its functions begin and its errors are thrown, and where a mark goes that tells. Promises marks
// that stand on the lines they are about and change nothing else. Refuses to mark a text that does not parse: the engine says
// where that fails.

import type { AnyNode } from "acorn";
import { fullAncestor } from "acorn-walk";
import { type Code, type FunctionNode, readable, readCode } from "../check/code.ts";
import { dottedPath } from "../check/paths.ts";
import { versionOf } from "../check/per-version.ts";
import type { World } from "../check/world.ts";
import { withoutTypes } from "./packages.ts";
import { MARKS } from "./protocol.ts";

/** `at` is an offset of the text; `n` counts the functions, or the throws. */
export type Mark = { at: number; type: "function" | "throw" | "arrow" | "close"; n: number };

export type Script = {
  path: string;
  text: string;
  /** Of the text's length: what is run. */
  source: string;
  code: Code | null;
  marks: Mark[];
  functions: { name: string; offset: number }[];
  throws: number[];
  /** Hosts that wrap a script in a function let it return at its top. */
  returnsAtTop: boolean;
};

type Asked = { world: World & { project: NonNullable<World["project"]> } };

type Kept = { version: object; scripts: Map<string, Script> };
const kept = new WeakMap<object, Kept>();

/** Null for what cannot be read. A text that did not change is not parsed again. */
export function scriptAt(path: string, { world }: Asked): Script | null {
  const text = world.project.read(path);
  if (text === null) return null;
  const owner = world.project.keptFor ?? world.project;
  const version = versionOf(world.surface);
  const before = kept.get(owner);
  const known = before?.version === version ? before : { version, scripts: new Map<string, Script>() };
  kept.set(owner, known);
  const script = known.scripts.get(path);
  if (script?.text === text) return script;
  const read = readScript(path, text);
  known.scripts.set(path, read);
  return read;
}

function readScript(path: string, text: string): Script {
  const code = readCode(text, path);
  const script: Script = {
    path,
    text,
    source: code === null ? text.replace(/^\uFEFF/, " ") : sourceOf(code, path),
    code,
    marks: [],
    functions: [],
    throws: [],
    returnsAtTop: false,
  };
  if (code === null || code.error !== null || text.includes(MARKS)) return script;
  readable(() => {
    fullAncestor(code.program, (node, _state, ancestors) => see(node, ancestors, script));
    return [];
  });
  script.marks.sort((a, b) => a.at - b.at);
  return script;
}

const sourceOf = (code: Code, path: string): string =>
  code.isModule && code.error === null && /\.[cm]?tsx?$/i.test(path) ? withoutTypes(code) : code.source;

function see(node: AnyNode, ancestors: readonly AnyNode[], script: Script): void {
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      markFunction(node, ancestors, script);
      return;
    case "ThrowStatement":
      script.throws.push(node.start);
      script.marks.push({ at: node.argument.start, type: "throw", n: script.throws.length - 1 });
      script.marks.push({ at: node.argument.end, type: "close", n: 0 });
      return;
    case "ReturnStatement":
      if (!ancestors.some(({ type }) => /Function|StaticBlock/.test(type))) script.returnsAtTop = true;
      return;
    default:
  }
}

function markFunction(node: FunctionNode, ancestors: readonly AnyNode[], { functions, marks }: Script): void {
  const n = functions.length;
  functions.push({ name: nameOf(node, ancestors), offset: node.start });
  const { body } = node;
  if (body.type !== "BlockStatement") {
    marks.push({ at: body.start, type: "arrow", n }, { at: body.end, type: "close", n });
    return;
  }
  // Behind "use strict", which is an order only where it comes first.
  const orders = body.body.filter((one) => "directive" in one && one.directive !== undefined);
  marks.push({ at: orders.at(-1)?.end ?? body.start + 1, type: "function", n });
}

const ANONYMOUS = "(anonymous)";

/** As whoever reads the code would call it. */
function nameOf(node: FunctionNode, ancestors: readonly AnyNode[]): string {
  if (node.type !== "ArrowFunctionExpression" && node.id) return node.id.name;
  const parent = ancestors[ancestors.length - 2];
  switch (parent?.type) {
    case "VariableDeclarator":
      return parent.id.type === "Identifier" ? parent.id.name : ANONYMOUS;
    case "AssignmentExpression":
      return dottedPath(parent.left) ?? ANONYMOUS;
    case "Property":
    case "MethodDefinition":
    case "PropertyDefinition":
      return parent.key.type === "Identifier" ? parent.key.name : ANONYMOUS;
    default:
      return ANONYMOUS;
  }
}
