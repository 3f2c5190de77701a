// What goes wrong between a model and us: cut replies, also mislabelled ones, broken streams, servers that err (pages 03, 05).

import type { Fault } from "../../servers/scripted-model.ts";
import { type Behaviour, pick } from "../mind.ts";

const behaviour = (name: string, share: number, faults: readonly Fault[]): Behaviour => ({
  name,
  page: "03, 05",
  wire: { share, change: (reply, mind) => ({ ...reply, fault: pick(faults, mind.random) }) },
});

export const WIRE: readonly Behaviour[] = [
  behaviour("cut replies", 0.4, [{ type: "length", as: "length" }]),
  behaviour("cut replies with another label", 0.4, [
    { type: "length", as: "stop" },
    { type: "length", as: "tool_calls" },
    { type: "length", as: "tool_calls", usage: false },
  ]),
  behaviour("broken streams", 0.3, [
    { type: "cut" },
    { type: "end_early" },
    { type: "cut_in_code_point", end: "destroy" },
    { type: "cut_in_code_point", end: "clean" },
    { type: "split_code_points" },
  ]),
  behaviour("a server that errs", 0.3, [
    { type: "status", status: 429, retryAfter: "0" },
    { type: "status", status: 500 },
    { type: "html" },
    { type: "not_json" },
  ]),
  behaviour("parts of the protocol left out", 0.5, [
    { type: "missing", what: "role" },
    { type: "missing", what: "finish_reason" },
    { type: "missing", what: "usage" },
    { type: "missing", what: "done" },
    { type: "duplicate_ids" },
  ]),
];
