// Names that are nearly what was typed: `Documnt.exportFile`, `exprotChart`. Promises the nearest titles, and the nearest
// members of any interface for a single name, with a few slips at most. Refuses questions: what has a blank in it, or is
// no name at all, is searched by its words.

import type { DatabaseSync } from "node:sqlite";
import { splitTitle } from "../names.ts";
import { createNearTerms } from "./near-terms.ts";
import { readExpression } from "./read-expression.ts";

/** Reads the titles once, with the first question that needs them. */
export function slipSearch(db: DatabaseSync): (query: string) => number[] {
  const state: { names?: Names } = {};
  return (query) => {
    const name = nameIn(query);
    if (name === null) return [];
    state.names ??= readNames(db);
    const { near, rows } = state.names;
    return near(name).flatMap(({ term }) => rows.get(term) ?? []);
  };
}

type Names = { near: ReturnType<typeof createNearTerms>; rows: ReadonlyMap<string, number[]> };

/** Titles whole, and of members their names alone. */
function readNames(db: DatabaseSync): Names {
  const rows = new Map<string, number[]>();
  const put = (name: string, row: number): void => {
    const known = rows.get(name);
    if (known) known.push(row);
    else rows.set(name, [row]);
  };
  for (const row of db
    .prepare("SELECT n, title, member FROM chunks ORDER BY length(title), title")
    .iterate()) {
    const title = String(row.title);
    const owned = splitTitle(title);
    put((owned ? `${owned.interface}.${owned.member}` : title).toLowerCase(), Number(row.n));
    if (typeof row.member === "string") put(row.member.toLowerCase(), Number(row.n));
  }
  return { near: createNearTerms([...rows.keys()], { sameFirst: false }), rows };
}

function nameIn(query: string): string | null {
  const names = readExpression(query)?.names;
  if (!names || /\s/.test(query.trim())) return null;
  return names.slice(-2).join(".").toLowerCase();
}
