// The probes of the sample engine, as they are shipped, and the workspace that they are about. Promises a set that fits its
// schema. Refuses sets from elsewhere: a standing is only worth something where all were asked the same.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ProbeSet, parseProbes } from "../../agent/probe/probe.ts";

export const PROBED_WORKSPACE = join(import.meta.dirname, "..", "playground", "sample", "quire");

export const readProbes = (): ProbeSet =>
  parseProbes(readFileSync(join(import.meta.dirname, "quire.json"), "utf8"));
