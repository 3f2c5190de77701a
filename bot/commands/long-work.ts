// Commands whose answer takes a while: a first line stands in the chat at once, progress and the answer take its place.
// Promises that nobody waits for it, neither messages behind it nor polling, and that a stop or a fault is said in the same
// place, by the next process if need be. Refuses to go on there: the person sends the command again.

import type { Clock } from "../../store/clock.ts";
import type { Failpoint } from "../../store/failpoint.ts";
import { sha256 } from "../../store/hash.ts";
import type { Ledger } from "../../store/ledger.ts";
import type { OnIncident } from "../incident.ts";
import type { Place } from "../incoming.ts";
import { type FormattedText, fmt } from "../render/formatted.ts";
import { documentMessage, notice } from "../say.ts";
import type { Reply, Working } from "./command.ts";

export type LongWork = {
  /** Resolves when it is known to be under way, also to the next process. */
  start(task: Task): Promise<void>;
  /** Says of what an earlier process had under way that it was interrupted. */
  recover(): Promise<void>;
  /** Resolves when none is under way. */
  settled(): Promise<void>;
};

export type LongWorkDeps = {
  ledger: Ledger;
  clock: Clock;
  failpoint: Failpoint;
  onIncident: OnIncident;
  /** Shutdown. */
  signal: AbortSignal;
  wakeOutbox(): void;
};

const NEWS_EVERY_MS = 3_000;
const JOB = "command";
const RECOVERED = 50;
const INTERRUPTED: Reply = { text: fmt`Interrupted: Handrail was stopped. Send it again.` };

type Said = { cause: string; place: Place };
type Task = Said & { working: Working };

export function createLongWork(deps: LongWorkDeps): LongWork {
  const { ledger, clock, signal, onIncident } = deps;
  const tasks = new Set<Promise<void>>();

  async function run(task: Task): Promise<void> {
    const state = { next: clock.now() + NEWS_EVERY_MS, saying: Promise.resolve() };
    const news = (text: FormattedText) => {
      if (clock.now() < state.next) return;
      state.next = clock.now() + NEWS_EVERY_MS;
      state.saying = state.saying.then(() => sayReply({ text }, task)).catch(() => undefined);
    };
    const reply = await replyOf(task, news);
    await state.saying;
    await sayReply(reply, task);
    await ledger.endRun(JOB, task.cause, "ok", "{}", clock.now());
  }

  async function replyOf({ working }: Task, news: (text: FormattedText) => void): Promise<Reply> {
    try {
      return await working.work(news, signal);
    } catch (error) {
      if (signal.aborted) return INTERRUPTED;
      onIncident({ kind: "update", text: "A command's work failed.", error });
      const why = error instanceof Error ? error.message : "unknown";
      return { text: fmt`This failed (${why}). Nothing was changed; send it again.` };
    }
  }

  async function sayReply({ text, keyboard, document }: Reply, { cause, place }: Said): Promise<void> {
    const message = notice({ cause, place, text, ...(keyboard ? { keyboard } : {}) });
    await ledger.say([message], clock.now(), { replace: true });
    if (document) {
      const blob = { hash: sha256(document.bytes), bytes: document.bytes };
      await ledger.putBlobs([blob]);
      const file = { cause: `${cause}:file`, place, name: document.name, blob: blob.hash, after: cause };
      await ledger.say([documentMessage(file)], clock.now());
    }
    deps.wakeOutbox();
  }

  return {
    async start(task) {
      await ledger.claimRun(JOB, task.cause, clock.now());
      deps.failpoint("command:started");
      const running = run(task)
        .catch((error: unknown) =>
          onIncident({ kind: "update", text: "A command's answer was not stored.", error }),
        )
        .finally(() => tasks.delete(running));
      tasks.add(running);
    },
    async recover() {
      const open = (await ledger.runs(JOB, RECOVERED)).filter((one) => one.state === "running");
      for (const { window: cause } of open) {
        const place = await ledger.outboxByCause(cause);
        if (place) await sayReply(INTERRUPTED, { cause, place });
        await ledger.endRun(JOB, cause, "lost", "{}", clock.now());
      }
    },
    async settled() {
      while (tasks.size > 0) await Promise.all(tasks);
    },
  };
}
