// Tells the person about a turn: one status message while it runs, then the answer. Promises that the answer's
// parts are stored in one transaction before any is sent, and that progress costs a write every few seconds at
// most, and that the time goes on while a model thinks. Refuses to let a failing status hurt a turn.

import type { Outcome } from "../agent/events.ts";
import type { Notifier } from "../agent/ports.ts";
import type { Clock } from "../store/clock.ts";
import { sha256 } from "../store/hash.ts";
import type { Blob, Ledger, NewOutboxMessage, TurnRow } from "../store/ledger.ts";
import type { OnIncident } from "./incident.ts";
import { bold, clip, concat, type FormattedText, fmt, join } from "./render/formatted.ts";
import { renderMarkdown, unlinked } from "./render/markdown.ts";
import { split } from "./render/split.ts";
import { foldProgress, initialProgress, type ProgressState, renderProgress } from "./render/status.ts";
import { answer, documentMessage, status } from "./say.ts";

export const answerCause = (turn: string, part: number): string => `answer:${turn}:${part}`;
export const statusCause = (turn: string): string => `status:${turn}`;

export type TurnNotifier = Notifier & {
  /** Ends the timers that hold back progress. */
  close(): Promise<void>;
};

export type NotifierDeps = {
  ledger: Ledger;
  clock: Clock;
  onIncident: OnIncident;
  wakeOutbox(): void;
  signal: AbortSignal;
};

const STATUS_EVERY_MS = 3000;
/** A model may think for minutes: the time that passes says that the turn is alive. */
const TICK_MS = 10_000;
/** A turn that is over sooner needs no status. */
const FIRST_STATUS_MS = 400;
const LEAD_UNITS = 120;

type Running = {
  state: ProgressState;
  showAt: number;
  writing: Promise<void> | null;
  /** Ends the wait for the next tick. */
  news: AbortController;
  /** Ends the pause before the next write: the answer does not wait for it. */
  over: AbortController;
};

export function createNotifier(deps: NotifierDeps): TurnNotifier {
  const { ledger, clock, signal } = deps;
  const running = new Map<string, Running>();

  /** Shows the newest state after each pause, and the time that passes when there is nothing else. */
  async function follow(turn: string, run: Running): Promise<void> {
    const ended = AbortSignal.any([signal, run.over.signal]);
    while (!ended.aborted) {
      // At most: a clock that was set back must not silence a turn.
      const waitMs = Math.min(Math.max(0, run.showAt - clock.now()), STATUS_EVERY_MS);
      await clock.sleep(waitMs, ended).catch(() => undefined);
      if (ended.aborted) return;
      const shown = run.state;
      run.showAt = clock.now() + STATUS_EVERY_MS;
      const goesOn = await show(turn, shown);
      if (run.state !== shown) continue;
      if (!goesOn) return;
      run.news = new AbortController();
      await clock.sleep(TICK_MS, AbortSignal.any([ended, run.news.signal])).catch(() => undefined);
    }
  }

  /** Returns whether it changes by itself: what waits for a person, or has ended, does not. */
  async function show(turn: string, shown: ProgressState): Promise<boolean> {
    const row = await ledger.turn(turn);
    if (!row || row.state === "ended") return false;
    const waits = shown.doing === "waiting";
    // The card says by itself that it waits; only a status that stands there already has to agree.
    if (waits && !(await ledger.outboxByCause(statusCause(turn)))) return false;
    await sayStatus(row, renderProgress({ ...shown, now: clock.now() }));
    return !waits;
  }

  async function sayStatus(row: TurnRow, text: FormattedText): Promise<void> {
    const message = status({ cause: statusCause(row.turn), place: row, text });
    await ledger.say([message], clock.now(), { replace: true });
    deps.wakeOutbox();
  }

  function begin(turn: string): Running {
    const run: Running = {
      state: initialProgress(clock.now()),
      showAt: clock.now() + FIRST_STATUS_MS,
      writing: null,
      news: new AbortController(),
      over: new AbortController(),
    };
    running.set(turn, run);
    return run;
  }

  /** The status of a turn that has ended says so; one that was never shown stays unsaid. */
  async function endStatus(row: TurnRow, outcome: Outcome): Promise<void> {
    const run = running.get(row.turn);
    run?.over.abort();
    running.delete(row.turn);
    await run?.writing;
    if (!(await ledger.outboxByCause(statusCause(row.turn)))) return;
    const took = durationWords((row.endedAt ?? clock.now()) - row.startedAt);
    const steps = run?.state.step ?? 0;
    const counted = steps === 0 ? "" : `, ${steps === 1 ? "1 step" : `${steps} steps`}`;
    await sayStatus(row, fmt`${isDone(outcome) ? "Done in" : "Ended after"} ${took}${counted}.`);
  }

  return {
    progress(turn, progress) {
      if (signal.aborted) return;
      const run = running.get(turn) ?? begin(turn);
      run.state = foldProgress(run.state, progress, clock.now());
      run.news.abort();
      run.writing ??= follow(turn, run)
        .catch((error: unknown) => {
          if (!signal.aborted)
            deps.onIncident({ kind: "outbox", text: "A status could not be stored.", error });
        })
        .finally(() => {
          run.writing = null;
        });
    },
    async deliver(turn, said) {
      const row = await ledger.turn(turn);
      if (!row) throw new Error(`the ledger has no turn ${turn}`);
      // The card has become a receipt that says the same.
      const isSaid = said.outcome === "rejected" && said.outstanding.length === 0;
      const { messages, blobs } = isSaid ? { messages: [], blobs: [] } : answerMessages(row, said);
      await ledger.putBlobs(blobs);
      await ledger.say(messages, clock.now());
      await endStatus(row, said.outcome);
      deps.wakeOutbox();
    },
    async close() {
      await Promise.all([...running.values()].map((run) => run.writing));
    },
  };
}

