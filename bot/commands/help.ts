// /help: the commands, and how a request goes. Promises every command of the list.
// Refuses to explain more than fits a screen.

import { bold, fmt, join } from "../render/formatted.ts";
import type { Command } from "./command.ts";

export const helpCommand: Command = {
  name: "help",
  description: "The commands, and how a request goes",
  async run(_args, { commands }) {
    const lines = commands.map(({ name, description }) => fmt`/${name} – ${description}`);
    const how = [
      fmt`${bold("A message is a request.")} While one is being worked on, your next message goes to it.`,
      fmt`Nothing is written before you have seen the whole diff on a card and tapped ${bold("Apply")}. ${bold("Reject")} drops it; ${bold("Revise")}, or a reply to the card, says what to change.`,
      fmt`${bold("Undo")} on a receipt brings back what stood there before.`,
    ];
    return { text: join([...how, join(lines, "\n")], "\n\n") };
  },
};
