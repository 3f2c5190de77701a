// Begins a turn: its prefix, tools and opening words are stored as the exact bytes that every request of the
// turn will carry, and the request leaves the queue in the same transaction.

import { randomUUID } from "node:crypto";
import type { Blob, QueuedRequest, TurnRow } from "../store/ledger.ts";
import { type EventBody, MAIN, toRow } from "./events.ts";
import { asContext } from "./gates/envelope.ts";
import { queriesWanted } from "./prompt/queries-wanted.ts";
import { blobOf, message, prefixBlob, RENDER_VERSION, toolsBlob } from "./prompt/request.ts";
import { systemPrompt } from "./prompt/system.ts";
import { redact } from "./redact.ts";
import type { TurnDeps } from "./turn/deps.ts";
import { MOST_QUERIES } from "./turn/inflate.ts";

/** Creates the turn of a queued request; returns its id. Throws when the request is no longer queued. */
export async function startTurn(
  request: QueuedRequest,
  deps: TurnDeps,
  turn: string = randomUUID(),
): Promise<string> {
  const { ledger, settings, clock } = deps;
  const docs = await deps.docs();
  const prefix = prefixBlob(settings.model, systemPrompt(facts(deps, docs !== null)));
  const tools = toolsBlob(deps.tools());
  const text = redact(request.text, settings.secrets);
  const recent = await ledger.recentTurns(request.chat, request.topic, ORIENTATION_TURNS);
  // A chat may move between workspaces, and what was said in one does not belong into prompts of another.
  const orientation = orient(
    recent.filter((one) => one.workspace === request.workspace),
    redact(request.repliedTo ?? "", settings.secrets),
  );
  const opening = [...(orientation === null ? [] : [orientation]), message("user", text)].map(blobOf);
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
    ...(docs === null ? {} : inflateUpTo(text, DEFAULT_QUERIES)),
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

const DEFAULT_QUERIES = 3;

/** How many queries are to be thought out; `max` 0 turns it off, -1 leaves the number to the model. */
function inflateUpTo(request: string, max: number): { inflate?: number } {
  const wanted = queriesWanted(request);
  if (wanted === "none" || max === 0) return {};
  if (wanted === "one") return { inflate: 1 };
  return { inflate: max < 0 ? MOST_QUERIES : Math.min(max, MOST_QUERIES) };
}

function facts(deps: TurnDeps, hasDocs: boolean) {
  const { profile, settings } = deps;
  return {
    workspace: settings.workspaceName,
    engine: profile.name === "" ? null : profile.name,
    level: profile.level,
    hasDocs,
    instructions: settings.instructions === null ? null : redact(settings.instructions, settings.secrets),
  };
}

const ORIENTATION_TURNS = 3;
const ORIENTATION_CHARS = 6 * 1024;

/**
 * What was asked and answered last in this chat, newest last, and what the request replies to, so that "the other one"
 * and "that" mean something.
 */
function orient(recent: TurnRow[], repliedTo: string): string | null {
  const parts = [
    ...(recent.length === 0 ? [] : [`Earlier in this chat:\n${earlier(recent).join("\n")}`]),
    ...(repliedTo === "" ? [] : [`The request below is a reply to this message:\n${short(repliedTo)}`]),
  ];
  return parts.length === 0 ? null : message("user", asContext(parts.join("\n\n")));
}

const EACH_CHARS = Math.floor(ORIENTATION_CHARS / (ORIENTATION_TURNS * 2 + 1)) - 40;
const short = (text: string) =>
  text.length > EACH_CHARS ? `${text.slice(0, EACH_CHARS).toWellFormed()}…` : text;

function earlier(recent: TurnRow[]): string[] {
  return recent
    .toReversed()
    .map(
      (turn) => `Asked: ${short(turn.text)}\nAnswered (${turn.outcome ?? "?"}): ${short(turn.answer ?? "")}`,
    );
}
