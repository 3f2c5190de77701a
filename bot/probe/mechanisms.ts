// Mechanisms that a probe may run without, each as a change of what a turn is given. Promises that a name here is one that
// really stands aside. Refuses switches of its own: what a turn cannot be given otherwise is an option of the turn.

import { baseTools } from "../../agent/tools/base-tools.ts";
import type { Mechanism, TurnDeps } from "../../agent/turn/deps.ts";

type Without = (deps: TurnDeps) => TurnDeps;

const option =
  (mechanism: Mechanism): Without =>
  (deps) => ({
    ...deps,
    settings: { ...deps.settings, without: new Set([...(deps.settings.without ?? []), mechanism]) },
  });

const MECHANISMS = {
  /** No index, no lookups: the model as it comes. */
  documentation: (deps) => ({ ...deps, docs: async () => null, tools: () => baseTools }),
  /** Nothing of the documentation stands in the opening. */
  brief: option("brief"),
  /** No queries are thought out before the first step. */
  inflation: (deps) => ({
    ...deps,
    lookups: { ...deps.lookups, settings: { ...deps.lookups.settings, maxQueries: 0 } },
  }),
  /** A change may be staged before anything was looked up. */
  grounding: option("grounding"),
  /** Invented names may be staged. */
  checker: option("checker"),
  /** No draft is sent back; what it has to admit is still said. */
  gates: option("gates"),
} as const satisfies Record<string, Without>;

export type MechanismName = keyof typeof MECHANISMS;
export const mechanismNames: readonly string[] = Object.keys(MECHANISMS);
export const isMechanism = (name: string): name is MechanismName => Object.hasOwn(MECHANISMS, name);

export const leaveOut = (names: readonly MechanismName[], deps: TurnDeps): TurnDeps =>
  names.reduce((left, name) => MECHANISMS[name](left), deps);
