// The words of an evaluation: one block a corpus, findings with their places, shares and speeds. Promises lines that an
// editor opens by a click. Refuses colours and tables that need a wide screen.

import type { ByFamily, Measured, Told } from "./measure.ts";
import { sum } from "./measure.ts";
import type { Caught } from "./mutate.ts";
import type { Known } from "./published.ts";
import type { ByTsc } from "./tsc.ts";

const counted = (counts: ByFamily): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([family, count]) => `${family} ${count}`)
    .join(", ") || "none";

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

export function measuredText(one: Measured, known: readonly Known[]): string {
  const { accesses, speed, per1000 } = one;
  const near = speed.msOf500Lines;
  return [
    `## ${one.corpus || "scripts"}`,
    `files ${one.files}, ${one.lines} lines, ${(one.bytes / 1e6).toFixed(2)} MB; not read ${one.unread.length}; do not parse ${one.parseFailures.length}; faults of the checks ${one.faults.length}`,
    ...one.unread.map(({ path, reason }) => `  not read: ${path}: ${reason}`),
    ...one.parseFailures.map(
      ({ path, line, column, message }) => `  does not parse: ${path}:${line}:${column}: ${message}`,
    ),
    ...one.faults.map(({ path, reason }) => `  FAULT: ${path}: ${reason}`),
    `judged places ${sum(one.judged)}: ${counted(one.judged)}`,
    `accesses judged ${accesses.judged} of ${accesses.judged + accesses.open}: ${percent(accesses.share)}; ${accesses.outside} asked of what is no part of the engine`,
    `held ${sum(one.held)} (${counted(one.held)}), ${per1000.held.toFixed(2)} in 1,000 judged places`,
    ...judgedText(one, known),
    `told ${sum(one.told)} (${counted(one.told)}), ${per1000.told.toFixed(2)} in 1,000 judged places`,
    `speed ${speed.megabytesPerSecond.toFixed(2)} MB/s, ${speed.msPerFile.toFixed(2)} ms a file${near === null ? "" : `, ${near.toFixed(2)} ms for 500 lines`}`,
    ...one.findings
      .toSorted((a, b) => (a.confidence === b.confidence ? 0 : a.confidence === "certain" ? -1 : 1))
      .map(findingText),
    "",
  ].join("\n");
}

/** What a person made of what holds; a finding that nobody looked at yet counts as false. */
function judgedText({ findings, judged }: Measured, known: readonly Known[]): string[] {
  if (known.length === 0) return [];
  const held = findings.filter(({ confidence }) => confidence === "certain");
  const verdicts = held.map(
    ({ family, about }) => known.find(({ finding }) => finding === `${family} ${about}`)?.verdict ?? "unread",
  );
  const count = (verdict: string): number => verdicts.filter((one) => one === verdict).length;
  const wrong = count("false") + count("gap") + count("unread");
  const share = ((1000 * wrong) / (sum(judged) || 1)).toFixed(2);
  return [
    `held, by hand: ${count("true")} right, ${count("gap")} gaps of the documentation, ${count("false")} false, ${count("unread")} not looked at: ${share} wrong in 1,000`,
  ];
}

const findingText = ({ path, line, column, confidence, family, symbol, about }: Told): string =>
  `  ${confidence === "certain" ? "held" : "told"} ${family} ${path}:${line}:${column} ${symbol}${about === symbol ? "" : ` (${about})`}`;

export function caughtText(all: readonly Caught[]): string {
  const rows = all.map(({ kind, mutants, held, told, missed }) => {
    const found = held + told;
    return `  ${kind.padEnd(28)} ${String(mutants).padStart(5)} changed, ${mutants === 0 ? "nothing to change" : `${percent(found / mutants)} found (held ${held}, told ${told})`}${missed
      .slice(0, 5)
      .map((one) => `\n      missed ${one}`)
      .join("")}`;
  });
  return ["changed names found:", ...rows, ""].join("\n");
}

export function tscText({ ms, errors, byCode, shared, mutants }: ByTsc): string {
  const codes = Object.entries(byCode)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 8)
    .map(([code, count]) => `${code} ${count}`);
  const caught = mutants === null ? "" : `; of ${mutants.changed} changed names it finds ${mutants.found}`;
  return `tsc --checkJs: ${ms.toFixed(0)} ms, ${errors} errors (${codes.join(", ")}); on ${shared.both} of our ${shared.ours} lines${caught}\n`;
}
