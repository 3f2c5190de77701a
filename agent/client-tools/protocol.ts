// What a tool's thread and Handrail say to each other. Promises that each side parses what comes from the other. Refuses
// everything that is not in here.

import { z } from "zod";

export const EFFECTS = ["read", "stage", "effortful", "irreversible"] as const;

export const NAME = /^[a-z][a-z0-9_]{0,63}$/;
export const MAX_DESCRIPTION = 2_000;
export const MAX_LABEL = 80;

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
  z.strictObject({ type: z.literal("unloadable"), why: z.string() }),
  /** `args` is JSON. */
  z.strictObject({ type: z.literal("ask"), n: z.int(), what: z.enum(ASKS), args: z.string() }),
  z.strictObject({ type: z.literal("done"), text: z.string() }),
  z.strictObject({ type: z.literal("failed"), reason: z.enum(["malformed", "failed"]), why: z.string() }),
]);
export type FromThread = z.infer<typeof fromThread>;

export const toThread = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("call"), args: z.string() }),
  z.strictObject({ type: z.literal("answer"), n: z.int(), ok: z.boolean(), value: z.unknown() }),
  z.strictObject({ type: z.literal("abort") }),
]);
export type ToThread = z.infer<typeof toThread>;
