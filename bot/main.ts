// `handrail start`: with a token the real bot, by long polling; without one the playground, the same bot behind
// a local page. Wires everything and decides nothing. Prints where it is, and stops cleanly when told to.

import { flushCompileCache } from "node:module";
import { parseArgs } from "node:util";
import { BadSchedule } from "../jobs/scheduler.ts";
import { noFailpoint } from "../store/failpoint.ts";
import { wordsOf } from "../store/words-of.ts";
import type { CliIo } from "./cli/io.ts";
import { type Config, makeDataDir, readConfig } from "./config.ts";
import { runHandrail, StartError } from "./run.ts";
import { ConfigError } from "./settings.ts";

type Args = { workspaces: string[]; port: string | undefined; fresh: boolean };

export async function startCommand(argv: string[], io: CliIo): Promise<number> {
  const args = parse(argv);
  const config = readConfig({
    workspaces: args.workspaces,
    dataDir: io.dataDir,
    ...(args.port === undefined ? {} : { port: args.port }),
  });
  makeDataDir(config.dataDir);
  try {
    await (config.telegram
      ? runTelegram({ ...config, telegram: config.telegram }, args, io)
      : runPlayground(config, args, io));
    return 0;
  } catch (error) {
    if (error instanceof BadSchedule) throw new ConfigError(`HANDRAIL_JOBS does not fit: ${error.message}`);
    if (!(error instanceof StartError)) throw error;
    io.stderr(`${error.message}\n`);
    return 1;
  }
}

function parse(argv: string[]): Args {
  const { values } = parseArgs({
    args: argv,
    options: {
      workspace: { type: "string", multiple: true, default: [] },
      port: { type: "string" },
      fresh: { type: "boolean", default: false },
      data: { type: "string" },
    },
  });
  return { workspaces: values.workspace, port: values.port, fresh: values.fresh };
}

type TelegramConfig = Config & { telegram: NonNullable<Config["telegram"]> };

async function runTelegram(config: TelegramConfig, args: Args, io: CliIo): Promise<void> {
  if (args.fresh)
    throw new StartError("--fresh drops the playground's state, and this is the real bot: leave it out.");
  if (!config.model)
    throw new StartError("OPENAI_API_KEY is missing: set it to the key of your model endpoint.");
  const { clock, stderr, signal } = io;
  const { telegram, model, workspaces } = config;
  await using running = await runHandrail(
    { config, telegram, model, workspaces, clock, failpoint: noFailpoint, stderr },
    signal,
  );
  await running.handrail.firstPoll;
  flushCompileCache();
  io.stdout(
    `Handrail is polling Telegram, for ${workspaces.join(", ")} and ${telegram.owners.length} owner(s). Stop with Ctrl+C.\n`,
  );
  await untilOver(signal, running.lost);
}

async function runPlayground(config: Config, args: Args, io: CliIo): Promise<void> {
  const { startPlayground } = await import("./playground/playground.ts");
  await using playground = await startPlayground({ config, fresh: args.fresh, io });
  flushCompileCache();
  io.stdout(playground.greeting);
  await untilOver(io.signal, playground.lost);
}

async function untilOver(signal: AbortSignal, lost: AbortSignal): Promise<void> {
  await untilAborted(AbortSignal.any([signal, lost]));
  if (lost.aborted && !signal.aborted) throw new StartError(wordsOf(lost.reason));
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

if (import.meta.main) {
  process.stderr.write(`This file is not the command: run "npm start", or handrail start.\n`);
  process.exitCode = 2;
}
