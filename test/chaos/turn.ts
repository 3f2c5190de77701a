// One chaos turn from its seed: a copy of the sample workspace, its documentation, the real turn over real HTTP, and a model
// and a person that behave as they were drawn. Promises the same turn for the same seed, and every violation in words.

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Docs } from "../../agent/docs/open-docs.ts";
import type { TurnEvent } from "../../agent/events.ts";
import { replayTurn } from "../../agent/replay.ts";
import { baseTools } from "../../agent/tools/base-tools.ts";
import { docsTools } from "../../agent/tools/docs-tools.ts";
import { layTools, plainLayer } from "../../agent/tools/lay-tools.ts";
import { defaultBounds, type TurnSettings } from "../../agent/turn/deps.ts";
import { QUIRE } from "../agent/turn/quire-docs.ts";
import { ME, openWorkshop, type Workshop } from "../agent/turn/workshop.ts";
import { randomFrom } from "../servers/model/chaos.ts";
import { draw } from "./behaviours.ts";
import { createMind, type Mind, pick, speak } from "./mind.ts";
import { violations } from "./oracles.ts";
import { createPerson, type Person } from "./person.ts";
import { TASKS } from "./tasks.ts";

export type ChaosEnd = {
  seed: number;
  behaviours: string[];
  /** How it ended, in a few words. */
  ending: string;
  /** Gates that held a draft, each time. */
  holds: string[];
  violations: string[];
};

const BOUNDS = { ...defaultBounds, steps: 16, toolCalls: 60, reviews: 3 };
/** A turn that is run more often than this goes on for ever. */
const MOST_RUNS = 40;
const TOOLS = layTools(plainLayer(baseTools), docsTools);

class Died extends Error {}

const relevant = (path: string) =>
  path.endsWith(".js") || path.startsWith(".handrail/") || path === "terms.txt";

function quireFiles(): Record<string, string> {
  const all = readdirSync(QUIRE, { recursive: true, encoding: "utf8" });
  const files = all.filter((one) => relevant(one) && statSync(join(QUIRE, one)).isFile());
  return Object.fromEntries(files.map((one) => [one, readFileSync(join(QUIRE, one), "utf8")]));
}

function onDisk(root: string): Map<string, string> {
  const all = readdirSync(root, { recursive: true, encoding: "utf8" });
  const files = all.filter((one) => statSync(join(root, one)).isFile());
  return new Map(files.map((one) => [one, readFileSync(join(root, one), "utf8")]));
}

export type ChaosOptions = {
  docs: Docs;
  /** The name of a behaviour that every turn has. */
  only?: string;
  /** Mechanisms that stand aside, to see that what must hold fails without them. */
  without?: TurnSettings["without"];
};

export async function chaosTurn(seed: number, { docs, only, without }: ChaosOptions): Promise<ChaosEnd> {
  const random = randomFrom(seed);
  const behaviours = draw(random, only);
  const mind = createMind(pick(TASKS, random), random);
  const person = createPerson(random);
  const stop = new AbortController();
  const world: { shop?: Workshop; turn?: string; passed: number } = { passed: 0 };
  const act = (count: number) =>
    world.shop && world.turn ? interfere(count, person, { ...world, stop }) : undefined;
  const counting = { requests: 0 };
  await using shop = await openWorkshop({
    files: quireFiles(),
    model: {
      async respond(request) {
        counting.requests += 1;
        await act(counting.requests);
        return speak(mind, behaviours, request);
      },
    },
    // Every other turn has so little room that it is trimmed.
    settings: { bounds: BOUNDS, contextTokens: seed % 2 === 0 ? 4000 : 64_000, ...(without && { without }) },
    deps: {
      docs: async () => docs,
      tools: () => TOOLS,
      failpoint() {
        world.passed += 1;
        if (world.passed === person.diesAt) throw new Died("the process dies here");
      },
    },
  });
  world.shop = shop;
  const before = onDisk(shop.root);
  const faults = await follow(shop, { mind, person, before, stop, world });

  const events = world.turn ? await shop.events(world.turn) : [];
  const rows = world.turn ? await shop.deps.ledger.log(world.turn) : [];
  const replayed = await replayTurn(rows, shop.deps.ledger);
  const answer = shop.notifier.answers.at(-1);
  const judged = { events, answer, mind, bounds: BOUNDS, before, now: onDisk(shop.root) };
  return {
    seed,
    behaviours: behaviours.map(({ name }) => name),
    ending: endingOf(events, answer?.outstanding.length ?? 0),
    holds: events.flatMap((event) => (event.type === "checked" && event.held ? [event.held.gate] : [])),
    violations: [
      ...faults,
      ...replayed.faults.map(({ seq, what }) => `replay, event ${seq}: ${what}`),
      ...violations(judged),
    ],
  };
}

