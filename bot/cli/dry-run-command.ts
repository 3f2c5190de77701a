// `handrail dry-run`: runs the entry scripts, or those that named files take part in, against a stand-in for the engine that is
// made of its documentation. Promises exit code 1 where a script is certain to fail, 2 for what could not be looked at. Refuses
// to say that a script works: the text says what a run on stubs proves.

import { parseArgs } from "node:util";
import { dryRun } from "../../agent/dry-run/dry-run.ts";
import { dryRunText } from "../../agent/dry-run/lines.ts";
import type { DryRunReport, EntryRun } from "../../agent/dry-run/report.ts";
import { escaped } from "./check/as-json.ts";
import { CODE_OPTIONS, CODE_USAGE, findCode } from "./check/code-place.ts";
import { openCodeWorld } from "./check/code-world.ts";
import { findFiles } from "./check/read-files.ts";
import { tellAside } from "./check/tell-aside.ts";
import { exitCode } from "./docs-folder.ts";
import type { CliIo } from "./io.ts";
import { safeText } from "./safe-text.ts";
import { UsageError } from "./usage.ts";

const DRY_RUN_USAGE = `dry-run [FILES…] ${CODE_USAGE} [--format text|json]`;

export function dryRunCommand(argv: string[], io: CliIo): Promise<number> {
  return exitCode(io, { usage: DRY_RUN_USAGE, failed: 2 }, async () => {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        ...CODE_OPTIONS,
        format: { type: "string", default: "text" },
        "stdin-path": { type: "string" },
      },
    });
    const { format } = values;
    if (format !== "text" && format !== "json") throw new UsageError("--format takes text or json.");
    const at = await findCode(values, positionals, io);
    await using opened = await openCodeWorld(at, io);
    const found = await findFiles(positionals, {
      root: at.root,
      listed: opened.listed,
      domain: at.profile.domain,
      stdinPath: values["stdin-path"],
      io,
    });
    tellAside(found, io);
    const world = opened.over(new Map(found.files.map(({ path, text }) => [path, text])));
    // The profile's entry scripts run in any case; what is named runs with them, or by what loads it.
    const changed = positionals.length === 0 ? null : found.files.map(({ path }) => path);
    const report = await dryRun({ world, changed }, { clock: io.clock, signal: io.signal });
    const code = found.problems.length > 0 ? 2 : codeOf(report);
    if (format === "json") io.stdout(escaped({ version: 1, root: at.root, ...report, exitCode: code }));
    else io.stdout(`${safeText(dryRunText(report)).trimEnd()}\n`);
    if (report.entries.length === 0) io.stderr(NO_SCRIPT);
    return code;
  });
}

const NO_SCRIPT =
  'Name a script, or state those that the engine starts with as "entry" in .handrail/engine.json.\n';

function codeOf({ entries, findings }: DryRunReport): number {
  const isFound = findings.some(({ confidence }) => confidence === "certain");
  return isFound || entries.some(isFailed) ? 1 : 0;
}

/** What stubs may have done to a script is told, and is not its fault. */
function isFailed({ end, error }: EntryRun): boolean {
  if (end === "completed") return false;
  return end !== "threw" || error?.confidence !== "likely";
}
