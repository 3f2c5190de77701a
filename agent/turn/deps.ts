// What a turn needs from outside: the ports, the workspace's own facts, and the owner's settings.
// Plain data and ports, no container: whoever wires passes it on.

import type { Clock } from "../../store/clock.ts";
import type { Failpoint } from "../../store/failpoint.ts";
import type { Ledger } from "../../store/ledger.ts";
import type { Docs } from "../docs/open-docs.ts";
import type { Bounds } from "../events.ts";
import type { LookupServices } from "../lookups/services.ts";
import type { ModelClient, Notifier, Reviewer, Workspace } from "../ports.ts";
import type { TokenField } from "../prompt/request.ts";
import type { Tool } from "../tools/tool.ts";
import type { Profile } from "../workspace/profile.ts";

export type TurnSettings = {
  workspaceId: string;
  workspaceName: string;
  model: string;
  /** For side calls: delete marks, rewrites. */
  smallModel: string;
  tokenField: TokenField;
  bounds: Bounds;
  /** What a request may come to before used results are left out of it; left out: `CONTEXT_TOKENS`. */
  contextTokens?: number;
  /** Values that never reach a prompt or an answer. */
  secrets: readonly string[];
  /** People who may decide on any review here, beside who asked. */
  owners: readonly string[];
  instructions: string | null;
  /** Mechanisms that stand aside, for measuring what each is worth. Left out: all of them work. */
  without?: ReadonlySet<Mechanism>;
};

/** What a turn does beside asking the model, where it can be left out and the turn still ends. */
export type Mechanism = "brief" | "grounding" | "checker" | "gates";

export type TurnDeps = {
  ledger: Ledger;
  model: ModelClient;
  workspace: Workspace;
  reviewer: Reviewer;
  notifier: Notifier;
  clock: Clock;
  /** Opens the documentation in use now; null when none is configured. */
  docs(): Promise<Docs | null>;
  lookups: LookupServices;
  profile: Profile;
  /** The tools of now, in the order of the request: the owner's own may come and go. */
  tools(): readonly Tool[];
  settings: TurnSettings;
  failpoint: Failpoint;
};

/** Page 03: steps is a setting; the rest ends what steps alone would not. */
export const defaultBounds: Bounds = {
  steps: 120,
  toolCalls: 600,
  tokens: 4_000_000,
  activeMs: 60 * 60 * 1000,
  reviews: 3,
};
