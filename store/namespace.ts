// What may be lost, typed: one Keyv namespace whose values are parsed when they are read. Promises that a read
// or a write that failed throws, and never looks like a miss. Refuses to keep anything that must survive.

import { setImmediate } from "node:timers/promises";
import type { Keyv } from "keyv";
import type { Clock } from "./clock.ts";

export type Found<T> = { found: true; value: T } | { found: false };

export type Namespace<T> = {
  readonly name: string;
  get(key: string): Promise<Found<T>>;
  /** Keeps the value, for `ttlMs` or until it is deleted. */
  set(key: string, value: T, ttlMs?: number): Promise<void>;
  /** False when there was nothing to delete. */
  delete(key: string): Promise<boolean>;
  /** All live entries, by key, one after the other: others have their turn in between. */
  entries(): AsyncIterable<{ key: string; value: T }>;
  /** All of them at once. */
  list(): Promise<{ key: string; value: T }[]>;
  clear(): Promise<void>;
};

const BREATHE_EVERY = 25;

type NamespaceOptions<T> = { name: string; keyv: Keyv; schema: (value: unknown) => T; clock: Clock };

/** `schema` throws on what it does not know, as a zod schema's `parse` does. */
export function namespace<T>({ name, keyv, schema, clock }: NamespaceOptions<T>): Namespace<T> {
  const call = failLoudly(name, keyv);
  const parse = (key: string, value: unknown): T => {
    try {
      return schema(value);
    } catch (error) {
      throw new Error(`The value of ${name}/${key} is not what it should be.`, { cause: error });
    }
  };
  async function* entries(): AsyncGenerator<{ key: string; value: T }, void> {
    const iterator = keyv.iterator();
    for (let count = 1; ; count++) {
      const next = await call("list", () => iterator.next());
      if (next.done === true) return;
      const [key, value] = next.value;
      yield { key, value: parse(key, value) };
      // A store that answers at once never lets go of the loop by itself.
      if (count % BREATHE_EVERY === 0) await setImmediate();
    }
  }
  return {
    name,
    async get(key) {
      const value: unknown = await call("read", () => keyv.get(key));
      return value === undefined ? { found: false } : { found: true, value: parse(key, value) };
    },
    async set(key, value, ttlMs) {
      // Keyv would count the ttl from its own clock.
      const entry = ttlMs === undefined ? { value } : { value, expires: clock.now() + ttlMs };
      const isKept = await call("write", () => keyv.setRaw(key, entry));
      if (!isKept) throw new Error(`${name}/${key} was not written.`);
    },
    delete: (key) => call("delete", () => keyv.delete(key)),
    entries,
    list: () => Array.fromAsync(entries()),
    clear: () => call("clear", () => keyv.clear()),
  };
}

/**
 * Keyv hands a store's error to its listeners and then answers as for a miss. Errors are counted around each call;
 * one that belongs to a call beside it makes both throw, which is the safe side.
 */
function failLoudly(name: string, keyv: Keyv) {
  const seen: { count: number; last: unknown } = { count: 0, last: undefined };
  keyv.on("error", (error: unknown) => {
    seen.count += 1;
    seen.last = error;
  });
  return async <R>(what: string, ask: () => Promise<R>): Promise<R> => {
    const before = seen.count;
    const answer = await ask();
    if (seen.count > before)
      throw new Error(`The namespace ${name} could not ${what}.`, { cause: seen.last });
    return answer;
  };
}