type Following = {
  mind: Mind;
  person: Person;
  before: Map<string, string>;
  stop: AbortController;
  world: { turn?: string };
};

/** Runs the turn to its end, over deaths and reviews. What it throws beside a death is a fault. */
async function follow(shop: Workshop, following: Following): Promise<string[]> {
  const { mind, stop, world } = following;
  for (let runs = 0; runs < MOST_RUNS; runs++) {
    try {
      world.turn ??= await shop.ask(mind.task.request);
      if ((await shop.run(world.turn, { stop: stop.signal })) === "ended") return [];
      await answerPerson(shop, world.turn, following);
    } catch (error) {
      if (error instanceof Died) continue;
      return [`it threw: ${error instanceof Error ? error.stack : String(error)}`];
    }
  }
  return [`it has not ended after ${MOST_RUNS} runs`];
}

async function answerPerson(
  shop: Workshop,
  turn: string,
  { mind, person, before }: Following,
): Promise<void> {
  const { ledger, clock } = shop.deps;
  const open = (await ledger.reviewsIn(["open"])).find(
    (one) => one.origin.type === "turn" && one.origin.turn === turn,
  );
  const at = clock.now();
  if (!open) {
    const asked = shop.reviewer.questions.at(-1);
    if (!asked) throw new Error("it waits for nobody");
    const { permission } = asked;
    await ledger.decidePermission({ turn, permission, allow: person.allows(), by: ME, at, tap: null });
    return;
  }
  const card = shop.reviewer.cards.find(({ review }) => review === open.review);
  const changed = card?.changes.find(({ op }) => op === "modify");
  if (person.meddles && changed) {
    person.meddles = false;
    const text = `${before.get(changed.path)}\n// somebody else was here\n`;
    writeFileSync(join(shop.root, changed.path), text);
    before.set(changed.path, text);
  }
  const verdict = person.verdict(card, mind);
  await shop.decide(turn, verdict, verdict === "revise" ? "No, otherwise: leave the colours alone." : "");
}

async function interfere(
  count: number,
  person: Person,
  { shop, turn, stop }: { shop?: Workshop; turn?: string; stop: AbortController },
): Promise<void> {
  if (!shop || !turn) return;
  const { ledger, clock } = shop.deps;
  const input = { turn, by: ME, at: clock.now() };
  if (count === person.steersAt) {
    const body = JSON.stringify({ text: "And keep the comments short." });
    await ledger.addInput({ ...input, kind: "steer", body }, `steer:${count}`);
  }
  if (count === person.stopsAt) {
    await ledger.addInput({ ...input, kind: "stop", body: "{}" }, `stop:${count}`);
    stop.abort();
  }
}

function endingOf(events: readonly TurnEvent[], admitted: number): string {
  const ended = events.findLast((event) => event.type === "ended");
  if (ended?.type !== "ended") return "not ended";
  const bound = events.find((event) => event.type === "bound_met");
  if (bound?.type === "bound_met") return `bound: ${bound.bound}`;
  return admitted > 0 ? `${ended.outcome}, admitting something` : ended.outcome;
}
