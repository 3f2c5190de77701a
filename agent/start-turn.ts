// Begins a turn: its prefix, tools and opening words are stored as the exact bytes that every request of the
// turn will carry, and the request leaves the queue in the same transaction.

import { randomUUID } from "node:crypto";
import type { Blob, QueuedRequest } from "../store/ledger.ts";
import type { Docs } from "./docs/open-docs.ts";
import { type EventBody, MAIN, toRow } from "./events.ts";
import { asContext } from "./gates/envelope.ts";
import { type Brief, briefFor } from "./prompt/brief.ts";
import { manifest } from "./prompt/manifest.ts";
import { orientation } from "./prompt/orientation.ts";
import { queriesWanted } from "./prompt/queries-wanted.ts";
import { blobOf, message, prefixBlob, RENDER_VERSION, toolsBlob } from "./prompt/request.ts";
import { systemPrompt } from "./prompt/system.ts";
import { redact } from "./redact.ts";
import type { Tool } from "./tools/tool.ts";
import type { TurnDeps } from "./turn/deps.ts";
import { MOST_QUERIES } from "./turn/inflate.ts";
import { CONTEXT_TOKENS } from "./turn/watermarks.ts";

/** Creates the turn of a queued request; returns its id. Throws when the request is no longer queued. */
export async function startTurn(
  request: QueuedRequest,
  deps: TurnDeps,
  turn: string = randomUUID(),
): Promise<string> {
  const { ledger, settings, clock } = deps;
  const docs = await deps.docs();
  const offered = deps.tools();
  const prefix = prefixBlob(settings.model, systemPrompt(facts(deps, offered, docs !== null)));
  const tools = toolsBlob(offered);
  const text = redact(request.text, settings.secrets);
  const isBriefed = !settings.without?.has("brief");
  const brief = docs && isBriefed ? briefFor(text, { docs, profile: deps.profile }) : null;
  const known = [
    docs && reference({ docs, offered, brief }, deps),
    await orientation(request, ledger, settings.secrets),
  ].filter((part) => part !== null);
  const opening = [...known.map((part) => message("user", asContext(part))), message("user", text)].map(
    blobOf,
  );
  const at = clock.now();
  const body: EventBody = {
    type: "started",
    workspace: settings.workspaceId,
    request: text,
    by: request.by,
    model: settings.model,
    smallModel: settings.smallModel,
    renderVersion: RENDER_VERSION,
    indexVersion: docs?.version ?? null,
    prefix: prefix.hash,
    tools: tools.hash,
    opening: opening.map((o) => o.hash),
    bounds: settings.bounds,
    contextTokens: settings.contextTokens ?? CONTEXT_TOKENS,
    ...(brief === null ? {} : { brief: { constructs: brief.constructs, provides: brief.provides } }),
    ...(docs === null ? {} : inflateUpTo(text, deps.lookups.settings.maxQueries)),
  };
  const { workspace, chat, topic, by } = request;
  await ledger.createTurn(
    { turn, request: request.id, workspace, chat, topic, by, text, startedAt: at },
    {
      turn,
      expect: 0,
      events: [toRow({ thread: MAIN, step: 0, at, body })],
      blobs: [prefix, tools, ...opening] satisfies Blob[],
    },
  );
  return turn;
}

type Referring = { docs: Docs; offered: readonly Tool[]; brief: Brief | null };

/** What the documentation has for this request, and what of it can be fetched. */
function reference({ docs, offered, brief }: Referring, { profile, settings }: TurnDeps): string | null {
  const tools = namesOf(offered);
  const list = manifest({ docs, profile, tools, briefed: brief?.constructs ?? [] });
  const parts = [list, brief?.text].filter((part) => part !== null && part !== undefined);
  return parts.length === 0 ? null : redact(parts.join("\n\n"), settings.secrets);
}

/** How many queries are to be thought out; `max` 0 turns it off, -1 leaves the number to the model. */
function inflateUpTo(request: string, max: number): { inflate?: number } {
  const wanted = queriesWanted(request);
  if (wanted === "none" || max === 0) return {};
  if (wanted === "one") return { inflate: 1 };
  return { inflate: max < 0 ? MOST_QUERIES : Math.min(max, MOST_QUERIES) };
}

const namesOf = (tools: readonly Tool[]): ReadonlySet<string> => new Set(tools.map(({ name }) => name));

function facts({ profile, settings }: TurnDeps, offered: readonly Tool[], hasDocs: boolean) {
  return {
    workspace: settings.workspaceName,
    engine: profile.name === "" ? null : profile.name,
    level: profile.level,
    hasDocs,
    tools: namesOf(offered),
    instructions: settings.instructions === null ? null : redact(settings.instructions, settings.secrets),
  };
}
