// The fake engine, as it stands when a script begins: documented globals, functions and constructors, loaders, names that the
// profile grants. Promises that each is made when it is first asked for. Refuses to replace what the language brings.

import { blank, pathIn } from "./blank.ts";
import type { Host, Shape, Start, Verdict } from "./facts.ts";
import {
  type Bag,
  bag,
  bagOf,
  get,
  has,
  hasOwn,
  lowered,
  NativeProxy,
  parseJson,
  putLazy,
  stackNow,
  textOf,
} from "./natives.ts";
import { createStubs, type Makers, type Stubs } from "./stubs.ts";

/** What prints, by its name, on whatever object. */
const PRINTS =
  "print println printline trace log info warn error debug alert write writeln writeline echo puts say";
/** Names that are asked about; whoever asks for more makes them up as it goes. */
const MAX_ASKED = 2_000;

/** Of other engines; a script that sets these would change what the stack says of where it is. */
const OF_OTHERS = ["captureStackTrace", "prepareStackTrace", "stackTraceLimit"];

/** Gives what makes a name of the global object a stub, should nothing have that name. */
export function startEngine(host: Host, given: string): (name: string) => void {
  const start: Start = parseJson(given);
  for (const name of OF_OTHERS) Reflect.deleteProperty(Error, name);
  Reflect.deleteProperty(globalThis, "queueMicrotask");
  const makers = makersOf(host, start);
  const stubs = createStubs(makers);
  const makeBlank = (name: string): unknown =>
    makers.printer(name) ??
    blank({ path: name, member: (key) => makers.special(`${name}.${key}`) ?? makers.printer(key) });

  for (const name of start.loaders) if (!name.includes(".")) lay(name, () => makers.special(name));
  if (start.hasRequire) lay("require", () => requirer({ host, start, stubs }));
  for (const { name, fact } of start.functions) lay(name, () => stubs.method(name, fact, ""));
  for (const one of start.globals) {
    const make = () => (one.given === null ? makeBlank(one.name) : stubs.make(one.given, one.name));
    const isGlobal = start.globalObjects.includes(one.name);
    lay(one.name, isGlobal ? () => globalObject(make()) : make);
  }
  layClasses(start.classes, stubs);
  for (const { global, given, members } of start.bare) {
    const owner = onceOf(() => (given === null ? get(globalThis, global) : stubs.make(given)));
    for (const name of members) lay(name, () => memberOf(owner(), name));
  }
  return (name) => lay(name, () => makeBlank(name));
}

function lay(name: string, make: () => unknown): void {
  if (!has(globalThis, name)) putLazy(globalThis, name, make);
}

function memberOf(owner: unknown, name: string): unknown {
  const isObject = (typeof owner === "object" && owner !== null) || typeof owner === "function";
  return isObject ? get(owner, name) : blank();
}

function onceOf(make: () => unknown): () => unknown {
  const state: { made?: { value: unknown } } = {};
  return () => {
    state.made ??= { value: make() };
    return state.made.value;
  };
}

/** `app.Doc` is reached through `app`, whether that is documented or only a space for names. */
function layClasses(names: readonly string[], stubs: Stubs): void {
  const known = named(names);
  const spaces = bag();
  for (const name of names) {
    const dot = name.indexOf(".");
    if (dot < 0) lay(name, () => stubs.classOf(name));
    else spaces[name.slice(0, dot)] = true;
  }
  const space = (path: string): unknown =>
    blank({
      path,
      member: (key) => {
        const inner = `${path}.${key}`;
        return known[inner] === true ? stubs.classOf(inner) : space(inner);
      },
    });
  for (const root of Object.keys(spaces)) lay(root, () => space(root));
}

function named(names: readonly string[]): Bag {
  const found = bag();
  for (const name of names) found[name] = true;
  return found;
}

function makersOf(host: Host, start: Start): Makers {
  const [loaders, globals] = [named(start.loaders), named(start.globalObjects)];
  const prints = named(PRINTS.split(" "));
  const load = (asked: unknown): unknown => {
    const path = pathIn(asked);
    if (path === "") return blank();
    const unit = host.ask("load", path, stackNow());
    return unit === "" ? undefined : (host.run(unit) ?? true);
  };
  const print = (name: string, args: unknown[]): void => {
    if (prints[lowered(name)] === true) host.print(lineOf(args));
  };
  return {
    shapeOf: shapesFrom(host),
    touch: verdictsFrom(host),
    print,
    printer: (name) =>
      prints[lowered(name)] === true ? (...args: unknown[]) => print(name, args) : undefined,
    special(path) {
      if (loaders[path] === true) return load;
      return globals[path] === true ? globalThis : undefined;
    },
  };
}

function shapesFrom(host: Host): Makers["shapeOf"] {
  const shapes: Record<string, Shape> = bagOf();
  return (names) => {
    const key = keyOf(names);
    shapes[key] ??= parseJson(host.ask("shape", key));
    return shapes[key] ?? NOTHING;
  };
}

const NOTHING: Shape = { isOpen: true, isEnumeration: false, parent: null, item: null, members: {} };

function verdictsFrom(host: Host): Makers["touch"] {
  const verdicts: Record<string, Verdict> = bagOf();
  const state = { asked: 0 };
  return (names, form, name) => {
    const key = `${form} ${keyOf(names)} ${name}`;
    const before = verdicts[key];
    if (before !== undefined) return before;
    if (state.asked >= MAX_ASKED) return ANYTHING;
    state.asked += 1;
    const verdict: Verdict = parseJson(host.ask("touch", form, keyOf(names), name, stackNow()));
    // A place that only asks says nothing of the next one.
    if (verdict.say !== "nothing") verdicts[key] = verdict;
    return verdict;
  };
}

const ANYTHING: Verdict = { say: "anything" };

/** Names of interfaces hold no bar. */
function keyOf(names: readonly string[]): string {
  let key = names[0] ?? "";
  for (let at = 1; at < names.length; at++) key += `|${names[at]}`;
  return key;
}

function lineOf(args: readonly unknown[]): string {
  let line = "";
  for (let at = 0; at < args.length; at++) line += (at === 0 ? "" : " ") + textOf(args[at]);
  return line;
}

/** What scripts put on it is a name of its own; all else is the documented object's. */
function globalObject(stub: unknown): unknown {
  const handler: ProxyHandler<object> & { __proto__: null } = {
    __proto__: null,
    get(target, key) {
      if (hasOwn(target, key) || typeof stub !== "object" || stub === null) return get(target, key);
      return get(stub, key) ?? get(target, key);
    },
  };
  return new NativeProxy(globalThis, handler);
}

type Modules = { host: Host; start: Start; stubs: Stubs };

function requirer({ host, start, stubs }: Modules): (asked: unknown) => unknown {
  const documented = named(start.modules);
  const loaded: Record<string, { exports: unknown }> = bagOf();
  return function require(asked) {
    const path = textOf(asked);
    if (documented[path] === true) return stubs.make({ names: [path], form: "value" });
    const unit = host.ask("require", path, stackNow());
    const before = loaded[unit];
    if (before !== undefined) return before.exports;
    if (unit === "") return blank();
    const module: { exports: unknown } = { exports: {} };
    loaded[unit] = module;
    const body: unknown = host.run(unit);
    if (typeof body !== "function") module.exports = body;
    else body(module.exports, require, module, path, ".");
    return module.exports;
  };
}
