// How each model stood in its last probes, kept beside the ledger, and the line that says what to do about it. Promises that a
// result of other probes than those of now counts as none. Refuses to break a bot: a file that cannot be read is no result.

import { randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readProbes } from "./probe-set.ts";

const standingSchema = z.object({
  passed: z.int().min(0),
  of: z.int().min(1),
  /** Of the set of probes. */
  set: z.string(),
  at: z.number(),
});
const fileSchema = z.record(z.string(), standingSchema);

export type Standing = z.infer<typeof standingSchema>;

/** Below this a model is safe to use behind the other guards, and often of no use. */
const PASS_SHARE = 0.8;

export const isPassed = ({ passed, of }: Pick<Standing, "passed" | "of">): boolean =>
  of > 0 && passed / of >= PASS_SHARE;

const fileOf = (dataDir: string): string => join(dataDir, "probes.json");

export async function readStandings(dataDir: string): Promise<Record<string, Standing>> {
  try {
    const parsed = fileSchema.safeParse(JSON.parse(await readFile(fileOf(dataDir), "utf8")));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}

export async function keepStanding(dataDir: string, model: string, standing: Standing): Promise<void> {
  const all = { ...(await readStandings(dataDir)), [model]: standing };
  const beside = `${fileOf(dataDir)}.${randomUUID()}`;
  await writeFile(beside, `${JSON.stringify(all, null, 1)}\n`, { mode: 0o600 });
  await rename(beside, fileOf(dataDir));
}

/** What the owner should know of the model in use. */
export async function modelWarning(dataDir: string, model: string): Promise<string | null> {
  const all = await readStandings(dataDir);
  return standingWarning(model, Object.hasOwn(all, model) ? all[model] : undefined, readProbes().version);
}

/** It says what to do, too; null when the model has passed. */
export function standingWarning(model: string, standing: Standing | undefined, set: string): string | null {
  const next = "run handrail probe in a terminal";
  if (!standing)
    return `The model ${model} has not been probed: ${next} before you trust it with an unknown interface.`;
  if (standing.set !== set)
    return `The model ${model} was probed with other probes than today's: ${next} again.`;
  if (isPassed(standing)) return null;
  return `The model ${model} passed only ${standing.passed} of ${standing.of} probes: choose a stronger one (HANDRAIL_MODEL), or ${next} again.`;
}
