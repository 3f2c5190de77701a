// Lists without elements. Promises a real array, so that everything of the language walks over it, and what an element would be
// to whoever takes one unasked. Refuses to say that it has any: loops over it run zero times.

import { bag, get, hasOwn, NativeProxy, placeOf } from "./natives.ts";

/** Methods that hand an element out. */
const TAKING = bag();
TAKING.pop = TAKING.shift = TAKING.find = TAKING.findLast = TAKING.at = true;

type Elements = {
  element(): unknown;
  /** What is no member of the language's lists. */
  member(key: string): unknown;
};

export function listOf({ element, member }: Elements): unknown {
  const target: unknown[] = [];
  const handler: ProxyHandler<unknown[]> & { __proto__: null } = {
    __proto__: null,
    get(_target, key, receiver) {
      if (typeof key === "symbol" || hasOwn(target, key)) return get(target, key, receiver);
      if (target.length === 0 && TAKING[key] === true) return element;
      const own: unknown = get(target, key, receiver);
      if (own !== undefined || key === "then" || key === "toJSON") return own;
      return placeOf(key) === null ? member(key) : element();
    },
  };
  return new NativeProxy(target, handler);
}
