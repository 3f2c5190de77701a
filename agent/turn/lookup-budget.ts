// The budget of live lookups, read from the turn's log and written to it. Promises that two calls of one reply never
// take the same last place, and that a call which is made again after a restart takes none twice. Refuses to run one.

import type { EventBody, EventOf, TurnEvent } from "../events.ts";
import { LIVE_LIMIT, type LookupBudget, type Recalled, SAME_QUERY_LIMIT } from "../lookups/budget.ts";
import type { Log } from "./log.ts";
import { wordsSaid } from "./words-said.ts";
import type { Work } from "./work.ts";

type Place = { thread: string; step: number; index: number; tool: string };

export function lookupBudget(
  { thread, step, index, tool }: Place,
  { log, deps }: Omit<Work, "signal">,
): LookupBudget {
  const here = (event: TurnEvent) => "index" in event && event.step === step && event.index === index;
  const note = (body: EventBody) => log.note([{ thread, step, at: deps.clock.now(), body }], []);
  return {
    spend(query, most) {
      const spent = log.events.filter((e) => e.type === "lookup_spent" && e.tool === tool);
      if (spent.some(here)) return "spent";
      // What the owner has overruled may stand in any answer from before: it is not recalled as the answer.
      const last = log.events.findLast((e) => e.type === "overruled")?.seq ?? 0;
      const same = spent.filter((e) => e.type === "lookup_spent" && e.query === query && e.seq > last);
      if (most === undefined && same.length >= SAME_QUERY_LIMIT) return "repeated";
      if (spent.length >= (most ?? LIVE_LIMIT)) return "out";
      note({ type: "lookup_spent", index, tool, query });
      return "spent";
    },
    serve(entry) {
      const served = log.events.filter((e) => e.type === "cache_served" && e.entry === entry);
      if (served.some(here)) return true;
      if (served.length > 0) return false;
      note({ type: "cache_served", index, entry });
      return true;
    },
    recall: (query) => recall(log, query),
    said: () => wordsSaid(log),
  };
}

async function recall(log: Log, query: string): Promise<Recalled | null> {
  const ran = log.events.findLast(
    (e): e is EventOf<"tool_ran"> => e.type === "tool_ran" && e.ok && e.evidence?.lookup?.query === query,
  );
  if (!ran) return null;
  const message: unknown = JSON.parse(new TextDecoder().decode(await log.blob(ran.fragment)));
  if (typeof message !== "object" || message === null || !("content" in message)) return null;
  return { text: String(message.content), chunks: ran.evidence?.chunks ?? [] };
}
