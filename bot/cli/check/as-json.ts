// A check's result for programs, as one JSON object on one line. Promises that keys of version 1 stay and keep their meaning;
// others may join them. Refuses raw control characters and signs that turn a line round: they stand there escaped.

import { type CheckResult, countsIn, exitCodeOf, totalsOf } from "./result.ts";

/**
 * `{ version, root, index, since, files: [{ path, judged, open, findings }], problems: [{ path, text }], summary, exitCode }`.
 * A finding has family, confidence, origin, counts, symbol, about, line, column, message, suggestions; lines and columns count
 * from 1, columns in UTF-16 units; `origin` is null without a baseline.
 */
export function asJson(result: CheckResult): string {
  const { root, version, since, files, problems, ms } = result;
  return escaped({
    version: 1,
    root,
    index: version,
    since: since && { revision: since.name, tree: since.tree },
    files: files.map(({ path, judged, open, findings }) => ({
      path,
      judged,
      open,
      findings: findings.map((one) => ({
        ...one,
        origin: since === null ? null : one.origin,
        counts: countsIn(result, one),
      })),
    })),
    problems,
    summary: { ...totalsOf(result), ms },
    exitCode: exitCodeOf(result),
  });
}

export const escaped = (value: unknown): string =>
  `${JSON.stringify(value).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )}\n`;
