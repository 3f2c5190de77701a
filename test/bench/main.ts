// `npm run bench [NAME…] [--json]`: runs the benches one after the other and prints their rows beside the
// targets, and all of them as one line of JSON behind (with --json one line a row, and no table). A row that misses
// its target says so; nothing fails for it, since machines differ.

import { parseArgs } from "node:util";
import type { BenchRow } from "./bench.ts";

const benches = [
  "start",
  "turn",
  "landing",
  "ledger",
  "docs",
  "retrieval",
  "lookups",
  "writes",
  "dry-run",
] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean", default: false } },
});
const chosen = positionals.length > 0 ? benches.filter((name) => positionals.includes(name)) : benches;
const rows: BenchRow[] = [];
for (const name of chosen) {
  const { bench } = await import(`./${name}.bench.ts`);
  const found: BenchRow[] = await bench();
  rows.push(...found);
  if (!values.json) for (const row of found) console.log(lineOf(row));
}
const judged = rows.map((row) => ({ ...row, met: isMet(row) }));
if (values.json) for (const row of judged) console.log(JSON.stringify(row));
else console.log(`\n${JSON.stringify(judged)}`);

function isMet({ value, target, op }: BenchRow): boolean | null {
  if (target === undefined || op === undefined) return null;
  return op === "<" ? value < target : value > target;
}

function lineOf(row: BenchRow): string {
  const met = isMet(row);
  const target = met === null ? "" : `${row.op} ${row.target} ${met ? "met" : "MISSED"}`;
  const value = row.value >= 100 ? row.value.toFixed(0) : row.value.toPrecision(3);
  return `${row.name.padEnd(52)} ${value.padStart(9)} ${row.unit.padEnd(10)} ${target}${row.note ? `  ${row.note}` : ""}`.trimEnd();
}
