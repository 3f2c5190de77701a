// A small workspace of the sample engine for tests of `handrail check` and `handrail dry-run`: real files in a temporary
// folder, the commands in this process. Promises a documentation of a few pages, so that an index costs little.

import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import type { TestContext } from "node:test";
import { checkCommand } from "../../../../bot/cli/check-command.ts";
import type { CliIo } from "../../../../bot/cli/io.ts";
import { systemClock } from "../../../../store/clock.ts";
import { QUIRE } from "../../../agent/turn/quire-docs.ts";

const PAGES = [
  "Sheet",
  "Sheet-gridCell",
  "Sheet-gridEnd",
  "Sheet-text",
  "Sheet-pageWidth",
  "Grid-columns",
  "Grid",
];

type Command = (argv: string[], io: CliIo) => Promise<number>;
export type Ran = { code: number; out: string; err: string };
export type RunOptions = {
  stdin?: string;
  cwd?: string;
  isTty?: boolean;
  command?: Command;
  /** What is waited for is over at once, else never. */
  isSlow?: boolean;
};
export type Desk = {
  /** The workspace. */
  root: string;
  dataDir: string;
  write(path: string, text: string | Uint8Array): Promise<void>;
  /** Runs `check`, or another command, in the workspace. */
  run(argv: string[], options?: RunOptions): Promise<Ran>;
};

export async function openCheckDesk(t: TestContext, files: Record<string, string> = {}): Promise<Desk> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "handrail-check-")));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const root = join(dir, "quire");
  await mkdir(join(root, "docs"), { recursive: true });
  await cp(join(QUIRE, ".handrail"), join(root, ".handrail"), { recursive: true });
  for (const page of PAGES) await cp(join(QUIRE, "docs", `${page}.md`), join(root, "docs", `${page}.md`));
  const write = async (path: string, text: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) await write(path, text);
  const dataDir = join(dir, "data");
  return {
    root,
    dataDir,
    write,
    async run(argv, { stdin, cwd = root, isTty = false, command = checkCommand, isSlow = false } = {}) {
      const ran = { code: 0, out: "", err: "" };
      const io: CliIo = {
        stdout: (text) => {
          ran.out += text;
        },
        stderr: (text) => {
          ran.err += text;
        },
        ...(stdin === undefined ? {} : { stdin: Readable.from([Buffer.from(stdin)]) }),
        isTty,
        clock: { now: systemClock.now, sleep: isSlow ? async () => undefined : untilAborted },
        signal: t.signal,
        dataDir,
        cwd,
      };
      ran.code = await command(argv, io);
      return ran;
    },
  };
}

/** A machine may be slow: no test is to see that. */
const untilAborted = (_ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));

/** The first line, and what stands before its message. */
export const heads = (out: string): string[] =>
  out
    .trimEnd()
    .split("\n")
    .slice(0, -1)
    .map((line) => line.split(/ (?:does not exist|is not|came|asks|The file)/)[0] ?? "");
