// Exact names, from tables, at once: a title, an interface, a member of any interface, a piece of code that ends in one.
// Promises what stands there literally first, then where a receiver leads, then every owner of the last name, those that
// the receiver is called like before the others. Refuses to search: what is not a name here is nobody's guess.

import type { DatabaseSync } from "node:sqlite";
import { nameForms } from "../names.ts";
import type { Surface } from "../surface/surface.ts";
import { followPath } from "./follow-path.ts";
import { fewSlips } from "./near-terms.ts";
import { type Expression, joinedName, pairedName, readExpression } from "./read-expression.ts";

export type NameRows = { rows: { n: number; score: number }[]; total: number };

type Named = { n: number; score: number; owner: string };

type Tables = {
  named(name: string): Named[];
  ofChunks(ids: readonly string[]): Named[];
  membersOf(owner: string): number;
};

/** More owners than documentation has of any name. */
const MAX_OWNERS = 2000;

/** Prepares the search over one index file. */
export function nameSearch(
  db: DatabaseSync,
  surface: Surface,
): (query: string, limit: number) => NameRows | undefined {
  const tables = tablesOf(db);
  return (query, limit) => {
    const expression = readExpression(query);
    const found = literal(query, expression, tables) ?? (expression && led(expression, tables, surface));
    if (!found || found.length === 0) return undefined;
    const rows = found.slice(0, limit).map(({ n, score }) => ({ n, score }));
    return { rows, total: found.length };
  };
}

function tablesOf(db: DatabaseSync): Tables {
  const find = db.prepare(
    `SELECT n.chunk, n.rank, n.name = ?2 AS same, c.interface FROM names n JOIN chunks c ON c.n = n.chunk
     WHERE n.key = ?1 ORDER BY same DESC, n.rank, length(n.title), n.title LIMIT ${MAX_OWNERS}`,
  );
  const byId = db.prepare("SELECT n FROM chunks WHERE id = ?");
  const members = db.prepare("SELECT count(*) AS count FROM surface_members WHERE interface = ?");
  return {
    named: (name) =>
      find.all(name.toLowerCase(), name).map((row) => ({
        n: Number(row.chunk),
        score: (row.same === 1 ? 1 : 0.9) - (row.rank === 2 ? 0.1 : 0),
        owner: String(row.interface ?? ""),
      })),
    ofChunks: (ids) =>
      ids.flatMap((id) => byId.all(id)).map((row) => ({ n: Number(row.n), score: 1, owner: "" })),
    membersOf: (owner) => Number(members.get(owner)?.count),
  };
}

/** As it stands there; of a chain of calls only the whole chain is what was asked for. */
function literal(query: string, expression: Expression | null, { named }: Tables): Named[] | undefined {
  const joined = joinedName(query);
  const whole = expression ? [expression.names.join(".")] : nameForms(query).slice(0, 2);
  const forms = joined === null ? whole : [...whole, joined];
  const found = forms.map(named).find((rows) => rows.length > 0);
  return found ?? paired(query, named);
}

/** Two words side by side are prose, unless they are names in exactly their case. */
function paired(query: string, named: Tables["named"]): Named[] | undefined {
  const pair = pairedName(query);
  const rows = pair === null ? [] : named(pair).filter(({ score }) => score === 1);
  return rows.length > 0 ? rows : undefined;
}

function led({ names }: Expression, tables: Tables, surface: Surface): Named[] | undefined {
  const path = followPath(names, surface);
  if (path.isWhole) return tables.ofChunks(path.chunks);
  const pair = names.length > 1 ? tables.named(names.slice(-2).join(".")) : [];
  if (pair.length > 0) return pair;
  const owners = tables.named(names.at(-1) ?? "");
  if (owners.length > 0) return byReceiver(owners, names.slice(0, -1), { tables, surface });
  return path.chunks.length > 0 ? tables.ofChunks(path.chunks) : undefined;
}

/** Of owners that the receiver says nothing of, the one with more members is the likelier. */
function byReceiver(
  owners: Named[],
  receiver: string[],
  { tables, surface }: { tables: Tables; surface: Surface },
): Named[] {
  const nearness = (owner: string): number =>
    Math.max(tables.membersOf(owner) / 1e6, ...receiver.map((name) => isLike(name, owner, surface)));
  return owners
    .map((row) => ({ row, near: nearness(row.owner) }))
    .sort((a, b) => b.near - a.near)
    .map(({ row }) => row);
}

/** How much a receiver's name says that it is of this interface: `doc` of Document, `layers` of LayerCollection. */
function isLike(name: string, owner: string, surface: Surface): number {
  if (owner === "") return 0;
  const [receiver, interfaceName] = [name.toLowerCase(), owner.toLowerCase()];
  if (receiver === interfaceName) return 1;
  if (surface.global(name)?.interface === owner) return 1;
  const one = receiver.replace(/s$/, "");
  if (one.length < 2) return 0;
  if (interfaceName === one) return 0.9;
  // The shorter the rest, the likelier: `layer` of Layer before LayerCollection.
  const isPart = interfaceName.startsWith(one) || interfaceName.endsWith(one);
  if (isPart) return 0.8 * (one.length / interfaceName.length);
  const slips = fewSlips(receiver, interfaceName);
  return slips === undefined ? 0 : 0.6 - 0.1 * slips;
}
