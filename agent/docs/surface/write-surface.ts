// Writes the merged programming interface into an index file. Promises rows in the order of their keys, so that each lands
// behind the last one. Refuses to decide anything: it writes what was merged.

import type { DatabaseSync } from "node:sqlite";
import { prepareWrite } from "../index/index-file.ts";
import type { MemberInfo } from "./surface.ts";
import type { FunctionMore, InterfaceMore, MemberMore, MergedSurface } from "./surface-tables.ts";

export function writeSurface(db: DatabaseSync, merged: MergedSurface): void {
  db.exec("BEGIN");
  const addInterface = prepareWrite(db, "INSERT INTO surface_interfaces VALUES (?, ?, ?, ?, ?, ?)");
  for (const one of merged.interfaces) {
    const { parents, constructors, constructorOptions, sources, gaps } = one;
    const more = JSON.stringify({
      parents,
      constructors,
      constructorOptions,
      sources,
      ...(gaps ? { gaps } : {}),
    } satisfies InterfaceMore);
    addInterface.run(one.name, one.kind, one.complete ? 1 : 0, one.reach, one.chunk, more);
  }
  const addMember = prepareWrite(db, "INSERT INTO surface_members VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const one of merged.members) {
    const { interface: owner, name, kind, valueType, chunk } = one;
    addMember.run(owner, name, one.static ? 1 : 0, kind, valueType, chunk, memberMore(one));
  }
  const addGlobal = prepareWrite(db, "INSERT INTO surface_globals VALUES (?, ?, ?, ?, ?)");
  for (const one of merged.globals)
    addGlobal.run(one.name, one.valueType, one.interface, one.isClass ? 1 : 0, one.chunk);
  const addFunction = prepareWrite(db, "INSERT INTO surface_functions VALUES (?, ?, ?, ?)");
  for (const { name, valueType, chunk, signatures, options } of merged.functions)
    addFunction.run(name, valueType, chunk, JSON.stringify({ signatures, options } satisfies FunctionMore));
  const addTaker = prepareWrite(db, "INSERT INTO surface_takers VALUES (?, ?, ?)");
  for (const one of merged.takers) addTaker.run(one.interface, one.owner, one.name);
  db.exec("COMMIT");
}

function memberMore({ readOnly, signatures, options, since, deprecated }: MemberInfo): string | null {
  const more: MemberMore = {
    ...(readOnly ? { readOnly } : {}),
    ...(signatures.length > 0 ? { signatures } : {}),
    ...(options.length > 0 ? { options } : {}),
    ...(since === null ? {} : { since }),
    ...(deprecated ? { deprecated } : {}),
  };
  const text = JSON.stringify(more);
  return text === "{}" ? null : text;
}
