// The option family: a key in an option object that the method called does not have, which engines drop without a word.
// Promises that the keys of the method actually called count, and no other's. Refuses objects that may be something else:
// built elsewhere, handed on, or of a type that is not documented key by key.

import type { AnyNode, CallExpression, NewExpression, ObjectExpression } from "acorn";
import type { Param } from "../docs/surface/facts.ts";
import { type Check, type Checking, collect, finding, isWhole } from "./check.ts";
import { negativeFact } from "./doubts.ts";
import type { Finding } from "./finding.ts";
import { argue } from "./messages.ts";
import { nearest } from "./nearest.ts";
import { literalOf } from "./option-literals.ts";
import { dottedPath, memberName } from "./paths.ts";
import { memberOfBare } from "./receivers.ts";

export const optionCheck: Check = {
  family: "option",
  run: (checking) =>
    collect(keysAsked(checking), ({ key, taker, known }) =>
      known.has(key.name) ? null : accuse(key, taker, checking),
    ),
  judged: (checking) =>
    [...keysAsked(checking)].map(({ key, known }) => ({ ...key, has: (other) => known.has(other) })),
};

const isObjectLike = ({ type }: AnyNode): boolean => type === "ObjectExpression" || type === "Identifier";

/** What is called: its documented keys, and its parameters. */
type Taker = { name: string; options: readonly Param[]; signatures: readonly Param[][]; isComplete: boolean };

function takerOf(call: CallExpression | NewExpression, checking: Checking): Taker | null {
  const taker = call.type === "NewExpression" ? ofNew(call, checking) : ofCall(call, checking);
  return taker && taker.options.length > 0 ? taker : null;
}

function ofNew({ callee }: NewExpression, { surface, receivers }: Checking): Taker | null {
  const name = dottedPath(callee);
  const made = name === null ? undefined : surface.interface(name);
  if (!made || (callee.type === "Identifier" && receivers.isOwn(callee))) return null;
  return {
    name: `new ${made.name}`,
    options: made.constructorOptions,
    signatures: made.constructors ?? [],
    isComplete: made.complete,
  };
}

function ofCall({ callee }: CallExpression, checking: Checking): Taker | null {
  const { surface, receivers } = checking;
  if (callee.type === "Identifier") {
    if (receivers.isOwn(callee)) return null;
    const known = surface.fn(callee.name) ?? memberOfBare(callee.name, surface);
    return known ? { ...known, isComplete: isWhole(surface) } : null;
  }
  if (callee.type !== "MemberExpression") return null;
  const [name, type] = [memberName(callee), receivers.typeOf(callee.object)];
  const [owner, ...others] = type?.form === "value" || type?.form === "class" ? type.names : [];
  const member =
    name !== null && owner !== undefined && others.length === 0 ? surface.member(owner, name) : undefined;
  if (!member || owner === undefined) return null;
  return {
    ...member,
    name: `${owner}.${member.name}`,
    isComplete: surface.isComplete(owner) && type?.isSure === true,
  };
}

type AskedKey = { key: Key; taker: Taker; known: ReadonlySet<string> };

function* keysAsked(checking: Checking): Generator<AskedKey> {
  for (const call of [...checking.uses.calls, ...checking.uses.constructed]) {
    const taker = call.arguments.some(isObjectLike) ? takerOf(call, checking) : null;
    if (!taker) continue;
    const known = new Set(keysTaken(taker));
    for (const key of keysIn(call, { taker, known }, checking)) yield { key, taker, known };
  }
}

function keysIn(
  call: CallExpression | NewExpression,
  { taker, known }: Omit<AskedKey, "key">,
  checking: Checking,
): Key[] {
  const at = placeOf(call, taker);
  const argument = call.arguments[at ?? -1];
  const literal = argument ? literalOf(argument, checking) : null;
  if (!literal) return [];
  const keys = keysOf(literal);
  // One object for all parameters, or an object that is the first of them: only a key that fits tells.
  const isOther = isParameter(argument, taker) || !keys.some(({ name }) => known.has(name));
  return isByName(taker) && isOther ? [] : keys;
}

/** A key that only an example writes, and that a parameter has in another case, is a misprint of the guide. */
function keysTaken({ options, signatures }: Taker): string[] {
  const params = new Set(signatures.flat().map(({ name }) => name));
  const low = new Map([...params].map((name) => [name.toLowerCase(), name]));
  return options.flatMap(({ name }) => {
    const param = low.get(name.toLowerCase());
    return param === undefined || param === name ? [name.split(".")[0] ?? name] : [];
  });
}

/** Which argument holds the keys; null where the documentation does not say. */
function placeOf(call: CallExpression | NewExpression, taker: Taker): number | null {
  if (call.arguments.some(({ type }) => type === "SpreadElement")) return null;
  if (isByName(taker)) return call.arguments.length === 1 ? 0 : null;
  const places = new Set(taker.signatures.map((params) => objectPlace(params)));
  const [place, ...others] = places;
  if (places.size === 0) return call.arguments.length - 1;
  return others.length === 0 ? (place ?? null) : null;
}

/** The documentation names parameters that may also be given as keys of one object. */
const isByName = ({ options, signatures }: Taker): boolean =>
  signatures.some(
    (params) => params.length > 0 && params.every((param) => options.some(({ name }) => name === param.name)),
  );

/** `login(oParams)`: named as the documentation names one of the parameters, it is that one. */
const isParameter = (argument: AnyNode | undefined, { options }: Taker): boolean =>
  argument?.type === "Identifier" && options.some(({ name }) => name === argument.name);

const OBJECT_TYPE =
  /^(?:\{.*|.*\b(?:object|dictionary|map|hash|literal)\b.*|Partial<.*|\w*(?:Options|Settings|Properties|Props|Params))$/i;
const OBJECT_NAME = /(?:options?|opts|settings|config|params|properties|props)$/i;

/** The only parameter that an object of keys can be; null where there are more, or none. */
function objectPlace(params: readonly Param[]): number | null {
  const typed = params.flatMap(({ type }, at) => (type && OBJECT_TYPE.test(type) ? [at] : []));
  const fitting =
    typed.length > 0 ? typed : params.flatMap(({ name }, at) => (OBJECT_NAME.test(name) ? [at] : []));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

type Key = { name: string; offset: number };

function keysOf({ properties }: ObjectExpression): Key[] {
  return properties.flatMap((one): Key[] => {
    if (one.type !== "Property" || one.computed) return [];
    if (one.key.type === "Identifier") return [{ name: one.key.name, offset: one.key.start }];
    if (one.key.type !== "Literal" || typeof one.key.value !== "string") return [];
    return [{ name: one.key.value, offset: one.key.start }];
  });
}

function accuse({ name, offset }: Key, taker: Taker, checking: Checking): Finding {
  const fact = negativeFact(name, checking);
  const isWritten = fact === null && checking.world.docsText?.(name) === true;
  const suggestions = nearest(name, keysTaken(taker));
  const grounds = taker.isComplete ? "and every key of it is documented" : "as far as that is documented";
  return finding(checking, {
    family: "option",
    confidence: taker.isComplete && !isWritten ? "certain" : "likely",
    symbol: name,
    about: `${taker.name}(${name})`,
    offset,
    suggestions,
    message: argue({
      verdict: `${taker.name} takes no key ${name}, ${grounds}; the engine drops it without a word.`,
      doubt: isWritten ? "the documentation's text has the word" : null,
      fact,
      suggestions,
      where: `among the keys of ${taker.name}`,
      lookUp: taker.name.replace(/^new /, ""),
    }),
  });
}
