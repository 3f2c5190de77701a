// The gate on claims: a draft says that something was done, and the log does not have it. Promises to name each claim as the
// draft words it; repeated after its push it gets the bluntest words, from the reserve. Refuses to police silence.

import type { ClaimAudit } from "./claim-facts.ts";
import type { Gate, Judgement } from "./gate.ts";
import { claimMessage } from "./messages.ts";
import { claimLine } from "./outstanding.ts";
import { CLAIM_BUDGET } from "./pushes.ts";

/** What finds false claims in a draft; each is one line. */
const audits: readonly ClaimAudit[] = [];

export const claimGateOf = (list: readonly ClaimAudit[]): Gate => ({
  name: "claim",
  budget: CLAIM_BUDGET,
  tier: (times) => (times > 1 ? 3 : 1),
  judge(draft, { facts }): Judgement | null {
    const claims = list.flatMap((audit) => audit(draft, facts));
    if (claims.length === 0) return null;
    const quoted = [...new Set(claims.map(({ text }) => text.trim()))];
    const outstanding = [...new Set(claims.map(claimLine))];
    return { push: (tier) => claimMessage(quoted, tier), outstanding, cut: null };
  },
});

export const claimGate = claimGateOf(audits);
