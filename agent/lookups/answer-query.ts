// The way of one query to its answer: the lasting cache, the turn's budget and memory, then live: retrieve, compose,
// audit, keep. Promises that nothing goes live without budget, and that what is kept passed the cache's rules. Refuses to
// take a composed answer at its word.

import { auditAnswer } from "../check/audit-answer.ts";
import type { Finding } from "../check/finding.ts";
import type { Chunk } from "../docs/chunk.ts";
import type { Docs } from "../docs/open-docs.ts";
import { isWrittenAs, saidToExist } from "../overlay/words.ts";
import { done, refuse, type ToolContext, type ToolResult } from "../tools/tool.ts";
import { OUT_OF_BUDGET } from "./budget.ts";
import { composeAsk, composedOf } from "./compose.ts";
import type { Answered } from "./in-flight.ts";
import {
  BUDGET_OUT,
  CORRECTIONS,
  FROM_MEMORY,
  GAP,
  NEAR_HIT,
  NOT_COMPOSED,
  NOTHING_FOUND,
  READ_MORE,
  REPEATED_IN_VAIN,
  UNSEEN_NAMES,
} from "./messages.ts";
import { retrieve } from "./retrieve.ts";
import type { LookupServices } from "./services.ts";
import { unseenNames } from "./unseen-names.ts";

export type Query = { query: string; normalised: string };
/** `index` is the version that was current when the question came. */
export type Answering = Pick<ToolContext, "budget" | "side" | "clock" | "signal"> & {
  docs: Docs;
  index: string;
  lookups: LookupServices;
};

export async function answerQuery(asked: Query, ctx: Answering): Promise<Answered<ToolResult>> {
  const cached = await fromCache(asked, ctx);
  if (cached) return { answer: cached, isForAll: true };
  switch (ctx.budget.spend(asked.normalised)) {
    case "out":
      return { answer: refuse(OUT_OF_BUDGET, BUDGET_OUT), isForAll: false };
    case "repeated":
      return { answer: await fromMemory(asked, ctx), isForAll: false };
    case "spent":
      return { answer: await live(asked, ctx), isForAll: true };
  }
}

async function fromCache(asked: Query, ctx: Answering): Promise<ToolResult | null> {
  const { docs, index, lookups, budget } = ctx;
  const { workspace, cache } = lookups;
  const query = asked.normalised;
  const hit = await cache.find(query, { workspace, index, sources: lookups.sources() });
  // What passed once may not pass now: the audit learns, and a file can be edited.
  const exists = saidToExist(await lookups.existing());
  if (hit !== null && auditAnswer(hit.answer.text, docs.surface, exists).length > 0) {
    await cache.remove(hit.key);
    return fromCache(asked, ctx);
  }
  // A near hit can be wrong, and a turn that was given it once has judged it.
  if (hit === null || (hit.ratio < 1 && !budget.serve(hit.key))) return null;
  const { text, chunks } = hit.answer;
  const shown = shownAnswer({ text, findings: [], unseen: [], chunks });
  return done(hit.ratio < 1 ? `${NEAR_HIT}\n${shown}` : shown, { chunks, lookup: { query, from: "cache" } });
}

async function fromMemory({ normalised }: Query, { budget }: Answering): Promise<ToolResult> {
  const known = await budget.recall(normalised);
  if (known === null) return refuse("repeated_in_vain", REPEATED_IN_VAIN);
  const { text, chunks } = known;
  return done(`${FROM_MEMORY}\n${text}`, { chunks, lookup: { query: normalised, from: "memory" } });
}

async function live(asked: Query, ctx: Answering): Promise<ToolResult> {
  const { docs, lookups, signal } = ctx;
  const excerpts = await retrieve(asked.query, { docs, embedder: lookups.embedder, signal });
  if (excerpts.length === 0) return refuse("no_hits", NOTHING_FOUND);
  const reply = await ctx.side(composeAsk(asked.query, excerpts));
  if (!reply.ok) return refuse(reply.reason, `${NOT_COMPOSED}\n${listed(excerpts)}`);
  const composed = composedOf(reply.text, excerpts);
  if (composed.type === "nothing") return refuse("empty", `${NOT_COMPOSED}\n${listed(excerpts)}`);
  if (composed.type === "gap") return refuse("no_hits", `${GAP}\n${listed(excerpts)}`);

  const { text, cut, cited, invented } = composed;
  const said = await lookups.existing();
  const accused = auditAnswer(text, docs.surface, saidToExist(said)).map(correctionOf);
  const findings = [...accused, ...invented.map(citesNone)];
  const told = findings.join("\n");
  const unseen = unseenNames(text, { surface: docs.surface, excerpts }).filter(
    (one) => !told.includes(one) && !said.some((row) => isWrittenAs(one, row)),
  );
  const rests = cited.length > 0 ? excerpts.filter(({ id }) => cited.includes(id)) : excerpts;
  const chunks = rests.map(({ id }) => id);
  await keep(asked, { text, cut, findings: [...findings, ...unseen], rests }, ctx);
  const lookup = { query: asked.normalised, from: "live" as const };
  return done(shownAnswer({ text, findings, unseen, chunks }), { chunks, lookup });
}

type Audited = { text: string; cut: boolean; findings: string[]; rests: readonly Chunk[] };

async function keep(
  asked: Query,
  answer: Audited,
  { index, docs, lookups, clock }: Answering,
): Promise<void> {
  // The index moved on while this was composed: nobody can say which of the two it is made from.
  if (docs.version !== index) return;
  const { rests, ...rest } = answer;
  await lookups.cache.keep({
    ...rest,
    ...asked,
    tool: "rag_lookup",
    workspace: lookups.workspace,
    index,
    sources: [...new Set(rests.map(({ source }) => source))],
    chunks: rests.map(({ id }) => id),
    ok: true,
    keptAt: clock.now(),
  });
}

type Shown = { text: string; findings: string[]; unseen: string[]; chunks: string[] };

function shownAnswer({ text, findings, unseen, chunks }: Shown): string {
  const parts = [text];
  if (findings.length > 0) parts.push(`${CORRECTIONS}\n${findings.map((one) => `- ${one}`).join("\n")}`);
  if (unseen.length > 0) parts.push(`${UNSEEN_NAMES} ${unseen.join(", ")}`);
  parts.push(`${READ_MORE} ${chunks.join(", ")}`);
  return parts.join("\n\n");
}

function correctionOf({ message, suggestions }: Finding): string {
  const untold = suggestions.filter((one) => !message.includes(one));
  return untold.length > 0 ? `${message} There are: ${untold.join(", ")}.` : message;
}

const citesNone = (id: string): string =>
  `It cites [chunk ${id}], which was none of its excerpts: what rests on that is not documented there.`;

const listed = (chunks: readonly Chunk[]): string =>
  chunks.map(({ id, title }) => (id === title ? `- ${id}` : `- ${id} (${title})`)).join("\n");
