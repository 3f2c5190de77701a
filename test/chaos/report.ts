// What many chaos turns came to, by behaviour. Promises that a violation is told with the seed that brings it back.

import type { ChaosEnd } from "./turn.ts";

type Row = { turns: number; endings: Map<string, number>; holds: Map<string, number> };

const add = (counts: Map<string, number>, key: string): unknown =>
  counts.set(key, (counts.get(key) ?? 0) + 1);

export function rowsOf(ends: readonly ChaosEnd[]): Map<string, Row> {
  const rows = new Map<string, Row>();
  for (const { behaviours, ending, holds } of ends) {
    for (const name of behaviours) {
      const row = rows.get(name) ?? { turns: 0, endings: new Map(), holds: new Map() };
      rows.set(name, row);
      row.turns += 1;
      add(row.endings, ending);
      for (const gate of holds) add(row.holds, gate);
    }
  }
  return rows;
}

const listed = (counts: Map<string, number>): string =>
  [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([name, n]) => `${name} ${n}`)
    .join(" · ");

export function reportText(ends: readonly ChaosEnd[]): string {
  const lines = [...rowsOf(ends)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, row]) => [
      `${name} (${row.turns})`,
      `    ${listed(row.endings)}`,
      ...(row.holds.size > 0 ? [`    held by ${listed(row.holds)}`] : []),
    ]);
  const wrong = ends.filter(({ violations }) => violations.length > 0);
  return [
    ...lines,
    "",
    `${ends.length} turns, ${wrong.length} with a violation`,
    ...wrong.flatMap(({ seed, behaviours, violations }) => [
      `--from ${seed} --turns 1  (${behaviours.join("; ")})`,
      ...violations.map((one) => `    ${one}`),
    ]),
  ].join("\n");
}
