// `handrail probe`: how well a model works from documentation that it has never seen. Requests to the sample engine run through
// the real turn and are graded as code. Promises k of n for each model, kept for /status. Refuses to land anything, and to keep
// what ran with a mechanism left out.

import { parseArgs } from "node:util";
import { createModelClient } from "../../agent/model/client.ts";
import type { Probe, ProbeSet } from "../../agent/probe/probe.ts";
import { type Config, contextOf, makeDataDir, readConfig, tokenFieldOf } from "../config.ts";
import { type Bench, openBench } from "../probe/bench.ts";
import { isMechanism, type MechanismName, mechanismNames } from "../probe/mechanisms.ts";
import { PROBED_WORKSPACE, readProbes } from "../probe/probe-set.ts";
import { type ModelReport, reportOf, reportText } from "../probe/report.ts";
import { type Player, type ProbeRun, runProbe } from "../probe/run-probe.ts";
import { keepStanding } from "../probe/standing.ts";
import { escaped } from "./check/as-json.ts";
import type { CliIo } from "./io.ts";
import { safeText } from "./safe-text.ts";
import { UsageError } from "./usage.ts";

type Args = {
  models: string[] | null;
  repeats: number;
  without: MechanismName[];
  only: string[] | null;
  json: boolean;
};

/** A probe is small work; what needs more has lost its way. */
const MOST = { steps: 40, activeMs: 10 * 60 * 1000 };

export async function probeCommand(argv: string[], io: CliIo): Promise<number> {
  const args = parse(argv);
  const config = readConfig({ dataDir: io.dataDir });
  makeDataDir(config.dataDir);
  const set = readProbes();
  const probes = chosen(set, args.only);
  await using stack = new AsyncDisposableStack();
  const offline = config.model ? null : stack.use(await startOffline(io));
  if (offline) io.stderr("No OPENAI_API_KEY is set: the offline model is probed (rules, no intelligence).\n");
  const endpoint = config.model ?? { ...OFFLINE, baseUrl: offline?.baseUrl ?? "" };
  const bench = stack.use(await openBench(PROBED_WORKSPACE, io));
  const reports: ModelReport[] = [];
  for (const model of args.models ?? [endpoint.model]) {
    const player = playerOf({ model, endpoint, config, args, io });
    const report = reportOf(model, await runAll(probes, { model, bench, player, args, io }));
    reports.push(report);
    // What was left out, or not asked, is no standing.
    if (args.without.length > 0 || args.only !== null) continue;
    const standing = { passed: report.k, of: report.n, set: set.version, at: io.clock.now() };
    await keepStanding(config.dataDir, model, standing);
  }
  const told = { probes: set.version, without: args.without, models: reports };
  io.stdout(args.json ? escaped(told) : reportText(reports, args.without));
  return reports.every(({ passed }) => passed) ? 0 : 1;
}

const OFFLINE = { model: "offline", smallModel: "offline", apiKey: "offline" };

/** Loaded when there is no model of the person's own. */
async function startOffline({ clock }: CliIo) {
  const { startOfflineModel } = await import("../playground/offline-model/start.ts");
  return await startOfflineModel({ clock });
}

function parse(argv: string[]): Args {
  const { values } = parseArgs({
    args: argv,
    options: {
      models: { type: "string" },
      repeats: { type: "string", short: "n", default: "1" },
      without: { type: "string", multiple: true, default: [] },
      probes: { type: "string" },
      json: { type: "boolean", default: false },
      data: { type: "string" },
    },
  });
  const repeats = Number(values.repeats);
  if (!Number.isInteger(repeats) || repeats < 1 || repeats > 100)
    throw new UsageError("-n takes a whole number from 1 to 100.");
  const without = values.without.flatMap(listOf).map((name) => {
    if (isMechanism(name)) return name;
    throw new UsageError(`--without takes ${mechanismNames.join(", ")}.`);
  });
  const only = values.probes === undefined ? null : listOf(values.probes);
  const models = values.models === undefined ? null : [...new Set(listOf(values.models))];
  if (models?.length === 0) throw new UsageError("--models takes names with commas between them.");
  return { models, repeats, without, only, json: values.json };
}

const listOf = (text: string): string[] =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");

function chosen({ probes }: ProbeSet, only: string[] | null): Probe[] {
  if (only === null) return probes;
  const found = probes.filter(({ id }) => only.includes(id));
  if (found.length === new Set(only).size && found.length > 0) return found;
  throw new UsageError(`--probes takes some of ${probes.map(({ id }) => id).join(", ")}.`);
}

type Endpoint = NonNullable<Config["model"]>;
type Asking = { model: string; endpoint: Endpoint; config: Config; args: Args; io: CliIo };

function playerOf({ model, endpoint, config, args, io }: Asking): Player {
  const held = [config.model?.apiKey, config.telegram?.token];
  const { steps, activeMs } = config.bounds;
  return {
    client: createModelClient(endpoint, io.clock),
    without: args.without,
    settings: {
      model,
      // One model for everything, unless a small one was chosen for its own.
      smallModel: endpoint.smallModel === endpoint.model ? model : endpoint.smallModel,
      tokenField: tokenFieldOf(config.model),
      bounds: {
        ...config.bounds,
        steps: Math.min(steps, MOST.steps),
        activeMs: Math.min(activeMs, MOST.activeMs),
        reviews: 1,
      },
      ...contextOf(config),
      secrets: held.filter((one) => one !== undefined),
      owners: [],
    },
  };
}

type Running = { model: string; bench: Bench; player: Player; args: Args; io: CliIo };

async function runAll(probes: readonly Probe[], running: Running): Promise<ProbeRun[]> {
  const { model, bench, player, args, io } = running;
  const runs: ProbeRun[] = [];
  const total = probes.length * args.repeats;
  for (let repeat = 1; repeat <= args.repeats; repeat++) {
    for (const probe of probes) {
      io.signal.throwIfAborted();
      const run = await runProbe(probe, repeat, { bench, player, clock: io.clock, signal: io.signal });
      runs.push(run);
      const end = run.passed ? "passed" : `failed: ${run.faults[0] ?? ""}`;
      io.stderr(
        `· ${safeText(`${model} ${runs.length}/${total} ${probe.id}: ${end}`.replaceAll("\n", " "))}\n`,
      );
    }
  }
  return runs;
}
