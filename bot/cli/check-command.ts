// `handrail check`: are the names in these files real? The bot's own checker for a terminal, a hook and a build server.
// Promises exit code 0 for nothing, 1 for findings that are certain, 2 for what could not be looked at. Refuses a model, and
// to count what was there before a revision that is named.

import { setImmediate } from "node:timers/promises";
import { parseArgs } from "node:util";
import { checkEngineFile } from "../../agent/check/check-file.ts";
import { weighFile } from "../../agent/check/weigh-file.ts";
import type { World } from "../../agent/check/world.ts";
import { gitIndexFile } from "../config.ts";
import { asJson } from "./check/as-json.ts";
import { asSarif } from "./check/as-sarif.ts";
import { asText } from "./check/as-text.ts";
import { CODE_OPTIONS, CODE_USAGE, findCode } from "./check/code-place.ts";
import { openCodeWorld } from "./check/code-world.ts";
import { type Revision, revisionOf } from "./check/git-before.ts";
import { type CodeFile, type CodeFiles, findFiles, type Problem } from "./check/read-files.ts";
import { type CheckedCode, type CheckResult, exitCodeOf } from "./check/result.ts";
import { findStaged } from "./check/staged-files.ts";
import { tellAside, tellIncomplete } from "./check/tell-aside.ts";
import { exitCode } from "./docs-folder.ts";
import type { CliIo } from "./io.ts";
import { UsageError } from "./usage.ts";

const CHECK_USAGE = `check FILES… ${CODE_USAGE} [--format text|json|sarif] [--introduced-since REV] [--staged] [--stdin-path NAME]`;

const FORMATS = { text: asText, json: asJson, sarif: asSarif } as const;
type Format = keyof typeof FORMATS;
const isFormat = (name: string): name is Format => Object.hasOwn(FORMATS, name);

export function checkCommand(argv: string[], io: CliIo): Promise<number> {
  return exitCode(io, { usage: CHECK_USAGE, failed: 2 }, async () => {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        ...CODE_OPTIONS,
        format: { type: "string", default: "text" },
        "introduced-since": { type: "string" },
        "stdin-path": { type: "string" },
        staged: { type: "boolean", default: false },
      },
    });
    const { format } = values;
    if (!isFormat(format)) throw new UsageError("--format takes text, json or sarif.");
    if (positionals.length === 0) throw new UsageError("Name files, folders or globs; . is all of them.");
    if (values.staged && positionals.includes("-"))
      throw new UsageError("Give --staged or standard input, not both.");
    const startedAt = io.clock.now();
    const at = await findCode(values, named(positionals, values["stdin-path"]), io);
    const since = values["introduced-since"];
    const revision =
      since === undefined ? null : await revisionOf(since, { root: at.root, signal: io.signal });
    await using opened = await openCodeWorld(at, io);
    const { listed, version } = opened;
    const looking = { root: at.root, domain: at.profile.domain, io };
    const found = values.staged
      ? await findStaged(positionals, { ...looking, indexFile: gitIndexFile() })
      : await findFiles(positionals, { ...looking, listed, stdinPath: values["stdin-path"] });
    const world = opened.over(new Map(found.files.map(({ path, text }) => [path, text])));
    const { files, problems } = await checkAll(found, { world, revision, io });
    const ms = io.clock.now() - startedAt;
    const result: CheckResult = { root: at.root, version, since: revision, files, problems, ms };
    tellAside({ problems, others: found.others }, io);
    tellIncomplete(result, at, io);
    io.stdout(FORMATS[format](result, io.isTty));
    return exitCodeOf(result);
  });
}

const named = (positionals: readonly string[], stdinPath: string | undefined): string[] => [
  ...positionals.filter((one) => one !== "-"),
  ...(stdinPath === undefined ? [] : [stdinPath]),
];

type Checking = { world: World; revision: Revision | null; io: CliIo };

async function checkAll(
  found: CodeFiles,
  checking: Checking,
): Promise<{ files: CheckedCode[]; problems: Problem[] }> {
  const files: CheckedCode[] = [];
  const problems = [...found.problems];
  for (const file of found.files) {
    // A person's Ctrl+C is heard in between.
    await setImmediate();
    checking.io.signal.throwIfAborted();
    const checked = await checkOne(file, checking);
    if (checked === null) problems.push({ path: file.path, text: UNREADABLE });
    else files.push(checked);
  }
  return { files, problems };
}

const UNREADABLE = "is too large or too broken to be judged";

async function checkOne(file: CodeFile, { world, revision }: Checking): Promise<CheckedCode | null> {
  // Which files are the engine's was asked before, and a name without one was given to standard input.
  const share = weighFile(file, world);
  if (share === null) return null;
  const found = checkEngineFile(file, world);
  const before = found.length > 0 && revision ? await revision.before(file.path) : undefined;
  const findings = before === undefined ? found : checkEngineFile({ ...file, before }, world);
  return { path: file.path, findings, ...share };
}
