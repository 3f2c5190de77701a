// A value of which nothing is known: it can be called, made, read and written, gives itself on, and holds no elements.
// Promises that no script stumbles over it sooner than it must. Refuses to record anything: nobody knows what it lacks.

import {
  type Bag,
  bag,
  callable,
  get,
  hasOwn,
  type Key,
  NativeProxy,
  promised,
  put,
  putOwn,
  textOf,
  thenOf,
} from "./natives.ts";

/** What a callable stub has of the language's functions. */
const OF_FUNCTIONS: Bag = bag();
OF_FUNCTIONS.apply = OF_FUNCTIONS.call = OF_FUNCTIONS.bind = true;

const isOfFunctions = (key: Key): boolean => OF_FUNCTIONS[key] === true;

const { iterator, asyncIterator } = Symbol;
export const { toPrimitive } = Symbol;

/** What stubs answer to the language itself; undefined for all else. */
export function symbolOf(key: symbol, text: string): unknown {
  if (key === iterator) return noElements;
  if (key === asyncIterator) return noElementsLater;
  if (key === toPrimitive) return (hint: unknown) => (hint === "number" ? 0 : text);
  return undefined;
}

function noElements(): object {
  const none = bag();
  none.next = () => ({ done: true, value: undefined });
  none[iterator] = () => none;
  return none;
}

function noElementsLater(): object {
  const none = bag();
  none.next = () => promised({ done: true, value: undefined });
  none[asyncIterator] = () => none;
  return none;
}

type Asks = { path?: string; member?(key: string): unknown; isSettled?: boolean };

/** `member` may know better than to give on another blank. */
export const blank = (asks: Asks = {}): unknown => blankObject(asks);

function blankObject(asks: Asks): object {
  const target = callable("");
  put(target, "length", 0);
  const state: { result?: unknown } = {};
  const again = (): unknown => {
    state.result ??= blank();
    return state.result;
  };
  const handler: ProxyHandler<object> & { __proto__: null } = {
    __proto__: null,
    get(_target, key, receiver) {
      if (key === PATH) return asks.path;
      if (typeof key === "symbol") return hasOwn(target, key) ? get(target, key) : symbolOf(key, "");
      if (hasOwn(target, key) || isOfFunctions(key)) return get(target, key, receiver);
      if (key === "toString" || key === "toLocaleString") return () => asks.path ?? "";
      if (key === "valueOf" || key === "hasOwnProperty") return get(target, key);
      // Whoever waits for it is given it; what is given then is not waited for again.
      if (key === "then") return asks.isSettled ? undefined : afterwards;
      if (key === "toJSON") return undefined;
      const value = asks.member?.(key) ?? blank();
      put(target, key, value);
      return value;
    },
    set: (_target, key, value, receiver) => {
      if (key !== "prototype") return putOwn(receiver, key, value);
      target.prototype = value;
      return true;
    },
    apply: again,
    construct: (_target, args) => blankObject(args.length > 0 ? { path: textIn(args[0]) } : {}),
  };
  const plain: object = target;
  return new NativeProxy(plain, handler);
}

function afterwards(kept?: unknown, lost?: unknown): unknown {
  return thenOf(blank({ isSettled: true }), [kept, lost]);
}

/** Asked with this, a stub tells the path that it was made with (`new File("a.js")`). */
export const PATH = Symbol("path");

const textIn = (value: unknown): string => (typeof value === "string" ? value : "");

/** The path that a loader was given: words, or an object that was made with them. */
export function pathIn(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || (typeof value !== "object" && typeof value !== "function")) return "";
  const path: unknown = get(value, PATH);
  return typeof path === "string" ? path : textOf(value);
}
