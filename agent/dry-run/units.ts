// The texts of one dry run: opened as they are asked for, found by the paths that loaders name. Promises each the same number
// whenever it is asked for again, and the place in the project of whatever a stack tells. Refuses files that are not there: it
// says which, and who asked.

import { posix } from "node:path";
import { includePaths } from "../check/loads.ts";
import { type Position, positions } from "../check/positions.ts";
import { findFile } from "./find-file.ts";
import { isPackage, packageFor } from "./packages.ts";
import { MARKS } from "./protocol.ts";
import type { DryRunAsked, DryRunReport } from "./report.ts";
import { type Script, scriptAt } from "./script.ts";
import { type Assembling, assemble, type Place, type Unit } from "./unit.ts";

export type Units = {
  /** By a number that is text; the same for the same script. */
  open(script: Script, kind: Unit["kind"]): string;
  /** The number of what a path names; "" for what is not there, or not ours. */
  load(target: string, asked: { place: Place | null; kind: Unit["kind"] }): string;
  get(id: string): Unit | undefined;
  /** Where a stack is in the project; the innermost place of it. */
  placeIn(stack: string): Place | null;
  /** The place of a `throw` by its number. */
  throwAt(mark: number): Place | null;
  /** Every function of these scripts, with its number. */
  functionsOf(paths: ReadonlySet<string>): { mark: number; script: Script; name: string; offset: number }[];
  missing: DryRunReport["missing"];
};

type Base = { functions: number; throws: number };
type State = {
  asked: DryRunAsked;
  units: Map<string, Unit>;
  ids: Map<string, string>;
  bases: Map<Script, Base>;
  next: Base;
  missing: DryRunReport["missing"];
};

const MAX_MISSING = 50;

export function createUnits(asked: DryRunAsked): Units {
  const state: State = {
    asked,
    units: new Map(),
    ids: new Map(),
    bases: new Map(),
    next: { functions: 1, throws: 1 },
    missing: [],
  };
  const open = (script: Script, kind: Unit["kind"]): string => opened(script, kind, state);
  return {
    open,
    load(target, { place, kind }) {
      const found = scriptFor(target, place?.script ?? null, asked);
      const isOfPackage = kind === "module" && /^[\w@]/.test(target);
      const brought = isOfPackage && place !== null ? packageFor(target, place.script) : null;
      if (brought !== null && (found === null || found === "elsewhere")) return open(brought, kind);
      if (found === "elsewhere") return "";
      const isJson = found !== null && kind === "function" && found.path.endsWith(".json");
      if (found !== null && (!isJson || isJsonText(found.text))) return open(found, isJson ? "json" : kind);
      if (place !== null) miss(target, place, state);
      return "";
    },
    get: (id) => state.units.get(id),
    placeIn: (stack) => placeOf(stack, state),
    throwAt: (mark) => throwOf(mark, state),
    functionsOf: (paths) =>
      [...state.bases].flatMap(([script, base]) =>
        paths.has(script.path)
          ? script.functions.map((one, at) => ({ ...one, script, mark: base.functions + at }))
          : [],
      ),
    missing: state.missing,
  };
}

/** Null for a file that the project would have to have. */
function scriptFor(target: string, from: Script | null, asked: DryRunAsked): Script | "elsewhere" | null {
  const more = from === null ? [] : includePaths(from.text);
  const folder = posix.dirname(from?.path ?? "");
  const file = findFile(
    target,
    { path: from?.path ?? "", more: more.map((one) => posix.join(folder, one)) },
    asked.world,
  );
  if (file.path === null) return file.isOurs ? null : "elsewhere";
  return scriptAt(file.path, asked) ?? "elsewhere";
}

function miss(target: string, { script, offset }: Place, { missing, asked }: State): void {
  if (asked.world.exists?.({ family: "file", about: target })) return;
  const isTold = missing.some((one) => one.path === target && one.from === script.path);
  if (isTold || missing.length >= MAX_MISSING) return;
  missing.push({ path: target, from: script.path, line: positionIn(script, offset).line });
}

export const positionIn = ({ text }: Script, offset: number): Position => positions(text)(offset);

function opened(script: Script, kind: Unit["kind"], state: State): string {
  const key = `${kind} ${script.path}`;
  const known = state.ids.get(key);
  if (known !== undefined) return known;
  const id = `u${state.ids.size}`;
  state.ids.set(key, id);
  const by: Assembling = {
    marks: MARKS,
    baseOf: (one) => baseOf(one, state),
    include(target, place) {
      const found = scriptFor(target, place.script, state.asked);
      if (found === null) miss(target, place, state);
      return found === "elsewhere" ? null : found;
    },
  };
  state.units.set(id, assemble(script, { id, kind, by }));
  return id;
}

function baseOf(script: Script, { bases, next }: State): Base {
  const known = bases.get(script);
  if (known !== undefined) return known;
  const base = { ...next };
  bases.set(script, base);
  next.functions += script.functions.length;
  next.throws += script.throws.length;
  return base;
}

function placeOf(stack: string, { units }: State): Place | null {
  for (const [, id = "", line, column] of stack.matchAll(/(?<![\w$])(u\d+):(\d+):(\d+)/g)) {
    const unit = units.get(id);
    if (unit !== undefined && !isPackage(unit.script)) return unit.placeOf(Number(line), Number(column));
  }
  return null;
}

function throwOf(mark: number, { bases }: State): Place | null {
  for (const [script, { throws }] of bases) {
    const offset = script.throws[mark - throws];
    if (mark >= throws && offset !== undefined) return { script, offset };
  }
  return null;
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
