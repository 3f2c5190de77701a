// Replays a turn from its log: the chain of rows, then every request rebuilt from prefix, fragments and suffix
// and compared with the hash of what was sent, and the bytes of replies, staged files and reviews. Promises byte for
// byte, or says at which event it is not.

import { verifyChain } from "../store/chain.ts";
import { sha256 } from "../store/hash.ts";
import type { Hash, Ledger, LogRow } from "../store/ledger.ts";
import { type EventOf, fromRow, type TurnEvent } from "./events.ts";
import { requestBytes } from "./prompt/request.ts";
import { shorterRequests } from "./turn/prompt-drop.ts";
import { isConversation } from "./turn/thread.ts";
import { fragments } from "./turn/transcript.ts";

/** `seq` is null where the fault is of the log as a whole. */
export type ReplayFault = { seq: number | null; what: string };
export type Replay = { events: TurnEvent[]; requests: number; replies: number; faults: ReplayFault[] };

export async function replayTurn(rows: LogRow[], ledger: Pick<Ledger, "blob">): Promise<Replay> {
  const events = rows.map(fromRow);
  const faults: ReplayFault[] = [];
  const chain = verifyChain(rows);
  if (!chain.ok) faults.push({ seq: chain.seq, what: chain.what });
  for (const event of events) {
    const what = await faultOf(event, events, ledger);
    if (what !== null) faults.push({ seq: event.seq, what });
  }
  faults.push(...unanswered(events));
  for (const { seq } of shorterRequests(events))
    faults.push({ seq, what: "the request is shorter than the one before it, and no trim says why" });
  const count = (type: TurnEvent["type"]) => events.filter((event) => event.type === type).length;
  return { events, requests: count("asked"), replies: count("replied"), faults };
}

type Blobs = Pick<Ledger, "blob">;

async function faultOf(event: TurnEvent, events: TurnEvent[], ledger: Blobs): Promise<string | null> {
  if (event.type === "asked") return await faultOfRequest(event, events, ledger);
  for (const hash of namedBy(event)) {
    if (!(await bytesOf(hash, ledger)))
      return `the bytes ${hash.slice(0, 12)} that it names are lost or changed`;
  }
  return null;
}

/** What an event names by hash. Fragments are in the requests that follow, or in none. */
function namedBy(event: TurnEvent): Hash[] {
  const given = (hashes: (Hash | null)[]) => hashes.filter((hash) => hash !== null);
  if (event.type === "started") return [event.prefix, event.tools, ...event.opening];
  if (event.type === "item_began") return [event.tools, ...event.opening];
  if (event.type === "replied") return given([event.reply, event.fragment]);
  if (event.type === "staged") return given([event.change.before, event.change.after]);
  if (event.type === "review_opened") return [event.changeset];
  if (event.type === "trimmed") return event.replacements.map(({ by }) => by);
  if (event.type === "dry_ran") return [event.report];
  return "fragment" in event ? given([event.fragment]) : [];
}

async function faultOfRequest(
  asked: EventOf<"asked">,
  events: TurnEvent[],
  ledger: Blobs,
): Promise<string | null> {
  const before = events.filter((event) => event.seq < asked.seq);
  const hashes = isConversation(asked.thread) ? fragments(before, asked.thread) : asked.fragments;
  const all = [asked.prefix, ...hashes, asked.suffix];
  const parts = await Promise.all(all.map((hash) => bytesOf(hash, ledger)));
  const found = parts.filter((part) => part !== undefined);
  const [prefix, suffix] = [found[0], found.at(-1)];
  if (found.length < parts.length || !prefix || !suffix) return "a part of the request is lost or changed";
  const bytes = requestBytes(prefix, found.slice(1, -1), suffix);
  return sha256(bytes) === asked.request ? null : "the request does not hash to what was sent";
}

/** The ledger throws on bytes that no longer hash to their name; here that is a finding, not an end. */
async function bytesOf(hash: Hash, ledger: Blobs): Promise<Uint8Array | undefined> {
  try {
    const bytes = await ledger.blob(hash);
    return bytes !== undefined && sha256(bytes) === hash ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Every tool call that a transcript carries has exactly one result. */
function unanswered(events: TurnEvent[]): ReplayFault[] {
  const faults: ReplayFault[] = [];
  const ended = events.some((event) => event.type === "ended");
  for (const event of events) {
    if (event.type !== "replied" || !isConversation(event.thread) || event.fragment === null) continue;
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
