// What lookups need beside a turn: the lasting cache, the lookups on their way, vectors where there are any, and the
// workspace's own settings. Plain data and ports. Refuses to be a turn's: it outlives them.

import type { Existing } from "../../store/overlay.ts";
import type { LookupSettings } from "../docs/sources/docs-json.ts";
import type { Embedder } from "../ports.ts";
import type { ToolResult } from "../tools/tool.ts";
import type { InFlight } from "./in-flight.ts";
import type { LookupCache } from "./lookup-cache.ts";

export type LookupServices = {
  /** The workspace's id: answers of one are none of another's business. */
  workspace: string;
  cache: LookupCache;
  inFlight: InFlight<ToolResult>;
  embedder: Embedder | null;
  /** From `lookups` in docs.json. */
  settings: LookupSettings;
  /** Names of the documentation sources that are read now. */
  sources(): readonly string[];
  /** What the owner says exists although the documentation does not have it. */
  existing(): Promise<readonly Existing[]>;
  /** A lookup ended: those that find nothing are counted over turns. `input` is the same text for the same question. */
  looked(outcome: { found: boolean; input: string; costMs: number }): Promise<void>;
};
