// What a step costs: a turn of fifty distinct 2 KB reads against an instant model that runs in this process,
// measured in a child that holds everything else. Medians of several runs. And what trims save in a turn of a hundred
// steps with 6 KB reads, in tokens, which are the same in each run.

import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { CONTEXT_TOKENS } from "../../agent/turn/watermarks.ts";
import type { TurnUsage } from "../../store/usage.ts";
import { call, say, startScriptedModel } from "../servers/scripted-model.ts";
import { type BenchRow, median } from "./bench.ts";

const FILES = 50;
const RUNS = 5;

type Measured = {
  steps: number;
  cpuMsPerStep: number;
  firstRequestBytes: number;
  maxRssMb: number;
  outcome: string;
  usage: TurnUsage;
};

type Reads = { files: number; bytes: number; contextTokens: number };
const SHORT: Reads = { files: FILES, bytes: 2048, contextTokens: CONTEXT_TOKENS };
const LONG: Reads = { files: 99, bytes: 6144, contextTokens: CONTEXT_TOKENS };
const UNTRIMMED = 1_000_000_000;

export async function bench(): Promise<BenchRow[]> {
  await measure(SHORT); // fills the compile cache, which every command of Handrail turns on
  const runs: Measured[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await measure(SHORT));
  const of = (key: "cpuMsPerStep" | "firstRequestBytes" | "maxRssMb") => median(runs.map((one) => one[key]));
  return [
    { name: "turn of 50 reads: CPU per step", value: of("cpuMsPerStep"), unit: "ms", op: "<", target: 8 },
    {
      name: "turn of 50 reads: first request",
      value: of("firstRequestBytes"),
      unit: "bytes",
      op: "<",
      target: 6144,
    },
    { name: "turn of 50 reads: peak memory", value: of("maxRssMb"), unit: "MB", op: "<", target: 150 },
    ...(await economics()),
  ];
}

async function economics(): Promise<BenchRow[]> {
  const { usage } = await measure(LONG);
  const plain = (await measure({ ...LONG, contextTokens: UNTRIMMED })).usage;
  const percent = (part: number, whole: number) => (part / whole) * 100;
  const name = "turn of 100 steps, trimmed";
  return [
    {
      name: `${name}: prompt tokens of untrimmed`,
      value: percent(usage.promptTokens, plain.promptTokens),
      unit: "%",
      op: "<",
      target: 40,
      note: `${usage.promptTokens} of ${plain.promptTokens}, ${usage.trims} trims`,
    },
    { name: `${name}: cached`, value: percent(usage.cachedTokens, usage.promptTokens), unit: "%" },
    { name: `${name}: fixed share`, value: percent(usage.fixedBytes, usage.bytes), unit: "%" },
    { name: `${name}: valid calls`, value: percent(usage.calls - usage.miscalls, usage.calls), unit: "%" },
  ];
}

async function measure({ files, bytes, contextTokens }: Reads): Promise<Measured> {
  const reads = Array.from({ length: files }, (_, i) => call("read_file", { path: `file-${i}.txt` }));
  await using model = await startScriptedModel({ script: [...reads, say("Read.")] });
  const child = join(import.meta.dirname, "turn-child.ts");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [child, model.baseUrl, ...[files, bytes, contextTokens].map(String)],
    {
      env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "handrail-bench-cache") },
    },
  );
  const measured: Measured = JSON.parse(stdout);
  if (measured.steps !== files + 1 || measured.outcome !== "answered")
    throw new Error(`the bench turn went wrong: ${stdout}`);
  return measured;
}
