// The report of an index build as a terminal shows it: what the index holds, what changed, what was left out and why.
// Promises every reason with its count, and the first examples of each. Refuses to be complete: --json is.

import { styleText } from "node:util";
import type { SurfaceDelta } from "../../agent/docs/index/delta.ts";
import type { IndexReport } from "../../agent/docs/index/report.ts";
import { shrunkText } from "../../agent/docs/index/shrink.ts";
import type { SourceNote } from "../../agent/docs/sources/load-sources.ts";
import type { Constructs } from "../../agent/docs/surface/construct.ts";
import { safeText } from "./safe-text.ts";

/** `constructs` are those of the index that is current when the build has ended; null when there is none. */
export type Reported = { report: IndexReport; constructs: Constructs | null; notes: readonly SourceNote[] };

const EXAMPLES = 3;

export function renderReport({ report, constructs, notes }: Reported, isTty: boolean): string {
  // `isTty` decides, not a look at the process's own stream.
  const bold = (text: string) =>
    isTty ? styleText("bold", oneLine(text), { validateStream: false }) : oneLine(text);
  const { chunks, interfaces, members, pages } = report;
  const lines = [
    bold([plural(chunks, "chunk"), plural(interfaces, "interface"), plural(members, "member")].join(", ")),
    `from ${plural(pages, "page")} in ${(report.ms / 1000).toFixed(2)} s, ${count(report.reusedPages)} of them unchanged`,
    ...surfaceLines(report),
    ...constructLines(constructs, report.topics),
    versionLine(report),
    ...deltaLines(report).map(oneLine),
    ...(report.sources.length > 1 ? report.sources.map(sourceLine) : []).map(oneLine),
    ...report.notRead.map(({ kind, files }) => oneLine(`not yet read: ${count(files)} × ${kind}`)),
    ...skippedLines(notedOf(report)).map(oneLine),
    ...pairLines(constructs).map(oneLine),
    // Last, since it is what somebody has to do something about.
    ...notes.map((note) => (note.kind === "fault" ? bold(note.text) : oneLine(note.text))),
    ...report.held.map((one) => bold(shrunkText(one))),
    ...(pages === 0 ? [bold(NO_PAGES)] : []),
  ];
  return `${lines.join("\n")}\n`;
}

const NO_PAGES =
  "No page was found. Documentation is Markdown, HTML, text or .d.ts; scripts are read with the parser jsdoc.";

const oneLine = (text: string): string => safeText(text).replace(/\s*\n\s*/g, " ");

function surfaceLines({ surface }: IndexReport): string[] {
  const kinds = [
    [surface.classes, "class", "classes"],
    [surface.enumerations, "enumeration", "enumerations"],
    [surface.namespaces, "namespace", "namespaces"],
    [surface.constructors, "constructor", "constructors"],
    [surface.globals, "global", "globals"],
    [surface.functions, "function", "functions"],
    [surface.membersWithParameters, "member with parameters", "members with parameters"],
    [surface.optionKeys, "option key", "option keys"],
    [surface.values, "enumeration value", "enumeration values"],
  ] as const;
  const found = kinds.filter(([n]) => n > 0).map(([n, one, more]) => `${count(n)} ${n === 1 ? one : more}`);
  return found.length > 0 ? [`with ${found.join(", ")}`] : [];
}

function constructLines(constructs: Constructs | null, topics: number): string[] {
  const found = constructs?.constructs ?? [];
  const paired = found.filter((one) => one.kind === "paired").length;
  const parts = [
    ...(found.length > 0 ? [`${plural(found.length, "construct")} (${count(paired)} paired)`] : []),
    ...(topics > 0 ? [plural(topics, "topic")] : []),
  ];
  return parts.length > 0 ? [`and ${parts.join(", ")}`] : [];
}

function versionLine({ version, flipped, changed, held }: IndexReport): string {
  const amounts = `${count(changed.added)} added, ${count(changed.removed)} removed, ${count(changed.modified)} modified`;
  if (held.length > 0) return `not swapped in: ${amounts}`;
  return flipped ? `version ${version}: ${amounts}` : `version ${version}: nothing changed`;
}

/** Names say something from the second build on. */
function deltaLines({ delta, interfaces, members }: IndexReport): string[] {
  // Not the members: a static one and one of an instance are two of one name.
  const isFirst = delta.interfaces.addedCount === interfaces && delta.members.removedCount === 0;
  if (isFirst && delta.interfaces.removedCount === 0 && (interfaces > 0 || members > 0)) return [];
  return [...namesLines("interface", delta.interfaces), ...namesLines("member", delta.members)];
}

function namesLines(noun: string, names: SurfaceDelta["members"]): string[] {
  return [
    ...namesLine(`${plural(names.addedCount, noun)} more`, names.added, names.addedCount),
    ...namesLine(`${plural(names.removedCount, noun)} fewer`, names.removed, names.removedCount),
  ];
}

function namesLine(what: string, names: readonly string[], total: number): string[] {
  if (total === 0) return [];
  const shown = names.slice(0, 2 * EXAMPLES);
  const rest = total > shown.length ? ` and ${count(total - shown.length)} more` : "";
  return [`${what}: ${shown.join(", ")}${rest}`];
}

const sourceLine = ({ name, pages, chunks, members }: IndexReport["sources"][number]): string =>
  `source ${name}: ${plural(pages, "page")}, ${plural(chunks, "chunk")}, ${plural(members, "member")}`;

/** Without the sources that could not be read, which have lines of their own. */
function notedOf({ skipped, unread }: IndexReport): IndexReport["skipped"] {
  return skipped.filter(
    ({ path, reason }) => !unread.some((one) => one.source === path && one.reason === reason),
  );
}

function skippedLines(skipped: IndexReport["skipped"]): string[] {
  const lines: string[] = [];
  for (const [reason, found] of Map.groupBy(skipped, ({ reason }) => reasonKind(reason))) {
    lines.push(`noted: ${count(found.length)} × ${reason}`);
    for (const { path, reason: whole } of found.slice(0, EXAMPLES)) lines.push(`  ${path}: ${whole}`);
    lines.push(...moreLine(found.length));
  }
  return lines;
}

function pairLines(constructs: Constructs | null): string[] {
  const skipped = constructs?.skipped ?? [];
  if (skipped.length === 0) return [];
  return [
    `no construct: ${count(skipped.length)}`,
    ...skipped.slice(0, EXAMPLES).map(({ pair, why }) => `  ${pair}: ${why}`),
    ...moreLine(skipped.length),
  ];
}

const moreLine = (total: number): string[] =>
  total > EXAMPLES ? [`  … and ${count(total - EXAMPLES)} more (--json lists all)`] : [];

const reasonKind = (reason: string): string =>
  reason
    .replace(/^line \d+: /, "")
    .replace(/"[^"]*"/g, "…")
    .replace(/^\d+ ([a-z]+?)s? /, "$1s ");

const plural = (n: number, noun: string): string => `${count(n)} ${noun}${n === 1 ? "" : "s"}`;

const count = (n: number): string => n.toLocaleString("en");
