// The bot as a process of its own, for tests that kill it: the same `runHandrail`, with a failpoint that ends the
// process on the spot when its name comes up. Options arrive as JSON in the first argument.

import { defaultBounds } from "../../agent/turn/deps.ts";
import { runHandrail } from "../../bot/run.ts";
import { systemClock } from "../../store/clock.ts";

export type ChildOptions = {
  dataDir: string;
  workspace: string;
  apiRoot: string;
  token: string;
  owner: number;
  modelUrl: string;
  /** Dies when this failpoint is passed for the `nth` time; null lives. */
  killAt: { name: string; nth: number } | null;
};

const options: ChildOptions = JSON.parse(process.argv[2] ?? "{}");
const passed = new Map<string, number>();
const stopping = new AbortController();
process.on("SIGTERM", () => stopping.abort());

await using running = await runHandrail(
  {
    config: {
      dataDir: options.dataDir,
      telegram: null,
      model: null,
      workspaces: [],
      port: 0,
      bounds: defaultBounds,
      jobs: {},
    },
    telegram: { token: options.token, apiRoot: options.apiRoot, owners: [options.owner] },
    model: { baseUrl: options.modelUrl, apiKey: "none-needed", model: "offline", smallModel: "offline" },
    workspaces: [options.workspace],
    clock: systemClock,
    failpoint: (name) => {
      const count = (passed.get(name) ?? 0) + 1;
      passed.set(name, count);
      const { killAt } = options;
      if (killAt !== null && name === killAt.name && count === killAt.nth)
        process.kill(process.pid, "SIGKILL");
    },
    stderr: (line) => process.stderr.write(line),
  },
  stopping.signal,
);
await running.handrail.firstPoll;
await new Promise((resolve) => stopping.signal.addEventListener("abort", resolve));
