// The agent's ports in a terminal: the review as the whole diff, progress as lines on standard error, the answer
// on standard output. With --json it keeps quiet: the events say it all.

import { styleText } from "node:util";
import type { Notifier, Reviewer } from "../../agent/ports.ts";
import { lineStats } from "../../agent/workspace/line-stats.ts";
import { unifiedDiff } from "../../agent/workspace/unified-diff.ts";
import { visibleDiff } from "../render/visible.ts";
import type { CliIo } from "./io.ts";

export function terminalReviewer(io: CliIo, quiet: boolean): Reviewer {
  const shown = new Set<string>();
  return {
    async post(card) {
      if (quiet || shown.has(card.review)) return;
      shown.add(card.review);
      for (const file of card.files) {
        const { added, removed } = lineStats(file.before, file.after);
        io.stdout(`${file.op} ${file.path}: +${added} −${removed}\n`);
      }
      for (const line of card.road) io.stdout(`on the way: ${line}\n`);
      io.stdout(`\n${coloured(visibleDiff(unifiedDiff(card.files)).lines.join("\n"), io.isTty)}\n`);
    },
    async settle(_review, end) {
      if (quiet) return;
      if (end.type === "landed") io.stderr(`Landed as generation ${end.generation}.\n`);
      if (end.type === "conflicted")
        for (const f of end.files) io.stderr(`Not written: ${f.path} ${f.why}.\n`);
    },
  };
}

export function terminalNotifier(io: CliIo, quiet: boolean): Notifier {
  return {
    progress(_turn, progress) {
      if (!quiet && progress.type === "tool") io.stderr(`· ${progress.label}\n`);
    },
    async deliver(_turn, answer) {
      if (quiet) return;
      io.stdout(`${[answer.text, ...answer.outstanding].join("\n")}\n`);
    },
  };
}

function coloured(diff: string, isTty: boolean): string {
  if (!isTty) return diff;
  const paint = (line: string): string => {
    if (line.startsWith("+++") || line.startsWith("---")) return styleText("bold", line);
    if (line.startsWith("+")) return styleText("green", line);
    if (line.startsWith("-")) return styleText("red", line);
    return line.startsWith("@@") ? styleText("cyan", line) : line;
  };
  return diff.split("\n").map(paint).join("\n");
}
