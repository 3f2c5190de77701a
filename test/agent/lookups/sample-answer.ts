// An answer that the cache keeps, and what makes others unfit to be kept.

import type { LookupAnswer } from "../../../agent/lookups/cache-rules.ts";
import { normaliseQuery } from "../../../agent/lookups/normalise.ts";

export function answerTo(query: string, more: Partial<LookupAnswer> = {}): LookupAnswer {
  return {
    tool: "rag_lookup",
    workspace: "ws",
    index: "v1",
    sources: ["docs"],
    chunks: ["Table-split"],
    query,
    normalised: normaliseQuery(query),
    ok: true,
    text: "Table.split takes the row to split at, and returns the new table.",
    cut: false,
    findings: [],
    keptAt: 0,
    ...more,
  };
}

export const unfit: readonly [string, Partial<LookupAnswer>][] = [
  ["a failure", { ok: false }],
  ["an empty answer", { text: " \n" }],
  ["an answer that the audit flagged", { findings: ["Table.cut does not exist"] }],
  ["an answer that was cut", { cut: true }],
  ["an answer too short to be one", { text: "Not found." }],
  ["an answer without a source", { sources: [] }],
  ["an answer to nothing", { normalised: "" }],
  ["the answer of a tool that no rule names", { tool: "lookup_docs" }],
];
