// The tool that checks a name or finds a page in the private documentation, without a model. Promises the best chunk's
// own words and the ids of the next ones. Refuses to suggest wordings: a miss says what to do, never what to type.

import { z } from "zod";
import type { Chunk } from "../docs/chunk.ts";
import { nameForms } from "../docs/names.ts";
import type { Lookup } from "../docs/search/lookup.ts";
import { isWrittenAs, type Named } from "../overlay/words.ts";
import { fewWords } from "../prompt/query-label.ts";
import { terminologyHint, withHint } from "./terminology.ts";
import { defineTool, done, refuse } from "./tool.ts";

const MAX_TEXT = 6000;
const MAX_HITS = 8;

export const lookupDocsTool = defineTool({
  name: "lookup_docs",
  description:
    "Looks up the documentation of this engine: an exact name (Interface.member, Interface-member, or a member alone) " +
    "gives that entry at once; other words search the text. Free and instant, and it cannot invent: check every name " +
    "that you are about to use.",
  effect: "read",
  parameters: z.object({ query: z.string().min(1).describe("A name, or a few words for an operation.") }),
  label: ({ query }, labelOf) => `looking up: ${labelOf(query) ?? fewWords(query)}`,

  async run({ query }, { docs, lookups, profile, signal }) {
    if (!docs) {
      return refuse(
        "no_docs",
        "This workspace has no documentation. Learn from its own scripts: find and read a file.",
      );
    }
    signal.throwIfAborted();
    const lookup = await docs.lookup(query, MAX_HITS);
    const best = docs.chunk(lookup.hits[0]?.chunk ?? "");
    // A name is found in any case; its kin are known by the case that it has.
    const hint = terminologyHint(lookup.kind === "name" ? (best?.title ?? query) : query, docs, profile);
    const said = lookup.kind === "name" ? "" : saidOf(query, await lookups.existing());
    const before = [said, hint].filter((part) => part !== "").join(" ");
    if (lookup.kind === "none" || !best) return withHint(before, refuse("no_hits", MISS));
    const chunks = lookup.hits.map((hit) => hit.chunk);
    return withHint(before, done(renderLookup(lookup, best), { chunks }));
  },
});

/** A name that the documentation leaves out, and the owner does not. */
function saidOf(query: string, existing: readonly Named[]): string {
  const found = existing.find((one) => nameForms(query).some((form) => isWrittenAs(form, one)));
  return found ? `By the owner's word ${found.about} exists, though the documentation does not have it.` : "";
}

const MISS =
  "No chunk of the documentation matched. Do not ask again in other words more than once: either name a member exactly " +
  "as a result or a script spells it, or read a script that already does this. If neither has it, say that the " +
  "documentation does not cover it.";

function renderLookup(lookup: Lookup, best: Chunk): string {
  const others = lookup.hits.slice(1).map((hit) => `- ${hit.chunk}: ${hit.snippet}`);
  const more = lookup.total > lookup.hits.length ? ` (${lookup.total} in all)` : "";
  const parts = [
    HOW[lookup.kind === "none" ? "words" : lookup.kind],
    `# ${best.title}\n[chunk ${best.id}]\n\n${capped(best.text)}`,
  ];
  if (others.length > 0)
    parts.push(`Other chunks${more}; look one up by its id to read it:\n${others.join("\n")}`);
  return parts.join("\n\n");
}

const HOW = {
  name: "Exact name.",
  words: "No entry of exactly that name; the best match of the words:",
  typo: "No entry of that name or with those words; the nearest name, which may not be what was meant:",
};

/** Our own sentences in its results. */
export const lookupDocsMessages: readonly string[] = [MISS, ...Object.values(HOW)];

function capped(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const cut = text.slice(0, text.lastIndexOf("\n", MAX_TEXT) + 1 || MAX_TEXT);
  return `${cut.trimEnd()}\n[cut here: ${text.length - cut.length} more characters in this chunk]`;
}
