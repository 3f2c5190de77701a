// /check [path]: whether the names in the workspace's scripts exist, as they lie on disk: a file, a folder, a pattern, or all
// of them. Promises that nothing waits for it. Refuses to change anything: what to do about it is said.

import { checkedReply } from "../check-text.ts";
import { fmt } from "../render/formatted.ts";
import type { Command } from "./command.ts";

export const checkCommand: Command = {
  name: "check",
  description: "Are the names in the scripts real? Of all, or of a path",
  async run(args, { workspace, checks, ledger }) {
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
        return checkedReply({ ...answer, workspace: workspace.name, said });
      },
    };
  },
};
