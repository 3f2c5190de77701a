// The last step of a build, over all pages at once: who owns what, unique ids, the table of exact names, the counts.
// Promises the same result whatever was built first. Refuses to drop a duplicate: it gets an id of its own, and a note.

import type { DatabaseSync } from "node:sqlite";
import { chunkId } from "../chunk.ts";
import { prepareWrite } from "./index-file.ts";

export type Settled = { chunks: number; duplicates: { path: string; reason: string }[] };

type Row = {
  n: number;
  path: string;
  title: string;
  titleOnly: boolean;
  statedInterface?: string;
  statedMember?: string;
};
type Named = { n: number; id: string; title: string; interface?: string; member?: string };

export function settleIndex(db: DatabaseSync): Settled {
  const rows = readRows(db);
  const owners = new Set(
    rows.filter((row) => row.statedMember !== undefined).map((row) => row.statedInterface),
  );
  const taken = new Map<string, number>();
  const duplicates: Settled["duplicates"] = [];

  const named = rows.map((row) => {
    const own = owned(row, owners);
    const base = chunkId({ title: row.title, ...own });
    const times = (taken.get(base) ?? 0) + 1;
    taken.set(base, times);
    if (times > 1)
      duplicates.push({
        path: row.path,
        reason: `duplicate title: "${row.title}" is kept as "${base}~${times}"`,
      });
    return { n: row.n, title: row.title, id: times > 1 ? `${base}~${times}` : base, ...own } satisfies Named;
  });

  db.exec("BEGIN");
  writeIds(db, named);
  writeNames(db, named);
  db.exec("CREATE UNIQUE INDEX chunks_id ON chunks (id); COMMIT");
  return { chunks: named.length, duplicates };
}

function readRows(db: DatabaseSync): Row[] {
  const query = db.prepare(
    `SELECT c.n, p.path, c.title, c.title_only, c.stated_interface, c.stated_member FROM chunks c JOIN pages p ON p.n = c.page
     ORDER BY p.source, p.path, c.at`,
  );
  return query.all().map((row) => ({
    n: Number(row.n),
    path: String(row.path),
    title: String(row.title),
    titleOnly: row.title_only === 1,
    ...(typeof row.stated_interface === "string" ? { statedInterface: row.stated_interface } : {}),
    ...(typeof row.stated_member === "string" ? { statedMember: row.stated_member } : {}),
  }));
}

// "app.media" reads like a member of app until other chunks turn out to be members of app.media.
function owned(row: Row, owners: ReadonlySet<string | undefined>): { interface?: string; member?: string } {
  if (row.statedInterface === undefined) return owners.has(row.title) ? { interface: row.title } : {};
  if (row.statedMember === undefined) return { interface: row.statedInterface };
  if (row.titleOnly && owners.has(row.title)) return { interface: row.title };
  return { interface: row.statedInterface, member: row.statedMember };
}

function writeIds(db: DatabaseSync, named: Named[]): void {
  const update = prepareWrite(
    db,
    `UPDATE chunks SET id = ?1, interface = ?2, member = ?3
     WHERE n = ?4 AND (id <> ?1 OR interface IS NOT ?2 OR member IS NOT ?3)`,
  );
  for (const chunk of named) update.run(chunk.id, chunk.interface ?? null, chunk.member ?? null, chunk.n);
}

/** Ranks of exact names: an interface's own page, a whole title, a bare member. */
const OWN = 0;
const WHOLE = 1;
const MEMBER = 2;

function writeNames(db: DatabaseSync, named: Named[]): void {
  const rows: { key: string; rank: number; title: string; chunk: number; name: string }[] = [];
  for (const { n, id, title, interface: owner, member } of named) {
    const names = new Set([title, id]);
    if (owner !== undefined && member === undefined) names.add(owner);
    const rank = owner !== undefined && member === undefined ? OWN : WHOLE;
    for (const name of names) rows.push({ key: name.toLowerCase(), rank, title, chunk: n, name });
    if (member !== undefined)
      rows.push({ key: member.toLowerCase(), rank: MEMBER, title, chunk: n, name: member });
  }
  rows.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.rank - b.rank));
  const add = prepareWrite(
    db,
    "INSERT OR IGNORE INTO names (key, rank, title, chunk, name) VALUES (?, ?, ?, ?, ?)",
  );
  for (const row of rows) add.run(row.key, row.rank, row.title, row.chunk, row.name);
}
