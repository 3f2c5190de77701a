// Typed reading of parameters and of the objects inside them. Promises a value of the stated type or a refusal that
// names the field. Refuses unknown fields, which Telegram ignores: a misspelt option must not pass for a working one.

import { badRequest } from "./refusal.ts";
import { type Call, checkStrings, parseJson } from "./request.ts";

export type Field<T> = (value: unknown, name: string, typed: boolean) => T;
export type Fields = Readonly<Record<string, Field<unknown>>>;
export type Values<S extends Fields> = {
  [K in keyof S]: (S[K] extends Field<infer T> ? T : never) | undefined;
};

export type JsonObject = { [key: string]: unknown };

export function readFields<S extends Fields>(fields: S, call: Pick<Call, "params" | "typed">): Values<S> {
  const values: JsonObject = {};
  for (const [name, value] of Object.entries(call.params)) {
    if (!Object.hasOwn(fields, name)) throw badRequest(`unknown parameter "${name}" (strict server)`);
    if (value === null || value === undefined) continue;
    values[name] = fields[name]?.(value, name, call.typed);
  }
  for (const name of Object.keys(fields)) values[name] ??= undefined;
  // The one place where the parsed bag gets its type: each value went through its own field's parser.
  return values as Values<S>;
}

const wrong = (name: string, what: string) => badRequest(`parameter "${name}" must be ${what}`);

export const text: Field<string> = (value, name) => {
  if (typeof value !== "string") throw wrong(name, "a String");
  return value;
};

export const integer: Field<number> = (value, name, typed) => {
  const number = !typed && typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isSafeInteger(number)) throw wrong(name, "an Integer");
  return number;
};

export const flag: Field<boolean> = (value, name, typed) => {
  if (!typed && (value === "true" || value === "false")) return value === "true";
  if (typeof value !== "boolean") throw wrong(name, "a Boolean");
  return value;
};

/** A number, or @username; in text form a number arrives as its digits. */
export const chat: Field<number | string> = (value, name, typed) => {
  if (typeof value === "string" && !/^-?\d+$/.test(value)) return value;
  if (typeof value === "string" && typed) return Number(value);
  return integer(value, name, typed);
};

export const object: Field<JsonObject> = (value, name, typed) => {
  const parsed = fromText(value, name, typed);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw wrong(name, "an Object");
  return { ...parsed };
};

export const list: Field<readonly unknown[]> = (value, name, typed) => {
  const parsed = fromText(value, name, typed);
  if (!Array.isArray(parsed)) throw wrong(name, "an Array");
  return parsed;
};

/** A file: its id, a URL, or attach://part; the upload itself may also stand under the parameter's name. */
export const file: Field<string> = text;

/** Reads an object whose fields are known, as every nested object of a request is. */
export function readObject<S extends Fields>(value: unknown, name: string, fields: S): Values<S> {
  return readFields(fields, { params: object(value, name, true), typed: true });
}

function fromText(value: unknown, name: string, typed: boolean): unknown {
  if (typed || typeof value !== "string") return value;
  const parsed = parseJson(value, `can't parse ${name} JSON object`);
  checkStrings(parsed);
  return parsed;
}

/** Drops the fields that are undefined, so that an answer has only what is there. */
export function present<T extends object>(value: T): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined));
}
