// What a tool's thread and Handrail say to each other. Promises that each side parses what comes from the other. Refuses
// everything that is not in here.

import { z } from "zod";

export const EFFECTS = ["read", "stage", "effortful", "irreversible"] as const;

export const NAME = /^[a-z][a-z0-9_]{0,63}$/;
export const MAX_DESCRIPTION = 2_000;
export const MAX_LABEL = 80;
/** Of a result; the rest is left out in words. */
export const MAX_TEXT = 40_000;
/** Of what a tool says of its failure. */
export const MAX_WHY = 2_000;
/** Of what it asks with, as JSON: a staged file is the largest. */
export const MAX_ASKED = 8 * 1024 * 1024;
/** A tool's own code may speak where ours does, and is not held to the limits above. */
const SLACK = 1_000;
const why = z.string().max(MAX_WHY + SLACK);

/** A tool as its module declares it; an effect that is not declared is the worst one. */
const descriptionSchema = z.strictObject({
  name: z.string().regex(NAME),
  description: z.string().min(1).max(MAX_DESCRIPTION),
  parameters: z.record(z.string(), z.unknown()),
  effect: z.enum(EFFECTS),
  label: z.string().max(MAX_LABEL).nullable(),
});
export type Description = z.infer<typeof descriptionSchema>;

/** `base` is the URL of the folder, `files` its texts by path: the thread reads no file of a tool from the disk. */
export const setupSchema = z.strictObject({
  base: z.string(),
  entry: z.string(),
  files: z.record(z.string(), z.string()),
});
export type Setup = z.infer<typeof setupSchema>;

const ASKS = ["shadowed", "readFile", "listFiles", "lookupDocs", "stage"] as const;
export type AskName = (typeof ASKS)[number];

export const fromThread = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("described"), tool: descriptionSchema }),
  z.strictObject({ type: z.literal("unloadable"), why }),
  /** `args` is JSON. */
  z.strictObject({ type: z.literal("ask"), n: z.int(), what: z.enum(ASKS), args: z.string().max(MAX_ASKED) }),
  z.strictObject({ type: z.literal("done"), text: z.string().max(MAX_TEXT + SLACK) }),
  z.strictObject({ type: z.literal("failed"), reason: z.enum(["malformed", "failed"]), why }),
]);
export type FromThread = z.infer<typeof fromThread>;

export const toThread = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("call"), args: z.string() }),
  z.strictObject({ type: z.literal("answer"), n: z.int(), ok: z.boolean(), value: z.unknown() }),
  z.strictObject({ type: z.literal("abort") }),
]);
export type ToThread = z.infer<typeof toThread>;
