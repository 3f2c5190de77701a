// /trust: a card for each thing in a workspace's `.handrail/` that is code, or widens what may happen: what waits for a
// yes, and what has one; then the names that exist by an owner's word. Promises all workspaces. Refuses everybody but
// owners, and to decide: that is a tap.

import { keyOf } from "../heard.ts";
import { fmt } from "../render/formatted.ts";
import type { Command } from "./command.ts";

export const trustCommand: Command = {
  name: "trust",
  description: "What needs your yes, and what exists by your word",
  async run(_args, { actor, actors, message, trust, exists, workspaces }) {
    if (!actors.includes(actor)) return { text: fmt`Only an owner may see and decide this.` };
    const asked = { cause: `trust:${keyOf(message)}`, place: message, allowed: actors };
    let posted = 0;
    for (const { id } of workspaces.all) {
      if (await trust.post(id, asked)) posted += 1;
      if (await exists.list(id, asked)) posted += 1;
    }
    if (posted > 0) return null;
    return {
      text: fmt`Nothing needs your yes: no workspace has tools in .handrail/tools/, or documentation outside.`,
    };
  },
};
