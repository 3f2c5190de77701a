// The scripts of one workspace, looked at for a person: in a thread of its own, since a large project takes seconds and
// nobody else waits for it. Promises one look at a time, and an end with the asker's signal. Refuses to keep anything.

import { Worker } from "node:worker_threads";
import { taintedBy } from "../agent/overlay/taints.ts";
import type { Profile } from "../agent/workspace/profile.ts";
import type { Existing } from "../store/overlay.ts";
import type { CodeChecks, Watch } from "./agent.ts";
import { type CodeAnswer, type CodeQuestion, NO_DOCS } from "./code-answer.ts";

export type CodeNews =
  | { type: "progress"; done: number; total: number }
  | { type: "answer"; answer: CodeAnswer };

export type CodeChecksDeps = Parameters<typeof taintedBy>[1] & {
  root: string;
  indexDir: string;
  profile: Profile;
  /** Brings the index up to what the documentation is now; false without any. */
  prepare(): Promise<boolean>;
  said(): Promise<Existing[]>;
};

const BUSY: CodeAnswer = {
  type: "none",
  text: "A look at the scripts of this workspace is under way: wait for its answer.",
};

export function createCodeChecks(deps: CodeChecksDeps): CodeChecks {
  const { root, indexDir, profile } = deps;
  const state = { busy: false };

  async function ask(type: CodeQuestion["type"], path: string | null, watch: Watch): Promise<CodeAnswer> {
    if (state.busy) return BUSY;
    state.busy = true;
    try {
      if (!(await deps.prepare())) return { type: "none", text: NO_DOCS };
      return await inThread({ type, root, indexDir, profile, said: await deps.said(), path }, watch);
    } finally {
      state.busy = false;
    }
  }

  return {
    tainted: (named) => taintedBy(named, deps),
    async check(path, watch) {
      const answer = await ask("check", path, watch);
      return answer.type === "dry_ran" ? mistaken(answer) : answer;
    },
    async dryRun(path, watch) {
      const answer = await ask("dry_run", path, watch);
      return answer.type === "checked" ? mistaken(answer) : answer;
    },
  };
}

function mistaken({ type }: CodeAnswer): never {
  throw new Error(`The scripts' thread answered another question (${type}).`);
}

async function inThread(question: CodeQuestion, { progress, signal }: Watch): Promise<CodeAnswer> {
  signal.throwIfAborted();
  const worker = new Worker(new URL("./code-worker.ts", import.meta.url), { workerData: question, env: {} });
  const { promise, resolve, reject } = Promise.withResolvers<CodeAnswer>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  worker.on("message", (news: CodeNews) => {
    if (news.type === "answer") resolve(news.answer);
    else progress(news.done, news.total);
  });
  worker.on("error", (cause) => reject(new Error("The scripts could not be looked at.", { cause })));
  worker.on("exit", () => reject(new Error("The thread that looked at the scripts ended early.")));
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
