// How long the bot process takes from its start to its first poll, and what it holds when idle: the real
// command against the strict Bot API server, with a warm compile cache.

import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startTelegramServer } from "../../bot/playground/telegram-server/server.ts";
import { systemClock } from "../../store/clock.ts";
import { type BenchRow, median } from "./bench.ts";

const TOKEN = "123456789:AAHandrailBenchTokenAAAAAAAAAAAAAAAA";
const RUNS = 7;
const IDLE_MS = 5000;
const ROOT = join(import.meta.dirname, "..", "..");

export async function bench(): Promise<BenchRow[]> {
  const dir = await mkdtemp(join(tmpdir(), "handrail-start-"));
  const workspace = join(dir, "shop");
  await cp(join(ROOT, "bot", "playground", "sample", "quire"), workspace, { recursive: true });
  await startOnce(dir, workspace, 0); // fills the compile cache
  const starts: number[] = [];
  for (let run = 0; run < RUNS; run++) starts.push((await startOnce(dir, workspace, 0)).firstPollMs);
  const idle = await startOnce(dir, workspace, IDLE_MS);
  await rm(dir, { recursive: true, force: true });
  return [
    { name: "start of the bot to its first poll", value: median(starts), unit: "ms", op: "<", target: 600 },
    { name: "idle memory of the bot", value: idle.rssMb, unit: "MB", op: "<", target: 130 },
  ];
}

async function startOnce(
  dir: string,
  workspace: string,
  idleMs: number,
): Promise<{ firstPollMs: number; rssMb: number }> {
  const polled = Promise.withResolvers<void>();
  await using server = await startTelegramServer({
    token: TOKEN,
    clock: systemClock,
    // Told of each call as it arrives; a poll itself stays open for half a minute.
    fault: ({ method }) => {
      if (method.toLowerCase() === "getupdates") polled.resolve();
      return undefined;
    },
  });
  const began = performance.now();
  const child = spawn(process.execPath, [join(ROOT, "bot", "cli", "launch.js"), "start"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: process.env.PATH,
      HOME: dir,
      NODE_COMPILE_CACHE: join(dir, "cache"),
      TELEGRAM_BOT_TOKEN: TOKEN,
      HANDRAIL_OWNER: "1001",
      HANDRAIL_TELEGRAM_API: server.apiRoot,
      OPENAI_API_KEY: "bench-key",
      OPENAI_BASE_URL: "http://127.0.0.1:9/v1",
      HANDRAIL_MODEL: "none",
      HANDRAIL_DATA: join(dir, "data"),
      HANDRAIL_WORKSPACES: workspace,
    },
  });
  await Promise.race([polled.promise, endedEarly(child)]);
  const firstPollMs = performance.now() - began;
  await delay(idleMs + 300);
  const rssMb = await rssOf(child.pid ?? 0);
  child.kill("SIGTERM");
  await new Promise((resolve) => child.once("exit", resolve));
  return { firstPollMs, rssMb };
}

async function endedEarly(child: ChildProcess): Promise<never> {
  await new Promise((resolve) => child.once("exit", resolve));
  throw new Error("the bot ended before its first poll");
}

async function rssOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}
