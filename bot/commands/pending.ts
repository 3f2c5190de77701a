// /pending: the reviews that wait for a verdict, and the calls that wait for leave, over all workspaces. Promises the
// oldest first.
// Refuses to decide: the verdict is a tap on the card, which shows the whole change.

import { loadChangeset } from "../../agent/changeset.ts";
import { fromRow } from "../../agent/events.ts";
import { fold } from "../../agent/turn/fold.ts";
import type { ReviewRow } from "../../store/ledger.ts";
import { bold, type FormattedText, fmt, join } from "../render/formatted.ts";
import { ago, firstWords } from "./ago.ts";
import type { Command, CommandContext } from "./command.ts";

export const pendingCommand: Command = {
  name: "pending",
  description: "Reviews that wait for you",
  async run(_args, ctx) {
    const open = await ctx.ledger.reviewsIn(["open"]);
    const asking = await questions(ctx);
    if (open.length + asking.length === 0) return { text: fmt`No review waits.` };
    const lines = await Promise.all(open.slice(0, 20).map((review) => line(review, ctx)));
    const count = open.length === 1 ? "1 review waits" : `${open.length} reviews wait`;
    const reviews = open.length === 0 ? [] : [fmt`${bold(count)} for a tap on its card:`, ...lines];
    const leave = asking.length === 0 ? [] : [fmt`${bold("Asking for leave")}, on a card each:`, ...asking];
    return { text: join([...reviews, ...leave], "\n") };
  },
};

async function questions({ ledger, clock, workspaces, message }: CommandContext): Promise<FormattedText[]> {
  const lines: FormattedText[] = [];
  for (const row of await ledger.turnsIn(["waiting"])) {
    const { permission } = fold((await ledger.log(row.turn)).map(fromRow));
    if (!permission) continue;
    const where = row.chat === message.chat ? "" : ", in another chat";
    const name = workspaces.nameOf(row.workspace);
    const age = ago(permission.at, clock.now());
    lines.push(fmt`• ${bold(name)}: ${permission.tool}, for ${firstWords(row.text)} – ${age}${where}`);
  }
  return lines;
}

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
