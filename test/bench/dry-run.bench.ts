// How long a dry run takes: the sample workspace, the first time and after that, and the start on a documentation of 26,000
// members, of which a script touches few. Promises the product's own threads, started anew for each run.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { World } from "../../agent/check/world.ts";
import { build } from "../../agent/docs/index/build.ts";
import { openDocs } from "../../agent/docs/open-docs.ts";
import type { Fact } from "../../agent/docs/surface/facts.ts";
import { dryRun } from "../../agent/dry-run/dry-run.ts";
import { startOf } from "../../agent/dry-run/shapes.ts";
import { defaultProfile, loadProfile } from "../../agent/workspace/profile.ts";
import { systemClock as clock } from "../../store/clock.ts";
import { mergeChunks } from "../agent/docs/surface-of.ts";
import { type BenchRow, median, percentile } from "./bench.ts";

const RUNS = 30;
const INTERFACES = 1000;
const MEMBERS = 26;
const SAMPLE = join(import.meta.dirname, "../../bot/playground/sample/quire");

export async function bench(): Promise<BenchRow[]> {
  return [...(await sample()), ...(await large())];
}

async function sample(): Promise<BenchRow[]> {
  const dir = await mkdtemp(join(tmpdir(), "handrail-bench-"));
  try {
    build(
      { sources: [{ name: "quire", folder: join(SAMPLE, "docs"), complete: true }], dir, builtAt: 0 },
      () => {},
    );
    await using docs = await openDocs(dir, { signal: new AbortController().signal });
    if (!docs) throw new Error("no index");
    const texts = new Map(
      readdirSync(SAMPLE, { recursive: true, encoding: "utf8" })
        .filter((path) => statSync(join(SAMPLE, path)).isFile())
        .map((path) => [path, readFileSync(join(SAMPLE, path), "utf8")]),
    );
    const world = { surface: docs.surface, profile: await loadProfile(SAMPLE) };
    const [first = Number.NaN, ...rest] = await timesOf(world, texts);
    return [
      { name: "dry run of the sample, first in a process", value: first, unit: "ms" },
      { name: "dry run of the sample, p50", value: median(rest), unit: "ms", target: 150, op: "<" },
      { name: "dry run of the sample, p95", value: percentile(rest, 95), unit: "ms" },
    ];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function large(): Promise<BenchRow[]> {
  using stack = new DisposableStack();
  const t = { after: (done: () => void) => stack.defer(done) };
  const facts = Array.from({ length: INTERFACES }, (_, one): Fact[] => [
    { type: "interface", name: `Thing${one}`, kind: "class" },
    { type: "global", name: `thing${one}`, valueType: `Thing${one}` },
    ...Array.from(
      { length: MEMBERS },
      (_, at): Fact => ({
        type: "member",
        interface: `Thing${one}`,
        name: `member${at}`,
        kind: at % 2 ? "method" : "property",
        valueType: `Thing${(one * 7 + at) % INTERFACES}`,
      }),
    ),
  ]).flat();
  const { surface } = mergeChunks(t, [{ title: "Everything", facts }]);
  const world = { surface, profile: { ...defaultProfile, entry: ["main.js"] } };
  const began = performance.now();
  startOf(world);
  const told = performance.now() - began;
  const script = "var at = thing1; for (var i = 0; i < 40; i++) at = at.member2.member3();";
  const [, ...times] = await timesOf(world, new Map([["main.js", script]]));
  return [
    { name: "what is there at the start, 26,000 members", value: told, unit: "ms" },
    { name: "dry run on 26,000 members, p50", value: median(times), unit: "ms", target: 150, op: "<" },
  ];
}

async function timesOf(
  world: Pick<World, "surface" | "profile">,
  texts: ReadonlyMap<string, string>,
): Promise<number[]> {
  const paths = [...texts.keys()];
  const project = { paths: () => paths, read: (path: string) => texts.get(path) ?? null, keptFor: texts };
  const { signal } = new AbortController();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const began = performance.now();
    const { entries } = await dryRun({ world: { ...world, project }, changed: null }, { clock, signal });
    if (entries.some(({ end }) => end !== "completed")) throw new Error(JSON.stringify(entries));
    times.push(performance.now() - began);
  }
  return times;
}
