// Leave for calls that cannot simply be dropped again: asked of a person before they run, once a turn for what can be
// undone with work, each time for what cannot. Promises that a call which was started and has no result is never run
// again by code. Refuses to ask about what was refused before, and to take anything but a stored answer for one.

import { randomBytes } from "node:crypto";
import type { EventOf, TurnEvent } from "../events.ts";
import type { PermissionCard, PermissionEnd } from "../ports.ts";
import { redact } from "../redact.ts";
import { type Effect, refuse, type ToolResult } from "../tools/tool.ts";
import type { TurnDeps } from "./deps.ts";
import { fold } from "./fold.ts";
import type { Log } from "./log.ts";

/** What a call needs before it runs. */
export type Leave =
  | { type: "given" }
  | { type: "ask"; effect: AskingEffect }
  | { type: "refused"; result: ToolResult };
export type AskingEffect = Extract<Effect, "effortful" | "irreversible">;

export type Judged = {
  step: number;
  index: number;
  key: string;
  args: string;
  tool: { name: string; effect: Effect };
};

/** After so many noes in one turn nobody is asked any more. */
const MOST_DENIALS = 3;

const given: Leave = { type: "given" };

export function asksLeave(effect: Effect): effect is AskingEffect {
  return effect !== "read" && effect !== "stage";
}

export function leaveFor(events: readonly TurnEvent[], call: Judged): Leave {
  const { name, effect } = call.tool;
  if (!asksLeave(effect)) return given;
  if (wasStarted(events, call)) return refused("unknown_outcome", unknownOutcome(name));
  if (!isObject(call.args)) return refused("malformed", malformed(name));
  const asked = events.filter((event) => event.type === "permission_asked");
  const mine = asked.find((event) => event.step === call.step && event.index === call.index);
  if (mine) return answerTo(mine, events);
  const noes = asked.filter((event) => decisionOn(event, events)?.allow === false);
  if (noes.some((event) => event.key === call.key)) return refused("denied", deniedText(name));
  if (noes.length >= MOST_DENIALS) return refused("not_allowed", enoughText(name));
  const isAllowed = asked.some((event) => event.tool === name && decisionOn(event, events)?.allow);
  return effect === "effortful" && isAllowed ? given : { type: "ask", effect };
}

function answerTo(asked: EventOf<"permission_asked">, events: readonly TurnEvent[]): Leave {
  const decision = decisionOn(asked, events);
  if (!decision) return asked.effect === "checkpoint" ? given : { type: "ask", effect: asked.effect };
  return decision.allow ? given : refused("denied", deniedText(asked.tool));
}

function decisionOn(
  { permission }: EventOf<"permission_asked">,
  events: readonly TurnEvent[],
): EventOf<"permission_decided"> | undefined {
  return events.find(
    (event): event is EventOf<"permission_decided"> =>
      event.type === "permission_decided" && event.permission === permission,
  );
}

/** It has no result, or it would not be judged again. */
function wasStarted(events: readonly TurnEvent[], { step, index }: Judged): boolean {
  return events.some(
    (event) => event.type === "tool_started" && event.step === step && event.index === index,
  );
}

function refused(reason: string, text: string): Leave {
  return { type: "refused", result: refuse(reason, text) };
}

function isObject(args: string): boolean {
  try {
    const parsed: unknown = JSON.parse(args === "" ? "{}" : args);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
}

const unknownOutcome = (name: string): string =>
  `${name} was started before the work was interrupted, and whether it took effect is not known. It is not run again by itself. Check with another tool what it left, or ask the person with ask_person.`;
const malformed = (name: string): string =>
  `The arguments of ${name} are no JSON object, so nobody was asked about them. Call it again with arguments that fit its schema.`;
const deniedText = (name: string): string =>
  `The person does not allow this call of ${name}. Do without it, and say in the answer what is left undone.`;
const enoughText = (name: string): string =>
  `The person has said no ${MOST_DENIALS} times, so nobody is asked about ${name} any more in this request. Do without it.`;

export type Asking = {
  scope?: EventOf<"permission_asked">["scope"] & {};
  thread: string;
  step: number;
  index: number;
  key: string;
  tool: string;
  label: string;
  effect: AskingEffect | "checkpoint";
};

/** Stores the question, with everything before it, and shows it. The turn waits then, and holds no workspace. */
export async function askPermission(
  log: Log,
  { thread, step, ...asked }: Asking,
  deps: TurnDeps,
): Promise<void> {
  const permission = randomBytes(16).toString("base64url");
  const body = { type: "permission_asked" as const, permission, ...asked };
  const event = { thread, step, at: deps.clock.now(), body };
  await log.append([event], [], { state: { state: "waiting" } });
  deps.failpoint("permission:asked");
  await postPermission(log, deps);
  deps.notifier.progress(log.turn, { type: "waiting", review: permission });
}

/** Shows the question that is open; harmless to repeat. */
export async function postPermission(log: Pick<Log, "turn" | "events">, deps: PermissionDeps): Promise<void> {
  const { permission } = fold(log.events);
  if (permission) await deps.reviewer.ask(await cardOf(permission, log, deps));
}

/** The last question's card becomes what came of it; harmless to repeat. */
export async function settlePermission(log: Log, deps: PermissionDeps): Promise<void> {
  const asked = log.events.findLast((event) => event.type === "permission_asked");
  if (!asked || fold(log.events).permission?.permission === asked.permission) return;
  const decision = decisionOn(asked, log.events);
  const end: PermissionEnd = decision
    ? { type: decision.allow ? "allowed" : "denied", by: decision.by }
    : { type: "stopped" };
  await deps.reviewer.answered(await cardOf(asked, log, deps), end);
}

type PermissionDeps = Pick<TurnDeps, "ledger" | "reviewer" | "settings">;

async function cardOf(
  { permission, thread, step, index, tool, label, effect }: EventOf<"permission_asked">,
  { turn, events }: Pick<Log, "turn" | "events">,
  { ledger, settings }: PermissionDeps,
): Promise<PermissionCard> {
  const row = await ledger.turn(turn);
  if (!row) throw new Error(`the ledger has no turn ${turn}`);
  const reply = events.find(
    (event) => event.type === "replied" && event.thread === thread && event.step === step,
  );
  const args = reply?.type === "replied" ? (reply.calls[index]?.args ?? "{}") : "{}";
  return {
    permission,
    turn,
    workspace: row.workspace,
    request: row.text,
    chat: row.chat,
    topic: row.topic,
    allowed: [...new Set([row.by, ...settings.owners])],
    tool,
    label,
    effect,
    args: redact(args === "" ? "{}" : args, settings.secrets),
  };
}
