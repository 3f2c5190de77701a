// What a start finds in the ledger and not in the chat: reviews without a card, verdicts and landings without a
// receipt. Promises that each is shown, whatever was killed when. Refuses to decide or to land anything.

import { loadChangeset } from "../agent/changeset.ts";
import type { ReviewEnd } from "../agent/ports.ts";
import { cardOf } from "../agent/turn/review.ts";
import { lineStats } from "../agent/workspace/line-stats.ts";
import type { Ledger, ReviewRow } from "../store/ledger.ts";
import type { OnIncident } from "./incident.ts";
import { isTelegramChat } from "./incoming.ts";
import { fromBody } from "./outbox/body.ts";
import { cardCause, RECEIPT_LEAD, type Reviews } from "./reviews.ts";

export type RecoverDeps = {
  ledger: Ledger;
  reviews: Reviews;
  workspaces: readonly { id: string }[];
  onIncident: OnIncident;
};

/** Generations of a workspace whose receipts are looked at: a kill leaves the newest without one. */
const NEWEST = 20;

export async function recoverReviews(deps: RecoverDeps): Promise<void> {
  for (const row of await deps.ledger.reviewsIn(["open"])) {
    if (isTelegramChat(row.chat)) await guarded(deps, row, () => postAgain(deps, row));
  }
  for (const row of await endedOnes(deps.ledger, deps.workspaces)) {
    if (isTelegramChat(row.chat)) await guarded(deps, row, () => settleAgain(deps, row));
  }
}

async function postAgain({ ledger, reviews }: RecoverDeps, row: ReviewRow): Promise<void> {
  if (await ledger.outboxByCause(cardCause(row.review))) return;
  await reviews.post(await cardOf(row, { ledger }));
}

/** Those whose receipt may be missing: what landed last, and verdicts of turns and commands that have not gone on. */
async function endedOnes(ledger: Ledger, workspaces: readonly { id: string }[]): Promise<ReviewRow[]> {
  const generations = await Promise.all(workspaces.map(({ id }) => ledger.generations(id, NEWEST)));
  const landed = new Set(generations.flat().map((generation) => generation.review));
  const alive = new Set((await ledger.turnsIn(["running", "waiting"])).map((turn) => turn.turn));
  const ended = await ledger.reviewsIn(["landed", "rejected", "revised", "conflicted", "withdrawn"]);
  return ended.filter((row) => {
    if (row.state === "landed") return landed.has(row.review);
    return row.origin.type === "command" || alive.has(row.origin.turn);
  });
}

async function settleAgain({ ledger, reviews }: RecoverDeps, row: ReviewRow): Promise<void> {
  const card = await ledger.outboxByCause(cardCause(row.review));
  const body = card && fromBody(card.body);
  if (body?.type === "text" && body.lead === RECEIPT_LEAD) return;
  const end = await endOf(ledger, row);
  if (end) await reviews.settle(row.review, end);
}

async function endOf(ledger: Ledger, row: ReviewRow): Promise<ReviewEnd | null> {
  const by = row.decidedBy ?? "";
  if (row.state === "rejected" || row.state === "revised") return { type: row.state, by };
  if (row.state === "withdrawn") return { type: "stopped" };
  if (row.state === "conflicted") {
    const landing = await ledger.landing(row.review);
    return { type: "conflicted", files: [{ path: "", why: landing?.detail ?? "changed on disk" }] };
  }
  if (row.state !== "landed" || row.generation === null) return null;
  const { files } = await loadChangeset(ledger, row.changeset);
  const counted = files.map(({ path, op, before, after }) => ({ path, op, ...lineStats(before, after) }));
  return { type: "landed", generation: row.generation, files: counted, by };
}

async function guarded(
  { onIncident }: RecoverDeps,
  row: ReviewRow,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    onIncident({ kind: "update", text: `Review ${row.review} could not be shown again.`, error });
  }
}
