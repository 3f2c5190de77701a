// The documented names that are nearest to one that does not exist. Promises few, best first, and none that is far off.
// Refuses to rank by meaning: letters and the words inside names are all it looks at.

import { nameParts } from "../docs/names.ts";
import { ratio } from "../lookups/ratio.ts";

const MAX_NAMES = 4;
/** A name whose letters and words agree less than this is no neighbour. */
const FAR = 0.55;

/** Of `names`, those near to `wanted`. */
export function nearest(wanted: string, names: Iterable<string>): string[] {
  const words = new Set(nameParts(wanted));
  const scored: { name: string; score: number }[] = [];
  for (const name of new Set(names)) {
    const score = Math.max(ratio(wanted.toLowerCase(), name.toLowerCase()), wordShare(words, name));
    if (score >= FAR) scored.push({ name, score });
  }
  scored.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
  return scored.slice(0, MAX_NAMES).map(({ name }) => name);
}

function wordShare(words: ReadonlySet<string>, name: string): number {
  const parts = nameParts(name);
  const shared = parts.filter((part) => words.has(part)).length;
  return (2 * shared) / (words.size + parts.length || 1);
}
