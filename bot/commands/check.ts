// /check [path]: whether the names in the workspace's scripts exist, as they lie on disk: a file, a folder, a pattern, or all
// of them. Promises that nothing waits for it. Refuses to change anything: what to do about it is said.

import { checkedReply, sayable } from "../check-text.ts";
import { fmt } from "../render/formatted.ts";
import type { Command } from "./command.ts";
import { causeOf } from "./dispatch.ts";

export const checkCommand: Command = {
  name: "check",
  description: "Are the names in the scripts real? Of all, or of a path",
  async run(args, { workspace, checks, exists, ledger, actor, actors, message }) {
    const own = checks.get(workspace.id);
    if (!own) return { text: fmt`${workspace.name} has nothing to check by.` };
    const path = args.trim();
    return {
      first: fmt`Checking ${path === "" ? "the scripts" : path} of ${workspace.name}…`,
      async work(news, signal) {
        const progress = (done: number, total: number) =>
          news(fmt`Checking ${workspace.name}: ${done} of ${total} scripts…`);
        const answer = await own.check(path === "" ? null : path, { progress, signal });
        if (answer.type === "none") return { text: fmt`${workspace.name}: ${answer.text}` };
        const { length: said } = await ledger.existing(workspace.id);
        const names = actors.includes(actor) ? sayable(answer.result) : [];
        const canSay = names.length > 0;
        const reply = checkedReply({ ...answer, workspace: workspace.name, said, canSay });
        if (!canSay) return reply;
        const of = { cause: causeOf(message), workspace: workspace.id, place: message };
        return { ...reply, keyboard: await exists.buttons(names, of) };
      },
    };
  },
};
