// What a step costs: a turn of fifty distinct 2 KB reads against an instant model that runs in this process,
// measured in a child that holds everything else. Medians of several runs.

import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
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
};

export async function bench(): Promise<BenchRow[]> {
  await measure(); // fills the compile cache, which every command of Handrail turns on
  const runs: Measured[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await measure());
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
  ];
}

async function measure(): Promise<Measured> {
  const reads = Array.from({ length: FILES }, (_, i) => call("read_file", { path: `file-${i}.txt` }));
  await using model = await startScriptedModel({ script: [...reads, say("Read.")] });
  const child = join(import.meta.dirname, "turn-child.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [child, model.baseUrl, String(FILES)], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "handrail-bench-cache") },
  });
  const measured: Measured = JSON.parse(stdout);
  if (measured.steps !== FILES + 1 || measured.outcome !== "answered")
    throw new Error(`the bench turn went wrong: ${stdout}`);
  return measured;
}
