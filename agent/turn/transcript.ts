// A conversation as its next request carries it: fragments in order, each with the event that it came from. Promises that a
// result follows its reply in call order, whenever it came, and that trims apply as the log lists them. Refuses to choose any.

import type { Hash } from "../../store/ledger.ts";
import { type EventOf, MAIN, type TurnEvent } from "../events.ts";

/** `fragment` is what stands there now: after a trim not what the event itself names. */
export type Part = { fragment: Hash; event: TurnEvent };

/** What a person says reaches whoever is at work. */
const isForAll = ({ thread, type }: TurnEvent): boolean =>
  thread === MAIN && (type === "steered" || type === "overruled");

export function transcript(events: readonly TurnEvent[], thread: string): Part[] {
  let out: Part[] = [];
  let results: EventOf<"tool_ran">[] = [];
  let held: Part[] = [];
  const close = () => {
    const sorted = results.sort((a, b) => a.index - b.index);
    out.push(...sorted.map((event) => ({ fragment: event.fragment, event })), ...held);
    results = [];
    held = [];
  };
  for (const event of events) {
    if (event.thread !== thread && !(out.length > 0 && isForAll(event))) continue;
    if (event.type === "started" || event.type === "item_began")
      out.push(...event.opening.map((fragment) => ({ fragment, event })));
    else if (event.type === "trimmed") {
      close();
      out = replaced(out, event);
    } else if (event.type === "replied" && event.fragment !== null) {
      close();
      out.push({ fragment: event.fragment, event });
    } else if (event.type === "tool_ran") results.push(event);
    else if ("fragment" in event && event.fragment !== null) held.push({ fragment: event.fragment, event });
  }
  close();
  return out;
}

function replaced(parts: Part[], { replacements }: EventOf<"trimmed">): Part[] {
  const by = new Map(replacements.map((one) => [one.fragment, one.by]));
  return parts.map((part) => ({ ...part, fragment: by.get(part.fragment) ?? part.fragment }));
}

/** The fragments of a thread's next request, in order. */
export function fragments(events: readonly TurnEvent[], thread: string): Hash[] {
  return transcript(events, thread).map(({ fragment }) => fragment);
}
