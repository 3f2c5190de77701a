// Lands the case in a process of its own and kills itself at the failpoint named by the second argument. Promises no
// clean-up of any kind. Refuses to run without both arguments.

import { openWorkspace } from "../../../agent/workspace/folder.ts";
import { systemClock } from "../../../store/clock.ts";
import { caseFiles, LANDING } from "./landing-case.ts";

const [root, point] = process.argv.slice(2);
if (root === undefined || point === undefined) throw new Error("Call with a folder and a failpoint.");
const workspace = await openWorkspace(root, {
  clock: systemClock,
  failpoint: (name) => {
    if (name === point) process.kill(process.pid, "SIGKILL");
  },
});
const outcome = await workspace.land(LANDING, caseFiles, new AbortController().signal);
process.stdout.write(outcome.type);
