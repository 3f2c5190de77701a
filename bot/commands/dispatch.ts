// From a command's name to its reply. Promises one reply for each message, also when it is handled again.
// Refuses unknown names: they start no turn, and hear their nearest neighbour.

import { sha256 } from "../../store/hash.ts";
import type { Ledger } from "../../store/ledger.ts";
import { keyOf } from "../heard.ts";
import type { Message } from "../incoming.ts";
import { fmt } from "../render/formatted.ts";
import { documentMessage, notice } from "../say.ts";
import type { Command, CommandContext, Reply } from "./command.ts";
import type { LongWork } from "./long-work.ts";

export type Dispatch = (
  command: { name: string; args: string },
  of: { message: Message; context: CommandContext },
) => Promise<void>;

export function createDispatch(
  commands: readonly Command[],
  { ledger, work, wakeOutbox }: { ledger: Ledger; work: Pick<LongWork, "start">; wakeOutbox(): void },
): Dispatch {
  return async ({ name, args }, { message, context }) => {
    const command = commands.find((one) => one.name === name);
    const reply = command ? await command.run(args, context) : unknown(name, commands);
    if (reply === null) return;
    const first = "first" in reply ? { text: reply.first } : reply;
    await sayReply(ledger, { reply: first, message, at: context.clock.now() });
    wakeOutbox();
    if ("first" in reply) await work.start({ cause: causeOf(message), place: message, working: reply });
  };
}

async function sayReply(ledger: Ledger, of: { reply: Reply; message: Message; at: number }): Promise<void> {
  const { text, keyboard, document } = of.reply;
  const cause = causeOf(of.message);
  const head = notice({ cause, place: of.message, text, ...(keyboard ? { keyboard } : {}) });
  if (!document) return ledger.say([head], of.at);
  const blob = { hash: sha256(document.bytes), bytes: document.bytes };
  await ledger.putBlobs([blob]);
  const file = {
    cause: `${cause}:file`,
    place: of.message,
    name: document.name,
    blob: blob.hash,
    after: cause,
  };
  await ledger.say([head, documentMessage(file)], of.at);
}

/** Of the message that answers a command. */
export const causeOf = (message: Message): string => `command:${keyOf(message)}`;

function unknown(name: string, commands: readonly Command[]): Reply {
  const near = nearest(
    name,
    commands.map((command) => command.name),
  );
  const hint = near === undefined ? "/help lists them." : `Did you mean /${near}?`;
  return { text: fmt`There is no /${name}. ${hint} Nothing was started.` };
}

/** At most two letters away, or a beginning. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const ranked = names.map((one) => ({ one, far: distance(name, one) })).sort((a, b) => a.far - b.far);
  const [best] = ranked;
  if (best && best.far <= 2 && best.far < best.one.length) return best.one;
  return name.length >= 2 ? names.find((one) => one.startsWith(name)) : undefined;
}

/** Letters missing, added, changed, or swapped with their neighbour: what thumbs do. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : changed;
      next.push(Math.min(changed, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
