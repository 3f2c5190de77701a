// What a person's message becomes: a command, words for an open review, steering, or a request. Promises that each
// is one transaction of the ledger, keyed by the message, so that handling it again is harmless. Refuses to wait
// for a turn, a model or Telegram.

import type { Clock } from "../store/clock.ts";
import type { Ledger, QueuedRequest, ReviewRow } from "../store/ledger.ts";
import { keyboard, tapButton } from "./buttons.ts";
import { decisionText } from "./decision-text.ts";
import { dropButtonOf } from "./drop-button.ts";
import { type Gathered, textOf, type Waiting } from "./gather.ts";
import type { Message, Place } from "./incoming.ts";
import { type Lanes, MAX_WAITING } from "./lanes.ts";
import { plain } from "./render/formatted.ts";
import { MESSAGE_UNITS } from "./render/split.ts";
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
  wakeOutbox(): void;
};

export type Messages = {
  message(gathered: Gathered): Promise<void>;
  edit(edited: Waiting): Promise<void>;
  /** Queues a request without looking whether it could steer. */
  queue(of: { actor: string; message: Message; text: string }): Promise<void>;
  failed(waiting: Waiting): Promise<void>;
};

export function createMessages(deps: MessagesDeps): Messages {
  const { ledger, lanes, workspaces, clock } = deps;

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

  async function revise(
    review: ReviewRow,
    words: { actor: string; message: Message; text: string },
  ): Promise<void> {
    const decision = await ledger.decideByReply({
      review: review.review,
      by: words.actor,
      verdict: "revise",
      comment: words.text,
      at: clock.now(),
    });
    await tell(words.message, decisionText(decision, words.actor));
    if (decision.type === "decided") await deps.onDecided(decision.review);
  }

  async function steer({
    actor,
    message,
    text,
  }: {
    actor: string;
    message: Message;
    text: string;
  }): Promise<boolean> {
    const workspace = await workspaces.of(message);
    const running = lanes.current(workspace.id);
    const turn = running === null ? undefined : await ledger.turn(running);
    if (!turn || turn.by !== actor || !samePlace(turn, message)) return false;
    if (!message.isPrivate && !addressed(message, deps.botUsername())) return false;
    const input = {
      turn: turn.turn,
      kind: "steer" as const,
      by: actor,
      body: JSON.stringify({ text }),
      at: clock.now(),
    };
    if (!(await ledger.addInput(input, `message:${keyOf(message)}`))) return false;
    await tell(message, "Passed on to the turn that is running. /next queues a request instead.");
    return true;
  }

  async function queue({
    actor,
    message,
    text,
  }: {
    actor: string;
    message: Message;
    text: string;
  }): Promise<void> {
    const workspace = await workspaces.of(message);
    const request = await ledger.addRequest(
      requestOf({ actor, message, text, workspace: workspace.id }),
      clock.now(),
    );
    if (request.state !== "queued") return;
    const why = await whyQueued(request);
    if (why !== null) await tellQueued(message, request, why);
    lanes.wake(workspace.id);
  }

  async function tellQueued(message: Message, request: QueuedRequest, text: string): Promise<void> {
    const cause = heardCause(message);
    const drop = dropButtonOf(request, cause);
    await ledger.addButtons([drop]);
    const buttons = keyboard([tapButton("Drop it", drop.token)]);
    const said = notice({
      cause,
      place: message,
      text: plain(text),
      replyTo: message.messageId,
      keyboard: buttons,
    });
    await ledger.say([said], clock.now());
    deps.wakeOutbox();
  }

  /** Null when nothing stands between the request and its start. */
  async function whyQueued(request: QueuedRequest): Promise<string | null> {
    const queued = await ledger.queuedRequests(request.workspace);
    const position = queued.findIndex((other) => other.id === request.id) + 1;
    const waiting = await ledger.turnsIn(["waiting"], request.workspace);
    if (waiting.length >= MAX_WAITING)
      return `Queued as number ${position}: ${waiting.length} reviews wait. See /pending.`;
    if (lanes.current(request.workspace) === null && position === 1) return null;
    return `Queued as number ${position}. Edit the message to change it until it starts.`;
  }

  async function edit({ actor, message }: Waiting): Promise<void> {
    // An edited command never runs again, and a request never becomes one.
    if (message.text === null || message.text.trim() === "" || message.command) return;
    const old = await queuedOf(message);
    const [current] = old;
    if (!current || current.by !== actor) return;
    // A long paste is several messages, and the edit shows one of them.
    if (current.text.length > MESSAGE_UNITS) return tellEdit(message, LONG_EDIT_TEXT);
    const text = withoutName(message.text, deps.botUsername());
    const cause = `message:${keyOf(message)}:edit:${message.editedAt ?? message.updateId}`;
    // Added before the old one is dropped: a kill in between leaves the request there, and this runs again.
    const edited = await ledger.addRequest({ ...current, text, cause }, clock.now());
    const dropped = await Promise.all(
      old.filter((r) => r.id !== edited.id).map((r) => ledger.dropRequest(r.id)),
    );
    if (dropped.every(Boolean)) return;
    await ledger.dropRequest(edited.id);
    await tellEdit(message, "The request has started; the edit came too late. Send the change as a message.");
  }

  async function tellEdit(message: Message, text: string): Promise<void> {
    const cause = `edited:${keyOf(message)}:${message.editedAt ?? message.updateId}`;
    await ledger.say(
      [notice({ cause, place: message, text: plain(text), replyTo: message.messageId })],
      clock.now(),
    );
    deps.wakeOutbox();
  }

  async function queuedOf(message: Message): Promise<QueuedRequest[]> {
    const queues = await Promise.all(workspaces.all.map((w) => ledger.queuedRequests(w.id)));
    return queues.flat().filter((r) => r.chat === message.chat && r.messageId === message.messageId);
  }

  return {
    message,
    edit,
    queue,
    failed: ({ message: failed }) =>
      tell(failed, "Something went wrong with this message, and nothing was changed. Send it again."),
  };
}

const heardCause = (message: Message): string => `heard:${keyOf(message)}`;

function requestOf(of: { actor: string; message: Message; text: string; workspace: string }) {
  const { chat, topic, messageId } = of.message;
  const cause = `message:${keyOf(of.message)}`;
  return { cause, workspace: of.workspace, chat, topic, messageId, by: of.actor, text: of.text };
}

/** In groups a request begins with the bot's name; the words after it are the request. */
function withoutName(text: string, botUsername: string): string {
  const name = `@${botUsername.toLowerCase()}`;
  const trimmed = text.trim();
  const isCalled =
    name !== "@" && trimmed.toLowerCase().startsWith(name) && !/^\w/.test(trimmed.slice(name.length));
  return isCalled ? trimmed.slice(name.length).replace(/^[\s,:]+/, "") : trimmed;
}

/** A reply to the bot, or its name in the text. */
function addressed(message: Message, botUsername: string): boolean {
  const name = botUsername.toLowerCase();
  return message.replyToBot === name || message.mentions.includes(name);
}

export function keyOf(message: Pick<Message, "chat" | "messageId">): string {
  return `${message.chat}:${message.messageId}`;
}

function samePlace(a: Place, b: Place): boolean {
  return a.chat === b.chat && a.topic === b.topic;
}

const LONG_EDIT_TEXT =
  "That request came in several messages and cannot be edited. Drop it and send it again.";
const ATTACHED_TEXT = "Only text is read so far. Send the request as a text message.";
