// What the parameters of a callback are, where the documentation states the type of the function that is handed over:
// `findAll(callback: (node: SceneNode) => boolean)`, `onmessage: (event: Event) => void`. Promises one type that all fitting
// signatures agree on. Refuses signatures whose literal parameters the call does not have.

import type { AnyNode, CallExpression, MemberExpression } from "acorn";
import type { Param } from "../docs/surface/facts.ts";
import type { MemberInfo } from "../docs/surface/surface.ts";
import type { Asking } from "./asking.ts";
import { memberName } from "./paths.ts";
import { atTopLevel, type Typed, typedBy, unionOf } from "./type-words.ts";

/** Of the parameter at `index` of a function that is the argument at `at` of a call. */
export function ofHandedOver(
  { call, at, index }: { call: CallExpression; at: number; index: number },
  ask: Asking,
): Typed | null {
  const signatures = calledMembers(call.callee, ask).flatMap((one) => one.signatures);
  const stated = signatures
    .filter((params) => fits(params, call.arguments))
    .flatMap((params) => params[at]?.type ?? []);
  return stated.length === 0 ? null : unionOf(stated.map((type) => ofFunctionType(type, index, ask)));
}

/** Of the parameter of a function that is assigned to a documented member. */
export function ofAssigned(member: MemberExpression, index: number, ask: Asking): Typed | null {
  const types = members(member, ask).map(({ valueType }) => ofFunctionType(valueType ?? "", index, ask));
  return types.length === 0 ? null : unionOf(types);
}

function calledMembers(callee: AnyNode, ask: Asking): { signatures: Param[][] }[] {
  if (callee.type === "MemberExpression") return members(callee, ask);
  if (callee.type !== "Identifier" || ask.bindings.of(callee)) return [];
  const known = ask.surface.fn(callee.name);
  return known ? [known] : [];
}

function members(node: MemberExpression, ask: Asking): MemberInfo[] {
  const [name, owner] = [memberName(node), ask.of(node.object)];
  if (name === null || (owner?.form !== "value" && owner?.form !== "class")) return [];
  return owner.names.flatMap((one) => ask.surface.member(one, name) ?? []);
}

/** `on("run", …)` is not the signature whose first parameter is of type `'drop'`. */
function fits(params: readonly Param[], given: readonly AnyNode[]): boolean {
  return params.every(({ type = "" }, at) => {
    const one = given[at];
    if (one?.type !== "Literal" || typeof one.value !== "string" || !/^['"]/.test(type)) return true;
    return type.includes(`'${one.value}'`) || type.includes(`"${one.value}"`);
  });
}

function ofFunctionType(text: string, index: number, { surface }: Asking): Typed | null {
  const inner = /^\(?\s*\(([^()]*)\)\s*=>/.exec(text)?.[1];
  const param = inner === undefined ? undefined : atTopLevel(inner, /,/)[index];
  const type = param === undefined ? undefined : /^\s*[\w$]+\??\s*:\s*(.+)$/.exec(param)?.[1];
  return type === undefined ? null : typedBy(type, surface);
}
