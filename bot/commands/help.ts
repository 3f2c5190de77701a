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
      fmt`${bold("A message is a request.")} While a turn runs, your next message goes to it.`,
      fmt`Before anything is written you get a card with the whole diff: ${bold("Apply")}, ${bold("Reject")} or ${bold("Revise")}. Reply to a card to say what to change.`,
      fmt`What landed can be taken back with the receipt's ${bold("Undo")} button.`,
    ];
    return { text: join([join(how, "\n"), join(lines, "\n")], "\n\n") };
  },
};
