// One measured figure, as every bench reports it.
// Refuses to know how it was measured.

export type BenchRow = {
  name: string;
  value: number;
  unit: string;
  target?: number;
  op?: "<" | ">";
  note?: string;
};

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value below which `p` percent of the values lie (nearest rank). */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (
    sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil((p / 100) * sorted.length) - 1))] ?? Number.NaN
  );
}
