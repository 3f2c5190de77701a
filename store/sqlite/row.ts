// Reads columns of a row as what they must be. Promises that a row that is not what the schema says throws,
// with the row named by its key columns. Refuses to guess or to repair.

import type { SQLOutputValue } from "node:sqlite";

/** The key columns come first in every select, so that an error can name the row. */
export type Row = Record<string, SQLOutputValue>;

export function text(row: Row, column: string): string {
  const value = row[column];
  return typeof value === "string" ? value : corrupt({ row, column }, "is not text");
}

export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

export function int(row: Row, column: string): number {
  const value = row[column];
  return typeof value === "number" ? value : corrupt({ row, column }, "is not a number");
}

export function intOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : int(row, column);
}

export function bytes(row: Row, column: string): Uint8Array {
  const value = row[column];
  return value instanceof Uint8Array ? value : corrupt({ row, column }, "is not bytes");
}

export function oneOf<T extends string>(row: Row, column: string, values: readonly T[]): T {
  const found = values.find((value) => value === row[column]);
  return found ?? corrupt({ row, column }, `is none of ${values.join(", ")}`);
}

export function json(row: Row, column: string): unknown {
  try {
    return JSON.parse(text(row, column));
  } catch (error) {
    return corrupt({ row, column }, "is not JSON", error);
  }
}

export function textList(row: Row, column: string): string[] {
  const value = json(row, column);
  if (!Array.isArray(value)) return corrupt({ row, column }, "is not a list");
  return value.map((item: unknown) =>
    typeof item === "string" ? item : corrupt({ row, column }, "is not a list of texts"),
  );
}

export function corrupt({ row, column }: { row: Row; column: string }, what: string, cause?: unknown): never {
  const key = Object.entries(row)
    .slice(0, 2)
    .map(
      ([name, value]) =>
        `${name} ${typeof value === "object" ? "…" : JSON.stringify(String(value).slice(0, 80))}`,
    )
    .join(", ");
  throw new Error(`The ledger's row with ${key} is corrupt: ${column} ${what}.`, { cause });
}
