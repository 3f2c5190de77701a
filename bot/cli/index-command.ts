// `handrail index`: builds the search index of a documentation folder and says what it holds. Promises a report of what
// was skipped and why, and with --json one object a line, the report last. Refuses to hide what it could not read.

import { parseArgs, styleText } from "node:util";
import type { BuildProgress } from "../../agent/docs/index/build.ts";
import type { IndexReport } from "../../agent/docs/index/report.ts";
import { exitCode, findDocsFolder, refreshIndex } from "./docs-folder.ts";
import type { CliIo } from "./io.ts";
import { safeText } from "./safe-text.ts";

const INDEX_USAGE = "index --docs DIR [--into DIR] [--json]";

export async function indexCommand(argv: string[], io: CliIo): Promise<number> {
  return exitCode(io, INDEX_USAGE, async () => {
    const { values } = parseArgs({
      args: argv,
      options: { docs: { type: "string" }, into: { type: "string" }, json: { type: "boolean" } },
    });
    const at = await findDocsFolder(values.docs, values.into, io);
    const report = await refreshIndex(at, io, values.json ? jsonProgress(io) : terminalProgress(io));
    io.stdout(
      values.json ? `${JSON.stringify({ type: "report", ...report })}\n` : renderReport(report, io.isTty),
    );
  });
}

const jsonProgress = (io: CliIo) => (progress: BuildProgress) =>
  io.stdout(`${JSON.stringify({ type: "progress", ...progress })}\n`);

function terminalProgress(io: CliIo) {
  return ({ stage, done, total }: BuildProgress): void => {
    if (!io.isTty) return;
    if (stage === "reading") io.stderr(`\rreading ${done} of ${total} pages`);
    else if (stage === "filled") io.stderr("\r\u001b[K");
  };
}

const EXAMPLES = 3;

function renderReport(report: IndexReport, isTty: boolean): string {
  // `isTty` decides, not a look at the process's own stream.
  const bold = (text: string) => (isTty ? styleText("bold", text, { validateStream: false }) : text);
  const { chunks, interfaces, members, pages, changed } = report;
  const lines = [
    bold([plural(chunks, "chunk"), plural(interfaces, "interface"), plural(members, "member")].join(", ")),
    `from ${plural(pages, "page")} in ${(report.ms / 1000).toFixed(2)} s, ${count(report.reusedPages)} of them unchanged`,
    report.flipped
      ? `version ${report.version}: ${count(changed.added)} added, ${count(changed.removed)} removed, ${count(changed.modified)} modified`
      : `version ${report.version}: nothing changed`,
  ];
  for (const { kind, files } of report.notRead) lines.push(`not yet read: ${count(files)} × ${kind}`);
  for (const [reason, found] of Map.groupBy(report.skipped, ({ reason }) => reasonKind(reason))) {
    lines.push(`noted: ${count(found.length)} × ${reason}`);
    for (const { path, reason: whole } of found.slice(0, EXAMPLES))
      lines.push(safeText(`  ${path}: ${whole}`));
    if (found.length > EXAMPLES)
      lines.push(`  … and ${count(found.length - EXAMPLES)} more (--json lists all)`);
  }
  return `${lines.join("\n")}\n`;
}

const reasonKind = (reason: string): string => reason.replace(/^line \d+: /, "").replace(/"[^"]*"/g, "…");

const plural = (n: number, noun: string): string => `${count(n)} ${noun}${n === 1 ? "" : "s"}`;

const count = (n: number): string => n.toLocaleString("en");
