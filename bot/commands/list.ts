// The commands of the bot, in the order of the menu. A new one is a file and a line here.
// Refuses commands that decide: verdicts are taps.

import { checkCommand } from "./check.ts";
import type { Command } from "./command.ts";
import { diffCommand } from "./diff.ts";
import { dryRunCommand } from "./dryrun.ts";
import { helpCommand } from "./help.ts";
import { historyCommand } from "./history.ts";
import { jobsCommand } from "./jobs.ts";
import { nextCommand } from "./next.ts";
import { pendingCommand } from "./pending.ts";
import { startCommand } from "./start.ts";
import { statusCommand } from "./status.ts";
import { stopCommand } from "./stop.ts";
import { toolsCommand } from "./tools.ts";
import { trustCommand } from "./trust.ts";
import { undoCommand } from "./undo.ts";
import { usageCommand } from "./usage.ts";
import { workspaceCommand } from "./workspace.ts";

export const commands: readonly Command[] = [
  helpCommand,
  statusCommand,
  usageCommand,
  pendingCommand,
  historyCommand,
  diffCommand,
  undoCommand,
  stopCommand,
  nextCommand,
  workspaceCommand,
  jobsCommand,
  checkCommand,
  dryRunCommand,
  toolsCommand,
  trustCommand,
  startCommand,
];
