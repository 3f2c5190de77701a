// /pending: the reviews that wait for a verdict, over all workspaces. Promises the oldest first.
// Refuses to decide: the verdict is a tap on the card, which shows the whole change.

import { loadChangeset } from "../../agent/changeset.ts";
import type { ReviewRow } from "../../store/ledger.ts";
import { bold, type FormattedText, fmt, join } from "../render/formatted.ts";
import { ago, firstWords } from "./ago.ts";
import type { Command, CommandContext } from "./command.ts";

export const pendingCommand: Command = {
  name: "pending",
  description: "Reviews that wait for you",
  async run(_args, ctx) {
    const open = await ctx.ledger.reviewsIn(["open"]);
    if (open.length === 0) return { text: fmt`No review waits.` };
    const lines = await Promise.all(open.slice(0, 20).map((review) => line(review, ctx)));
    const head = fmt`${bold(open.length === 1 ? "1 review waits" : `${open.length} reviews wait`)} for a tap on its card:`;
    return { text: join([head, ...lines], "\n") };
  },
};

async function line(
  review: ReviewRow,
  { ledger, clock, workspaces, message }: CommandContext,
): Promise<FormattedText> {
  const { changes } = await loadChangeset(ledger, review.changeset);
  const turn = review.origin.type === "turn" ? await ledger.turn(review.origin.turn) : undefined;
  const request = review.origin.type === "command" ? review.origin.command : (turn?.text ?? "");
  const files = changes.length === 1 ? "1 file" : `${changes.length} files`;
  const where = review.chat === message.chat ? "" : ", in another chat";
  const name = workspaces.nameOf(review.workspace);
  return fmt`• ${bold(name)}: ${firstWords(request)} – ${files}, ${ago(review.openedAt, clock.now())}${where}`;
}
