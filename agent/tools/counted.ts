// A lookup tool whose fruitless calls are counted over turns. Promises the tool's own result, unchanged. Refuses to count
// what never looked: refused queries, a spent budget, calls that do not fit.

import { sha256 } from "../../store/hash.ts";
import type { Tool } from "./tool.ts";

/** The reason of a lookup that found nothing. */
const FRUITLESS = "no_hits";

export function counted(tool: Tool): Tool {
  return {
    ...tool,
    async call(args, ctx) {
      const began = ctx.clock.now();
      const result = await tool.call(args, ctx);
      if (result.ok || result.reason === FRUITLESS) {
        const input = sha256(`${ctx.docs?.version ?? ""} ${args}`);
        await ctx.lookups.looked({ found: result.ok, input, costMs: ctx.clock.now() - began });
      }
      return result;
    },
  };
}
