// A prompt that became shorter though nothing was left out of it: a server that silently drops the beginning of what it is sent, or
// a fault of ours. Pure, over the log; a trim explains a drop. Refuses to call a server's new way of counting a fault more than once.

import type { EventBody, EventOf, TurnEvent } from "../events.ts";
import { isConversation } from "./thread.ts";

/** Counts differ a little from call to call. */
const TOKENS_KEPT = 0.9;
/** Options stand in a request too: a limit of tokens with a digit less is no drop. */
const OPTIONS_BYTES = 64;

type Counted = { thread: string; promptTokens: number };

/** What the server's own count says of the reply that answers the last request; null when there is nothing to say. */
export function tokensDropped(
  events: readonly TurnEvent[],
  { thread, promptTokens }: Counted,
): EventBody | null {
  const here = sinceTrim(events, thread);
  const asked = here.filter((e): e is EventOf<"asked"> => e.type === "asked");
  const reply = here.findLast((e): e is EventOf<"replied"> => e.type === "replied");
  const [now, before] = [asked.at(-1), asked.findLast((e) => e.seq < (reply?.seq ?? 0))];
  if (!now || !before || !reply || promptTokens === 0 || now.bytes < before.bytes) return null;
  if (promptTokens >= reply.usage.promptTokens * TOKENS_KEPT) return null;
  if (events.some((e) => e.type === "prompt_dropped")) return null;
  return { type: "prompt_dropped", before: reply.usage.promptTokens, after: promptTokens };
}

/** Requests with fewer bytes than the one before them in their conversation. */
export function shorterRequests(events: readonly TurnEvent[]): EventOf<"asked">[] {
  const last = new Map<string, number>();
  return events.filter((event): event is EventOf<"asked"> => {
    if (event.type === "trimmed") last.delete(event.thread);
    if (event.type !== "asked" || !isConversation(event.thread)) return false;
    const before = last.get(event.thread) ?? 0;
    last.set(event.thread, event.bytes);
    return event.bytes < before - OPTIONS_BYTES;
  });
}

function sinceTrim(events: readonly TurnEvent[], thread: string): TurnEvent[] {
  const here = events.filter((event) => event.thread === thread);
  return here.slice(here.findLastIndex((e) => e.type === "trimmed") + 1);
}
