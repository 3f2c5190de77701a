// Near-identical members shown once: hundreds of interfaces may document one member in the same words, and the first ten
// answers would all be that one. Promises that nothing is lost, only moved behind. Refuses to compare text: a member's name
// and the start of its lead decide.

import type { Ranked, Ranking } from "./rank-chunks.ts";
import type { Shelf } from "./shelf.ts";

/** What a further member of the same name, in other words, keeps of its score. */
const SAME_NAME = 0.75;
/** A chunk counts as found when it covers at least so much of what the best one covers. */
const FOUND = 0.5;

/** Rows in, best first; of each member and lead the best row stays, the others come behind all of those. */
export function collapse(rows: Ranked[], shelf: Shelf): Omit<Ranking, "isCorrected"> {
  const leads = new Set<string>();
  const times = new Map<number, number>();
  const kept: Ranked[] = [];
  const again: Ranked[] = [];
  for (const row of rows) {
    const member = shelf.memberOf[row.n] ?? 0;
    const key = `${member} ${member === 0 ? row.n : shelf.lead[row.n]}`;
    if (leads.has(key)) {
      again.push(row);
      continue;
    }
    leads.add(key);
    const before = member === 0 ? 0 : (times.get(member) ?? 0);
    times.set(member, before + 1);
    kept.push({ ...row, score: row.score * SAME_NAME ** before });
  }
  kept.sort((a, b) => b.score - a.score || a.n - b.n);
  const most = kept[0]?.coverage ?? 0;
  const total = rows.filter((row) => row.coverage >= FOUND * most).length;
  return { rows: [...kept, ...below(kept.at(-1)?.score ?? 0, again)], total };
}

/** Scores go on falling: a reader of the list may compare neighbours. */
function below(floor: number, rows: Ranked[]): Ranked[] {
  const top = rows[0]?.score ?? 1;
  return rows.map((row) => ({ ...row, score: (floor * row.score) / top }));
}
