// `handrail turn "REQUEST"`: one turn with the bot's own agent, reviewed in the terminal. Promises the exit codes
// below and that nothing lands without a yes here, on the command line, or by --review apply. The same ledger
// keeps it, so replay and undo know it too.

import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import type { Outcome } from "../../agent/events.ts";
import { createModelClient } from "../../agent/model/client.ts";
import { failTurn, runTurn } from "../../agent/run-turn.ts";
import { startTurn } from "../../agent/start-turn.ts";
import type { TurnDeps } from "../../agent/turn/deps.ts";
import { noFailpoint } from "../../store/failpoint.ts";
import type { Ledger, LogRow, ReviewRow, Verdict } from "../../store/ledger.ts";
import { openLedger } from "../../store/open.ts";
import { readConfig, tokenFieldOf } from "../config.ts";
import { startOfflineModel } from "../playground/offline-model/start.ts";
import { openWorkspaceEntry } from "../workspace-entry.ts";
import type { CliIo } from "./io.ts";
import { terminalNotifier, terminalReviewer } from "./terminal.ts";

export const TURN_USAGE =
  'handrail turn "REQUEST" [--workspace DIR] [--review ask|show|apply] [--json] [--data DIR]';

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

const CHAT = "cli";

export async function turnCommand(argv: string[], io: CliIo): Promise<number> {
  const args = parse(argv, io);
  if (!args) {
    io.stderr(`Usage: ${TURN_USAGE}\n`);
    return 2;
  }
  const config = readConfig({ workspaces: [args.folder], dataDir: io.dataDir });
  await using stack = new AsyncDisposableStack();
  const ledger = watched(
    stack.use(await openLedger(`sqlite:${join(config.dataDir, "handrail.sqlite")}`, { clock: io.clock })),
    args.json ? (row) => io.stdout(`${eventLine(row)}\n`) : () => undefined,
  );
  const offline = config.model ? null : stack.use(await startOfflineModel({ clock: io.clock }));
  if (offline) io.stderr("No OPENAI_API_KEY is set: the offline model answers (rules, no intelligence).\n");
  const endpoint = config.model ?? { ...offlineNames, apiKey: "offline", baseUrl: offline?.baseUrl ?? "" };
  const by = `cli:${userInfo().username}`;
  const entry = stack.use(
    await openWorkspaceEntry({
      folder: args.folder,
      dataDir: config.dataDir,
      ledger,
      clock: io.clock,
      failpoint: noFailpoint,
      model: createModelClient(endpoint, io.clock),
      settings: {
        model: endpoint.model,
        smallModel: endpoint.smallModel,
        tokenField: tokenFieldOf(config.model),
        bounds: config.bounds,
        secrets: config.model
          ? [config.model.apiKey, ...(config.telegram ? [config.telegram.token] : [])]
          : [],
        owners: [by],
        reviewTtlMs: null,
      },
      onFault: (text) => io.stderr(`${text}\n`),
      signal: io.signal,
    }),
  );
  const deps = entry.deps({
    reviewer: terminalReviewer(io, args.json),
    notifier: terminalNotifier(io, args.json),
  });
  return await runToEnd(args, by, deps, io);
}

const offlineNames = { model: "offline", smallModel: "offline" };

function parse(argv: string[], io: CliIo): Args | null {
  try {
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
    const [request] = positionals;
    const review = values.review ?? (io.isTty && !values.json ? "ask" : "show");
    if (!request?.trim() || positionals.length > 1 || !isMode(review)) return null;
    return { request, review, json: values.json, folder: resolve(io.cwd, values.workspace ?? ".") };
  } catch {
    return null;
  }
}

function isMode(value: string): value is ReviewMode {
  return value === "ask" || value === "show" || value === "apply";
}

async function runToEnd(args: Args, by: string, deps: TurnDeps, io: CliIo): Promise<number> {
  const { ledger, clock, settings } = deps;
  const stop = new AbortController();
  const request = await ledger.addRequest(
    {
      cause: `cli:${process.pid}:${clock.now()}`,
      workspace: settings.workspaceId,
      chat: CHAT,
      topic: null,
      messageId: null,
      by,
      text: args.request,
    },
    clock.now(),
  );
  const turn = await startTurn(request, deps);
  const onStop = async () => {
    await ledger.addInput({ turn, kind: "stop", by, body: "{}", at: clock.now() }, `stop:${turn}`);
    stop.abort();
  };
  io.signal.addEventListener("abort", () => void onStop(), { once: true });
  const signals = { shutdown: new AbortController().signal, stop: stop.signal };
  try {
    while ((await runTurn(turn, deps, signals)) === "waiting") await review(turn, args, by, deps, io);
  } catch (error) {
    await failTurn(turn, deps, error);
  }
  const row = await ledger.turn(turn);
  if (!args.json) io.stderr(`Turn ${turn} ended: ${row?.outcome ?? "unknown"}.\n`);
  return exitCodes[(row?.outcome ?? "failed") as Outcome];
}

/** The person at the terminal decides; their verdict goes the same way as a tap. */
async function review(turn: string, args: Args, by: string, deps: TurnDeps, io: CliIo): Promise<void> {
  const { ledger, settings, clock } = deps;
  const open = (await ledger.reviewsIn(["open"], settings.workspaceId)).find((one) => isOf(one, turn));
  if (!open) throw new Error(`turn ${turn} waits without an open review`);
  const { verdict, comment } = args.review === "ask" ? await ask(io) : fixed[args.review];
  const decision = await ledger.decideByReply({ review: open.review, by, verdict, comment, at: clock.now() });
  if (decision.type !== "decided") throw new Error(`the verdict was not taken: ${decision.type}`);
}

const fixed: Record<"show" | "apply", { verdict: Verdict; comment: string }> = {
  show: { verdict: "withdraw", comment: "" },
  apply: { verdict: "apply", comment: "" },
};

function isOf(review: ReviewRow, turn: string): boolean {
  return review.origin.type === "turn" && review.origin.turn === turn;
}

async function ask(io: CliIo): Promise<{ verdict: Verdict; comment: string }> {
  if (!io.stdin) return fixed.show;
  const lines = createInterface({ input: io.stdin, output: process.stderr });
  try {
    const said = (
      await lines.question("Apply? y = yes, n = no, or say what to change: ", { signal: io.signal })
    ).trim();
    if (/^(y|yes)$/i.test(said)) return fixed.apply;
    if (said === "" || /^(n|no)$/i.test(said)) return { verdict: "reject", comment: "" };
    return { verdict: "revise", comment: said };
  } catch (error) {
    if (io.signal.aborted) return { verdict: "reject", comment: "" };
    throw error;
  } finally {
    lines.close();
  }
}

/** Shows each event as it is stored: one more listener, not calls strewn about. */
function watched(ledger: Ledger, see: (row: LogRow) => void): Ledger {
  const seen = (rows: LogRow[]) => {
    for (const row of rows) see(row);
    return rows;
  };
  return {
    ...ledger,
    createTurn: async (turn, first) => seen(await ledger.createTurn(turn, first)),
    append: async (batch) => seen(await ledger.append(batch)),
  };
}

function eventLine({ turn, seq, thread, step, at, type, body }: LogRow): string {
  return JSON.stringify({ turn, seq, thread, step, at, type, ...JSON.parse(body) });
}
