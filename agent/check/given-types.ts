// The types of names that code binds itself: of variables by what they are given, of parameters by who calls, of functions
// by what they return. Promises that every value was seen. Refuses a function that is handed on, or that another file may
// call.

import type { AnyNode, CallExpression } from "acorn";
import type { Asking } from "./asking.ts";
import type { Binding, Given } from "./bindings.ts";
import { ofAssigned, ofHandedOver } from "./callback-types.ts";
import { asNode } from "./code.ts";
import { literalType } from "./literal-types.ts";
import { everyMember, itemOf } from "./member-types.ts";
import { memberName } from "./paths.ts";

import { ANYTHING, type Typed, unionOf } from "./type-words.ts";

/** Asked once for each name, however often the code reads it. */
export function ofBinding(binding: Binding, ask: Asking): Typed | null {
  const known = ask.named.get(binding);
  if (known !== undefined) return known;
  if (ask.open.has(binding)) {
    // A name that is made from itself is unknown until this answer stands.
    ask.touched.add(binding);
    return null;
  }
  ask.open.add(binding);
  const type = read(binding, ask);
  ask.open.delete(binding);
  ask.named.set(binding, type);
  return type;
}

type Part = () => Typed | null;

function read(binding: Binding, ask: Asking): Typed | null {
  const parts = ask.bindings.valuesOf(binding).flatMap((given) => partsOf(given, ask));
  const [others, ofItself]: [(Typed | null)[], Part[]] = [[], []];
  for (const part of parts) {
    ask.touched.delete(binding);
    const type = part();
    if (type === null && ask.touched.has(binding)) ofItself.push(part);
    else others.push(type);
    if (type === null && ofItself.at(-1) !== part) return statedOf(binding, ask);
  }
  const type = unionOf(others);
  if (ofItself.length === 0 || type === null) return type ?? statedOf(binding, ask);
  return settled(binding, { type, ofItself }, ask) ?? statedOf(binding, ask);
}

const MAX_ROUNDS = 3;

/** `walk(node.children[0])` inside of walk, `at = at.parent`: what a name is made of itself must be no more than it is. */
function settled(
  binding: Binding,
  { type, ofItself }: { type: Typed; ofItself: Part[] },
  ask: Asking,
): Typed | null {
  let assumed = type;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const grown = ask.assuming(binding, assumed, () => unionOf([assumed, ...ofItself.map((part) => part())]));
    if (grown === null) return null;
    if (grown.names.length === assumed.names.length) return grown;
    assumed = grown;
  }
  return null;
}

function partsOf(given: Given, ask: Asking): Part[] {
  if (given?.type !== "parameter") return [() => ofGiven(given, ask)];
  const stated = ask.stated.parameter(given.fn, given.name) ?? ofCallback(given, ask);
  return stated ? [() => stated] : ofCallers(given, ask);
}

function statedOf(binding: Binding, ask: Asking): Typed | null {
  const { uses, stated } = ask;
  for (const { identifier } of binding.references) {
    const statement = uses.sources.statementOf(asNode(identifier));
    const type = statement ? stated.variable(statement) : null;
    if (type) return type;
  }
  return ofParameterAlone(binding, ask);
}

/** Of a parameter that nobody knows: what a comment says, or what it is where it was left out (`x = x || ""`). */
function ofParameterAlone(binding: Binding, ask: Asking): Typed | null {
  const given = ask.bindings.valuesOf(binding);
  const parameter = given.find((one) => one?.type === "parameter");
  if (parameter?.type !== "parameter") return null;
  const said = ask.stated.parameter(parameter.fn, parameter.name);
  if (said !== null || given.length < 2) return said;
  const others = given.filter((one) => one !== parameter);
  const type = unionOf(others.map((one) => (one?.type === "value" ? defaultOf(one.node) : null)));
  return type && { ...type, isSure: false };
}

function defaultOf(node: AnyNode): Typed | null {
  const isEither = node.type === "LogicalExpression" && node.operator !== "&&";
  return literalType(isEither ? node.right : node);
}

function ofGiven(given: Given, ask: Asking): Typed | null {
  switch (given?.type) {
    case "value":
      return ask.of(given.node);
    case "element":
      return itemOf(ask.of(given.of), ask.surface);
    case "member":
      return everyMember(ask.of(given.of), { name: given.name, isCalled: false }, ask.surface);
    case "thrown":
      return ANYTHING;
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

const UNKNOWN: Part[] = [() => null];

function ofCallers({ fn, index }: Parameter, ask: Asking): Part[] {
  const { sources } = ask.uses;
  const inPlace = sources.callOf(fn);
  if (inPlace) return [() => argumentOf(inPlace, index, ask)];
  const exposed = sources.exposedAs(fn);
  if (exposed !== undefined) return ofMemberCalls(exposed, index, ask);
  const binding = ask.bindings.declaring(fn);
  if (binding?.defs.length !== 1) return UNKNOWN;
  if (binding.isGlobal && ask.isCalledElsewhere(binding.name)) return UNKNOWN;
  const parts = binding.references
    .filter((one) => one.isRead())
    .flatMap(({ identifier }): Part[] => {
      const call = sources.callOf(asNode(identifier));
      const name = sources.exposedAs(asNode(identifier));
      if (call) return [() => argumentOf(call, index, ask)];
      return name === undefined ? UNKNOWN : ofMemberCalls(name, index, ask);
    });
  return parts.length === 0 ? UNKNOWN : parts;
}

/**
 * A function that is a member of something, called by that name: any call of a member of this name may be meant. Whoever
 * has the object may call it as well, so of that nobody is sure.
 */
function ofMemberCalls(name: string, index: number, ask: Asking): Part[] {
  const calls = ask.uses.sources.memberCalls(name);
  if (calls === null || calls.length === 0 || ask.isCalledElsewhere(name)) return UNKNOWN;
  return calls.map((call) => () => {
    const type = argumentOf(call, index, ask);
    return type && { ...type, isSure: false };
  });
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
