// From a goal to an entry of the documentation, through the tools that know its names: what is opened and closed by its
// construct, everything else by its topic, research where neither is sure. Promises an entry, an answer of research, or
// null. Refuses weak matches.

import { type LookedUp, readLookedUp } from "../results.ts";
import type { Result } from "../transcript.ts";
import { coverage, operation, tokens } from "../words.ts";
import { type Plan, type Scene, use } from "./plan.ts";

export type Resolved = { type: "entry"; entry: LookedUp } | { type: "answer"; text: string };

const OPENS = /\b(?:open|close|begin|end|declare|nest|inside|within)(?:s|ed|ing)?\b/i;

export function* resolveNames(goal: string, scene: Scene): Plan<Resolved | null> {
  if (OPENS.test(goal) && scene.tools.has("find_construct")) {
    const found = yield* named(yield* use("find_construct", { words: goal }), goal);
    if (found) return found;
  }
  if (scene.tools.has("resolve_topic")) {
    const found = yield* named(yield* use("resolve_topic", { goal }), goal);
    if (found) return found;
  }
  if (!scene.tools.has("rag_lookup")) return null;
  const result = yield* use("rag_lookup", { query: goal });
  const text = result.refused ? "" : withoutHint(result.text);
  return text === "" ? null : { type: "answer", text };
}

/** The entry that the tool names, looked up, and judged: it has to speak of everything that the goal speaks of. */
function* named(result: Result, goal: string): Plan<Resolved | null> {
  if (result.refused || /^Weak match/m.test(result.text)) return null;
  const next =
    /^Next: lookup_docs (.+)$/m.exec(result.text)?.[1] ?? /of the interface (\S+)$/m.exec(result.text)?.[1];
  if (next === undefined) return null;
  const entry = readLookedUp((yield* use("lookup_docs", { query: next })).text);
  const words = operation(goal);
  const isIt = entry && coverage(words, tokens(`${entry.title} ${entry.text}`)) === words.length;
  return isIt ? { type: "entry", entry } : null;
}

/** The first line tells the documentation's names, and is for a model. */
function withoutHint(text: string): string {
  const [first = "", ...rest] = text.split("\n\n");
  return (/^(?:Real names|Weak match|\S+ (?:is|belongs) )/.test(first) ? rest : [first, ...rest])
    .join("\n\n")
    .trim();
}
