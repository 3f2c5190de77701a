// What a finish gate is: it looks at a draft and at what the log knows, and holds it or does not. Promises that a gate is
// a pure function, so that the same log gives the same judgement. Refuses budgets: gates.ts counts who may still push.

import type { CheckReport, GateName } from "../events.ts";
import type { ClaimFacts } from "./claims/claim.ts";

/** An invented name, or what the engine cannot run, that this turn brings in. `path` is null for code in the draft. */
export type Introduced = { path: string | null; line: number; symbol: string; message: string };

/** A script that the dry run ended, at a place where it did not before this turn. */
export type Thrown = { path: string; line: number; message: string };

/** What the static checks and the dry run say of the stage and of the draft's code. */
export type Checks = {
  report: CheckReport;
  introduced: Introduced[];
  thrown: Thrown[];
  /** A check that could not be made, in words for the answer. */
  failed: string[];
};

export type GateContext = {
  /** What the person said in this turn, the request first. */
  said: readonly string[];
  /** The draft is the question of an open `ask_person` call. */
  asking: boolean;
  /** Something of code's was put into the conversation that the person never saw. */
  wasPushed: boolean;
  /** Calls of the turn that ran, and those of them that looked something up. */
  calls: number;
  lookups: number;
  /** Paths that are staged or have landed. */
  changed: readonly string[];
  /** Files whose writes were refused too often: pushing about them would be in vain. */
  leftAlone: readonly string[];
  /** Plan items that are not done, by title. */
  unfinished: readonly string[];
  facts: ClaimFacts;
  checks: Checks;
};

export type Tier = 1 | 2 | 3;

export type Judgement = {
  /** What the model is told, stronger with each tier; null where telling it would be in vain. */
  push: ((tier: Tier) => string) | null;
  /** What the answer has to admit where it ships all the same. */
  outstanding: string[];
  /** The draft as code may ship it; null where there is nothing to cut. */
  cut: string | null;
};

export type Gate = {
  name: GateName;
  /** How often it may hold a draft of one turn. */
  budget: number;
  /** The tier of its `times`-th hold. */
  tier(times: number): Tier;
  judge(draft: string, context: GateContext): Judgement | null;
};
