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
