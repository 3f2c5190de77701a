// /diff [n]: the exact `.diff` of generation n; without a number of the review that waits, else of what landed last.
// Promises the bytes that the verdict was about, from the ledger, not from the disk.

import { loadChangeset } from "../../agent/changeset.ts";
import { lineStats } from "../../agent/workspace/line-stats.ts";
import { unifiedDiff } from "../../agent/workspace/unified-diff.ts";
import type { Hash } from "../../store/ledger.ts";
import { bold, fmt } from "../render/formatted.ts";
import type { Command, CommandContext, Reply } from "./command.ts";
import { numberIn } from "./number.ts";

export const diffCommand: Command = {
  name: "diff",
  description: "The diff that waits, or of generation n",
  async run(args, ctx) {
    if (args !== "") return ofGeneration(args, ctx);
    const open = await ctx.ledger.reviewsIn(["open"], ctx.workspace.id);
    const review = open.at(-1);
    if (review)
      return document(ctx, { title: "The open review", name: "review", changeset: review.changeset });
    const [last] = await ctx.ledger.generations(ctx.workspace.id, 1);
    if (!last) return { text: fmt`No review is open in ${ctx.workspace.name}, and nothing has landed yet.` };
    return document(ctx, {
      title: `Generation ${last.n}`,
      name: `generation-${last.n}`,
      changeset: last.changeset,
    });
  },
};

async function ofGeneration(args: string, ctx: CommandContext): Promise<Reply> {
  const n = numberIn(args);
  const generation = n === null ? undefined : await ctx.ledger.generation(ctx.workspace.id, n);
  if (!generation)
    return { text: fmt`${ctx.workspace.name} has no generation ${args}. /history lists them.` };
  return document(ctx, {
    title: `Generation ${generation.n}`,
    name: `generation-${generation.n}`,
    changeset: generation.changeset,
  });
}

async function document(
  { ledger }: CommandContext,
  of: { title: string; name: string; changeset: Hash },
): Promise<Reply> {
  const { files } = await loadChangeset(ledger, of.changeset);
  const bytes = new TextEncoder().encode(unifiedDiff(files));
  const stats = files.map((file) => lineStats(file.before, file.after));
  const added = stats.reduce((sum, file) => sum + file.added, 0);
  const removed = stats.reduce((sum, file) => sum + file.removed, 0);
  const count = files.length === 1 ? "1 file" : `${files.length} files`;
  return {
    text: fmt`${bold(of.title)}: ${count}, +${added} −${removed}`,
    document: { name: `${of.name}.diff`, bytes },
  };
}
