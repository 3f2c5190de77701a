// The tool that turns a goal into the documentation's own names, from its worked examples and without a model. Promises
// documented names and one exact next step. Refuses to sound sure: a weak match says first that it is one.

import { z } from "zod";
import { findConstructs, outerOf } from "../docs/phrasebook/find-constructs.ts";
import { chunkOf, findTopics } from "../docs/phrasebook/find-topics.ts";
import { NO_DOCS_HERE, NO_TOPIC, WEAK_TOPIC } from "../docs/phrasebook/messages.ts";
import type { TopicMatch } from "../docs/phrasebook/topic.ts";
import type { Surface } from "../docs/surface/surface.ts";
import { fewWords } from "../prompt/query-label.ts";
import { tellConstruct } from "./find-construct.ts";
import { terminologyHint, withHint } from "./terminology.ts";
import { defineTool, done, refuse, type ToolContext, type ToolResult } from "./tool.ts";

const MAX_TOPICS = 4;
const MAX_SYMBOLS = 12;
const MAX_OTHERS = 6;

export const resolveTopicTool = defineTool({
  name: "resolve_topic",
  description:
    "Turns a goal into the names that this engine's documentation has for it, from its worked examples, with one exact " +
    "lookup to make next. Free and instant. Use it first when you do not know what something is called here.",
  effect: "read",
  parameters: z.object({
    goal: z.string().min(1).describe("What is to be done, in a few words of the person's."),
  }),
  label: ({ goal }, labelOf) => `looking up: ${labelOf(goal) ?? fewWords(goal)}`,

  async run({ goal }, ctx) {
    const { docs, profile, signal } = ctx;
    if (!docs) return refuse("no_docs", NO_DOCS_HERE);
    signal.throwIfAborted();
    return withHint(terminologyHint(goal, docs, profile), resolve(goal, { ...ctx, docs }));
  },
});

type Resolving = ToolContext & { docs: NonNullable<ToolContext["docs"]> };

function resolve(goal: string, ctx: Resolving): ToolResult {
  const { docs, profile } = ctx;
  const topics = findTopics(goal, { docs, profile }, MAX_TOPICS);
  const best = topics.find((match) => match.strict) ?? topics[0];
  if (best?.strict) return told(best, topics, docs.surface);
  // What is opened and closed may have no example that is worded so, and still be called so.
  const { constructs } = docs.constructs(profile);
  const construct = findConstructs(goal, constructs).find((match) => match.strict)?.construct;
  if (construct) return tellConstruct(outerOf(construct, constructs), docs.surface);
  if (best === undefined) return refuse("no_hits", NO_TOPIC);
  const { text } = told(best, topics, docs.surface);
  // A hint grounds nothing: no chunk counts as looked up.
  return done(`${WEAK_TOPIC}\n${text}`, { chunks: [] });
}

function told(best: TopicMatch, topics: readonly TopicMatch[], surface: Surface): ToolResult {
  const { title, symbols, common, pattern, chunk } = best.topic;
  const shown = [...symbols, ...common].slice(0, MAX_SYMBOLS);
  const others = topics.filter((match) => match !== best && match.strict === best.strict);
  const next = chunk ?? shown.find((symbol) => chunkOf(symbol, surface) !== null) ?? null;
  const lines = [
    `Topic: ${title}`,
    `Names: ${shown.join(", ")}`,
    ...(pattern === null ? [] : [`In order: ${pattern}`]),
    ...others.map(({ topic }) => `Near it: ${topic.title}: ${topic.symbols.slice(0, MAX_OTHERS).join(", ")}`),
    ...(next === null ? [] : [`Next: lookup_docs ${next}`]),
  ];
  const chunks = [chunk, ...shown.map((symbol) => chunkOf(symbol, surface))].filter((id) => id !== null);
  return done(lines.join("\n"), { chunks: [...new Set(chunks)] });
}
