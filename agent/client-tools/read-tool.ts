// Reads what a tool's module exports, inside its thread. Promises a description that fits, or a line that says what does
// not. Refuses what is no tool: a module states its name, its words and its parameters, or it is not offered.

import { z } from "zod";
import { wordsOf } from "../../store/words-of.ts";
import { type Description, EFFECTS, MAX_DESCRIPTION, MAX_LABEL, NAME } from "./protocol.ts";

const MAX_SCHEMA = 16_000;

export type RunTool = (args: unknown, ctx: unknown) => unknown;
export type ReadTool = { description: Description; parameters: z.ZodType; run: RunTool };

const callable = z.custom<RunTool>((value) => typeof value === "function", "must be a function");
const toolSchema = z.strictObject({
  name: z.string().regex(NAME, "must be letters a-z, digits and _, beginning with a letter"),
  description: z.string().trim().min(1).max(MAX_DESCRIPTION),
  parameters: z.custom<z.ZodObject>((value) => value instanceof z.ZodObject, "must be a z.object({ … })"),
  effect: z.enum(EFFECTS).optional(),
  label: z.string().min(1).max(MAX_LABEL).optional(),
  run: callable,
});

/** Throws with a line for the tool's owner. */
export function readTool(exported: Record<string, unknown>): ReadTool {
  const { tool } = exported;
  if (tool === undefined)
    throw new Error("it exports no `tool`. A file without one belongs into a folder below.");
  const parsed = toolSchema.safeParse(typeof tool === "function" ? tool({ z }) : tool);
  if (!parsed.success) throw new Error(`its \`tool\` does not fit: ${inOneLine(parsed.error)}`);
  const { name, description, effect, label, run } = parsed.data;
  const parameters = parsed.data.parameters.strict();
  const stated = schemaOf(parameters);
  const words = { name, description, effect: effect ?? "irreversible", label: label ?? null };
  // Called as a method, as its author wrote it.
  const bound: RunTool = (args, ctx) => Reflect.apply(run, parsed.data, [args, ctx]);
  return { description: { ...words, parameters: stated }, parameters, run: bound };
}

function schemaOf(parameters: z.ZodObject): Record<string, unknown> {
  const stated = statedSchema(parameters);
  if (JSON.stringify(stated).length > MAX_SCHEMA)
    throw new Error(`its parameters take more than ${MAX_SCHEMA / 1000} KB as a schema`);
  return stated;
}

function statedSchema(parameters: z.ZodObject): Record<string, unknown> {
  try {
    const { $schema: _, ...rest } = z.toJSONSchema(parameters, { io: "input" });
    return rest;
  } catch (error) {
    throw new Error(`its parameters cannot be told to a model: ${wordsOf(error)}`, { cause: error });
  }
}

function inOneLine({ issues }: z.ZodError): string {
  return issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
    .join("; ");
}
