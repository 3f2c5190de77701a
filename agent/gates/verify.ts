// The gate on findings: what this turn brings in that does not exist or cannot run, on the stage, in the draft's code, or in a
// dry run. Promises to hold for what can still be mended. Refuses what was there before, and files that are left alone.

import type { Gate, Judgement } from "./gate.ts";
import { verifyMessage } from "./messages.ts";
import { findingsLine, thrownLine } from "./outstanding.ts";

export const verifyGate: Gate = {
  name: "verify",
  budget: 2,
  tier: (times) => (times > 1 ? 2 : 1),
  judge(_draft, { checks, leftAlone }): Judgement | null {
    const { introduced, thrown } = checks;
    const mendable = introduced.filter(({ path }) => path === null || !leftAlone.includes(path));
    const runs = thrown.filter(({ path }) => !leftAlone.includes(path));
    if (introduced.length + thrown.length === 0) return null;
    const isMendable = mendable.length + runs.length > 0;
    return {
      push: isMendable ? (tier) => verifyMessage(mendable, runs, tier) : null,
      outstanding: [...(introduced.length > 0 ? [findingsLine(introduced)] : []), ...thrown.map(thrownLine)],
      cut: null,
    };
  },
};
