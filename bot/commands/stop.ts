// /stop: ends the turn that runs in this workspace, or else those that wait for a verdict asked for here.
// Promises that the wish is stored before anything is aborted. Refuses to touch what has landed.

import type { TurnRow } from "../../store/ledger.ts";
import { keyOf } from "../heard.ts";
import { fmt } from "../render/formatted.ts";
import { firstWords } from "./ago.ts";
import type { Command, CommandContext } from "./command.ts";

export const stopCommand: Command = {
  name: "stop",
  description: "Stop what runs or waits here",
  async run(_args, ctx) {
    const turns = await toStop(ctx);
    for (const turn of turns) await stop(turn, ctx);
    const queued = (await ctx.ledger.queuedRequests(ctx.workspace.id)).length;
    const rest = queued === 0 ? "" : ` Still queued: ${queued}.`;
    if (turns.length === 0) return { text: fmt`Nothing runs in ${ctx.workspace.name}.${rest}` };
    const names = turns.map((turn) => `“${firstWords(turn.text, 40)}”`).join(", ");
    return { text: fmt`Stopping ${names}. What was not applied is not written.${rest}` };
  },
};

async function toStop({ ledger, workspace, message }: CommandContext): Promise<TurnRow[]> {
  const running = await ledger.turnsIn(["running"], workspace.id);
  if (running.length > 0) return running;
  const waiting = await ledger.turnsIn(["waiting"], workspace.id);
  return waiting.filter((turn) => turn.chat === message.chat && turn.topic === message.topic);
}

async function stop(turn: TurnRow, { ledger, lanes, actor, clock, message }: CommandContext): Promise<void> {
  const input = { turn: turn.turn, kind: "stop" as const, by: actor, body: "{}", at: clock.now() };
  if (await ledger.addInput(input, `stop:${keyOf(message)}`)) await lanes.stop(turn.turn);
}
