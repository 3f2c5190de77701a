// The agent's ports in a terminal: the review as the whole diff, progress as lines on standard error, the answer
// on standard output. With --json that output is for events alone, and the diff goes to standard error: nobody is
// asked about what they have not seen.

import { createInterface } from "node:readline";
import { styleText } from "node:util";
import type { Notifier, PermissionCard, Reviewer } from "../../agent/ports.ts";
import { lineStats } from "../../agent/workspace/line-stats.ts";
import { unifiedDiff } from "../../agent/workspace/unified-diff.ts";
import type { Verdict } from "../../store/ledger.ts";
import { visibleDiff } from "../render/visible.ts";
import type { CliIo } from "./io.ts";
import { safeText } from "./safe-text.ts";

export function terminalReviewer(io: CliIo, quiet: boolean): Reviewer {
  const shown = new Set<string>();
  const write = quiet ? io.stderr : io.stdout;
  return {
    async post(card) {
      if (shown.has(card.review)) return;
      shown.add(card.review);
      for (const file of card.files) {
        const { added, removed } = lineStats(file.before, file.after);
        write(`${file.op} ${safeText(file.path)}: +${added} −${removed}\n`);
      }
      for (const line of card.checks) write(`${safeText(line)}\n`);
      for (const line of card.road) write(`on the way: ${safeText(line)}\n`);
      write(`\n${coloured(visibleDiff(unifiedDiff(card.files)).lines.join("\n"), io.isTty)}\n`);
    },
    async ask(card) {
      if (shown.has(card.permission)) return;
      shown.add(card.permission);
      write(`${safeText(card.tool)} (${safeText(card.label)}) asks for leave; ${HOW[card.effect]}:\n`);
      write(`${safeText(card.args)}\n`);
    },
    async answered(card, end) {
      if (!quiet) io.stderr(`${safeText(card.tool)}: ${end.type}.\n`);
    },
    async settle(_review, end) {
      if (quiet) return;
      if (end.type === "landed") io.stderr(`Landed as generation ${end.generation}.\n`);
      if (end.type === "conflicted")
        for (const f of end.files) io.stderr(`Not written: ${f.path} ${f.why}.\n`);
    },
  };
}

const HOW: Record<PermissionCard["effect"], string> = {
  irreversible: "what it does cannot be undone",
  effortful: "what it does can be undone, with work",
  checkpoint: "the plan does not have it",
};

export function terminalNotifier(io: CliIo, quiet: boolean): Notifier {
  const plan = new Map<number, string>();
  return {
    progress(_turn, progress) {
      if (quiet) return;
      if (progress.type === "tool") io.stderr(`· ${safeText(progress.label)}\n`);
      if (progress.type !== "plan") return;
      for (const [at, { title, state }] of progress.items.entries()) {
        const line = `${title}: ${state}`;
        if (plan.get(at) !== line) io.stderr(`· plan ${at + 1}. ${safeText(line)}\n`);
        plan.set(at, line);
      }
    },
    async deliver(_turn, answer) {
      if (quiet) return;
      io.stdout(`${safeText([answer.text, ...answer.outstanding].join("\n"))}\n`);
    },
  };
}

export type Said = { verdict: Verdict; comment: string };
export type Asker = {
  ask(): Promise<Said>;
  leave(question: string): Promise<boolean>;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Asks on the terminal, or reads the answers from a pipe, a line each. One reader for all questions: a reader of each
 * question's own swallowed the lines that came early. No line is no yes.
 */
export function createAsker(io: CliIo): Asker {
  const state: { lines: AsyncIterator<string> | null; close: () => void } = {
    lines: null,
    close: () => undefined,
  };
  const open = (): AsyncIterator<string> | null => {
    if (!io.stdin) return null;
    // Not `terminal`: that would take Ctrl+C for itself.
    const reader = createInterface({ input: io.stdin, terminal: false, signal: io.signal });
    state.close = () => reader.close();
    return reader[Symbol.asyncIterator]();
  };
  const answerTo = async (question: string): Promise<string | null> => {
    state.lines ??= open();
    io.stderr(question);
    const next = await state.lines?.next();
    return next === undefined || next.done === true ? null : next.value.trim();
  };
  return {
    async ask() {
      const line = await answerTo("Apply? y = yes, n = no, or say what to change: ");
      return line === null ? NO : saidOf(line);
    },
    async leave(question) {
      return /^(y|yes)$/i.test((await answerTo(question)) ?? "");
    },
    async [Symbol.asyncDispose]() {
      state.close();
    },
  };
}

const NO: Said = { verdict: "reject", comment: "" };

function saidOf(line: string): Said {
  if (/^(y|yes)$/i.test(line)) return { verdict: "apply", comment: "" };
  return line === "" || /^(n|no)$/i.test(line) ? NO : { verdict: "revise", comment: line };
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
