// The types of names that code binds itself: of variables by what they are given, of parameters by who calls, of functions
// by what they return. Promises that every value was seen. Refuses a function that is handed on, or that another file may
// call.

import type { AnyNode, CallExpression } from "acorn";
import type { Asking } from "./asking.ts";
import type { Binding, Given } from "./bindings.ts";
import { ofAssigned, ofHandedOver } from "./callback-types.ts";
import { asNode } from "./code.ts";
import { everyMember, itemOf } from "./member-types.ts";
import { memberName } from "./paths.ts";

import { type Typed, unionOf } from "./type-words.ts";

/** Asked once for each name, however often the code reads it. */
export function ofBinding(binding: Binding, ask: Asking): Typed | null {
  const known = ask.named.get(binding);
  if (known !== undefined) return known;
  // A name that is made from itself is unknown until this answer stands.
  ask.named.set(binding, null);
  const type = read(binding, ask);
  ask.named.set(binding, type);
  return type;
}

function read(binding: Binding, ask: Asking): Typed | null {
  const type = unionOf(ask.bindings.valuesOf(binding).map((given) => ofGiven(given, ask)));
  return type ?? statedOf(binding, ask);
}

function statedOf({ references }: Binding, { uses, stated }: Asking): Typed | null {
  for (const { identifier } of references) {
    const statement = uses.sources.statementOf(asNode(identifier));
    const type = statement ? stated.variable(statement) : null;
    if (type) return type;
  }
  return null;
}

function ofGiven(given: Given, ask: Asking): Typed | null {
  switch (given?.type) {
    case "value":
      return ask.of(given.node);
    case "element":
      return itemOf(ask.of(given.of), ask.surface);
    case "member":
      return everyMember(ask.of(given.of), { name: given.name, isCalled: false }, ask.surface);
    case "parameter":
      return ask.stated.parameter(given.fn, given.name) ?? ofCallback(given, ask) ?? ofCallers(given, ask);
    default:
      return null;
  }
}

type Parameter = Given & { type: "parameter" };

const WALKS = /^(?:forEach|map|filter|find|findIndex|findLast|some|every|flatMap)$/;

/** `pages.forEach(function (page) …)` hands out what the list holds. */
function ofCallback({ fn, index }: Parameter, ask: Asking): Typed | null {
  const { call, at } = ask.uses.sources.callbackOf(fn) ?? {};
  const assigned = ask.uses.sources.assignedTo(fn);
  if (assigned) return ofAssigned(assigned, index, ask);
  if (call === undefined || at === undefined) return null;
  return ofWalk(call, { at, index }, ask) ?? ofHandedOver({ call, at, index }, ask);
}

function ofWalk(
  call: CallExpression,
  { at, index }: { at: number; index: number },
  ask: Asking,
): Typed | null {
  if (call.callee.type !== "MemberExpression" || at !== 0 || index > 0) return null;
  const name = memberName(call.callee);
  const owner = name === "then" ? ask.of(call.callee.object) : null;
  if (owner?.form === "promise") return { ...owner, form: "value" };
  if (owner?.form === "promised list") return { ...owner, form: "list" };
  const list = WALKS.test(name ?? "") ? ask.of(call.callee.object) : null;
  return list?.form === "list" ? itemOf(list, ask.surface) : null;
}

function ofCallers({ fn, index }: Parameter, ask: Asking): Typed | null {
  const inPlace = ask.uses.sources.callOf(fn);
  if (inPlace) return argumentOf(inPlace, index, ask);
  const binding = ask.bindings.declaring(fn);
  if (binding?.defs.length !== 1) return null;
  if (binding.isGlobal && ask.isCalledElsewhere(binding.name)) return null;
  const calls: (CallExpression | null)[] = binding.references
    .filter((one) => one.isRead())
    .map(({ identifier }) => ask.uses.sources.callOf(asNode(identifier)) ?? null);
  if (calls.length === 0) return null;
  return unionOf(calls.map((call) => (call ? argumentOf(call, index, ask) : null)));
}

function argumentOf(call: CallExpression, index: number, ask: Asking): Typed | null {
  const given = call.arguments.slice(0, index + 1);
  const argument = given[index];
  if (argument === undefined || given.some(({ type }) => type === "SpreadElement")) return null;
  return ask.of(argument);
}

/** What a name of the code returns when it is called, where it can be no other function. */
export function returnOf(binding: Binding, ask: Asking): Typed | null {
  const [given, ...others] = ask.bindings.valuesOf(binding);
  if (given?.type !== "function" || others.length > 0) return null;
  const values = ask.uses.sources.returnsOf(given.fn);
  const type = values && unionOf(values.filter((one) => !isNothing(one)).map(ask.of));
  return type ?? ask.stated.returned(given.fn);
}

const isNothing = (node: AnyNode): boolean => node.type === "Literal" && node.raw === "null";
