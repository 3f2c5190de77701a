// A probe: a request to a sample workspace, and what in the changed files shows that the answer was grounded. Promises a set that
// is data and was parsed. Refuses to look at prose: a right answer is one whose code is right.

import { z } from "zod";
import { sha256 } from "../../store/hash.ts";

const names = z.array(z.string().min(1));
const probeSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  request: z.string().min(1),
  /** The files that change; all of them, and no other. */
  touches: names.min(1),
  /**
   * Documented names that the changed files use, and did not before: `Sheet.image`, `new Band`, `Sheet.image({alt})`; those of
   * `had` may have stood there.
   */
  brings: names,
  had: names.default([]),
  /** Documented names that are gone. */
  drops: names.default([]),
  /** Documented names that stay. */
  keeps: names.default([]),
  /** Members and option keys that a guess would ask for: they may stand there, and must not be new. */
  avoids: names.min(1),
});
const setSchema = z.strictObject({ engine: z.string().min(1), probes: z.array(probeSchema).min(1) });

export type Probe = z.infer<typeof probeSchema>;
/** `version` is that of the probes: results of another set say nothing of this one. */
export type ProbeSet = z.infer<typeof setSchema> & { version: string };

export function parseProbes(text: string): ProbeSet {
  const set = setSchema.parse(JSON.parse(text));
  const ids = new Set(set.probes.map(({ id }) => id));
  if (ids.size < set.probes.length) throw new Error("Two probes have one name.");
  return { ...set, version: sha256(JSON.stringify(set)).slice(0, 12) };
}
