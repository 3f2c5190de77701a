// What a person's message becomes: a command, words for an open review, steering, or a request. Promises that each
// is one transaction of the ledger, keyed by the message, so that handling it again is harmless. Refuses to wait
// for a turn, a model or Telegram.

import type { Clock } from "../store/clock.ts";
import type { Ledger, ReviewRow } from "../store/ledger.ts";
import { decisionText } from "./decision-text.ts";
import { createEdits } from "./edits.ts";
import { type Gathered, textOf, type Waiting } from "./gather.ts";
import { heardCause, isAddressed, keyOf, tellStored, type Words, withoutName } from "./heard.ts";
import type { OnIncident } from "./incident.ts";
import { type Message, samePlace } from "./incoming.ts";
import type { Lanes } from "./lanes.ts";
import { createQueueing } from "./queueing.ts";
import { plain } from "./render/formatted.ts";
import { revisePromptCause } from "./reviews.ts";
import { notice } from "./say.ts";
import type { Workspaces } from "./workspaces.ts";

export type MessagesDeps = {
  ledger: Ledger;
  lanes: Lanes;
  workspaces: Workspaces;
  clock: Clock;
  /** Known once Telegram has said it. */
  botUsername(): string;
  command(command: { name: string; args: string }, message: Message, actor: string): Promise<void>;
  /** A decision was stored: show it, and let the turn go on. */
  onDecided(review: ReviewRow): Promise<void>;
  onIncident: OnIncident;
  wakeOutbox(): void;
};

export type Messages = {
  message(gathered: Gathered): Promise<void>;
  edit(edited: Waiting): Promise<void>;
  /** Queues a request without looking whether it could steer. */
  queue(words: Words): Promise<void>;
  failed(waiting: Waiting): Promise<void>;
};

export function createMessages(deps: MessagesDeps): Messages {
  const { ledger, lanes, workspaces, clock } = deps;
  const queue = createQueueing(deps);

  async function tell(message: Message, text: string): Promise<void> {
    const body = notice({
      cause: heardCause(message),
      place: message,
      text: plain(text),
      replyTo: message.messageId,
    });
    await ledger.say([body], clock.now());
    deps.wakeOutbox();
  }

  async function message({ actor, parts }: Gathered): Promise<void> {
    const [first] = parts;
    const text = withoutName(textOf(parts), deps.botUsername());
    if (text === "") {
      if (first.attached) await tell(first, ATTACHED_TEXT);
      return;
    }
    const { command } = first;
    if (command) {
      if (command.to !== null && command.to !== deps.botUsername().toLowerCase()) return;
      // A long paste may follow the command in further parts.
      const args = [command.args, textOf(parts.slice(1))].join("");
      return deps.command({ name: command.name, args }, first, actor);
    }
    const review = await reviewRepliedTo(first);
    if (review) return revise(review, { actor, message: first, text });
    if (await steer({ actor, message: first, text })) return;
    await queue({ actor, message: first, text });
  }

  async function reviewRepliedTo(message: Message): Promise<ReviewRow | undefined> {
    if (message.replyTo === null) return undefined;
    for (const review of await ledger.reviewsIn(["open"])) {
      if (review.chat !== message.chat) continue;
      if (review.messageId === message.replyTo) return review;
      const prompt = await ledger.outboxByCause(revisePromptCause(review.review));
      if (prompt?.messageId === message.replyTo) return review;
    }
    return undefined;
  }

  async function revise(review: ReviewRow, words: Words): Promise<void> {
    const decision = await ledger.decideByReply({
      review: review.review,
      by: words.actor,
      verdict: "revise",
      comment: words.text,
      at: clock.now(),
    });
    await tellStored(deps.onIncident, () => tell(words.message, decisionText(decision, words.actor)));
    if (decision.type === "decided") await deps.onDecided(decision.review);
  }

  async function steer({ actor, message, text }: Words): Promise<boolean> {
    const workspace = await workspaces.of(message);
    const running = lanes.current(workspace.id);
    const turn = running === null ? undefined : await ledger.turn(running);
    if (!turn || turn.by !== actor || !samePlace(turn, message)) return false;
    if (!message.isPrivate && !isAddressed(message, deps.botUsername())) return false;
    const input = {
      turn: turn.turn,
      kind: "steer" as const,
      by: actor,
      body: JSON.stringify({ text }),
      at: clock.now(),
    };
    if (!(await ledger.addInput(input, `message:${keyOf(message)}`))) return false;
    await tellStored(deps.onIncident, () =>
      tell(message, "Passed on to the turn that is running. /next queues a request instead."),
    );
    return true;
  }

  return {
    message,
    edit: createEdits(deps),
    queue,
    failed: ({ message: failed }) =>
      tell(failed, "Something went wrong with this message, and nothing was changed. Send it again."),
  };
}

const ATTACHED_TEXT = "Only text is read so far. Send the request as a text message.";
