// /next words: queues a request for when the running turn is done, instead of steering it.
// Refuses to start a turn without words.

import { fmt } from "../render/formatted.ts";
import type { Command } from "./command.ts";

export const nextCommand: Command = {
  name: "next",
  description: "Queue a request behind the one that runs",
  async run(args, { queue }) {
    if (args === "") return { text: fmt`Say what comes next: /next remove the footer` };
    await queue(args);
    return null;
  },
};
