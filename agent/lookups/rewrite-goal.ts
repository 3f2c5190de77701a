// The goal rewriter, off by default: one cheap call that turns the nouns of a query into operations, before anything else
// looks at it, so that cache and brakes key on what it gives. Promises a query in any case. Refuses an output that brings
// in a name of code which the query did not have: that would be an invention, searched as if somebody had asked for it.

import type { Surface } from "../docs/surface/surface.ts";
import { isOwnWords } from "../gates/own-words.ts";
import type { SideAsk, SideReply } from "../tools/tool.ts";
import { namesOf, normaliseQuery } from "./normalise.ts";
import { isTooLong } from "./query-limits.ts";

const RULES = `Rewrite a search query for the documentation of a programming interface: say the operation (load, iterate, group, draw, sort), not the things of one project. At most eight words, one line, plain words.
Keep every name of code as it is spelled, and add none. Answer with the query alone.`;

type Rewriting = { surface: Surface; side(ask: SideAsk): Promise<SideReply> };

export async function rewriteGoal(query: string, { surface, side }: Rewriting): Promise<string> {
  const reply = await side({
    purpose: "goal",
    messages: [
      { role: "system", content: RULES },
      { role: "user", content: query },
    ],
  });
  if (!reply.ok) return query;
  const goal = reply.text.trim().replace(/^["'`](.*)["'`]$/s, "$1");
  const isFit =
    normaliseQuery(goal) !== "" &&
    !isTooLong(goal) &&
    !bringsName(goal, query, surface) &&
    // Its instructions stand before it, and so may more of ours: none of that is a search.
    !isOwnWords(goal, { told: [RULES], described: [] });
  return isFit ? goal : query;
}

/** Whatever is spelled as only code is, and interfaces by their exact names. */
function bringsName(goal: string, query: string, surface: Surface): boolean {
  const had = new Set([...wordsIn(query), ...namesIn(query)]);
  const isIndexed = (word: string) =>
    /^\p{Lu}/u.test(word) &&
    (surface.interface(word) ?? surface.fn(word) ?? surface.global(word)) !== undefined;
  return [...namesIn(goal), ...wordsIn(goal).filter(isIndexed)].some((name) => !had.has(name));
}

const namesIn = (text: string): string[] =>
  namesOf(normaliseQuery(text))
    .split(" ")
    .filter((one) => one !== "");
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}_$]+/gu) ?? [];
