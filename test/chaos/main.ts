// `npm run chaos -- --turns N --seed S`: turns with a chaos model, over several processes, and how each behaviour ended. Exits
// with 1 when anything that must hold did not, and prints the seed of that turn.

import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { openQuire } from "./docs.ts";
import { reportText } from "./report.ts";
import { type ChaosEnd, chaosTurn } from "./turn.ts";

const USAGE =
  "npm run chaos -- --turns N [--seed S] [--from SEED] [--behaviour NAME] [--processes P] [--json]";
/** Seeds of one run are this far from those of another. */
const APART = 1_000_000;

const { values } = parseArgs({
  options: {
    turns: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    from: { type: "string" },
    behaviour: { type: "string" },
    processes: { type: "string", default: String(availableParallelism()) },
    json: { type: "boolean", default: false },
    worker: { type: "boolean", default: false },
  },
});

const turns = whole(values.turns, "--turns");
const from = values.from === undefined ? whole(values.seed, "--seed") * APART : whole(values.from, "--from");
if (values.worker) await work();
else await lead();

function whole(given: string, name: string): number {
  const number = Number(given);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  console.error(`${name} is to be a whole number.\n${USAGE}`);
  process.exit(2);
}

/** One line of JSON for each turn. */
async function work(): Promise<void> {
  await using quire = await openQuire();
  const options = { docs: quire.docs, ...(values.behaviour !== undefined && { only: values.behaviour }) };
  for (let seed = from; seed < from + turns; seed++)
    process.stdout.write(`${JSON.stringify(await chaosTurn(seed, options))}\n`);
}

async function lead(): Promise<void> {
  const processes = Math.max(1, Math.min(whole(values.processes, "--processes"), turns));
  const ends: ChaosEnd[] = [];
  const share = Math.ceil(turns / processes);
  const parts = Array.from({ length: processes }, (_, i) => {
    const count = Math.min(share, turns - i * share);
    return count > 0 ? part(from + i * share, count, ends) : null;
  });
  const codes = await Promise.all(parts);
  ends.sort((a, b) => a.seed - b.seed);
  console.log(values.json ? JSON.stringify(ends) : reportText(ends));
  const isWhole = ends.length === turns && codes.every((code) => code === null || code === 0);
  if (!isWhole) console.error(`${ends.length} of ${turns} turns were told.`);
  if (!isWhole || ends.some(({ violations }) => violations.length > 0)) process.exitCode = 1;
}

async function part(first: number, count: number, ends: ChaosEnd[]): Promise<number> {
  const only = values.behaviour === undefined ? [] : ["--behaviour", values.behaviour];
  const args = [import.meta.filename, "--worker", "--from", String(first), "--turns", String(count), ...only];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const exit = new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
  for await (const line of createInterface({ input: child.stdout })) {
    ends.push(JSON.parse(line));
    if (ends.length % 500 === 0) console.error(`${ends.length} of ${turns} turns`);
  }
  return await exit;
}
