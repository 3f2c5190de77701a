// What a check of files came to, before it is written as text, JSON or SARIF. Promises one rule for what counts: findings that
// are certain, and with a baseline only those that the change brings. Refuses to pass what could not be read.

import type { FileFinding } from "../../../agent/check/finding.ts";
import type { Problem } from "./read-files.ts";

/** `judged` and `open` count names: those on receivers of known type, and those that nobody can tell. */
export type CheckedCode = { path: string; findings: FileFinding[]; judged: number; open: number };

export type CheckResult = {
  root: string;
  /** Of the index. */
  version: string;
  /** The baseline; null where all that is found counts. */
  since: { name: string; tree: string } | null;
  files: CheckedCode[];
  problems: Problem[];
  ms: number;
};

export type Totals = {
  files: number;
  findings: number;
  /** Those that end in exit code 1. */
  counting: number;
  likely: number;
  inherited: number;
  judged: number;
  open: number;
  /** Of judged and open names; null where there were none. */
  share: number | null;
};

export const countsIn = (result: CheckResult, { confidence, origin }: FileFinding): boolean =>
  confidence === "certain" && !isOld(result, origin);

export const isOld = ({ since }: CheckResult, origin: FileFinding["origin"]): boolean =>
  since !== null && origin === "inherited";

export function totalsOf(result: CheckResult): Totals {
  const findings = result.files.flatMap((file) => file.findings);
  const judged = result.files.reduce((sum, file) => sum + file.judged, 0);
  const open = result.files.reduce((sum, file) => sum + file.open, 0);
  return {
    files: result.files.length,
    findings: findings.length,
    counting: findings.filter((one) => countsIn(result, one)).length,
    likely: findings.filter((one) => one.confidence === "likely" && !isOld(result, one.origin)).length,
    inherited: findings.filter((one) => isOld(result, one.origin)).length,
    judged,
    open,
    share: judged + open === 0 ? null : judged / (judged + open),
  };
}

/** 0: nothing that counts; 1: findings; 2: something could not be looked at, whatever was found in the rest. */
export function exitCodeOf(result: CheckResult): number {
  if (result.problems.length > 0) return 2;
  return totalsOf(result).counting > 0 ? 1 : 0;
}
