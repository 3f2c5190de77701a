// Objects of documented interfaces: each documented member is there, gives what its type says, and keeps what is written to
// it. Promises to ask about every other name, and to go on with what is answered. Refuses content: texts are empty, numbers
// nought, lists without elements.

import { blank, PATH, symbolOf, toPrimitive } from "./blank.ts";
import type { Fact, Given, Shape, Verdict } from "./facts.ts";
import { listOf } from "./lists.ts";
import {
  bag,
  callable,
  emptyDate,
  emptyPattern,
  get,
  has,
  hasOwn,
  hasWords,
  made,
  NativeProxy,
  placeOf,
  promised,
  put,
  putOwn,
  setPrototypeOf,
} from "./natives.ts";

/** What the stubs of one run share. */
export type Makers = {
  shapeOf(names: readonly string[]): Shape;
  /** What an undocumented name turns out to be. */
  touch(names: readonly string[], form: string, name: string): Verdict;
  /** What a function of this name may print. */
  print(name: string, args: unknown[]): void;
  /** A function that prints, on an object of which nothing else is known. */
  printer(name: string): unknown;
  /** What is no stub: a loader, the global object. */
  special(path: string): unknown;
};

export type Stubs = {
  make(given: Given, path?: string): unknown;
  /** A function, documented as such. */
  method(name: string, fact: Fact, owner: string): unknown;
  classOf(name: string): unknown;
};

type Bare = ProxyHandler<object> & { __proto__: null };
type Spec = { names: readonly string[]; form: "value" | "class"; path: string; target: object };

/** Every so many reads of one name a documented "or null" is null: a loop that waits for it ends. */
const TURN = 256;

