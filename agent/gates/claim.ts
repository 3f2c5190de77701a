// The gate on claims: a draft says that something was done, and the log does not have it. Promises to name each claim as the
// draft words it; repeated after its push it gets the bluntest words, from the reserve. Refuses to police silence.

import type { ClaimFacts, FalseClaim } from "./claims/claim.ts";
import { falseClaims } from "./claims/false-claims.ts";
import type { Gate, Judgement } from "./gate.ts";
import { claimMessage } from "./messages.ts";
import { claimLine } from "./outstanding.ts";
import { CLAIM_BUDGET } from "./pushes.ts";

type ClaimAudit = (draft: string, facts: ClaimFacts) => FalseClaim[];

export const claimGateOf = (audits: readonly ClaimAudit[]): Gate => ({
  name: "claim",
  budget: CLAIM_BUDGET,
  tier: (times) => (times > 1 ? 3 : 1),
  judge(draft, { facts }): Judgement | null {
    const claims = audits.flatMap((audit) => audit(draft, facts));
    if (claims.length === 0) return null;
    const quoted = [...new Set(claims.map(({ text }) => text.trim()))];
    const outstanding = [...new Set(claims.map(claimLine))];
    return { push: (tier) => claimMessage(quoted, tier), outstanding, cut: null };
  },
});

export const claimGate = claimGateOf([falseClaims]);
