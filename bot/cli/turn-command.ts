// `handrail turn "REQUEST"`: one turn with the bot's own agent, reviewed in the terminal. Promises the exit codes
// below and that nothing lands without a yes here, on the command line, or by --review apply. The same ledger
// keeps it, so replay and undo know it too.

import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { fromRow, type Outcome } from "../../agent/events.ts";
import { openLookupCache } from "../../agent/lookups/lookup-cache.ts";
import { createModelClient } from "../../agent/model/client.ts";
import { embedderOf } from "../../agent/model/embeddings.ts";
import { failTurn, runTurn } from "../../agent/run-turn.ts";
import { startTurn } from "../../agent/start-turn.ts";
import type { TurnDeps } from "../../agent/turn/deps.ts";
import { fold } from "../../agent/turn/fold.ts";
import { noFailpoint } from "../../store/failpoint.ts";
import type { Ledger, LogRow, ReviewRow } from "../../store/ledger.ts";
import { openStore, type Store } from "../../store/open.ts";
import { type Config, contextOf, makeDataDir, readConfig, tokenFieldOf } from "../config.ts";
import { holdLease } from "../held-lease.ts";
import { CLI_CHAT, cliCause, endLostTurns, nobody, turnLease } from "../lost-turns.ts";
import { type OpenedWorkspace, openWorkspaceEntry } from "../workspace-entry.ts";
import type { CliIo } from "./io.ts";
import { type Asker, createAsker, terminalNotifier, terminalReviewer } from "./terminal.ts";
import { UsageError } from "./usage.ts";

type ReviewMode = "ask" | "show" | "apply";
type Args = { request: string; folder: string; review: ReviewMode; json: boolean };

const exitCodes: Record<Outcome, number> = {
  answered: 0,
  landed: 0,
  shown: 0,
  failed: 1,
  stopped: 1,
  rejected: 3,
  bound: 4,
  model_failed: 5,
};
/** Shipped with something outstanding: as with a bound, it is not all there. */
const NOT_ALL = 4;

export async function turnCommand(argv: string[], io: CliIo): Promise<number> {
  const args = parse(argv, io);
  const config = readConfig({ workspaces: [args.folder], dataDir: io.dataDir });
  makeDataDir(config.dataDir);
  await using stack = new AsyncDisposableStack();
  const file = join(config.dataDir, "handrail.sqlite");
  const store = stack.use(await openStore(`sqlite:${file}`, { clock: io.clock }));
  const ledger = watched(
    store.ledger,
    args.json ? (row) => io.stdout(`${eventLine(row)}\n`) : () => undefined,
  );
  const offline = config.model ? null : stack.use(await startOffline(io));
  if (offline) io.stderr("No OPENAI_API_KEY is set: the offline model answers (rules, no intelligence).\n");
  const by = `cli:${userInfo().username}`;
  const endpoint = config.model ?? { ...offlineNames, apiKey: "offline", baseUrl: offline?.baseUrl ?? "" };
  const entry = stack.use(await open({ args, config, endpoint, by, store, ledger, io }));
  const onFault = (text: string) => io.stderr(`${text}\n`);
  // What a killed run left is no event of this one: it goes past --json.
  const quiet = { ...entry.deps(nobody), ledger: ledger.unwatched };
  await endLostTurns({ turn: quiet, onFault, signal: io.signal });
  const deps = entry.deps({
    reviewer: terminalReviewer(io, args.json),
    notifier: terminalNotifier(io, args.json),
  });
  const asker = stack.use(createAsker(io));
  return await runToEnd({ args, by, deps, asker, io });
}

/** Loaded when there is no model of the person's own. */
async function startOffline({ clock }: CliIo) {
  const { startOfflineModel } = await import("../playground/offline-model/start.ts");
  return await startOfflineModel({ clock });
}

const offlineNames = { model: "offline", smallModel: "offline" };

function parse(argv: string[], io: CliIo): Args {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      workspace: { type: "string" },
      review: { type: "string" },
      json: { type: "boolean", default: false },
      data: { type: "string" },
    },
  });
  const [request, ...more] = positionals;
  if (!request?.trim() || more.length > 0) throw new UsageError("Give one request, in quotes.");
  const review = values.review ?? (io.isTty && !values.json ? "ask" : "show");
  if (!isMode(review)) throw new UsageError("--review takes ask, show or apply.");
  return { request, review, json: values.json, folder: resolve(io.cwd, values.workspace ?? ".") };
}

function isMode(value: string): value is ReviewMode {
  return value === "ask" || value === "show" || value === "apply";
}

type Opening = {
  args: Args;
  config: Config;
  endpoint: NonNullable<Config["model"]>;
  by: string;
  store: Pick<Store, "keyv">;
  ledger: Ledger;
  io: CliIo;
};

function open({ args, config, endpoint, by, store, ledger, io }: Opening): Promise<OpenedWorkspace> {
  const held = [config.model?.apiKey, config.telegram?.token];
  return openWorkspaceEntry({
    folder: args.folder,
    dataDir: config.dataDir,
    ledger,
    clock: io.clock,
    failpoint: noFailpoint,
    model: createModelClient(endpoint, io.clock),
    cache: openLookupCache(store, io.clock),
    embedder: embedderOf(config.embeddings, io.clock),
    settings: {
      model: endpoint.model,
      smallModel: endpoint.smallModel,
      tokenField: tokenFieldOf(config.model),
      bounds: config.bounds,
      ...contextOf(config),
      secrets: held.filter((one) => one !== undefined),
      owners: [by],
    },
    onFault: (text) => io.stderr(`${text}\n`),
    signal: io.signal,
  });
}

