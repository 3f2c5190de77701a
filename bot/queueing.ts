// How words become a request in the queue of their workspace. Promises that the same message makes one request, and that
// a person whose request has to wait is told its place and can drop it. Refuses to start anything: that is the lane's.

import type { Clock } from "../store/clock.ts";
import type { Ledger, NewRequest, QueuedRequest } from "../store/ledger.ts";
import { keyboard, tapButton } from "./buttons.ts";
import { dropButtonOf } from "./drop-button.ts";
import { heardCause, keyOf, tellStored, type Words } from "./heard.ts";
import type { OnIncident } from "./incident.ts";
import type { Message } from "./incoming.ts";
import { type Lanes, MAX_WAITING } from "./lanes.ts";
import { plain } from "./render/formatted.ts";
import { notice } from "./say.ts";
import type { Workspaces } from "./workspaces.ts";

export type QueueingDeps = {
  ledger: Pick<Ledger, "addRequest" | "addButtons" | "say" | "queuedRequests" | "turnsIn">;
  lanes: Pick<Lanes, "current" | "wake">;
  workspaces: Workspaces;
  clock: Clock;
  onIncident: OnIncident;
  wakeOutbox(): void;
};

/** Queues a request without looking whether it could steer. */
export function createQueueing(deps: QueueingDeps): (words: Words) => Promise<void> {
  const { ledger, lanes, workspaces, clock } = deps;

  async function queue(words: Words): Promise<void> {
    const { message } = words;
    const workspace = await workspaces.of(message);
    const request = await ledger.addRequest(requestOf(words, workspace.id), clock.now());
    if (request.state !== "queued") return;
    await tellStored(deps.onIncident, async () => {
      const why = await whyQueued(request);
      if (why !== null) await tellQueued(message, request, why);
    });
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

  return queue;
}

function requestOf({ actor, message, text }: Words, workspace: string): NewRequest {
  const { chat, topic, messageId, repliedTo } = message;
  const request = { cause: `message:${keyOf(message)}`, workspace, chat, topic, messageId, by: actor, text };
  return repliedTo === null ? request : { ...request, repliedTo };
}
