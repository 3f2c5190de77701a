// Tells the requests at work in a workspace what its owner has said of a name. Promises one word for each turn, also when
// it is told again, and that a turn hears it between two steps. Refuses to wake anybody: whoever runs turns does.

import type { Ledger, TurnRow } from "../../store/ledger.ts";
import type { Existing } from "../../store/overlay.ts";
import { keyOf, type Word } from "./words.ts";

/** The turns that have heard it, or will with their next step. */
export async function tellTurns(
  row: Existing,
  word: Word,
  ledger: Pick<Ledger, "turnsIn" | "addInput">,
): Promise<TurnRow[]> {
  const { workspace, family, about, by, at } = row;
  const body = JSON.stringify({ family, about, word });
  const cause = `overruled:${word}:${at}:${keyOf(row)}`;
  const told: TurnRow[] = [];
  for (const turn of await ledger.turnsIn(["running", "waiting"], workspace)) {
    const input = { turn: turn.turn, kind: "overruled" as const, by, body, at };
    if (await ledger.addInput(input, cause)) told.push(turn);
  }
  return told;
}
