// The finish gates a draft passes before anyone sees it, in their order. Promises one judgement: held by the first gate that
// may still push, or shipped with what it has to admit, in code's words. Refuses to let a gate that crashes pass for one that
// said yes: the answer admits it.

import { sha256 } from "../../store/hash.ts";
import type { Hash } from "../../store/ledger.ts";
import type { EventOf } from "../events.ts";
import { bailGate } from "./bail.ts";
import { checklistGate } from "./checklist.ts";
import { claimGate } from "./claim.ts";
import type { Gate, GateContext, Judgement } from "./gate.ts";
import { crashedLine } from "./outstanding.ts";
import { mayPush, type Pushes } from "./pushes.ts";
import { silenceGate } from "./silence.ts";
import { verifyGate } from "./verify.ts";

export const gates: readonly Gate[] = [claimGate, bailGate, checklistGate, verifyGate, silenceGate];

export type Judged = Pick<EventOf<"checked">, "draft" | "held" | "cut" | "outstanding">;

export type Draft = {
  text: string;
  stage: Hash;
  /** Null where no push can be answered any more: after a bound, or in code's own words. */
  pushes: Pushes | null;
};

export function judgeDraft({ text, stage, pushes }: Draft, context: GateContext, list = gates): Judged {
  const judged = list.map((gate) => ({ gate, said: guarded(gate, text, context) }));
  const draft = sha256(text);
  const outstanding = [
    ...new Set([...context.checks.failed, ...judged.flatMap(({ said }) => said?.outstanding ?? [])]),
  ];
  for (const { gate, said } of judged) {
    if (!said?.push || pushes === null || !mayPush(gate, { draft: text, stage }, pushes)) continue;
    const tier = gate.tier((pushes.byGate.get(gate.name) ?? 0) + 1);
    return { draft, held: { gate: gate.name, tier, text: said.push(tier) }, cut: null, outstanding };
  }
  const cut = judged.find(({ said }) => said?.cut != null)?.said?.cut ?? null;
  return { draft, held: null, cut, outstanding };
}

function guarded(gate: Gate, draft: string, context: GateContext): Judgement | null {
  try {
    return gate.judge(draft, context);
  } catch (error) {
    const why = error instanceof Error ? error.message : "unknown";
    return { push: null, outstanding: [crashedLine(`the ${gate.name} check`, why)], cut: null };
  }
}
