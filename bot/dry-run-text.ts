// What a dry run came to, for a phone: one line of it, then what it proves and what not; a long one goes on in a file.
// Promises that names and output of scripts hide nothing and make no links. Refuses to add to what the report says.

import { dryRunLine, dryRunText } from "../agent/dry-run/lines.ts";
import type { DryRunReport } from "../agent/dry-run/report.ts";
import type { Reply } from "./commands/command.ts";
import { bold, clip, code, type FormattedText, fmt, join } from "./render/formatted.ts";
import { unlinked } from "./render/markdown.ts";
import { showHidden, showPath } from "./render/visible.ts";

const SHOWN_UNITS = 3_000;

export function dryRunReply(workspace: string, report: DryRunReport): Reply {
  const whole = dryRunText(report);
  const head = fmt`${bold(workspace)}: ${showHidden(dryRunLine(report))}`;
  // A megabyte of output is not looked at letter by letter for the few lines that are shown.
  const shown = clip(unlinked(showHidden(whole.slice(0, 2 * SHOWN_UNITS))), SHOWN_UNITS);
  const isLong = whole.length > 2 * SHOWN_UNITS || shown.text.endsWith("…");
  const text = join([head, shown, isLong ? "All of it is in the file below." : "", nextOf(report)], "\n\n");
  if (!isLong) return { text };
  const name = `dry-run-${workspace.replace(/[^\w.-]+/g, "-")}.txt`;
  return { text, document: { name, bytes: new TextEncoder().encode(showHidden(whole)) } };
}

function nextOf({ entries, findings, missing }: DryRunReport): FormattedText {
  if (entries.length === 0)
    return fmt`Name the scripts that the engine starts as ${code("entry")} in .handrail/engine.json, or give a path: /dryrun main.js`;
  const [threw] = entries.flatMap(({ error }) => error ?? []);
  const place = findings[0]?.path ?? threw?.path ?? missing[0]?.from;
  return place === undefined
    ? fmt``
    : fmt`Ask for the correction in words, such as: correct what the dry run of ${code(showPath(place, 60))} found`;
}
