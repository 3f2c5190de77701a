// The tool that tells how something is declared, opened, filled and closed, and where the workspace does so already.
// Promises what the member index has, and the owner's fact on what is absent. Refuses constructs that nobody documented.

import { z } from "zod";
import { familyOf, findConstructs, outerOf } from "../docs/phrasebook/find-constructs.ts";
import { chunkOf } from "../docs/phrasebook/find-topics.ts";
import { NO_CONSTRUCT, NO_CONSTRUCTS, NO_DOCS_HERE, WEAK_TOPIC } from "../docs/phrasebook/messages.ts";
import { callLines, factLines, inheritedOf, listed } from "../docs/phrasebook/tell-members.ts";
import type { Construct } from "../docs/surface/construct.ts";
import type { Surface } from "../docs/surface/surface.ts";
import { fewWords } from "../prompt/query-label.ts";
import { terminologyHint, withHint } from "./terminology.ts";
import { defineTool, done, refuse, type ToolContext, type ToolResult } from "./tool.ts";
import { usesInWorkspace } from "./uses-in-workspace.ts";

const MAX_MEMBERS = 24;
const MAX_IDS = 40;
const MAX_ALSO = 8;

export const findConstructTool = defineTool({
  name: "find_construct",
  description:
    "Finds a construct of this engine by id, interface, opening or closing call, kind (paired, single) or a word for it: " +
    "how it is declared, opened and closed, what belongs inside, its members, what is absent, and where this workspace " +
    "uses it. Free and instant.",
  effect: "read",
  parameters: z.object({
    words: z.string().min(1).describe("An id or a name, or a word or two for the thing."),
  }),
  label: ({ words }, labelOf) => `looking up: ${labelOf(words) ?? fewWords(words)}`,

  async run({ words }, ctx) {
    const { docs, profile, signal } = ctx;
    if (!docs) return refuse("no_docs", NO_DOCS_HERE);
    signal.throwIfAborted();
    return withHint(terminologyHint(words, docs, profile), await find(words, { ...ctx, docs }));
  },
});

type Finding = ToolContext & { docs: NonNullable<ToolContext["docs"]> };

async function find(words: string, ctx: Finding): Promise<ToolResult> {
  const { surface } = ctx.docs;
  const { constructs } = ctx.docs.constructs(ctx.profile);
  if (constructs.length === 0) return refuse("no_constructs", NO_CONSTRUCTS);
  const matches = findConstructs(words, constructs);
  const best = matches.find((match) => match.strict) ?? matches[0];
  if (!best) {
    const ids = constructs.map(({ id }) => id);
    const more = ids.length > MAX_IDS ? ` and ${ids.length - MAX_IDS} more` : "";
    return refuse("no_hits", `${NO_CONSTRUCT} ${ids.slice(0, MAX_IDS).join(", ")}${more}`);
  }
  const outer = outerOf(best.construct, constructs);
  const told = tellConstruct(outer, surface);
  const also = matches
    .filter((match) => match !== best && match.strict === best.strict && match.construct !== outer)
    .map(({ construct }) => construct.id);
  const text = [
    ...(best.strict ? [] : [WEAK_TOPIC]),
    told.text,
    await usesInWorkspace(outer, ctx),
    ...(also.length === 0 ? [] : [`Also: ${also.slice(0, MAX_ALSO).join(", ")}`]),
  ].join("\n");
  // A hint grounds nothing: no chunk counts as looked up.
  return done(text, best.strict ? told.evidence : { chunks: [] });
}

export type ToldConstruct = Extract<ToolResult, { ok: true }>;

/** What the documentation has on a construct and its family. */
export function tellConstruct(construct: Construct, surface: Surface): ToldConstruct {
  const { id, kind, interface: made } = construct;
  const info = made === null ? undefined : surface.interface(made);
  const own = info ? surface.members(info.name) : [];
  const inherited = info ? inheritedOf(info, surface) : [];
  const lines = [
    `${id}: ${kind}, ${made === null ? "opens nothing of its own" : `of the interface ${made}`}`,
    ...callLines(construct, surface),
    ...(own.length === 0 ? [] : [`Members of ${made}: ${listed(own.slice(0, MAX_MEMBERS))}${more(own)}`]),
    ...(inherited.length === 0
      ? []
      : [`From its parents: ${listed(inherited.slice(0, MAX_MEMBERS))}${more(inherited)}`]),
    ...factLines(construct),
  ];
  const chunks = familyOf(construct).flatMap((symbol) => chunkOf(symbol, surface) ?? []);
  return { ok: true, text: lines.join("\n"), writes: [], evidence: { chunks: [...new Set(chunks)] } };
}

const more = (members: readonly unknown[]): string =>
  members.length > MAX_MEMBERS ? `; ${members.length - MAX_MEMBERS} more` : "";
