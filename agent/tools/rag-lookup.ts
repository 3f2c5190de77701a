// The tool that researches: it retrieves by meaning, has a side model compose an answer from what came back, and checks
// that answer. Promises that every name in it was checked against the index, and that whatever is wrong is told beside it.
// Refuses long queries, our own sentences, and more live lookups than the turn's budget has.

import { z } from "zod";
import { isOwnWords } from "../gates/own-words.ts";
import { type Answering, answerQuery } from "../lookups/answer-query.ts";
import { LeaderFailed, type Shared } from "../lookups/in-flight.ts";
import {
  LEADER_FAILED,
  NO_DOCS,
  NOTHING_ASKED,
  OWN_WORDS,
  SHARED_WITH,
  TOO_LONG,
} from "../lookups/messages.ts";
import { normaliseQuery } from "../lookups/normalise.ts";
import { isTooLong } from "../lookups/query-limits.ts";
import { rewriteGoal } from "../lookups/rewrite-goal.ts";
import { fewWords } from "../prompt/query-label.ts";
import { terminologyHint } from "./terminology.ts";
import { defineTool, done, refuse, type ToolContext, type ToolResult } from "./tool.ts";

export const ragLookupTool = defineTool({
  name: "rag_lookup",
  description:
    "Researches the documentation of this engine: finds excerpts by meaning and composes an answer with its code, which " +
    "a check then corrects. Takes seconds to half a minute, and few of them are allowed in one request: it is for how " +
    "something is done. A name that you have is checked with lookup_docs instead.",
  effect: "read",
  cost: "budgeted",
  parameters: z.object({
    query: z.string().min(1).describe("A few words for one operation, such as load, iterate or group."),
  }),
  label: ({ query }, labelOf) => `looking up: ${labelOf(query) ?? fewWords(query)}`,

  async run({ query }, ctx) {
    const { docs } = ctx;
    if (!docs) return refuse("no_docs", NO_DOCS);
    if (isTooLong(query)) return refuse("long_query", TOO_LONG);
    if (isOwnWords(query, await ctx.budget.said())) return refuse("own_words", OWN_WORDS);
    const result = await researched(query, { ...ctx, docs, index: docs.version });
    return hinted(result, terminologyHint(query, docs, ctx.profile));
  },
});

async function researched(asked: string, ctx: Answering & ToolContext): Promise<ToolResult> {
  const { docs, index, lookups, signal } = ctx;
  const { surface } = docs;
  const query = lookups.settings.rewriteGoals ? await rewriteGoal(asked, { surface, side: ctx.side }) : asked;
  const normalised = normaliseQuery(query);
  if (normalised === "") return refuse("no_words", NOTHING_ASKED);
  // An answer that began before the owner spoke is not for who asks after it.
  const said = (await lookups.existing()).at(-1)?.at ?? 0;
  const scope = `${lookups.workspace} ${index} ${said}`;
  try {
    const work = () => answerQuery({ query, normalised }, ctx);
    return told(normalised, await lookups.inFlight.run(normalised, { scope, work, signal }));
  } catch (error) {
    if (error instanceof LeaderFailed) return refuse("leader_failed", LEADER_FAILED);
    throw error;
  }
}

/** What a follower is told: the leader's answer, and that it was asked in other words. */
function told(query: string, { led, asked, answer }: Shared<ToolResult>): ToolResult {
  if (led || !answer.ok) return answer;
  const text = asked === query ? answer.text : `${SHARED_WITH}\n${answer.text}`;
  return done(text, { ...answer.evidence, lookup: { query, from: "shared" } });
}

function hinted(result: ToolResult, hint: string): ToolResult {
  return hint === "" ? result : { ...result, text: `${hint}\n\n${result.text}` };
}
