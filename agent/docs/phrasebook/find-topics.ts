// Topics for a goal: those that were mined, and the owner's own from the profile before them. Promises symbols that the
// member index has, also where the owner wrote others. Refuses to hide that: what was dropped is told, for the report.

import type { Profile } from "../../workspace/profile.ts";
import type { Docs } from "../open-docs.ts";
import type { Surface } from "../surface/surface.ts";
import { rankTopics } from "./rank-topics.ts";
import { memberOf } from "./tell-members.ts";
import type { Topic, TopicMatch } from "./topic.ts";

export type Phrasebook = { docs: Pick<Docs, "topics" | "surface">; profile: Pick<Profile, "topics"> };

/** The best topics, the owner's first among equals. */
export function findTopics(goal: string, { docs, profile }: Phrasebook, limit: number): TopicMatch[] {
  const own = profile.topics.length === 0 ? [] : ownTopics(profile, docs.surface).topics;
  const matches = [...rankTopics(goal, own, limit), ...docs.topics(goal, limit)];
  return matches.sort((a, b) => b.hits - a.hits).slice(0, limit);
}

export type OwnTopics = { topics: Topic[]; dropped: { symbol: string; phrase: string }[] };

/** The owner's topics without the symbols that the documentation does not have. */
export function ownTopics({ topics }: Pick<Profile, "topics">, surface: Surface): OwnTopics {
  const own: OwnTopics = { topics: [], dropped: [] };
  for (const { phrases, symbols, pattern } of topics) {
    const [title = ""] = phrases;
    const known = symbols.filter((symbol) => isDocumented(symbol, surface));
    for (const symbol of symbols) if (!known.includes(symbol)) own.dropped.push({ symbol, phrase: title });
    if (known.length > 0)
      own.topics.push({ title, phrases, symbols: known, common: [], chunk: null, pattern: pattern ?? null });
  }
  return own;
}

/** `Grid`, `Sheet.gridBegin`, `sheet`, `include`. */
function isDocumented(symbol: string, surface: Surface): boolean {
  if (surface.interface(symbol) || surface.global(symbol) || surface.fn(symbol)) return true;
  return memberOf(symbol, surface).length > 0;
}

/** The chunk that documents a symbol, where it has one. */
export function chunkOf(symbol: string, surface: Surface): string | null {
  const [member] = memberOf(symbol, surface);
  return (
    member?.chunk ??
    surface.interface(symbol)?.chunk ??
    surface.fn(symbol)?.chunk ??
    surface.global(symbol)?.chunk ??
    null
  );
}
