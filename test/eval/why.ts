// Why the checks cannot decide on an access: what the first thing of its chain is that nobody can tell the type of. Promises
// each open access under one kind, with an example. Refuses to guess beyond a few steps back.

import type { AnyNode, MemberExpression } from "acorn";
import { openAccesses } from "../../agent/check/census.ts";
import type { Checking } from "../../agent/check/check.ts";
import { asNode, type FunctionNode } from "../../agent/check/code.ts";
import { memberName } from "../../agent/check/paths.ts";

export type Why = Map<string, { count: number; example: string }>;

/** Steps from a name to what it was given. */
const MAX_STEPS = 6;

export function addWhy(checking: Checking, path: string, why: Why): void {
  for (const node of openAccesses(checking)) {
    const kind = kindOf(node.object, checking, 0);
    const known = why.get(kind) ?? { count: 0, example: exampleOf(node, { checking, path }) };
    known.count += 1;
    why.set(kind, known);
  }
}

const exampleOf = (node: MemberExpression, { checking, path }: { checking: Checking; path: string }) =>
  `${path}:${checking.at(node.start).line} ${checking.written(node).slice(0, 60)}`;

function kindOf(node: AnyNode, checking: Checking, steps: number): string {
  if (steps > MAX_STEPS) return "many steps";
  switch (node.type) {
    case "Identifier":
      return kindOfName(node, checking, steps);
    case "MemberExpression":
      return kindOfMember(node, { checking, steps, what: "value" });
    case "CallExpression":
      if (node.callee.type === "MemberExpression")
        return kindOfMember(node.callee, { checking, steps, what: "result" });
      return node.callee.type === "Identifier" && checking.receivers.isOwn(node.callee)
        ? "result of a project function"
        : "result of a free function";
    case "AwaitExpression":
      return kindOf(node.argument, checking, steps + 1);
    case "ParenthesizedExpression":
    case "ChainExpression":
      return kindOf(node.expression, checking, steps);
    case "ThisExpression":
      return "this";
    default:
      return node.type;
  }
}

type Asked = { checking: Checking; steps: number; what: string };

function kindOfMember(node: MemberExpression, { checking, steps, what }: Asked): string {
  const type = checking.receivers.typeOf(node.object);
  if (type === null) return kindOf(node.object, checking, steps);
  const name = memberName(node);
  if (name === null) return `element of ${type.form === "list" ? "list" : type.names.join("|")}`;
  const documented = type.names.flatMap((one) => checking.surface.member(one, name) ?? []);
  const [first] = documented;
  return first
    ? `documented ${what}, type not read: ${first.interface}.${name}: ${(first.valueType ?? "none").slice(0, 80)}`
    : `undocumented ${what} of ${type.form === "list" ? "list" : type.names.slice(0, 3).join("|")}`;
}

function kindOfName(node: AnyNode & { type: "Identifier" }, checking: Checking, steps: number): string {
  const { receivers } = checking;
  const { bindings } = receivers;
  const binding = bindings.of(node);
  if (!binding) return "free name";
  const values = bindings.valuesOf(binding);
  const unknown = values.filter((given) => given?.type !== "value" || receivers.typeOf(given.node) === null);
  const [given = null] = unknown;
  const several = values.length > 1 ? " (one of several values)" : "";
  switch (given?.type) {
    case "value":
      return given.node === node
        ? "itself"
        : `${kindOf(given.node, checking, steps + 1)}${steps === 0 ? several : ""}`;
    case "parameter":
      return kindOfParameter(given, checking, steps);
    case "element":
      return `element walked, ${kindOf(given.of, checking, steps + 1)}`;
    case "member":
      return `destructured, ${kindOf(given.of, checking, steps + 1)}`;
    case "function":
      return "function's own property";
    case "thrown":
      return "thrown";
    default: {
      const def = binding.defs[0];
      const parent = def?.parent ? asNode(def.parent).type : "";
      return `name given by ${def?.type ?? "nothing"} ${parent}`;
    }
  }
}

type Parameter = { fn: FunctionNode; index: number };

function kindOfParameter({ fn, index }: Parameter, checking: Checking, steps: number): string {
  const { receivers } = checking;
  if (/^Arrow|FunctionExpression/.test(fn.type)) {
    if (receivers.callOf(fn)) return "parameter of a function called in place";
    if (receivers.isMethod(fn)) return "parameter of a literal's method";
    const assigned = receivers.assignedTo(fn);
    if (assigned)
      return `parameter of an assigned function${receivers.typeOf(assigned.object) ? `: ${checking.written(assigned)}` : ""}`;
    return "parameter of a callback or kept function";
  }
  const own = receivers.bindings.declaring(fn);
  if (!own) return "parameter of an unnamed function";
  const calls = own.references.map(({ identifier }) => receivers.callOf(asNode(identifier)));
  if (calls.length === 0) return "parameter of a function never called here";
  if (calls.some((call) => call === undefined)) return "parameter of a function handed on";
  const open = calls
    .map((call) => call?.arguments[index])
    .find((one) => one === undefined || receivers.typeOf(one) === null);
  if (calls.every((call) => call?.arguments[index] && receivers.typeOf(call.arguments[index])))
    return "parameter of unlike arguments, or called elsewhere";
  return open ? `argument, ${kindOf(open, checking, steps + 1)}` : "argument left out";
}

export function whyText(why: Why): string {
  const all = [...why].sort(([, a], [, b]) => b.count - a.count);
  const shown = all.slice(0, 40).map(([kind, { count, example }]) => `  open ${count} ${kind} | ${example}`);
  return `${shown.join("\n")}\n`;
}
