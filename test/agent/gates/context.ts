// A gate's context for stories: nothing said, nothing tried, nothing found, unless a test says so.

import type { CheckReport } from "../../../agent/events.ts";
import type { ClaimFacts } from "../../../agent/gates/claims/claim.ts";
import type { Checks, GateContext } from "../../../agent/gates/gate.ts";

export const noReport: CheckReport = {
  files: 0,
  judged: 0,
  open: 0,
  introduced: [],
  told: [],
  inherited: 0,
};

export const noChecks: Checks = { report: noReport, introduced: [], thrown: [], failed: [] };

export const noFacts: ClaimFacts = {
  changed: { staged: [], landed: [], rejected: [] },
  ops: new Map(),
  read: [],
  lookups: [],
  testsRun: false,
  checks: null,
  files: [],
  request: "",
};

export function contextOf(given: Partial<GateContext> = {}): GateContext {
  return {
    said: ["Make the header blue in main.js"],
    asking: false,
    wasPushed: false,
    calls: 2,
    lookups: 0,
    changed: [],
    leftAlone: [],
    unfinished: [],
    facts: noFacts,
    checks: noChecks,
    ...given,
  };
}
