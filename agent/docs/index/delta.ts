// What became of the programming interface from one index version to the next, by name. Promises whole counts and a capped
// list of names, sorted. Refuses renames: a member that moved is one removed and one added.

import type { DatabaseSync } from "node:sqlite";

/** `added` and `removed` are the first names; the counts are of all. */
type Names = { added: string[]; removed: string[]; addedCount: number; removedCount: number };
export type SurfaceDelta = { interfaces: Names; members: Names };

const MAX_NAMES = 50;

export const NO_DELTA: SurfaceDelta = {
  interfaces: { added: [], removed: [], addedCount: 0, removedCount: 0 },
  members: { added: [], removed: [], addedCount: 0, removedCount: 0 },
};

export function compareSurfaces(before: DatabaseSync | undefined, after: DatabaseSync): SurfaceDelta {
  const names = (sql: string) => compare(before ? read(before, sql) : new Set(), read(after, sql));
  return {
    interfaces: names("SELECT name FROM surface_interfaces ORDER BY name"),
    members: names("SELECT DISTINCT interface || '.' || name AS name FROM surface_members ORDER BY 1"),
  };
}

function read(db: DatabaseSync, sql: string): Set<string> {
  const names = new Set<string>();
  for (const row of db.prepare(sql).iterate()) names.add(String(row.name));
  return names;
}

function compare(before: Set<string>, after: Set<string>): Names {
  const added = [...after.difference(before)];
  const removed = [...before.difference(after)];
  return {
    added: added.slice(0, MAX_NAMES),
    removed: removed.slice(0, MAX_NAMES),
    addedCount: added.length,
    removedCount: removed.length,
  };
}
