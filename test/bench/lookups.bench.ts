// How fast the lasting cache finds an answer by nearly the same words: 100,000 queries put together from words of many
// engines, asked as they are, with a slip of the finger, with one word changed, and with words that nothing has. Seeded.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { openLookupCache } from "../../agent/lookups/lookup-cache.ts";
import { normaliseQuery } from "../../agent/lookups/normalise.ts";
import { createQueryIndex } from "../../agent/lookups/query-index.ts";
import { systemClock as clock } from "../../store/clock.ts";
import { openStore } from "../../store/open.ts";
import { answerTo } from "../agent/lookups/sample-answer.ts";
import { type BenchRow, percentile } from "./bench.ts";

const ENTRIES = 100_000;
const KEPT = 10_000;
const ASKED = 4000;

const WORDS =
  `abort align anchor angle animate annotation append archive array attach baseline bleed bookmark border bottom
  bounds bullet button callback camera caption cell centre chapter character checkbox circle clip close colour column comment
  composition cookie copy count create crop curve cursor data date decode delete dialog document draw duplicate edge effect
  ellipse encode encrypt entry event export expression fetch field file fill filter find fit flatten folder font footer form
  frame gradient graphic grid group guide gutter header height hyperlink image import indent index inject insert iterate
  join justify keyframe label layer layout library line link list listen load margin marker mask master measure menu merge
  mirror move name navigate nest number object opacity open order outline overlay page palette panel paragraph parent paste
  path pattern pixel place plate point position preset preview print profile progress property prompt quality query radius
  range read record rectangle redraw reference refresh rename render repeat replace request resize resource response rotate
  round row rule ruler save scale screenshot script section select selection sequence shadow shape slice sort space split
  spread stack stamp start stop story stream stroke style swatch symbol tab table tag template text thread time timeline
  title toggle track transform trim unit update upload value view visible watermark weight width window word wrap zoom`.split(
    /\s+/,
  );

function seeded(seed: number) {
  const state = { seed };
  return (below: number): number => {
    state.seed = (Math.imul(state.seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state.seed % below;
  };
}

export async function bench(): Promise<BenchRow[]> {
  return [...matching(), ...(await reading())];
}

function matching(): BenchRow[] {
  const pick = seeded(11);
  const word = () => WORDS[pick(WORDS.length)] ?? "";
  const query = () => Array.from({ length: 2 + pick(5) }, word).join(" ");
  const known = Array.from({ length: ENTRIES }, () => normaliseQuery(query()));
  const index = createQueryIndex();
  const built = timed(() => {
    for (const [n, one] of known.entries()) index.add(`key ${n}`, one);
  });

  const some = () => known[pick(known.length)] ?? "";
  const asked = {
    "the very words": some,
    "a slip of the finger": () => slipped(some(), pick),
    "one word changed": () => normaliseQuery([...some().split(" ").slice(1), word()].join(" ")),
    "other words": () => normaliseQuery(query()),
    "words of another trade": () =>
      normaliseQuery(Array.from({ length: 4 }, () => scrambled(word(), pick)).join(" ")),
  };
  const rows = Object.entries(asked).map(([how, make]): BenchRow => {
    const times: number[] = [];
    let hits = 0;
    for (let n = 0; n < ASKED + 500; n++) {
      const one = make();
      // The quickest of three: what else the machine does meanwhile is not the question.
      const ms = Math.min(...[1, 2, 3].map(() => timed(() => index.closest(one))));
      if (index.closest(one) !== null) hits += 1;
      // The first ones warm the compiler up.
      if (n >= 500) times.push(ms);
    }
    const note = `p50 ${percentile(times, 50).toFixed(2)}, hits ${Math.round((hits / (ASKED + 500)) * 100)} %`;
    return {
      name: `lookups: near match, ${how}`,
      value: percentile(times, 99),
      unit: "ms p99",
      target: 2,
      op: "<",
      note,
    };
  });
  return [{ name: "lookups: index 100,000 queries", value: built, unit: "ms" }, ...rows];
}

/** A cache that another process filled: read when the first query comes. */
async function reading(): Promise<BenchRow[]> {
  const dir = await mkdtemp(join(tmpdir(), "handrail-bench-"));
  const uri = `sqlite:${join(dir, "store.sqlite")}`;
  const pick = seeded(5);
  {
    await using store = await openStore(uri, { clock });
    const keyv = store.keyv("lookups");
    const text = "An answer as the composing step gives it, with some code in it. ".repeat(24);
    const entries = Array.from({ length: KEPT }, (_, n) => {
      const query = Array.from({ length: 4 }, () => WORDS[pick(WORDS.length)]).join(" ");
      return { key: `key ${n}`, value: answerTo(query, { text, keptAt: clock.now() }) };
    });
    await keyv.setMany(entries);
  }
  await using store = await openStore(uri, { clock });
  const cache = openLookupCache(store, clock);
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const from = performance.now();
  await cache.find("border table", { workspace: "ws", index: "v1", sources: ["docs"] });
  const ms = performance.now() - from;
  loop.disable();
  await rm(dir, { recursive: true, force: true });
  return [
    { name: "lookups: read 10,000 kept answers", value: ms, unit: "ms" },
    { name: "lookups: loop held meanwhile", value: loop.max / 1e6, unit: "ms", target: 50, op: "<" },
  ];
}

function timed(work: () => void): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

function slipped(text: string, pick: (below: number) => number): string {
  const at = pick(text.length);
  return `${text.slice(0, at)}x${text.slice(at + 1)}`;
}

function scrambled(word: string, pick: (below: number) => number): string {
  const letters = [...word];
  return letters.map((_, n) => letters[(n * 3 + pick(3)) % letters.length]).join("");
}
