// /status: what runs, what waits, what could not be delivered, and what went wrong underneath.
// Promises every workspace in one message. Refuses to show what an error carried: only its line.

import { STREAK_LIMIT, streakWords } from "../../agent/streaks.ts";
import type { Ledger } from "../../store/ledger.ts";
import { bold, type FormattedText, fmt, join } from "../render/formatted.ts";
import { ago, firstWords } from "./ago.ts";
import type { Command, CommandContext } from "./command.ts";

const INCIDENTS_SHOWN = 5;

export const statusCommand: Command = {
  name: "status",
  description: "What runs, what waits, what went wrong",
  async run(_args, ctx) {
    const blocks = await Promise.all(ctx.workspaces.all.map((workspace) => workspaceBlock(workspace, ctx)));
    return { text: join([...blocks, await restBlock(ctx)], "\n\n") };
  },
};

async function workspaceBlock(
  { id, name }: { id: string; name: string },
  { ledger, clock, workspace }: CommandContext,
): Promise<FormattedText> {
  const now = clock.now();
  const running = await ledger.turnsIn(["running"], id);
  const waiting = await ledger.turnsIn(["waiting"], id);
  const queued = await ledger.queuedRequests(id);
  const [last] = await ledger.generations(id, 1);
  const here = id === workspace.id ? " (this chat)" : "";
  const lines = [
    fmt`${bold(name)}${here}`,
    ...running.map((turn) => fmt`⏳ ${firstWords(turn.text)} – since ${ago(turn.startedAt, now)}`),
    ...waiting.map((turn) => fmt`✋ ${firstWords(turn.text)} – waits for you, see /pending`),
    ...queued.slice(0, 5).map((request, i) => fmt`${i + 1}. ${firstWords(request.text)} – queued`),
    ...(queued.length > 5 ? [fmt`… and ${queued.length - 5} more queued`] : []),
    running.length + waiting.length + queued.length === 0 ? fmt`Nothing runs.` : fmt``,
    last ? fmt`Last landed: generation ${last.n}, ${ago(last.at, now)}` : fmt`Nothing has landed yet.`,
  ];
  return join(lines, "\n");
}

async function restBlock(ctx: CommandContext): Promise<FormattedText> {
  const { ledger, incidents, embeddings, clock } = ctx;
  const unsent = await deadCount(ledger);
  const paused = await ledger.paused();
  const now = clock.now();
  const warning = await ctx.modelWarning();
  const streaks = await ledger.streaks(STREAK_LIMIT);
  const newest = incidents.slice(-INCIDENTS_SHOWN).map((one) => fmt`⚠ ${one.text} (${ago(one.at, now)})`);
  return join(
    [
      embeddings === null
        ? fmt`Documentation is searched by words alone: no embeddings model is set.`
        : fmt`Documentation is searched by words and by meaning (${embeddings}).`,
      warning === null ? fmt`` : fmt`⚠ ${warning}`,
      unsent === 0 ? fmt`` : fmt`${unsent} messages could not be delivered.`,
      paused.length === 0 ? fmt`` : fmt`Paused jobs: ${paused.join(", ")}`,
      ...streaks.map((one) => fmt`∅ ${streakWords(one)} (since ${ago(one.since, now)})`),
      ...newest,
    ],
    "\n",
  );
}

async function deadCount(ledger: Pick<Ledger, "unsent">): Promise<number> {
  return (await ledger.unsent(null)).filter((message) => message.state === "dead").length;
}
