// What the fake engine takes of the language before any script runs. Promises that a script which replaces or removes these
// does not reach into the fake engine. Refuses iterators and prototypes at run time: scripts may have changed both.

export const { apply, defineProperty, setPrototypeOf, has, get } = Reflect;
export const parseJson = JSON.parse;
export const NativeProxy = Proxy;
const NativeError = Error;
const NativePromise = Promise;
const NativeDate = Date;
const NativeRegExp = RegExp;
const NativeString = String;
const createObject = Object.create;
const ownWords = Object.prototype.toString;
const ownProperty = Object.prototype.hasOwnProperty;
const { then } = Promise.prototype;
const { toLowerCase } = String.prototype;

export type Bag = Record<PropertyKey, unknown>;
export type Key = string | symbol;

export const hasOwn = (object: object, key: PropertyKey): boolean => apply(ownProperty, object, [key]);
export const bag = (): Bag => createObject(null);
export const bagOf = <T>(): Record<string, T> => createObject(null);
export const made = (prototype: object | null): object => createObject(prototype);
export const lowered = (text: string): string => apply(toLowerCase, text, []);
export const emptyDate = (): Date => new NativeDate(0);
export const emptyPattern = (): RegExp => new NativeRegExp("");
export const promised = (value: unknown): Promise<unknown> => NativePromise.resolve(value);
export const thenOf = (value: unknown, args: unknown[]): unknown => apply(then, promised(value), args);

/** A target that can be called and made: an arrow could not. */
export function callable(name: string): { (): void; prototype: object } {
  function target(): void {}
  put(target, "name", name);
  return target;
}

/** Where the script is, as the engine tells it. */
export const stackNow = (): string => new NativeError().stack ?? "";

/** A script's own conversion may throw, or be endless: the limits end that. */
export function textOf(value: unknown): string {
  try {
    return NativeString(value);
  } catch {
    return "";
  }
}

/** A script has given it words of its own. */
export const hasWords = (object: object): boolean => get(object, "toString") !== ownWords;

/** A property that `for … in` does not show. */
export function put(object: object, key: PropertyKey, value: unknown): void {
  const descriptor: PropertyDescriptor = createObject(null);
  descriptor.value = value;
  descriptor.writable = true;
  descriptor.configurable = true;
  descriptor.enumerable = false;
  defineProperty(object, key, descriptor);
}

/** What a script assigns. */
export function putOwn(object: object, key: PropertyKey, value: unknown): boolean {
  const descriptor: PropertyDescriptor = createObject(null);
  descriptor.value = value;
  descriptor.writable = true;
  descriptor.configurable = true;
  descriptor.enumerable = true;
  return defineProperty(object, key, descriptor);
}

export function putLazy(object: object, key: string, make: () => unknown): void {
  const descriptor: PropertyDescriptor = createObject(null);
  descriptor.configurable = true;
  descriptor.enumerable = false;
  descriptor.get = () => {
    const value = make();
    put(object, key, value);
    return value;
  };
  descriptor.set = (value: unknown) => put(object, key, value);
  defineProperty(object, key, descriptor);
}

/** Of a list's places: "0", "12". */
export function placeOf(key: string): number | null {
  const place = +key;
  return place >= 0 && place % 1 === 0 && `${place}` === key ? place : null;
}
