// /start: the first thing a new chat says. Promises to name the workspace that the chat talks about.
// Refuses deep-link words: a link never acts.

import { bold, fmt } from "../render/formatted.ts";
import type { Command } from "./command.ts";

export const startCommand: Command = {
  name: "start",
  description: "What this bot does",
  async run(_args, { workspace }) {
    return {
      text: fmt`${bold("Handrail")} changes code in ${bold(workspace.name)} when you ask, and writes nothing before you tap Apply on the whole diff.\n\nSend a request as a message, for example: remove the footer. /help lists the commands.`,
    };
  },
};
