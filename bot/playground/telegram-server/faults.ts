// The ways in which a call may go wrong on purpose. Promises that the caller's function alone decides when: it is
// seeded outside. Refuses chance of its own.

import type { JsonObject } from "./fields.ts";

export type Fault =
  /** The connection dies before the call was looked at. */
  | { kind: "reset_before" }
  /** The call took effect, and the connection dies before its answer. */
  | { kind: "reset_after" }
  /** The call took effect; half of the answer arrives. */
  | { kind: "half_body" }
  /** The answer is late; the call takes effect after the wait. */
  | { kind: "delay"; ms: number }
  /** An error instead of an answer; with `after` the call took effect all the same, with `html` a gateway speaks. */
  | {
      kind: "status";
      code: number;
      description?: string;
      retryAfter?: number;
      after?: boolean;
      html?: boolean;
    }
  /** getUpdates only: the first update twice, the batch backwards, or numbers skipped before the next update. */
  | { kind: "duplicate_update" }
  | { kind: "reorder_updates" }
  | { kind: "gap"; ids: number };

export type FaultCall = { n: number; method: string; params: Readonly<Record<string, unknown>> };
export type FaultFunction = (call: FaultCall) => Fault | undefined;

/** Changes a batch of updates as the fault says. */
export function disturb(fault: Fault | undefined, updates: readonly JsonObject[]): readonly JsonObject[] {
  const [first] = updates;
  if (fault?.kind === "duplicate_update" && first !== undefined) return [first, ...updates];
  if (fault?.kind === "reorder_updates") return updates.toReversed();
  return updates;
}
