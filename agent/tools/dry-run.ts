// The tool that runs the staged scripts once, on a stand-in for the engine that is made of its documentation. Promises what was
// touched that is not documented, what threw, and what was never entered, with places. Refuses more than a few runs in a
// request: each draft is run anyway.

import { z } from "zod";
import { NO_DOCS_HERE } from "../docs/phrasebook/messages.ts";
import { dryRun } from "../dry-run/dry-run.ts";
import { dryRunText } from "../dry-run/lines.ts";
import { defineTool, done, refuse } from "./tool.ts";

const MOST = 3;
const MAX_PATHS = 20;

export const dryRunTool = defineTool({
  name: "dry_run",
  description:
    "Runs the scripts once, with everything that is staged, against a stand-in for this engine that is made of its " +
    "documentation: tells undocumented names that the run touched, errors, and functions that were never entered. It does not " +
    `show that a result looks right. At most ${MOST} times in a request; your final draft is run without asking.`,
  effect: "read",
  cost: "budgeted",
  parameters: z.object({
    paths: z
      .array(z.string().min(1))
      .max(MAX_PATHS)
      .optional()
      .describe("Scripts to run, or that take part; left out: whatever is staged."),
  }),
  label: ({ paths = [] }) =>
    paths.length === 0 ? "trying the scripts" : `trying ${paths.slice(0, 3).join(", ")}`,

  async run({ paths = [] }, ctx) {
    const world = await ctx.world();
    if (!world) return refuse("no_docs", NO_DOCS_HERE);
    const there = new Set(world.project.paths());
    const absent = paths.filter((one) => !there.has(one));
    if (absent.length > 0)
      return refuse("no_file", `There is no file ${absent.join(", ")}: give paths as list_files shows them.`);
    const files = await ctx.files.list(ctx.signal);
    const changed = paths.length > 0 ? paths : files.filter(({ staged }) => staged).map(({ path }) => path);
    if (ctx.budget.spend(changed.join(" "), MOST) !== "spent") return refuse("dry_run_budget", OUT);
    const report = await dryRun({ world, changed }, ctx);
    return done(`${dryRunText(report)}\n\nAt most ${MOST} dry runs are made in a request by this tool.`);
  },
});

const OUT = `This request has made its ${MOST} dry runs. Finish your draft: it is run once more, and you are told what that finds.`;
