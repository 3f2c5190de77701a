// `handrail replay TURN`: a turn as it went, event by event, and whether every request still hashes to what was
// sent. Exit 1 when one does not. Without TURN, the newest turns with their ids. Reads only; takes no lease.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { EventOf, TurnEvent } from "../../agent/events.ts";
import { type Replay, replayTurn } from "../../agent/replay.ts";
import type { Ledger, LogRow, TurnRow, TurnState } from "../../store/ledger.ts";
import { openLedger } from "../../store/open.ts";
import { wordsOf } from "../../store/words-of.ts";
import { ago, firstWords } from "../commands/ago.ts";
import type { CliIo } from "./io.ts";
import { safeText } from "./safe-text.ts";
import { UsageError } from "./usage.ts";

const ANY_STATE: TurnState[] = ["running", "waiting", "ended"];
const LISTED = 20;
const SHORT = 80;

export async function replayCommand(argv: string[], io: CliIo): Promise<number> {
  const args = parse(argv);
  await using stack = new AsyncDisposableStack();
  const ledgers: Ledger[] = [];
  // The playground keeps a ledger of its own beside the bot's.
  for (const folder of [io.dataDir, join(io.dataDir, "playground")]) {
    const file = join(folder, "handrail.sqlite");
    if (existsSync(file)) ledgers.push(stack.use(await openLedger(`sqlite:${file}`, { clock: io.clock })));
  }
  if (ledgers.length === 0) {
    io.stderr(`There is no ledger in ${io.dataDir}: set HANDRAIL_DATA or --data.\n`);
    return 2;
  }
  if (args.turn === undefined) {
    for (const row of await newest(ledgers))
      io.stdout(`${args.json ? JSON.stringify(row) : listed(row, io.clock.now())}\n`);
    return 0;
  }
  const found = await findTurn(ledgers, args.turn);
  if (!("turn" in found)) {
    io.stderr(`${found.why}\n`);
    return 2;
  }
  const replay = await replayed(found.turn, found.ledger);
  show(found.turn, replay, args.json, io);
  return replay.faults.length === 0 ? 0 : 1;
}

/** A log whose chain is broken is not read at all, and that is the fault. */
async function replayed(turn: string, ledger: Ledger): Promise<Replay> {
  let rows: LogRow[];
  try {
    rows = await ledger.log(turn);
  } catch (error) {
    const what = wordsOf(error);
    return { events: [], requests: 0, replies: 0, faults: [{ seq: null, what }] };
  }
  return await replayTurn(rows, ledger);
}

function show(turn: string, { events, requests, replies, faults }: Replay, json: boolean, io: CliIo): void {
  for (const event of events) io.stdout(`${json ? JSON.stringify(event) : safeText(lineOf(event))}\n`);
  if (json) return io.stdout(`${JSON.stringify({ turn, requests, replies, faults })}\n`);
  const verdict = faults.length === 0 ? "every hash holds" : "FAULTS";
  io.stdout(`Turn ${turn}: ${requests} requests, ${replies} replies: ${verdict}\n`);
  for (const { seq, what } of faults) io.stdout(`  ${seq === null ? "" : `event ${seq}: `}${what}\n`);
}

function parse(argv: string[]): { turn: string | undefined; json: boolean } {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { json: { type: "boolean", default: false }, data: { type: "string" } },
  });
  const [turn, ...more] = positionals;
  if (more.length > 0) throw new UsageError("Name one turn, or none to list the newest.");
  return { turn, json: values.json };
}

async function newest(ledgers: readonly Ledger[]): Promise<TurnRow[]> {
  const all = await Promise.all(ledgers.map((ledger) => ledger.turnsIn(ANY_STATE)));
  return all
    .flat()
    .sort((a, b) => b.startedAt - a.startedAt)
    .slice(0, LISTED);
}

const listed = ({ turn, startedAt, outcome, state, text }: TurnRow, now: number): string =>
  `${turn.slice(0, 8)}  ${ago(startedAt, now).padEnd(10)}  ${(outcome ?? state).padEnd(12)}  ${short(text)}`;

const short = (text: string): string => firstWords(text, SHORT);

