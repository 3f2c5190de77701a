// The command line: finds the command, gives it what it may touch, and turns what it returns into an exit code.
// Promises that an unknown command or a bad setting is one line on standard error. Refuses to run on an old Node.

import { systemClock } from "../../store/clock.ts";
import { configPath, readDataDir } from "../config.ts";
import { ConfigError } from "../settings.ts";
import type { CliIo } from "./io.ts";
import { usageLine } from "./usage.ts";

type Command = {
  name: string;
  usage: string;
  about: string;
  run(argv: string[], io: CliIo): Promise<number>;
};

/** Loaded when asked for: `handrail lookup` does not need a bot. */
const commands: readonly Command[] = [
  {
    name: "start",
    usage: "start [--workspace DIR]… [--port N] [--fresh] [--data DIR]",
    about: "run the bot; with nothing configured, the playground on a local page",
    run: async (argv, io) => (await import("../main.ts")).startCommand(argv, io),
  },
  {
    name: "turn",
    usage: 'turn "REQUEST" [--workspace DIR] [--review ask|show|apply] [--json] [--data DIR]',
    about: "run one request in DIR, or in this folder; review in the terminal",
    run: async (argv, io) => (await import("./turn-command.ts")).turnCommand(argv, io),
  },
  {
    name: "replay",
    usage: "replay [TURN] [--json] [--data DIR]",
    about: "show a turn from its log and verify every request's hash; without TURN, list the newest",
    run: async (argv, io) => (await import("./replay-command.ts")).replayCommand(argv, io),
  },
  {
    name: "index",
    usage:
      "index [--workspace DIR | --docs DIR [--parser NAME] [--complete]] [--into DIR] [--accept-shrink] [--json]",
    about: "index a workspace's documentation, or a folder, and say what it holds",
    run: async (argv, io) => (await import("./index-command.ts")).indexCommand(argv, io),
  },
  {
    name: "lookup",
    usage: "lookup [--workspace DIR | --docs DIR] WORDS… [--limit N] [--json]",
    about: "look words up in a workspace's documentation, or in a folder",
    run: async (argv, io) => (await import("./lookup-command.ts")).lookupCommand(argv, io),
  },
  {
    name: "check",
    usage:
      "check FILES… [--docs DIR… [--complete] [--parser NAME] | --config FILE | --workspace DIR] [--profile engine.json] [--format text|json|sarif] [--introduced-since REV] [--staged] [--stdin-path NAME]",
    about: "are the names in these files real? files, folders, globs, or - for standard input",
    run: async (argv, io) => (await import("./check-command.ts")).checkCommand(argv, io),
  },
  {
    name: "dry-run",
    usage:
      "dry-run [FILES…] [--docs DIR… [--complete] [--parser NAME] | --config FILE | --workspace DIR] [--profile engine.json] [--format text|json]",
    about: "run the entry scripts, or those that load FILES, on stubs made of the documentation",
    run: async (argv, io) => (await import("./dry-run-command.ts")).dryRunCommand(argv, io),
  },
  {
    name: "probe",
    usage: "probe [--models A,B] [-n REPEATS] [--without MECHANISM,…] [--probes ID,…] [--json] [--data DIR]",
    about: "how well a model works from documentation that it has never seen: k of n, graded as code",
    run: async (argv, io) => (await import("./probe-command.ts")).probeCommand(argv, io),
  },
  {
    name: "trust",
    usage: "trust [--workspace DIR] [--withdraw tools|docs] [--data DIR]",
    about: "show a workspace's own code and wider reading, and say yes to exactly that",
    run: async (argv, io) => (await import("./trust-command.ts")).trustCommand(argv, io),
  },
  {
    name: "cache",
    usage: "cache list | explain QUERY | remove KEY… | remove --all [--workspace DIR] [--json] [--data DIR]",
    about: "the kept answers of lookups: list them, say why one is served or not, take some out",
    run: async (argv, io) => (await import("./cache-command.ts")).cacheCommand(argv, io),
  },
];

/** A terminal and npm both pass one Ctrl+C on; only a later one means it. */
const AGAIN_MS = 1000;

export async function main(argv: string[]): Promise<void> {
  const stopping = new AbortController();
  const asked: { at: number | null } = { at: null };
  const stop = () => {
    const now = systemClock.now();
    if (asked.at !== null && now - asked.at > AGAIN_MS) process.exit(130);
    asked.at ??= now;
    stopping.abort(new Error("stopped"));
  };
  // Whoever read our output has gone: there is nobody to go on for.
  const unread = () => stopping.abort(new Error("the reader of the output has gone"));
  process.on("SIGINT", stop).on("SIGTERM", stop);
  process.stdout.on("error", unread);
  process.stderr.on("error", unread);
  process.exitCode = await dispatch(argv, stopping.signal);
  process.off("SIGINT", stop).off("SIGTERM", stop);
}

async function dispatch(argv: string[], signal: AbortSignal): Promise<number> {
  const [name, ...rest] = argv;
  const stderr = (text: string) => void process.stderr.write(text);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(helpText());
    return name === undefined ? 2 : 0;
  }
  const command = commands.find((one) => one.name === name);
  if (!command) {
    stderr(`There is no command "${name}": handrail --help lists them.\n`);
    return 2;
  }
  if (rest.includes("--help")) {
    process.stdout.write(`handrail ${command.usage}\n  ${command.about}\n`);
    return 0;
  }
  try {
    return await command.run(rest, ioOf(dataOf(rest), stderr, signal));
  } catch (error) {
    const misused = usageLine(error, command.usage);
    if (misused !== null) {
      stderr(misused);
      return 2;
    }
    stderr(`${signal.aborted ? "Stopped." : wordsOf(error)}\n`);
    return error instanceof ConfigError ? 2 : 1;
  }
}

/** One line, with what lies under it: a stack tells whoever types here nothing. */
function wordsOf(error: unknown): string {
  const words: string[] = [];
  for (let at = error; at instanceof Error && words.length < 4; at = at.cause) words.push(at.message);
  return (words.length === 0 ? String(error) : words.join(" – ").replaceAll(". – ", " – ")).replaceAll(
    /\s*\n\s*/g,
    " ",
  );
}

/** Where the data is, also for commands that need no other setting. */
function dataOf(argv: string[]): string {
  const at = argv.indexOf("--data");
  const joined = argv.find((one) => one.startsWith("--data="));
  return readDataDir(at === -1 ? joined?.slice("--data=".length) : argv[at + 1]);
}

function ioOf(dataDir: string, stderr: CliIo["stderr"], signal: AbortSignal): CliIo {
  return {
    stdout: (text) => void process.stdout.write(text),
    stderr,
    stdin: process.stdin,
    isTty: process.stdout.isTTY === true && process.stdin.isTTY === true,
    clock: systemClock,
    signal,
    dataDir,
    cwd: process.cwd(),
  };
}

function helpText(): string {
  const lines = commands.map((c) => `  handrail ${c.usage}\n      ${c.about}`);
  return `Handrail changes code from a chat, and no byte lands without a yes.\n\n${lines.join("\n")}\n\nSettings come from the environment, or from ${configPath()} (the same names, as JSON).\n`;
}

// `node bot/cli/main.ts` without the launcher works too.
if (import.meta.main) await main(process.argv.slice(2));
