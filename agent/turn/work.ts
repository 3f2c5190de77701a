// What every action of a turn works with: its log, what it needs from outside, and when to stop.
// Plain data: an action takes what it is about, and this.

import type { TurnDeps } from "./deps.ts";
import type { Log } from "./log.ts";

export type Work = { log: Log; deps: TurnDeps; signal: AbortSignal };
