// What a model has to know before the request: what landed lately, what waits for a verdict, what was said last in this
// chat, and what the request replies to, so that "the other one" and "that" mean something. Promises a bounded text.
// Refuses words from other workspaces, and what was asked for in other chats.

import { z } from "zod";
import type { Ledger, QueuedRequest, TurnRow } from "../../store/ledger.ts";
import { redact } from "../redact.ts";

const TURNS = 3;
const MAX_CHARS = 6 * 1024;
const GENERATIONS = 3;
const WAITING = 3;
const FILES_SHOWN = 4;
const PATH_CHARS = 60;
/** What the lines on files take at the most. */
const FILES_CHARS = (GENERATIONS + WAITING) * (FILES_SHOWN * (PATH_CHARS + 2) + 24) + 120;

type Sources = Pick<Ledger, "recentTurns" | "generations" | "reviewsIn" | "blob">;

/** Null where nothing happened yet. */
export async function orientation(
  request: QueuedRequest,
  ledger: Sources,
  secrets: readonly string[],
): Promise<string | null> {
  const { workspace, chat, topic } = request;
  // A chat may move between workspaces, and what was said in one does not belong into prompts of another.
  const recent = (await ledger.recentTurns(chat, topic, TURNS)).filter((one) => one.workspace === workspace);
  const repliedTo = redact(request.repliedTo ?? "", secrets);
  const parts = [
    ...(await landed(workspace, ledger)),
    ...(await waiting(workspace, ledger)),
    ...(recent.length === 0 ? [] : [`Earlier in this chat:\n${earlier(recent).join("\n")}`]),
    ...(repliedTo === "" ? [] : [`The request below is a reply to this message:\n${short(repliedTo)}`]),
  ];
  return parts.length === 0 ? null : redact(parts.join("\n\n"), secrets);
}

async function landed(workspace: string, ledger: Sources): Promise<string[]> {
  const lines: string[] = [];
  for (const { n, changeset, undoes, undoneBy } of await ledger.generations(workspace, GENERATIONS)) {
    const what = undoes === null ? "" : ` (took back #${undoes})`;
    const then = undoneBy === null ? "" : ` (taken back by #${undoneBy})`;
    lines.push(`#${n} ${await files(changeset, ledger)}${what}${then}`);
  }
  return lines.length === 0 ? [] : [`Landed last:\n${lines.join("\n")}`];
}

/** The files on disk do not have these yet, and may never get them. */
async function waiting(workspace: string, ledger: Sources): Promise<string[]> {
  const open = await ledger.reviewsIn(["open"], workspace);
  const shown = await Promise.all(open.slice(-WAITING).map(({ changeset }) => files(changeset, ledger)));
  return shown.length === 0
    ? []
    : [`Waiting for the person's verdict, and not on disk:\n${shown.join("\n")}`];
}

const changesSchema = z.object({ changes: z.array(z.object({ path: z.string() })) });

async function files(changeset: string, ledger: Sources): Promise<string> {
  const bytes = await ledger.blob(changeset);
  const { changes } = changesSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  const shown = changes.slice(0, FILES_SHOWN).map(({ path }) => cut(path, PATH_CHARS));
  const left = changes.length - shown.length;
  return `${shown.join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}

/** A request, an answer and a reply have the same room each. */
const EACH_CHARS = Math.floor((MAX_CHARS - FILES_CHARS) / (TURNS * 2 + 1)) - 40;
const short = (text: string) => cut(text, EACH_CHARS);

const cut = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text;

/** Newest last. */
function earlier(recent: readonly TurnRow[]): string[] {
  return recent
    .toReversed()
    .map(
      (turn) => `Asked: ${short(turn.text)}\nAnswered (${turn.outcome ?? "?"}): ${short(turn.answer ?? "")}`,
    );
}
