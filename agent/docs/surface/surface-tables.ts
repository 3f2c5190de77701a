// The tables of an index file that hold the merged programming interface. Promises that whoever writes a row and whoever
// reads it agree on its columns. Refuses meaning: what goes into a row is decided where facts are merged.

import type { DatabaseSync } from "node:sqlite";
import type { InterfaceKind, MemberKind } from "./facts.ts";
import type { FunctionInfo, GlobalInfo, InterfaceInfo, MemberInfo } from "./surface.ts";

const TABLES = [
  "surface_interfaces",
  "surface_members",
  "surface_globals",
  "surface_functions",
  "surface_takers",
];

/** `more` holds what few rows have, as JSON; names compare byte by byte, so that case counts. */
export const SURFACE_SCHEMA = `
  CREATE TABLE surface_interfaces (
    name TEXT PRIMARY KEY, kind TEXT, complete INTEGER NOT NULL, reach TEXT, chunk TEXT, more TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE surface_members (
    interface TEXT NOT NULL, name TEXT NOT NULL, static INTEGER NOT NULL, kind TEXT, value_type TEXT,
    chunk TEXT NOT NULL, more TEXT, PRIMARY KEY (interface, name, static)) WITHOUT ROWID;
  CREATE INDEX surface_members_name ON surface_members (name, interface);
  CREATE TABLE surface_globals (
    name TEXT PRIMARY KEY, value_type TEXT, interface TEXT, is_class INTEGER NOT NULL, chunk TEXT) WITHOUT ROWID;
  CREATE TABLE surface_takers (
    interface TEXT NOT NULL, owner TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (interface, owner, name)) WITHOUT ROWID;
  CREATE TABLE surface_functions (name TEXT PRIMARY KEY, value_type TEXT, chunk TEXT, more TEXT NOT NULL) WITHOUT ROWID;
`;

export const clearSurface = (db: DatabaseSync): void =>
  db.exec(TABLES.map((table) => `DELETE FROM ${table};`).join(""));

export type MergedSurface = {
  interfaces: InterfaceInfo[];
  members: MemberInfo[];
  globals: GlobalInfo[];
  functions: FunctionInfo[];
  takers: Taker[];
};

/** A call that takes an instance of `interface` first. */
export type Taker = { interface: string; owner: string; name: string };

export type InterfaceMore = Pick<
  InterfaceInfo,
  "parents" | "constructors" | "constructorOptions" | "sources" | "gaps"
>;
export type MemberMore = Partial<
  Pick<MemberInfo, "readOnly" | "signatures" | "options" | "since" | "deprecated">
>;
export type FunctionMore = Pick<FunctionInfo, "signatures" | "options">;

type Row = Record<string, unknown>;

export function toInterface(row: Row): InterfaceInfo {
  const more: InterfaceMore = JSON.parse(String(row.more));
  return {
    name: String(row.name),
    kind: interfaceKind(row.kind),
    ...more,
    complete: row.complete === 1,
    reach: textOrNull(row.reach),
    chunk: textOrNull(row.chunk),
  };
}

export function toMember(row: Row): MemberInfo {
  const more: MemberMore = typeof row.more === "string" ? JSON.parse(row.more) : {};
  return {
    interface: String(row.interface),
    name: String(row.name),
    kind: memberKind(row.kind),
    static: row.static === 1,
    valueType: textOrNull(row.value_type),
    readOnly: more.readOnly ?? false,
    signatures: more.signatures ?? [],
    options: more.options ?? [],
    since: more.since ?? null,
    deprecated: more.deprecated ?? false,
    chunk: String(row.chunk),
  };
}

export const toGlobal = (row: Row): GlobalInfo => ({
  name: String(row.name),
  valueType: textOrNull(row.value_type),
  interface: textOrNull(row.interface),
  isClass: row.is_class === 1,
  chunk: textOrNull(row.chunk),
});

export function toFunction(row: Row): FunctionInfo {
  const more: FunctionMore = JSON.parse(String(row.more));
  return {
    name: String(row.name),
    ...more,
    valueType: textOrNull(row.value_type),
    chunk: textOrNull(row.chunk),
  };
}

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

function interfaceKind(value: unknown): InterfaceKind | "unknown" {
  return value === "class" || value === "enumeration" || value === "namespace" ? value : "unknown";
}

function memberKind(value: unknown): MemberKind | "unknown" {
  return value === "property" || value === "method" || value === "event" || value === "value"
    ? value
    : "unknown";
}