type Run = { args: Args; by: string; deps: TurnDeps; asker: Asker; io: CliIo };

async function runToEnd({ args, by, deps, asker, io }: Run): Promise<number> {
  const { ledger, clock, settings } = deps;
  const turn = randomUUID();
  // Held before there is a turn, so that no other process takes it for one that was left behind.
  const held = await holdLease(turnLease(turn), "handrail turn", {
    ...deps,
    onLost: (why) => io.stderr(`${why}\n`),
  });
  if (!held.ok) throw new Error("another process holds this turn");
  await using _ = held.lease;
  io.signal.throwIfAborted();
  const place = { workspace: settings.workspaceId, chat: CLI_CHAT, topic: null, messageId: null };
  const wish = { cause: cliCause(turn), ...place, by, text: args.request };
  await startTurn(await ledger.addRequest(wish, clock.now()), deps, turn);
  try {
    await follow(turn, { args, by, deps, asker, io });
  } catch (error) {
    // Not the signal of Ctrl+C: that asked for an end, and this is one.
    await failTurn(turn, deps, { error, signal: new AbortController().signal });
  }
  return await tellEnd(turn, args, deps, io);
}

async function follow(turn: string, { args, by, deps, asker, io }: Run): Promise<void> {
  const stop = new AbortController();
  const told: { stop: Promise<unknown> } = { stop: Promise.resolve() };
  const onStop = () => {
    const input = { turn, kind: "stop" as const, by, body: "{}", at: deps.clock.now() };
    told.stop = deps.ledger.addInput(input, `stop:${turn}`).finally(() => stop.abort());
    // Awaited below; until then a failure must not end the process.
    told.stop.catch(() => undefined);
  };
  if (io.signal.aborted) onStop();
  else io.signal.addEventListener("abort", onStop, { once: true });
  const signals = { shutdown: new AbortController().signal, stop: stop.signal };
  try {
    while ((await runTurn(turn, deps, signals)) !== "ended") {
      if (!io.signal.aborted) await review(turn, { args, by, deps, asker, io });
      await told.stop;
    }
  } finally {
    io.signal.removeEventListener("abort", onStop);
  }
}

/** The person at the terminal decides; their verdict goes the same way as a tap. */
async function review(turn: string, { args, by, deps, asker, io }: Run): Promise<void> {
  const { ledger, settings, clock } = deps;
  const { permission } = fold((await ledger.log(turn)).map(fromRow));
  if (permission) return await giveLeave(turn, permission.permission, { args, by, deps, asker, io });
  const open = (await ledger.reviewsIn(["open"], settings.workspaceId)).find((one) => isOf(one, turn));
  if (!open) throw new Error(`turn ${turn} waits without an open review`);
  const said = args.review === "ask" ? await asker.ask() : fixed[args.review];
  if (io.signal.aborted) return;
  const decision = await ledger.decideByReply({ review: open.review, by, ...said, at: clock.now() });
  if (decision.type !== "decided") throw new Error(`the verdict was not taken: ${decision.type}`);
}

/** Where nobody is there to be asked, the answer is no: --review apply is about changes that can be undone. */
async function giveLeave(
  turn: string,
  permission: string,
  { args, by, deps, asker, io }: Run,
): Promise<void> {
  const allow = args.review === "ask" && (await asker.leave("Run it? y = yes, anything else = no: "));
  if (io.signal.aborted) return;
  await deps.ledger.decidePermission({ turn, permission, allow, by, at: deps.clock.now(), tap: null });
}

const fixed = {
  show: { verdict: "withdraw", comment: "" },
  apply: { verdict: "apply", comment: "" },
} as const;

function isOf(review: ReviewRow, turn: string): boolean {
  return review.origin.type === "turn" && review.origin.turn === turn;
}

async function tellEnd(turn: string, args: Args, { ledger }: TurnDeps, io: CliIo): Promise<number> {
  const { answered } = fold((await ledger.log(turn)).map(fromRow));
  const outcome = answered?.outcome ?? "failed";
  if (!args.json) io.stderr(`Turn ${turn} ended: ${outcome}.\n`);
  const code = exitCodes[outcome];
  return code === 0 && (answered?.outstanding.length ?? 0) > 0 ? NOT_ALL : code;
}

/** Shows each event as it is stored: one more listener, not calls strewn about. */
function watched(ledger: Ledger, see: (row: LogRow) => void): Ledger & { unwatched: Ledger } {
  const seen = (rows: LogRow[]) => {
    for (const row of rows) see(row);
    return rows;
  };
  return {
    ...ledger,
    unwatched: ledger,
    createTurn: async (turn, first) => seen(await ledger.createTurn(turn, first)),
    append: async (batch) => seen(await ledger.append(batch)),
  };
}

function eventLine({ turn, seq, thread, step, at, type, body }: LogRow): string {
  return JSON.stringify({ turn, seq, thread, step, at, type, ...JSON.parse(body) });
}
