// Replays a turn from its log: the chain of rows, then every request rebuilt from prefix, fragments and suffix
// and compared with the hash of what was sent. Promises byte for byte, or says at which event it is not.

import { verifyChain } from "../store/chain.ts";
import { sha256 } from "../store/hash.ts";
import type { Ledger, LogRow } from "../store/ledger.ts";
import { type EventOf, fromRow, MAIN, type TurnEvent } from "./events.ts";
import { requestBytes } from "./prompt/request.ts";
import { fragments } from "./turn/fold.ts";

export type ReplayFault = { seq: number; what: string };
export type Replay = { events: TurnEvent[]; requests: number; replies: number; faults: ReplayFault[] };

export async function replayTurn(rows: LogRow[], ledger: Pick<Ledger, "blob">): Promise<Replay> {
  const events = rows.map(fromRow);
  const faults: ReplayFault[] = [];
  const chain = verifyChain(rows);
  if (!chain.ok) faults.push({ seq: chain.seq, what: chain.what });
  const counts = { requests: 0, replies: 0 };
  for (const event of events) {
    if (event.type === "asked") {
      counts.requests += 1;
      const what = await faultOfRequest(event, events, ledger);
      if (what) faults.push({ seq: event.seq, what });
    }
    if (event.type === "replied") {
      counts.replies += 1;
      if (!(await intact(event.reply, ledger)))
        faults.push({ seq: event.seq, what: "the reply's bytes are lost or changed" });
    }
  }
  faults.push(...unanswered(events));
  return { events, ...counts, faults };
}

async function faultOfRequest(
  asked: EventOf<"asked">,
  events: TurnEvent[],
  ledger: Pick<Ledger, "blob">,
): Promise<string | null> {
  const before = events.filter((event) => event.seq < asked.seq);
  const hashes = asked.thread === MAIN ? fragments(before) : asked.fragments;
  const parts = await Promise.all([asked.prefix, ...hashes, asked.suffix].map((hash) => ledger.blob(hash)));
  const found = parts.filter((part) => part !== undefined);
  if (found.length < parts.length) return "a part of the request is lost";
  const [prefix, suffix] = [found[0], found.at(-1)];
  if (!prefix || !suffix) return "a part of the request is lost";
  const bytes = requestBytes(prefix, found.slice(1, -1), suffix);
  return sha256(bytes) === asked.request ? null : "the request does not hash to what was sent";
}

async function intact(hash: string, ledger: Pick<Ledger, "blob">): Promise<boolean> {
  const bytes = await ledger.blob(hash);
  return bytes !== undefined && sha256(bytes) === hash;
}

/** Every tool call that a transcript carries has exactly one result. */
function unanswered(events: TurnEvent[]): ReplayFault[] {
  const faults: ReplayFault[] = [];
  const ended = events.some((event) => event.type === "ended");
  for (const event of events) {
    if (event.type !== "replied" || event.thread !== MAIN || event.fragment === null) continue;
    for (const [index, call] of event.calls.entries()) {
      const results = events.filter(
        (e) => e.type === "tool_ran" && e.step === event.step && e.index === index,
      ).length;
      if (results > 1 || (results === 0 && ended)) {
        faults.push({ seq: event.seq, what: `the call ${call.name} has ${results} results` });
      }
    }
  }
  return faults;
}