export function createStubs(makers: Makers): Stubs {
  const classes = bag();
  const reads = bag();

  /** How often this was asked for, this time among them. */
  function count(key: string): number {
    const before = reads[key];
    const now = typeof before === "number" ? before + 1 : 1;
    reads[key] = now;
    return now;
  }

  function make(given: Given, path = ""): unknown {
    if (given === null) return blank({ path });
    switch (given.form) {
      case "list":
        return list({ names: given.names, form: "value" });
      case "promise":
        return promised(single(given.names, path));
      case "promised list":
        return promised(list({ names: given.names, form: "value" }));
      case "class":
        return classOf(given.names[0] ?? "");
      case "value":
        return single(given.names, path);
    }
  }

  function single(names: readonly string[], path: string): unknown {
    switch (names[0]) {
      case "String":
        return "";
      case "Number":
        return 0;
      case "Boolean":
        return false;
      case "Date":
        return emptyDate();
      case "RegExp":
        return emptyPattern();
      case "Array":
        return list(null);
      default:
        return stub({ names, form: "value", path, target: made(prototypeOf(names[0] ?? "")) });
    }
  }

  /**
   * What a member gives when it is read or called. What may be true or false is both, in turn: files are there, loops over
   * records run once, and what is waited for comes.
   */
  function given({ given, isNullable }: Fact, key: string): unknown {
    if (given?.form === "value" && given.names[0] === "Boolean") return count(key) % 2 === 1;
    return isNullable && count(key) % TURN === 0 ? null : make(given);
  }

  function callableOf(name: string, fact: Fact, owner: string): unknown {
    const key = `${owner} ${name}`;
    // An arrow could not be made with `new`, and some hosts list their constructors as methods.
    function method(...args: unknown[]): unknown {
      makers.print(name, args);
      return given(fact, key);
    }
    put(method, "name", name);
    return method;
  }

  function documented(spec: Spec, key: string, fact: Fact): unknown {
    const special = makers.special(`${spec.path}.${key}`);
    if (special !== undefined) return special;
    const owner = spec.names[0] ?? "";
    switch (fact.kind) {
      case "method":
        return callableOf(key, fact, owner);
      case "value":
        return fact.given === null ? blank({ path: key }) : make(fact.given, key);
      case "event":
      case "unknown":
        return fact.given === null ? blank() : given(fact, `${owner} ${key}`);
      case "property":
        return given(isOfItself(spec, fact) ? { ...fact, isNullable: true } : fact, `${owner} ${key}`);
    }
  }

  /** `item.parent` is an item: whoever climbs arrives. */
  function isOfItself({ names }: Spec, { given }: Fact): boolean {
    if (given?.form !== "value") return false;
    for (let at = 0; at < names.length; at++) if (names[at] === given.names[0]) return true;
    return false;
  }

  function unknown(spec: Spec, key: string): unknown {
    if (key === "then" || key === "toJSON") return undefined;
    const shape = makers.shapeOf(spec.names);
    if (placeOf(key) !== null) return make(shape.item ?? null);
    if (shape.isOpen) return blank();
    const verdict = makers.touch(spec.names, spec.form, key);
    if (verdict.say === "nothing") return undefined;
    return verdict.say === "member" ? documented(spec, key, verdict.fact) : blank();
  }

  function read(spec: Spec, key: string, receiver: unknown): unknown {
    const { target } = spec;
    if (hasOwn(target, key)) return get(target, key, receiver);
    const { members } = makers.shapeOf(spec.names);
    const fact = hasOwn(members, key) ? members[key] : undefined;
    if (fact === undefined && has(target, key)) return get(target, key, receiver);
    const value = fact === undefined ? unknown(spec, key) : documented(spec, key, fact);
    // What may be otherwise next time is not kept.
    if ((typeof value === "object" && value !== null) || typeof value === "function") {
      if (fact?.isNullable !== true) put(target, key, value);
    }
    return value;
  }

  function handlerOf(spec: Spec): Bare {
    const { target, names } = spec;
    return {
      __proto__: null,
      get(_target, key, receiver) {
        if (key === PATH) return spec.path === "" ? undefined : spec.path;
        if (typeof key === "string") return read(spec, key, receiver);
        if (has(target, key)) return get(target, key);
        return key === toPrimitive && hasWords(target) ? undefined : symbolOf(key, `[object ${names[0]}]`);
      },
      has: (_target, key) =>
        has(target, key) || (typeof key === "string" && hasOwn(makers.shapeOf(names).members, key)),
      // The prototype of a function stays its own.
      set: (_target, key, value, receiver) => key === "prototype" || putOwn(receiver, key, value),
    };
  }

  const stub = (spec: Spec): object => new NativeProxy(spec.target, handlerOf(spec));

  function prototypeOf(name: string): object | null {
    const known = classOf(name);
    const prototype: unknown = typeof known === "function" ? get(known, "prototype") : null;
    return typeof prototype === "object" ? prototype : null;
  }

  function instance(name: string, args: unknown[], prototype: object | null): object {
    const path = typeof args[0] === "string" ? args[0] : "";
    return stub({ names: [name], form: "value", path, target: made(prototype) });
  }

  function classOf(name: string): unknown {
    if (hasOwn(classes, name)) return classes[name];
    const target = callable(name);
    const handler: Bare = {
      ...handlerOf({ names: [name], form: "class", path: name, target }),
      __proto__: null,
      apply: (_target, _this, args) => instance(name, args, target.prototype),
      construct: (_target, args, newTarget) => instance(name, args, get(newTarget, "prototype")),
    };
    const plain: object = target;
    // Before its parent is asked for: a documentation may go round in a circle.
    classes[name] = new NativeProxy(plain, handler);
    put(target.prototype, "constructor", classes[name]);
    const { parent } = makers.shapeOf([name]);
    const above = parent === null ? null : prototypeOf(parent);
    if (above !== null) setPrototypeOf(target.prototype, above);
    return classes[name];
  }

  const list = (elements: Given): unknown =>
    listOf({
      element: () => make(elements),
      member: (key) => listMember(elements?.names ?? null, key),
    });

  /** What a host's list has beyond those of the language. */
  function listMember(names: readonly string[] | null, key: string): unknown {
    if (names === null) return blank();
    const verdict = makers.touch(names, "list", key);
    if (verdict.say === "nothing") return undefined;
    return verdict.say === "member" ? given(verdict.fact, `list ${key}`) : blank();
  }

  return { make, method: callableOf, classOf };
}
