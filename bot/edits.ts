// An edited message: the request that it made is changed for as long as it waits. Promises that an edit never runs a
// command and never makes a request of what was none, and that one which comes too late is told. Refuses to touch a turn.

import type { Clock } from "../store/clock.ts";
import type { Ledger, QueuedRequest } from "../store/ledger.ts";
import type { Waiting } from "./gather.ts";
import { keyOf, withoutName } from "./heard.ts";
import type { Message } from "./incoming.ts";
import { plain } from "./render/formatted.ts";
import { MESSAGE_UNITS } from "./render/split.ts";
import { notice } from "./say.ts";
import type { Workspaces } from "./workspaces.ts";

export type EditsDeps = {
  ledger: Pick<Ledger, "addRequest" | "dropRequest" | "queuedRequests" | "say">;
  workspaces: Workspaces;
  clock: Clock;
  /** Known once Telegram has said it. */
  botUsername(): string;
  wakeOutbox(): void;
};

export function createEdits(deps: EditsDeps): (edited: Waiting) => Promise<void> {
  const { ledger, workspaces, clock } = deps;

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

  return edit;
}

const LONG_EDIT_TEXT =
  "That request came in several messages and cannot be edited. Drop it and send it again.";
