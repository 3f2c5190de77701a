// What the probes came to for each model: k of n, tokens, time, bounced writes, valid calls. Promises the same figures in
// words and in JSON. Refuses to call a model passed on anything but whole runs.

import { safeText } from "../cli/safe-text.ts";
import type { MechanismName } from "./mechanisms.ts";
import type { ProbeRun, Tokens } from "./run-probe.ts";
import { isPassed } from "./standing.ts";

/** Runs of one model. `k` of `n` passed. */
export type ModelReport = {
  model: string;
  k: number;
  n: number;
  passed: boolean;
  tokens: Tokens;
  ms: number;
  bounced: number;
  calls: number;
  validCalls: number;
  /** Null where nothing was called. */
  validShare: number | null;
  runs: ProbeRun[];
};

export function reportOf(model: string, runs: ProbeRun[]): ModelReport {
  const sum = (of: (run: ProbeRun) => number) => runs.reduce((total, run) => total + of(run), 0);
  const k = runs.filter(({ passed }) => passed).length;
  const calls = sum((run) => run.calls);
  const validCalls = sum((run) => run.validCalls);
  return {
    ...{ model, k, n: runs.length, passed: isPassed({ passed: k, of: runs.length }) },
    tokens: {
      prompt: sum((run) => run.tokens.prompt),
      completion: sum((run) => run.tokens.completion),
      cached: sum((run) => run.tokens.cached),
    },
    ms: sum((run) => run.ms),
    bounced: sum((run) => run.bounced),
    ...{ calls, validCalls, validShare: calls === 0 ? null : validCalls / calls, runs },
  };
}

export function reportText(reports: readonly ModelReport[], without: readonly MechanismName[]): string {
  const head = ["model", "passed", "tokens", "time", "bounced writes", "valid calls"];
  const rows = reports.map((one) => [
    safeText(one.model),
    `${one.k} of ${one.n}`,
    (one.tokens.prompt + one.tokens.completion).toLocaleString("en"),
    `${(one.ms / 1000).toFixed(1)} s`,
    String(one.bounced),
    one.validShare === null ? "none made" : `${Math.floor(one.validShare * 1000) / 10} %`,
  ]);
  const lines = [
    ...(without.length > 0 ? [`without ${without.join(", ")}`] : []),
    ...aligned([head, ...rows]),
  ];
  for (const { model, runs } of reports) {
    for (const { probe, repeat, faults } of runs.filter(({ passed }) => !passed))
      lines.push(`${safeText(model)} failed ${probe} (${repeat}): ${oneLine(faults.join("; "))}`);
  }
  return `${lines.join("\n")}\n`;
}

/** What a model wrote stands in it. */
const oneLine = (text: string): string =>
  safeText(text)
    .replace(/\s*\n\s*/g, " ")
    .slice(0, 400);

function aligned(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
