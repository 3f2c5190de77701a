// One line for each kind of thing that can be fetched on demand, so that nothing of it has to stand in the prompt. Promises
// names that a tool takes as they are. Refuses to list what the brief gave already, and tools that are not offered.

import type { Docs } from "../docs/open-docs.ts";
import type { Profile } from "../workspace/profile.ts";

/** Ids of constructs in one line; more would be read at every step for the sake of a few. */
const MOST_IDS = 24;

const MANIFEST_OPENING = "To be fetched when needed:";

export type Fetchable = {
  docs: Docs;
  profile: Profile;
  tools: ReadonlySet<string>;
  briefed: readonly string[];
};

/** Null where nothing can be fetched. */
export function manifest({ docs, profile, tools, briefed }: Fetchable): string | null {
  const { chunks, interfaces } = docs.stats;
  const lines = [
    ...(tools.has("lookup_docs") ? [`- lookup_docs: entries ${chunks}, interfaces ${interfaces}`] : []),
    ...(tools.has("find_construct") ? constructLine({ docs, profile, briefed }) : []),
  ];
  return lines.length === 0 ? null : [MANIFEST_OPENING, ...lines].join("\n");
}

function constructLine({ docs, profile, briefed }: Omit<Fetchable, "tools">): string[] {
  const given = new Set(briefed);
  // What stands inside another construct is found with it.
  const { constructs } = docs.constructs(profile);
  const inner = new Set(constructs.flatMap((one) => one.inner));
  const ids = constructs
    .filter(({ id, opener }) => !given.has(id) && !inner.has(`${opener.interface}.${opener.name}`))
    .map(({ id }) => id);
  if (ids.length === 0) return [];
  const left = ids.length - MOST_IDS;
  return [`- find_construct: ${ids.slice(0, MOST_IDS).join(", ")}${left > 0 ? ` and ${left} more` : ""}`];
}
