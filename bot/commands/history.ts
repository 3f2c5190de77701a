// /history: what landed in this workspace, newest first. Promises the numbers that /diff and /undo take.
// Refuses to list more than a screen.

import { loadChangeset } from "../../agent/changeset.ts";
import type { Generation } from "../../store/ledger.ts";
import { bold, type FormattedText, fmt, join } from "../render/formatted.ts";
import { ago, firstWords } from "./ago.ts";
import type { Command, CommandContext } from "./command.ts";

const SHOWN = 12;

export const historyCommand: Command = {
  name: "history",
  description: "What landed here, newest first",
  async run(_args, ctx) {
    const generations = await ctx.ledger.generations(ctx.workspace.id, SHOWN);
    if (generations.length === 0)
      return { text: fmt`Nothing has landed in ${bold(ctx.workspace.name)} yet.` };
    const lines = await Promise.all(generations.map((generation) => line(generation, ctx)));
    const head = fmt`${bold(`Landed in ${ctx.workspace.name}`)}, newest first:`;
    return {
      text: join([head, ...lines, "/diff or /undo with a number shows one, or takes it back."], "\n"),
    };
  },
};

async function line(generation: Generation, { ledger, clock }: CommandContext): Promise<FormattedText> {
  const { changes } = await loadChangeset(ledger, generation.changeset);
  const turn = generation.turn === null ? undefined : await ledger.turn(generation.turn);
  const what =
    generation.undoes === null ? firstWords(turn?.text ?? "a change", 50) : `undoes ${generation.undoes}`;
  const undone = generation.undoneBy === null ? "" : ` (undone by ${generation.undoneBy})`;
  const files = changes.length === 1 ? "1 file" : `${changes.length} files`;
  return fmt`${bold(String(generation.n))}. ${what} – ${files}, ${ago(generation.at, clock.now())}${undone}`;
}
