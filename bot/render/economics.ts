// What turns cost, in a few words: steps, tokens, how much of them was cached, how much of each request was its fixed part, and how
// many calls were valid. Refuses to speak of money: prices are not ours to know.

import type { TurnUsage } from "../../store/usage.ts";
import { thousands } from "./status.ts";

/** Null where no model was asked. */
export function economicsWords(usage: TurnUsage): string | null {
  const { steps, promptTokens, completionTokens, cachedTokens, bytes, fixedBytes } = usage;
  if (steps === 0) return null;
  const facts = [
    steps === 1 ? "1 step" : `${steps} steps`,
    `${thousands(promptTokens)} prompt tokens (${percent(cachedTokens, promptTokens)} cached)`,
    `${thousands(completionTokens)} written`,
    `fixed part ${percent(fixedBytes, bytes)} of what was sent`,
    ...(usage.calls === 0 ? [] : [validWords(usage)]),
    ...(usage.trims === 0 ? [] : [usage.trims === 1 ? "1 trim" : `${usage.trims} trims`]),
  ];
  return facts.join(", ");
}

function validWords({ calls, miscalls }: TurnUsage): string {
  const valid = `${calls - miscalls} of ${calls} calls valid`;
  return miscalls === 0 ? valid : `${valid} (${percent(calls - miscalls, calls)})`;
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? "0 %" : `${Math.round((part / whole) * 100)} %`;
