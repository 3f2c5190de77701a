// The whole of Handrail behind the page: the playground as `npm start` runs it, on a data folder of its own. Promises
// that all of it has ended and is removed after the test. Refuses to look behind the page, but at the files on the disk.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { BrowserContext } from "playwright-core";
import { defaultBounds } from "../../agent/turn/deps.ts";
import { type Playground, startPlayground } from "../../bot/playground/playground.ts";
import { systemClock as clock } from "../../store/clock.ts";
import { openChat } from "./chat-page.ts";

export type Setting = {
  /** Absent: a copy of the sample. */
  workspaces?: string[];
  /** Absent: the offline model. */
  modelUrl?: string;
};

/** A folder that goes with the test. */
export async function temporary(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "handrail-page-"));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

export async function openHandrail(t: TestContext, browser: BrowserContext, setting: Setting = {}) {
  const dataDir = await temporary(t);
  const log: string[] = [];
  const { workspaces = [], modelUrl } = setting;
  const model = modelUrl === undefined ? null : { ...named, baseUrl: modelUrl };
  const start = async (port: number) => {
    const stopping = new AbortController();
    const playground = await startPlayground({
      config: { dataDir, telegram: null, model, workspaces, port, bounds: defaultBounds, jobs: {} },
      fresh: false,
      io: {
        stdout: () => undefined,
        stderr: (text) => void log.push(text),
        isTty: false,
        clock,
        signal: stopping.signal,
        dataDir,
        cwd: dataDir,
      },
    });
    return { playground, stopping };
  };
  const end = async ({ playground, stopping }: { playground: Playground; stopping: AbortController }) => {
    stopping.abort(new Error("The test is over."));
    await playground[Symbol.asyncDispose]();
  };
  let running = await start(0);
  const page = await browser.newPage();
  t.after(async () => {
    await page.close();
    await end(running);
  });
  const { address } = running.playground;
  const [sample = join(dataDir, "playground", "workspace", "quire")] = workspaces;

  return {
    on: await openChat(page, address),
    /** What a file of the workspace holds. */
    file: (path: string) => readFile(join(sample, path), "utf8"),
    log,
    async restart(): Promise<void> {
      await end(running);
      running = await start(Number(new URL(address).port));
    },
  };
}

const named = { apiKey: "none-needed", model: "scripted", smallModel: "scripted" };
