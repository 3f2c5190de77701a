// The audit of an answer that a model composed from the documentation: every documented receiver in its code is asked for
// the members that the answer gives it. Promises that prose, other languages and the answer's own names never trip it.
// Refuses to weigh the engine's age: an answer about the documentation is measured on it alone.

import type { Surface } from "../docs/surface/surface.ts";
import { defaultProfile } from "../workspace/profile.ts";
import { checkSnippet } from "./check-snippet.ts";
import type { Finding } from "./finding.ts";
import type { World } from "./world.ts";

/** Findings in the order of the answer, each symbol once, at its first place. */
export const auditAnswer = (
  answer: string,
  surface: Surface,
  exists: World["exists"] = () => false,
): Finding[] => checkSnippet(answer, { surface, profile: defaultProfile, project: null, exists });