const isDone = (outcome: Outcome): boolean => ["answered", "landed", "shown"].includes(outcome);

/** With the wait for a verdict in it, so it may be days. */
function durationWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

type Said = Parameters<Notifier["deliver"]>[1];

/** What was not done is appended here, by code: no wording of the model's can leave it out. */
function answerMessages(
  row: TurnRow,
  { text, outcome, outstanding }: Said,
): { messages: NewOutboxMessage[]; blobs: Blob[] } {
  const left = outstanding.map((line) => fmt`• ${line}`);
  const rest = left.length === 0 ? concat([]) : join([bold("Not done:"), ...left], "\n");
  const whole = join([renderMarkdown(text), rest], "\n\n");
  const said = split(whole.text.trim() === "" ? fmt`Done; there is nothing to add.` : whole);
  const part = (shown: FormattedText, i: number) =>
    answer({
      cause: answerCause(row.turn, i),
      place: row,
      text: shown,
      lead: leadOf(shown, i, outcome),
      after: i === 0 ? null : answerCause(row.turn, i - 1),
    });
  if (said.type === "parts") return { messages: said.parts.map(part), blobs: [] };
  const bytes = new TextEncoder().encode(said.file.content);
  const blob = { hash: sha256(bytes), bytes };
  const head = part(said.head, 0);
  const cause = answerCause(row.turn, 1);
  const file = documentMessage({
    cause,
    place: row,
    name: said.file.name,
    blob: blob.hash,
    after: head.cause,
  });
  return { messages: [head, file], blobs: [blob] };
}

/** What stands in the chat until the part is edited in; if that never happens, it still says something. */
function leadOf(part: FormattedText, i: number, outcome: Outcome): string {
  const line = part.text.split("\n", 1)[0] ?? "";
  // A lead has no entities, so an address in it would be a link.
  const first = unlinked(line).entities.length > 0 ? "the answer follows." : line;
  return clip(concat([i > 0 ? "… " : isDone(outcome) ? "Done: " : "", first]), LEAD_UNITS).text;
}
