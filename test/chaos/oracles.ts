// What must hold of a turn, whatever its model did. Judged from the disk, the log's bare rows and what the model knows of
// itself; refuses to ask the checks and gates that it is there to judge.

import type { EventOf, TurnEvent } from "../../agent/events.ts";
import { sha256 } from "../../store/hash.ts";
import type { Delivered } from "../fakes/people.ts";
import { undocumented } from "./documented.ts";
import type { Mind } from "./mind.ts";

export type Bounds = { steps: number; toolCalls: number; reviews: number };
export type Judged = {
  events: readonly TurnEvent[];
  answer: Delivered | undefined;
  mind: Mind;
  bounds: Bounds;
  /** Bytes by path: before the turn (with what others wrote meanwhile), and now. */
  before: ReadonlyMap<string, string>;
  now: ReadonlyMap<string, string>;
};

/** Each in one sentence; none when all is well. */
export function violations(judged: Judged): string[] {
  return [...ends(judged), ...bytes(judged), ...inventions(judged), ...lies(judged), ...mentions(judged)];
}

const ofType = <T extends TurnEvent["type"]>(events: readonly TurnEvent[], type: T) =>
  events.filter((event): event is EventOf<T> => event.type === type);

function* ends({ events, answer, bounds }: Judged): Generator<string> {
  if (!answer) yield "no answer was delivered";
  if (answer && answer.text.trim() === "") yield "the answer is empty";
  if (events.at(-1)?.type !== "ended") yield `the log's last event is ${events.at(-1)?.type}`;
  const main = (event: TurnEvent) => event.thread === "main";
  const steps = ofType(events, "replied").filter(main).length;
  // Past a bound one reply is asked for, and one after each review that comes back.
  if (steps > bounds.steps + bounds.reviews) yield `${steps} steps`;
  const calls = ofType(events, "tool_ran").filter(main).length;
  // The reply that meets the bound is answered whole.
  if (calls > bounds.toolCalls + 12) yield `${calls} tool calls`;
  const reviews = ofType(events, "review_opened").length;
  if (reviews > bounds.reviews) yield `${reviews} reviews`;
}

/** Exactly what verdicts landed is on the disk. */
function* bytes({ events, before, now }: Judged): Generator<string> {
  const expected = new Map([...before].map(([path, text]) => [path, sha256(text)]));
  for (const landed of ofType(events, "landed")) {
    const said = ofType(events, "verdict_given").find((one) => one.review === landed.review);
    if (said?.verdict !== "apply") yield `a review landed on the verdict ${said?.verdict}`;
    const opened = ofType(events, "review_opened").find((one) => one.review === landed.review);
    for (const { path, after } of opened?.changes ?? []) {
      if (after === null) expected.delete(path);
      else expected.set(path, after);
    }
  }
  for (const path of new Set([...expected.keys(), ...now.keys()])) {
    const text = now.get(path);
    const found = text === undefined ? undefined : sha256(text);
    if (found !== expected.get(path)) yield `${path} is not what verdicts made of it`;
  }
}

/** What the model knows that it made up stands in no file that it did not stand in before. */
function* inventions({ events, before, now, mind }: Judged): Generator<string> {
  if (!events.some(({ type }) => type === "landed")) return;
  for (const [path, text] of now) {
    for (const name of mind.invented) {
      const forms = [name, `${name.slice(0, 4)}" + "${name.slice(4)}`];
      if (forms.some((form) => timesIn(text, form) > timesIn(before.get(path) ?? "", form)))
        yield `${name} landed in ${path}`;
    }
    if (!path.endsWith(".js")) continue;
    const known = new Set(undocumented(before.get(path) ?? ""));
    for (const name of undocumented(text))
      if (!known.has(name)) yield `${name} landed in ${path}, undocumented`;
  }
}

const timesIn = (text: string, word: string): number => text.split(word).length - 1;

const TURN_BUDGET = 3;

/** The line of code's that takes back this very lie. */
function isAdmitted(lie: string, outstanding: readonly string[]): boolean {
  const file = /[\w/-]+\.\w+/.exec(lie)?.[0];
  const about = file ?? "tests";
  return outstanding.some((line) => line.includes(about) || /^Not so: nothing/.test(line));
}

function* lies({ events, answer, mind }: Judged): Generator<string> {
  const told = mind.lies.filter((lie) => answer?.text.includes(lie));
  if (told.length === 0 || !answer) return;
  for (const lie of told)
    if (!isAdmitted(lie, answer.outstanding)) yield `told without a line of code's: "${lie}"`;
  if (events.some(({ type }) => type === "bound_met")) return;
  const holds = ofType(events, "checked").flatMap(({ held }) => (held ? [held.gate] : []));
  if (!holds.includes("claim") && holds.length < TURN_BUDGET) yield `a push was left: "${told[0]}"`;
}

function* mentions({ events, answer, mind }: Judged): Generator<string> {
  if (!events.some(({ type }) => type === "pushed")) return;
  for (const one of mind.mentions) if (answer?.text.includes(one)) yield `delivered: "${one}"`;
}
