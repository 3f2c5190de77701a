// Documentation over the largest corpus: building, rebuilding, opening, asking. Promises Handrail's figures beside those of
// MiniSearch and FTS5 with their defaults, over the same chunks, in the same run. Refuses a missing corpus in words.

import { spawn } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { buildIndex } from "../../agent/docs/index/build-index.ts";
import type { IndexReport } from "../../agent/docs/index/report.ts";
import { systemClock } from "../../store/clock.ts";
import type { BenchRow } from "./bench.ts";
import type { Measured, Probe } from "./docs-probe.ts";

const corpora = process.env.HANDRAIL_CORPORA ?? path.join(import.meta.dirname, "../../../shared/corpora");
const FIRST_NAME = "Document.exportFile";

export async function bench(): Promise<BenchRow[]> {
  const corpus = path.join(corpora, "indesign");
  const there = await stat(corpus).catch(() => undefined);
  if (!there)
    return [
      { name: "docs: skipped", value: 0, unit: "", note: `no corpus at ${corpus}; set HANDRAIL_CORPORA` },
    ];

  const work = await mkdtemp(path.join(tmpdir(), "handrail-bench-"));
  try {
    const [folder, dir] = [path.join(work, "docs"), path.join(work, "index")];
    await cp(corpus, folder, { recursive: true });
    const built = await building(folder, dir);
    const handrail = await run("handrail", dir);
    const mini = await run("minisearch", dir);
    const fts5 = await run("fts5", dir);
    return [
      ...built,
      ...figures(handrail),
      ...beside("MiniSearch defaults", mini),
      ...beside("FTS5 defaults", fts5),
    ];
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function building(folder: string, dir: string): Promise<BenchRow[]> {
  const { signal } = new AbortController();
  const build = (): Promise<IndexReport> =>
    buildIndex({ sources: [{ name: "docs", folder }], dir, clock: systemClock, signal });
  const full = await build();
  const unchanged = await build();
  await touchOnePage(folder);
  const onePage = await build();
  return [
    {
      name: "docs: full build",
      value: full.ms / 1000,
      unit: "s",
      target: 8,
      op: "<",
      note: `${full.chunks} chunks`,
    },
    { name: "docs: unchanged rebuild", value: unchanged.ms / 1000, unit: "s", target: 0.5, op: "<" },
    {
      name: "docs: unchanged rebuild, share of full",
      value: (100 * unchanged.ms) / full.ms,
      unit: "%",
      target: 10,
      op: "<",
    },
    {
      name: "docs: rebuild after one changed page",
      value: onePage.ms / 1000,
      unit: "s",
      note: JSON.stringify(onePage.changed),
    },
  ];
}

async function touchOnePage(folder: string): Promise<void> {
  const pages = (await readdir(folder, { recursive: true }))
    .filter((file) => file.endsWith("index.md"))
    .sort();
  const page = path.join(folder, pages[Math.floor(pages.length / 2)] ?? "");
  await writeFile(page, (await readFile(page, "utf8")).replace("## ", "One more sentence.\n\n## "));
}

type Run = { probe: Probe; firstMs: number };

async function run(engine: string, dir: string): Promise<Run> {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, "docs-probe.ts"), engine, dir, FIRST_NAME],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let firstMs = 0;
  let last = "";
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === "first") firstMs = performance.now() - startedAt;
    last = line;
  }
  const probe: Probe = JSON.parse(last);
  return { probe, firstMs };
}

const hits = ({ hit1, hit10, p50 }: Measured): string =>
  `hit@1 ${hit1.toFixed(2)}, hit@10 ${hit10.toFixed(2)}, p50 ${p50.toFixed(2)} ms`;

function figures({ probe, firstMs }: Run): BenchRow[] {
  return [
    { name: "docs: first answer after process start", value: firstMs, unit: "ms", target: 300, op: "<" },
    {
      name: "docs: a name, p99",
      value: probe.names.p99,
      unit: "ms",
      target: 1,
      op: "<",
      note: hits(probe.names),
    },
    {
      name: "docs: words, p99",
      value: probe.words.p99,
      unit: "ms",
      target: 25,
      op: "<",
      note: hits(probe.words),
    },
    {
      name: "docs: typos, p99",
      value: probe.typos.p99,
      unit: "ms",
      target: 60,
      op: "<",
      note: hits(probe.typos),
    },
    {
      name: "docs: event loop held by loading, max",
      value: probe.loopHeldMs,
      unit: "ms",
      target: 50,
      op: "<",
    },
    { name: "docs: names, words and typos loaded", value: probe.loadMs, unit: "ms" },
    { name: "docs: memory of the process, peak", value: probe.rssMb, unit: "MB", target: 250, op: "<" },
  ];
}

function beside(peer: string, { probe }: Run): BenchRow[] {
  return [
    { name: `docs: ${peer}: a name, p99`, value: probe.names.p99, unit: "ms", note: hits(probe.names) },
    { name: `docs: ${peer}: words, p99`, value: probe.words.p99, unit: "ms", note: hits(probe.words) },
    { name: `docs: ${peer}: typos, p99`, value: probe.typos.p99, unit: "ms", note: hits(probe.typos) },
    { name: `docs: ${peer}: loading, in memory`, value: probe.loadMs, unit: "ms" },
    { name: `docs: ${peer}: memory of the process, peak`, value: probe.rssMb, unit: "MB" },
  ];
}
