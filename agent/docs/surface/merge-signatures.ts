// Merges what several places say of parameters, option keys and plain words. Promises one result for any order of those
// places. Refuses to mix: a place that is about the thing itself outweighs every list that only names it.

import type { Origin, Stated } from "./collect-facts.ts";
import type { Param } from "./facts.ts";

/** What stands in the places nearest to the thing itself. */
export function nearest<T extends { at: Origin }>(stated: readonly T[]): T[] {
  const rank = Math.min(...stated.map(({ at }) => at.rank));
  return stated.filter(({ at }) => at.rank === rank);
}

/** The distinct values of the nearest places that give one, sorted. */
export function nearestValues<T>(
  stated: readonly Stated<T>[],
  pick: (fact: T) => string | undefined,
): string[] {
  const given = stated.flatMap(({ fact, at }) => {
    const value = pick(fact)?.trim();
    return value === undefined || value === "" ? [] : [{ value, at }];
  });
  return [...new Set(nearest(given).map(({ value }) => value))].sort();
}

/** More alternatives than this are no type that anybody reads. */
const MAX_TYPES = 8;

/** "Object" on the thing's own page gives way to a place that says what object it is. */
const isVague = (type: string | undefined): boolean => /^(?:object|array)$/i.test(type?.trim() ?? "");

export function nearestType<T>(
  stated: readonly Stated<T>[],
  pick: (fact: T) => string | undefined,
): string | null {
  const said = nearestValues(stated, (fact) => (isVague(pick(fact)) ? undefined : pick(fact)));
  const types = said.length > 0 ? said : nearestValues(stated, pick);
  return types.slice(0, MAX_TYPES).join(" | ") || null;
}

/** The overloads; null where no place states parameters. A list of bare names is the same overload with types. */
export function mergeSignatures(stated: readonly Stated<{ params?: Param[] }>[]): Param[][] | null {
  const given = stated.flatMap(({ fact, at }) => (fact.params ? [{ params: fact.params, at }] : []));
  if (given.length === 0) return null;
  const lists = nearest(given)
    .map(({ params }) => ({ params, types: params.filter(({ type }) => type !== undefined).length }))
    .map((list) => ({ ...list, key: JSON.stringify(list.params) }))
    .sort((a, b) => b.types - a.types || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const merged: Param[][] = [];
  for (const { params } of lists) {
    const at = merged.findIndex((one) => isSame(one, params));
    const fuller = merged[at];
    if (fuller) merged[at] = fuller.map((param, n) => filled(param, params[n]));
    else merged.push(params);
  }
  return merged.sort((a, b) => a.length - b.length);
}

const isSame = (a: Param[], b: Param[]): boolean =>
  a.length === b.length &&
  a.every((param, n) => {
    const other = b[n];
    return (
      other?.name === param.name &&
      (param.type === undefined || other.type === undefined || param.type === other.type)
    );
  });

const filled = (param: Param, other: Param | undefined): Param => ({
  name: param.name,
  ...((param.type ?? other?.type) === undefined ? {} : { type: param.type ?? other?.type ?? "" }),
  ...(param.optional || other?.optional ? { optional: true } : {}),
});

/** Every key that some place gives, with what the nearest one says of it. */
export function mergeKeys(stated: readonly Stated<Param[]>[]): Param[] {
  const keys = new Map<string, Param>();
  const ordered = stated
    .map(({ fact, at }) => ({ fact, rank: at.rank, key: JSON.stringify(fact) }))
    .sort((a, b) => a.rank - b.rank || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  for (const { fact } of ordered) {
    for (const param of fact) {
      const known = keys.get(param.name);
      keys.set(param.name, known ? filled(known, param) : param);
    }
  }
  return [...keys.values()];
}
