// The names of interfaces that inherit a member, for the member: "time of a comp" finds what a comp inherits from an item.
// Promises each heir's name, however far down it is. Refuses members that nearly everything inherits: there the name of
// an heir says nothing.

import type { DatabaseSync } from "node:sqlite";
import { nameParts } from "../names.ts";
import { openSurface } from "../surface/open-surface.ts";
import type { MoreWords } from "./search-tables.ts";

/** Less than the name of the interface that declares it. */
const WEIGHT = 0.3;
/** Among more heirs each one says less. */
const FEW = 4;
const MANY = 80;

/** Words by the row of a member's chunk. */
export function wordsOfHeirs(db: DatabaseSync): MoreWords {
  const members = db.prepare("SELECT n FROM chunks WHERE interface = ? AND member IS NOT NULL");
  const more = new Map<number, { words: string[]; weight: number }>();
  for (const [owner, heirs] of heirsByName(db)) {
    if (heirs.size > MANY) continue;
    const words = [...heirs].flatMap((heir) => [heir, ...nameParts(heir)]);
    const weight = (WEIGHT * FEW) / Math.max(FEW, heirs.size);
    for (const row of members.all(owner)) more.set(Number(row.n), { words, weight });
  }
  return more;
}

function heirsByName(db: DatabaseSync): Map<string, Set<string>> {
  const surface = openSurface(db);
  const heirs = new Map<string, Set<string>>();
  for (const name of surface.interfaces()) {
    const above = new Set<string>();
    const open = [...(surface.interface(name)?.parents ?? [])];
    for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
      if (above.has(parent) || parent === name) continue;
      above.add(parent);
      open.push(...(surface.interface(parent)?.parents ?? []));
    }
    for (const parent of above) heirs.set(parent, (heirs.get(parent) ?? new Set()).add(name));
  }
  return heirs;
}