/** A turn by its id, or by a beginning of it that no other turn shares. */
async function findTurn(
  ledgers: readonly Ledger[],
  wanted: string,
): Promise<{ turn: string; ledger: Ledger } | { why: string }> {
  const found: { turn: string; ledger: Ledger }[] = [];
  for (const ledger of ledgers) {
    if (await ledger.turn(wanted)) return { turn: wanted, ledger };
    const all = await ledger.turnsIn(ANY_STATE);
    found.push(...all.filter((row) => row.turn.startsWith(wanted)).map(({ turn }) => ({ turn, ledger })));
  }
  const [first, ...others] = found;
  if (first && others.length === 0) return first;
  if (!first) return { why: `There is no turn "${wanted}".` };
  return { why: `${found.length} turns begin with "${wanted}": give more of the id.` };
}

function lineOf(event: TurnEvent): string {
  const place = event.thread === "main" ? `${event.step}` : `${event.step} ${event.thread}`;
  return `${String(event.seq).padStart(4)}  ${place.padEnd(4)} ${event.type.padEnd(16)} ${detail(event)}`.trimEnd();
}

function planDetail(event: EventOf<"plan_made" | "item_began" | "item_waits" | "item_ended">): string {
  switch (event.type) {
    case "plan_made":
      return event.items.map(({ n, title }) => `${n}. ${short(title)}`).join("; ");
    case "item_began":
      return `item ${event.item}`;
    case "item_waits":
      return `item ${event.item}: ${event.unverified.map(({ citation }) => short(citation)).join(", ")}`;
    case "item_ended":
      return [`item ${event.item}: ${event.state}`, ...event.files].join(", ");
  }
}

function personDetail(
  event: EventOf<"steered" | "overruled" | "verdict_given" | "permission_decided">,
): string {
  switch (event.type) {
    case "steered":
      return `"${short(event.text)}"`;
    case "overruled":
      return `${event.about} ${event.word === "exists" ? "exists" : "counts as invented again"}, by ${event.by}`;
    case "verdict_given":
      return `${event.verdict} by ${event.by}${event.comment ? `: ${event.comment}` : ""}`;
    case "permission_decided":
      return `${event.allow ? "allowed" : "denied"} by ${event.by}`;
  }
}

function limitDetail(event: EventOf<"bound_met" | "trimmed" | "prompt_dropped" | "lost" | "ended">): string {
  if (event.type === "bound_met") return event.bound;
  if (event.type === "lost") return event.what;
  if (event.type === "ended") return event.outcome;
  if (event.type === "prompt_dropped")
    return `the server read ${event.after} tokens of a longer request, after ${event.before}`;
  return `${event.replacements.length} left out, ${event.bytes.before} to ${event.bytes.after} bytes`;
}

function detail(event: TurnEvent): string {
  switch (event.type) {
    case "started":
      return `"${short(event.request)}" by ${event.by}, ${event.model}`;
    case "steered":
    case "overruled":
    case "verdict_given":
    case "permission_decided":
      return personDetail(event);
    case "context_added":
      return event.queries.map(({ label }) => label).join("; ");
    case "lookup_spent":
      return `${event.tool} "${short(event.query)}"`;
    case "checked":
      return event.held ? `held by ${event.held.gate}` : "passed";
    case "dry_ran":
      return event.line;
    case "cache_served":
      return short(event.entry);
    case "asked":
      return `${event.purpose}, ${event.bytes} bytes, ${event.request.slice(0, 12)}`;
    case "replied":
      return `${event.finish}${event.cut ? ", cut" : ""}, ${event.calls.map((c) => c.name).join(" ") || short(event.text)}`;
    case "call_failed":
      return event.text;
    case "tool_started":
      return event.label;
    case "tool_ran":
      return `${event.tool} ${event.ok ? "ok" : `refused (${event.reason})`}`;
    case "staged":
      return `${event.change.op} ${event.change.path}`;
    case "pushed":
      return event.by;
    case "bound_met":
    case "trimmed":
    case "prompt_dropped":
    case "lost":
    case "ended":
      return limitDetail(event);
    case "review_opened":
      return `${event.changes.length} ${event.changes.length === 1 ? "file" : "files"}, ${event.changeset.slice(0, 12)}`;
    case "landed":
      return `generation ${event.generation}`;
    case "conflicted":
      return event.files.map((f) => f.path).join(", ");
    case "answered":
      return `${event.outcome}: ${short(event.text)}`;
    case "permission_asked":
      return `${event.tool}, ${event.effect}`;
    case "plan_made":
    case "item_began":
    case "item_waits":
    case "item_ended":
      return planDetail(event);
    case "landing_started":
    case "stop_asked":
    case "delivered":
      return "";
  }
}
