// A budget for tools that spend none: asking it is a fault of the test.

import type { LookupBudget } from "../../../agent/lookups/budget.ts";

export const noBudget: LookupBudget = {
  spend: () => {
    throw new Error("No lookup was expected to go live.");
  },
  serve: () => {
    throw new Error("No cached answer was expected to be served.");
  },
  recall: async () => null,
  said: async () => ({ told: [], described: [] }),
};
