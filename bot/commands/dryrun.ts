// /dryrun [path]: runs the workspace's scripts once on an engine made of its documentation, as they lie on disk: the entry
// scripts, or those of a path and what loads them. Promises that nothing waits for it. Refuses to say that a script works.

import { dryRunReply } from "../dry-run-text.ts";
import { fmt } from "../render/formatted.ts";
import type { Command } from "./command.ts";

export const dryRunCommand: Command = {
  name: "dryrun",
  description: "Run the scripts once on the documented engine",
  async run(args, { workspace, checks }) {
    const own = checks.get(workspace.id);
    if (!own) return { text: fmt`${workspace.name} has nothing to run its scripts on.` };
    const path = args.trim();
    return {
      first: fmt`Running ${path === "" ? "the entry scripts" : path} of ${workspace.name}…`,
      async work(_news, signal) {
        const answer = await own.dryRun(path === "" ? null : path, { progress: () => undefined, signal });
        if (answer.type === "none") return { text: fmt`${workspace.name}: ${answer.text}` };
        return dryRunReply(workspace.name, answer.report);
      },
    };
  },
};
