// The last step of a build: everything that the chunks state becomes the tables of the programming interface. Promises the
// same tables whatever was built first, and a note for every conflict. Refuses partial updates: it runs over all facts.

import type { DatabaseSync } from "node:sqlite";
import { type Collected, collectFacts } from "./collect-facts.ts";
import { exampleGaps } from "./example-gaps.ts";
import { mergeGlobals, statedGlobals } from "./merge-globals.ts";
import { mergeFunctions, mergeInterfaces } from "./merge-interfaces.ts";
import { addNested } from "./nested-interfaces.ts";
import { reachOf } from "./reach.ts";
import type { MergedSurface } from "./surface-tables.ts";
import { takersOf } from "./takers.ts";
import { writeSurface } from "./write-surface.ts";

/** What the merged interface holds, in numbers. */
export type SurfaceCounts = {
  interfaces: number;
  classes: number;
  enumerations: number;
  namespaces: number;
  members: number;
  membersWithParameters: number;
  values: number;
  optionKeys: number;
  constructors: number;
  globals: number;
  functions: number;
};

export type SurfaceNote = { path: string; reason: string };

/** `membersBySource`: how many members each source states, also where another one states them too. */
export type Merging = {
  counts: SurfaceCounts;
  notes: SurfaceNote[];
  membersBySource: ReadonlyMap<string, number>;
};

/** `complete`: names of the sources that hold every member of their interfaces. */
export function mergeSurface(db: DatabaseSync, complete: ReadonlySet<string>): Merging {
  const all = collectFacts(db);
  addNested(all);
  const { notes } = all;
  const note = (path: string, reason: string) => void notes.push({ path, reason });

  const stated = statedGlobals(all);
  const { interfaces, members } = mergeInterfaces(all, { complete, globals: stated, note });
  const globals = mergeGlobals(stated, { interfaces, members });
  const functions = mergeFunctions(all);
  const ways = reachOf({ interfaces, members, globals, functions });
  const gaps = exampleGaps(db, { interfaces, members, globals });
  const reached = interfaces.map((one) => {
    const missing = gaps.get(one.name);
    return { ...one, reach: ways.get(one.name) ?? null, ...(missing ? { gaps: missing } : {}) };
  });
  for (const [owner, names] of gaps)
    note(
      owner,
      `examples use what nothing documents: ${names.slice(0, 8).join(", ")}; a name is not held for invented on it`,
    );

  const takers = takersOf({ interfaces, members });
  const merged: MergedSurface = { interfaces: reached, members, globals, functions, takers };
  noteLostKeys(all, merged);
  writeSurface(db, merged);
  return { counts: countSurface(merged), notes, membersBySource: countBySource(all) };
}

function countBySource({ interfaces }: Collected): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { members } of interfaces.values()) {
    for (const { own, facts } of members.values()) {
      const sources = new Set([...own, ...facts.map(({ at }) => at)].map(({ source }) => source));
      for (const source of sources) counts.set(source, (counts.get(source) ?? 0) + 1);
    }
  }
  return counts;
}

function noteLostKeys(all: Collected, { members, functions, interfaces, globals }: MergedSurface): void {
  const owners = new Set([
    ...members.map((member) => `${member.interface}.${member.name}`),
    ...functions.map(({ name }) => name),
    ...interfaces.map(({ name }) => `new ${name}`),
  ]);
  const byGlobal = new Map(globals.map((one) => [one.name, one.interface]));
  for (const [of, stated] of all.options) {
    const cut = of.lastIndexOf(".");
    const meant = `${byGlobal.get(of.slice(0, Math.max(0, cut))) ?? ""}${of.slice(Math.max(0, cut))}`;
    if (owners.has(of) || owners.has(meant)) continue;
    all.notes.push({
      path: stated[0]?.at.path ?? "",
      reason: `option keys without an owner: nothing documents "${of}"`,
    });
  }
}

function countSurface({ interfaces, members, globals, functions }: MergedSurface): SurfaceCounts {
  const kinds = (kind: string) => interfaces.filter((one) => one.kind === kind).length;
  return {
    interfaces: interfaces.length,
    classes: kinds("class"),
    enumerations: kinds("enumeration"),
    namespaces: kinds("namespace"),
    members: members.length,
    membersWithParameters: members.filter((one) => one.signatures.some((list) => list.length > 0)).length,
    values: members.filter((one) => one.kind === "value").length,
    optionKeys: [...members, ...functions].reduce((sum, one) => sum + one.options.length, 0),
    constructors: interfaces.filter((one) => one.constructors !== null).length,
    globals: globals.length,
    functions: functions.length,
  };
}
