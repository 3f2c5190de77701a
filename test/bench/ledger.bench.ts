// What durability costs: ingest, append, decide, on a file of the machine's temporary folder with every commit
// on disk. Promises the real ledger over a fresh file. Refuses memory: it would measure nothing.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../store/clock.ts";
import type { Ledger } from "../../store/ledger.ts";
import { openLedger } from "../../store/open.ts";
import { batch, blobOf, event, startTurn, T0, tap, waitForVerdict } from "../store/samples.ts";
import type { BenchRow } from "./bench.ts";

const BATCHES = 60;
const BATCH = 100;
const APPENDS = 400;
const DECISIONS = 200;

export async function bench(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "handrail-bench-"));
  try {
    await using ledger = await openLedger(`sqlite:${folder}/ledger.sqlite`, { clock: systemClock });
    return [await ingest(ledger), ...(await append(ledger)), ...(await decide(ledger))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function ingest(ledger: Ledger): Promise<BenchRow> {
  const body = JSON.stringify({ message: { text: "x".repeat(600) } });
  const started = performance.now();
  for (let n = 0; n < BATCHES; n++) {
    const first = n * BATCH;
    const updates = Array.from({ length: BATCH }, (_, i) => ({ updateId: first + i, body, receivedAt: T0 }));
    await ledger.ingest(updates, first + BATCH);
  }
  const perSecond = (BATCHES * BATCH * 1000) / (performance.now() - started);
  return {
    name: "ledger: durable ingest",
    value: Math.round(perSecond),
    unit: "updates/s",
    target: 1000,
    op: ">",
    note: `batches of ${BATCH}, each committed with its offset`,
  };
}

async function append(ledger: Ledger): Promise<BenchRow[]> {
  await startTurn(ledger, "bench");
  const times = await timed(APPENDS, async (i) => {
    const blobs = [blobOf(`${i} ${"b".repeat(2048)}`)];
    const events = [event("tool_ran", `{"fragment":"${blobs[0]?.hash}"}`)];
    await ledger.append(batch("bench", i + 1, { events, blobs }));
  });
  return percentiles("ledger: append of one event and a 2 KB blob", times);
}

async function decide(ledger: Ledger): Promise<BenchRow[]> {
  for (let i = 0; i < DECISIONS; i++) await waitForVerdict(ledger, `turn-${i}`, `review-${i}`);
  const times = await timed(DECISIONS, async (i) => {
    await ledger.decide(tap(`review-${i}-apply`));
  });
  return percentiles("ledger: decide by tap", times);
}

async function timed(count: number, once: (i: number) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const started = performance.now();
    await once(i);
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b);
}

function percentiles(name: string, sorted: number[]): BenchRow[] {
  const at = (share: number) => Number((sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(3));
  return [
    { name: `${name}, p50`, value: at(0.5), unit: "ms" },
    { name: `${name}, p99`, value: at(0.99), unit: "ms" },
  ];
}
