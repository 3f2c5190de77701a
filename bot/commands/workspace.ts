// /workspace [name]: which workspace this chat or topic works in; with a name it switches.
// Promises to change this chat or topic alone. Refuses names that it does not know, and says a near one.

import { bold, fmt, join } from "../render/formatted.ts";
import type { Command, CommandContext, Reply } from "./command.ts";
import { nearest } from "./dispatch.ts";

export const workspaceCommand: Command = {
  name: "workspace",
  description: "Which workspace this chat works in; switch it",
  async run(args, ctx) {
    if (args === "") return list(ctx);
    const wanted = ctx.workspaces.named(args);
    if (!wanted) return unknown(args, ctx);
    await ctx.ledger.bind(ctx.message.chat, ctx.message.topic, wanted.id);
    return { text: fmt`This ${placeWord(ctx)} now works in ${bold(wanted.name)}.` };
  },
};

function list(ctx: CommandContext): Reply {
  const lines = ctx.workspaces.all.map(({ id, name }) =>
    id === ctx.workspace.id ? fmt`• ${bold(name)} (now)` : fmt`• ${name}`,
  );
  const how =
    ctx.workspaces.all.length > 1
      ? fmt`Switch with /workspace and a name.`
      : fmt`It is the only one; HANDRAIL_WORKSPACES adds more.`;
  return { text: join([fmt`Workspaces:`, ...lines, how], "\n") };
}

function unknown(args: string, { workspaces }: CommandContext): Reply {
  const names = workspaces.all.map((workspace) => workspace.name);
  const near = nearest(args, names);
  return {
    text: fmt`There is no workspace ${args}. ${near === undefined ? `Known: ${names.join(", ")}.` : `Did you mean ${near}?`}`,
  };
}

function placeWord({ message }: CommandContext): string {
  return message.topic === null ? "chat" : "topic";
}
