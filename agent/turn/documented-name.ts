// A documented name as a script uses it, and what is none: names of the language itself, and of what stands around most
// scripts. Promises one form for names read from a tree and from bare words. Refuses to read code.

import type { MemberInfo } from "../docs/surface/surface.ts";

export type DocumentedName = {
  /** The same name again has the same key; an option key has one of its own. */
  key: string;
  /** As the documentation calls it: `Grid`, `Sheet.gridBegin`, `trace`. */
  symbol: string;
  /** What an exact lookup finds: the symbol, or the chunk with the table that lists it. */
  lookup: string;
  /** Each of these, where the brief gives it, gives the name as well. */
  under: string[];
  kind: "constructor" | "call" | "property" | "option" | "reference";
  /** The receiver is unknown; only the member's own name speaks for it. */
  isGuess: boolean;
};

/** `owner` is the interface of the receiver, which may be a child of the one that declares the member; null: unknown. */
export function memberNamed(
  info: MemberInfo,
  owner: string | null,
  kind: "call" | "property",
): DocumentedName {
  const symbol = `${info.interface}.${info.name}`;
  const asked = owner ?? info.interface;
  const under = [symbol, `${asked}.${info.name}`];
  const lookup = info.chunk === `${info.interface}-${info.name}` ? symbol : info.chunk;
  return { key: symbol, symbol, lookup, under, kind, isGuess: owner === null };
}

/** A name that stands for itself: an interface, a global, a function; with the chunk that documents it. */
export function plainlyNamed(
  { name, chunk }: { name: string; chunk: string | null },
  kind: Exclude<DocumentedName["kind"], "property" | "option">,
): DocumentedName {
  return {
    key: kind === "constructor" ? `new ${name}` : name,
    symbol: name,
    lookup: chunk ?? name,
    under: [name],
    kind,
    isGuess: false,
  };
}

/** Of the language itself, also where an engine documents it once more. */
export function isPlain(name: string): boolean {
  return PLAIN.has(name);
}

const PLAIN: ReadonlySet<string> = new Set(
  `Object Function Array String Number Boolean Symbol BigInt Date RegExp Math JSON Error EvalError RangeError ReferenceError
   SyntaxError TypeError URIError AggregateError Map Set WeakMap WeakSet WeakRef Promise Proxy Reflect Intl Iterator
   ArrayBuffer DataView Int8Array Uint8Array Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array
   parseInt parseFloat isNaN isFinite escape unescape encodeURI decodeURI encodeURIComponent decodeURIComponent eval
   NaN Infinity undefined arguments globalThis this`.split(/\s+/),
);

/** What stands around a script in most hosts, documented here or not. */
export const AROUND: ReadonlySet<string> = new Set([
  "console",
  "window",
  "document",
  "process",
  "module",
  "exports",
  "require",
]);

/** Members that every value of the language may have: their owner cannot be told from the name. */
export const COMMON: ReadonlySet<string> = new Set(
  [Object, Function, Array, String, Number, Boolean, Date, RegExp, Error, Promise, Map, Set].flatMap(
    ({ prototype }) => Object.getOwnPropertyNames(prototype),
  ),
);
