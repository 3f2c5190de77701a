// /jobs: the scheduled jobs, each with a button that runs it now. Promises an answer to the tap at once.
// Refuses to wait for the run.

import { keyboard, newButton, tapButton } from "../buttons.ts";
import { bold, fmt, join } from "../render/formatted.ts";
import type { TapAction } from "../taps.ts";
import type { Command, CommandContext, JobLine, JobsPort, Reply } from "./command.ts";

export const jobsCommand: Command = {
  name: "jobs",
  description: "Scheduled jobs; run one now",
  async run(_args, ctx) {
    const lines = ctx.jobs ? await ctx.jobs.list() : [];
    return lines.length === 0 ? { text: fmt`No jobs are scheduled.` } : list(lines, ctx);
  },
};

async function list(lines: readonly JobLine[], { ledger, message, actors }: CommandContext): Promise<Reply> {
  const common = { action: "job", chat: message.chat, allowed: [...actors], once: false };
  const buttons = lines.map((job) => newButton({ ...common, subject: job.name }));
  await ledger.addButtons(buttons);
  const text = lines.map(({ name, schedule, paused, last }) => {
    const state = paused ? ", paused" : "";
    return fmt`${bold(name)} – ${inWords(schedule)}${state}\n   last run: ${last ?? "never"}`;
  });
  const rows = buttons.map((button) => [tapButton(`Run ${button.subject} now`, button.token)]);
  return { text: join(text, "\n"), keyboard: keyboard(...rows) };
}

/** The commonest five fields as a person says them; the time itself follows in the line. Others stay as they are. */
function inWords(schedule: string): string {
  return schedule
    .replace(/^\d+ \d+ \* \* \*(?=$|,)/, "every day")
    .replace(/^\d+ \d+ \* \* \d(?=$|,)/, "every week")
    .replace(/^\d+ \* \* \* \*(?=$|,)/, "every hour")
    .replace(/^\*\/(\d+) \* \* \* \*(?=$|,)/, "every $1 minutes");
}

/** The tap on "run now". */
export function jobButton(jobs: JobsPort | null): TapAction {
  return async (button) => ({ text: jobs ? await jobs.runNow(button.subject) : "No jobs are scheduled." });
}
