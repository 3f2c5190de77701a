// A workshop for stories of turns: a real folder, a real ledger, the real model client against a scripted model
// over HTTP, and fakes only where people stand.

import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fromRow, type TurnEvent } from "../../../agent/events.ts";
import { createModelClient } from "../../../agent/model/client.ts";
import { type RunEnd, runTurn } from "../../../agent/run-turn.ts";
import { startTurn } from "../../../agent/start-turn.ts";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { defaultBounds, type TurnDeps, type TurnSettings } from "../../../agent/turn/deps.ts";
import { openWorkspace } from "../../../agent/workspace/folder.ts";
import { loadProfile } from "../../../agent/workspace/profile.ts";
import { type Clock, systemClock } from "../../../store/clock.ts";
import { noFailpoint } from "../../../store/failpoint.ts";
import type { Verdict } from "../../../store/ledger.ts";
import { openStore } from "../../../store/open.ts";
import { type FakeNotifier, type FakeReviewer, fakeNotifier, fakeReviewer } from "../../fakes/people.ts";
import {
  type Script,
  type ScriptedModel,
  type ScriptedOptions,
  startScriptedModel,
} from "../../servers/scripted-model.ts";
import { lookupServices } from "../lookups/lookup-services.ts";

export type Workshop = {
  root: string;
  deps: TurnDeps;
  model: ScriptedModel;
  reviewer: FakeReviewer;
  notifier: FakeNotifier;
  /** Queues a request and starts its turn. */
  ask(text: string, repliedTo?: string): Promise<string>;
  run(turn: string, signals?: { shutdown?: AbortSignal; stop?: AbortSignal }): Promise<RunEnd>;
  decide(turn: string, verdict: Verdict, comment?: string): Promise<void>;
  events(turn: string): Promise<TurnEvent[]>;
  file(path: string): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type WorkshopOptions = {
  files: Record<string, string>;
  model: Script & Pick<ScriptedOptions, "faults" | "forced">;
  settings?: Partial<TurnSettings>;
  clock?: Clock;
  deps?: Partial<TurnDeps>;
};

export const ME = "telegram:1";

/** Waits are not waited for: back-off and leases pass at once. */
export const impatientClock: Clock = {
  now: systemClock.now,
  async sleep(_ms, signal) {
    signal.throwIfAborted();
    // Whoever looks at the time again and again must not keep a thread's messages from coming in.
    await setImmediate();
  },
};

export async function openWorkshop(options: WorkshopOptions): Promise<Workshop> {
  const clock = options.clock ?? impatientClock;
  await using stack = new AsyncDisposableStack();
  const root = await mkdtemp(join(tmpdir(), "handrail-turn-"));
  stack.defer(() => rm(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(options.files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const model = stack.use(await startScriptedModel({ ...options.model, apiKey: "test-key" }));
  const store = stack.use(await openStore("memory:", { clock }));
  const { ledger } = store;
  const reviewer = fakeReviewer();
  const notifier = fakeNotifier();
  const deps: TurnDeps = {
    ledger,
    model: createModelClient({ baseUrl: model.baseUrl, apiKey: "test-key" }, systemClock, {
      headersMs: 2000,
      idleMs: 2000,
      totalMs: 20_000,
    }),
    workspace: await openWorkspace(root, { clock, failpoint: noFailpoint }),
    reviewer,
    notifier,
    clock,
    docs: async () => null,
    lookups: await lookupServices({}, { store, clock }),
    profile: await loadProfile(root),
    tools: () => baseTools,
    settings: {
      workspaceId: "ws",
      workspaceName: "shop",
      model: "scripted",
      smallModel: "scripted",
      tokenField: "max_tokens",
      bounds: defaultBounds,
      secrets: [],
      owners: [ME],
      instructions: null,
      ...options.settings,
    },
    failpoint: noFailpoint,
    ...options.deps,
  };
  const kept = stack.move();
  let asked = 0;
  return {
    root,
    deps,
    model,
    reviewer,
    notifier,
    async ask(text, repliedTo) {
      asked += 1;
      const reply = repliedTo === undefined ? {} : { repliedTo };
      const where = { workspace: "ws", chat: "1", topic: null, messageId: asked, by: ME, ...reply };
      return await startTurn(
        await ledger.addRequest({ cause: `ask:${asked}`, text, ...where }, clock.now()),
        deps,
      );
    },
    run(turn, signals = {}) {
      const never = new AbortController().signal;
      return runTurn(turn, deps, { shutdown: signals.shutdown ?? never, stop: signals.stop ?? never });
    },
    async decide(turn, verdict, comment = "") {
      const open = await ledger.reviewsIn(["open"]);
      const review = open.find((one) => one.origin.type === "turn" && one.origin.turn === turn);
      if (!review) throw new Error("no review is open");
      const decision = await ledger.decideByReply({
        review: review.review,
        by: ME,
        verdict,
        comment,
        at: clock.now(),
      });
      if (decision.type !== "decided") throw new Error(`not decided: ${decision.type}`);
    },
    events: async (turn) => (await ledger.log(turn)).map(fromRow),
    file: (path) => readFile(join(root, path), "utf8"),
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  };
}
