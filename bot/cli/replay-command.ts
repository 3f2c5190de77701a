// `handrail replay TURN`: a turn as it went, event by event, and whether every request still hashes to what was
// sent. Exit 1 when one does not. Reads only; takes no lease.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { TurnEvent } from "../../agent/events.ts";
import { replayTurn } from "../../agent/replay.ts";
import type { Ledger } from "../../store/ledger.ts";
import { openLedger } from "../../store/open.ts";
import type { CliIo } from "./io.ts";

export const REPLAY_USAGE = "handrail replay TURN [--data DIR] [--json]";

export async function replayCommand(argv: string[], io: CliIo): Promise<number> {
  const args = parse(argv);
  if (!args) {
    io.stderr(`Usage: ${REPLAY_USAGE}\n`);
    return 2;
  }
  const file = join(io.dataDir, "handrail.sqlite");
  if (!existsSync(file)) {
    io.stderr(
      `There is no ledger in ${io.dataDir}: set HANDRAIL_DATA or --data to the folder that has it.\n`,
    );
    return 2;
  }
  await using ledger = await openLedger(`sqlite:${file}`, { clock: io.clock });
  const turn = await findTurn(ledger, args.turn);
  if (typeof turn !== "string") {
    io.stderr(`${turn.why}\n`);
    return 2;
  }
  const replay = await replayTurn(await ledger.log(turn), ledger);
  const { requests, replies, faults } = replay;
  if (args.json) {
    for (const event of replay.events) io.stdout(`${JSON.stringify(event)}\n`);
    io.stdout(`${JSON.stringify({ turn, requests, replies, faults })}\n`);
  } else {
    for (const event of replay.events) io.stdout(`${lineOf(event)}\n`);
    io.stdout(
      `${requests} requests, ${replies} replies: ${faults.length === 0 ? "every hash holds" : "FAULTS"}\n`,
    );
    for (const fault of faults) io.stdout(`  event ${fault.seq}: ${fault.what}\n`);
  }
  return faults.length === 0 ? 0 : 1;
}

function parse(argv: string[]): { turn: string; json: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { json: { type: "boolean", default: false }, data: { type: "string" } },
    });
    const [turn] = positionals;
    return turn !== undefined && positionals.length === 1 ? { turn, json: values.json } : null;
  } catch {
    return null;
  }
}

/** A turn by its id, or by a beginning of it that no other turn shares. */
async function findTurn(ledger: Ledger, wanted: string): Promise<string | { why: string }> {
  if (await ledger.turn(wanted)) return wanted;
  const all = await ledger.turnsIn(["running", "waiting", "ended"]);
  const found = all.filter((row) => row.turn.startsWith(wanted));
  if (found.length === 1 && found[0]) return found[0].turn;
  return {
    why:
      found.length === 0
        ? `There is no turn "${wanted}".`
        : `${found.length} turns begin with "${wanted}": give more of the id.`,
  };
}

function lineOf(event: TurnEvent): string {
  const place = event.thread === "main" ? `${event.step}` : `${event.step} ${event.thread}`;
  return `${String(event.seq).padStart(4)}  ${place.padEnd(4)} ${event.type.padEnd(16)} ${detail(event)}`.trimEnd();
}

function detail(event: TurnEvent): string {
  switch (event.type) {
    case "started":
      return `"${event.request}" by ${event.by}, ${event.model}`;
    case "steered":
      return `"${event.text}"`;
    case "asked":
      return `${event.purpose}, ${event.bytes} bytes, ${event.request.slice(0, 12)}`;
    case "replied":
      return `${event.finish}${event.cut ? ", cut" : ""}, ${event.calls.map((c) => c.name).join(" ") || event.text.slice(0, 80)}`;
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
      return event.bound;
    case "review_opened":
      return `${event.changes.length} files, ${event.changeset.slice(0, 12)}`;
    case "verdict_given":
      return `${event.verdict} by ${event.by}${event.comment ? `: ${event.comment}` : ""}`;
    case "landed":
      return `generation ${event.generation}`;
    case "conflicted":
      return event.files.map((f) => f.path).join(", ");
    case "answered":
      return `${event.outcome}: ${event.text.slice(0, 80)}`;
    case "ended":
      return event.outcome;
    case "landing_started":
    case "stop_asked":
    case "delivered":
      return "";
    case "lost":
      return event.what;
  }
}
