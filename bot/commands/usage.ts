// /usage: what the last turns of this chat cost, and all turns of the last thirty days. Promises counts from the log alone, so that
// it is quick however much was done. Refuses to guess what servers did not tell: they count as zero.

import { economicsWords } from "../render/economics.ts";
import { bold, type FormattedText, fmt, join } from "../render/formatted.ts";
import { ago, firstWords } from "./ago.ts";
import type { Command, CommandContext } from "./command.ts";

const DAYS = 30;
const TURNS_SHOWN = 5;

export const usageCommand: Command = {
  name: "usage",
  description: "Steps and tokens, of the last turns and of 30 days",
  async run(_args, ctx) {
    const since = ctx.clock.now() - DAYS * 24 * 60 * 60 * 1000;
    const all = await ctx.ledger.usage({ since });
    const words = economicsWords(all);
    const turns = all.turns === 1 ? "1 request" : `${all.turns} requests`;
    const total = words === null ? "no model was asked." : `${turns}, ${words}.`;
    const drops =
      all.drops === 0
        ? fmt``
        : fmt`⚠ In ${String(all.drops)} of them the server read less of a longer request: it may drop the beginning. Set HANDRAIL_CONTEXT_TOKENS below what it holds.`;
    const lines = await turnLines(ctx);
    return { text: join([fmt`${bold(`Last ${DAYS} days`)}: ${total}`, drops, ...lines], "\n") };
  },
};

async function turnLines({ ledger, message, clock }: CommandContext): Promise<FormattedText[]> {
  const { chat, topic } = message;
  const recent = await ledger.recentTurns(chat, topic, TURNS_SHOWN);
  const lines = await Promise.all(
    recent.map(async ({ turn, text, startedAt }) => {
      const words = economicsWords(await ledger.usage({ turn })) ?? "no model was asked";
      return fmt`${bold(firstWords(text, 50))} (${ago(startedAt, clock.now())}): ${words}`;
    }),
  );
  return lines.length === 0 ? [] : [fmt`${bold("Last requests here")}`, ...lines];
}
