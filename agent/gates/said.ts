// What the person said in a turn, in order: the request first, then words that steered it, then comments that sent it back.
// Promises the log's own words. Refuses what anybody else said.

import type { TurnEvent } from "../events.ts";

export function saidIn(events: readonly TurnEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === "started") return [event.request];
    if (event.type === "steered") return [event.text];
    return isComment(event) && event.comment !== "" ? [event.comment] : [];
  });
}

type Comment = Extract<TurnEvent, { type: "verdict_given" }>;

const isComment = (event: TurnEvent): event is Comment =>
  event.type === "verdict_given" && event.verdict === "revise";
