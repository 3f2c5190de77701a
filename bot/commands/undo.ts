// /undo [n]: offers a button that takes a generation back, by default the last one that stands.
// Promises that the button says what it does. Refuses to act: text itself lands nothing.

import { loadChangeset } from "../../agent/changeset.ts";
import type { Generation } from "../../store/ledger.ts";
import { fmt } from "../render/formatted.ts";
import { undoOffer } from "../undo-button.ts";
import type { Command, CommandContext } from "./command.ts";
import { numberIn } from "./number.ts";

const LOOK_BACK = 100;

export const undoCommand: Command = {
  name: "undo",
  description: "Take back what landed last, or generation n",
  async run(args, ctx) {
    const generation = await wanted(args, ctx);
    if (!generation) {
      const what = args === "" ? "nothing to undo" : `no generation ${args}`;
      return { text: fmt`There is ${what} in ${ctx.workspace.name}. /history lists what landed.` };
    }
    if (generation.undoneBy !== null) {
      return {
        text: fmt`Generation ${generation.n} was already undone, by generation ${generation.undoneBy}.`,
      };
    }
    const { changes } = await loadChangeset(ctx.ledger, generation.changeset);
    const files = changes.map((change) => change.path);
    return undoOffer(ctx.ledger, { generation, files, chat: ctx.message.chat, allowed: ctx.actors });
  },
};

/** The newest that stands and is no undo itself: a second /undo goes further back, not forth. */
async function wanted(args: string, { ledger, workspace }: CommandContext): Promise<Generation | undefined> {
  if (args !== "") {
    const n = numberIn(args);
    return n === null ? undefined : ledger.generation(workspace.id, n);
  }
  const generations = await ledger.generations(workspace.id, LOOK_BACK);
  return generations.find((one) => one.undoneBy === null && one.undoes === null);
}
