// Opening a review: the changeset is stored with the review, then the card is posted. After that the turn waits, for
// days if need be. Refuses to decide anything, and to know of buttons: verdicts come from people.

import { randomBytes } from "node:crypto";
import type { NewReview, ReviewRow } from "../../store/ledger.ts";
import { changesetBlob, loadChangeset } from "../changeset.ts";
import { type EventBody, fromRow, type TurnEvent } from "../events.ts";
import { checkLines } from "../gates/check-lines.ts";
import { boundLine } from "../gates/envelope.ts";
import { planChecks } from "../plans/compare.ts";
import type { ReviewCard } from "../ports.ts";
import type { TurnDeps } from "./deps.ts";
import { fold } from "./fold.ts";
import { type Log, mainEvent } from "./log.ts";
import { isConversation } from "./thread.ts";

export async function openReview(log: Log, draft: string, deps: TurnDeps): Promise<void> {
  const { ledger, settings, clock, failpoint } = deps;
  const row = await ledger.turn(log.turn);
  if (!row) throw new Error(`the ledger has no turn ${log.turn}`);
  const turn = fold(log.events);
  const changeset = changesetBlob(settings.workspaceId, turn.changes);
  const review = randomBytes(16).toString("base64url");
  const at = clock.now();
  const allowed = [...new Set([row.by, ...settings.owners])];
  const opened: NewReview = {
    review,
    workspace: settings.workspaceId,
    changeset: changeset.hash,
    origin: { type: "turn", turn: log.turn },
    chat: row.chat,
    topic: row.topic,
    allowed,
    openedAt: at,
    // Who shows the review makes its buttons; it waits as long as it must.
    expiresAt: null,
    buttons: [],
    replaces: null,
  };
  const body: EventBody = {
    type: "review_opened",
    review,
    changeset: changeset.hash,
    changes: turn.changes,
    draft,
  };
  failpoint("review:opening");
  await log.append([mainEvent(turn.steps, at, body)], [changeset], {
    review: opened,
    state: { state: "waiting" },
  });
  failpoint("review:opened");
  await postReview(review, deps);
  failpoint("review:posted");
  deps.notifier.progress(log.turn, { type: "waiting", review });
}

/** Posts the card of a stored review; harmless to repeat. */
export async function postReview(review: string, deps: Pick<TurnDeps, "ledger" | "reviewer">): Promise<void> {
  const row = await deps.ledger.review(review);
  if (!row) throw new Error(`the ledger has no review ${review}`);
  await deps.reviewer.post(await cardOf(row, deps));
}

/** The card of a stored review, built from the ledger alone. */
export async function cardOf(row: ReviewRow, deps: Pick<TurnDeps, "ledger">): Promise<ReviewCard> {
  const { changes, files } = await loadChangeset(deps.ledger, row.changeset);
  const base = {
    review: row.review,
    workspace: row.workspace,
    changeset: row.changeset,
    changes,
  };
  if (row.origin.type === "command") {
    return { ...base, turn: null, request: row.origin.command, files, draft: "", checks: [], road: [] };
  }
  const events = (await deps.ledger.log(row.origin.turn)).map(fromRow);
  const turn = fold(events);
  const opened = events.findLast((e) => e.type === "review_opened" && e.review === row.review);
  const notes = new Map<string, string | null>();
  for (const event of events) if (event.type === "staged") notes.set(event.change.path, event.note);
  return {
    ...base,
    turn: row.origin.turn,
    request: turn.started.request,
    files: files.map((file) => ({ ...file, note: notes.get(file.path) ?? null })),
    draft: opened?.type === "review_opened" ? opened.draft : "",
    checks: [
      ...(opened?.type === "review_opened" ? checkLines(opened, events) : []),
      ...planChecks(turn.plan, [...(turn.landed ?? []), ...changes.map(({ path }) => path)]),
    ],
    road: road(events),
  };
}

/** What happened on the way: a clean result reached by a strange road is worth a look. */
function road(events: readonly TurnEvent[]): string[] {
  const lines: string[] = [];
  for (const event of events) {
    if (!isConversation(event.thread)) continue;
    if (event.type === "tool_ran" && !event.ok)
      lines.push(`refused: ${event.tool} (${event.reason ?? "no reason"})`);
    if (event.type === "bound_met") lines.push(boundLine(event.bound));
    if (event.type === "conflicted")
      lines.push(`changed on disk meanwhile: ${event.files.map((f) => f.path).join(", ")}`);
  }
  const counted = new Map<string, number>();
  for (const line of lines) counted.set(line, (counted.get(line) ?? 0) + 1);
  return [...counted].map(([line, n]) => (n === 1 ? line : `${line} ×${n}`));
}
