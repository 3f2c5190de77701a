// What a tool is. `defineTool` hides each argument type behind its parser, so that one list holds all.
// Promises a result for every call, also for arguments that do not parse. Refuses unknown keys.

import { z } from "zod";
import type { Clock } from "../../store/clock.ts";
import type { ProjectFiles, World } from "../check/world.ts";
import type { Docs } from "../docs/open-docs.ts";
import type { Evidence, OutputClass } from "../events.ts";
import type { LookupBudget } from "../lookups/budget.ts";
import type { LookupServices } from "../lookups/services.ts";
import type { PlanItem, PlanState } from "../plans/plan.ts";
import type { Files } from "../ports.ts";
import type { Profile } from "../workspace/profile.ts";

/** `read` runs at once, side by side; `stage` one by one; the others ask a person. Ours to say, never the model's. */
export type Effect = "read" | "stage" | "effortful" | "irreversible";

/** A proposed file: `after` null deletes. Nothing of it is on disk. */
export type StageWrite = { path: string; after: Uint8Array | null; note: string | null };

export type ToolResult =
  | { ok: true; text: string; writes: StageWrite[]; evidence: Evidence | null; plan?: PlanItem[] }
  | { ok: false; reason: string; text: string };

/** A side call to the small model, in a thread of the same log. */
export type SideAsk = {
  purpose: Exclude<OutputClass, "answer" | "final">;
  messages: { role: "system" | "user" | "assistant"; content: string }[];
  /** The reply is to be a call of this tool: `text` is then its arguments, as JSON. */
  tool?: { name: string; description: string; parameters: Record<string, unknown> };
};
export type SideReply = { ok: true; text: string } | { ok: false; reason: string; text: string };

export type ToolContext = {
  files: Files;
  profile: Profile;
  docs: Docs | null;
  /** What code is checked against, with everything staged in it; null without documentation. */
  world(): Promise<(World & { project: ProjectFiles }) | null>;
  lookups: LookupServices;
  /** The plan that is open, or was last. */
  plan: PlanState | null;
  /** Paths this turn has read (whole or in part) or staged, from the log. */
  seen: ReadonlySet<string>;
  side(ask: SideAsk): Promise<SideReply>;
  budget: LookupBudget;
  clock: Clock;
  signal: AbortSignal;
};

export type Tool = {
  name: string;
  description: string;
  effect: Effect;
  cost: "free" | "budgeted";
  /** JSON Schema of the arguments, as the request carries it. */
  parameters: Record<string, unknown>;
  /** Human words for what a call does ("reading main.js"); never raw arguments. */
  label(args: string, labelOf?: LabelOf): string;
  /** Runs a call; `args` is the model's raw JSON. */
  call(args: string, ctx: ToolContext): Promise<ToolResult>;
};

/** The person's words for a query that was advised, or that is near to one. */
export type LabelOf = (query: string) => string | null;

export type ToolSpec<S extends z.ZodObject> = {
  name: string;
  description: string;
  effect: Effect;
  cost?: "free" | "budgeted";
  parameters: S;
  label(args: z.infer<S>, labelOf: LabelOf): string;
  run(args: z.infer<S>, ctx: ToolContext): Promise<ToolResult>;
};

export function defineTool<S extends z.ZodObject>(spec: ToolSpec<S>): Tool {
  const strict = spec.parameters.strict();
  const parse = (args: string) => strict.safeParse(parseJson(args));
  return {
    name: spec.name,
    description: spec.description,
    effect: spec.effect,
    cost: spec.cost ?? "free",
    parameters: jsonSchema(strict),
    label(args, labelOf = () => null) {
      const parsed = parse(args);
      return parsed.success ? labelLine(spec.label(parsed.data as z.infer<S>, labelOf)) : spec.name;
    },
    async call(args, ctx) {
      const parsed = parse(args);
      if (!parsed.success) return malformed(spec.name, z.prettifyError(parsed.error));
      return spec.run(parsed.data as z.infer<S>, ctx);
    },
  };
}

/** A line of activity; a path or a pattern in it may be of any length, and hold anything. */
const MAX_LABEL = 100;

function labelLine(label: string): string {
  const line = label
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_LABEL + 1);
  return line.length > MAX_LABEL ? `${line.slice(0, MAX_LABEL - 1).toWellFormed()}…` : line;
}

export function done(text: string, evidence: Evidence | null = null, writes: StageWrite[] = []): ToolResult {
  return { ok: true, text, writes, evidence };
}

export function refuse(reason: string, text: string): ToolResult {
  return { ok: false, reason, text };
}

function malformed(tool: string, why: string): ToolResult {
  return refuse(
    "malformed",
    `The arguments of ${tool} do not fit: ${why}. Call it again with arguments that fit its schema.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    return undefined;
  }
}

function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return rest;
}
