// What worked examples say that they do, for each member that they use: "add a stamp" finds the member that adds one,
// though its own page may never say stamp. Promises words of the documentation's own examples. Refuses members that most
// examples use: they are no example's point.

import type { DatabaseSync } from "node:sqlite";
import { nameParts } from "../names.ts";
import type { MoreWords } from "./search-tables.ts";

const WEIGHT = 0.35;
/** Of a member with more examples each one says less. */
const FEW = 3;

/** Words by the row of the chunk that documents a symbol. */
export function wordsOfExamples(db: DatabaseSync): MoreWords {
  const rowOf = db.prepare(
    "SELECT chunk FROM names WHERE key = ? AND rank < 2 ORDER BY name = ? DESC, rank LIMIT 1",
  );
  const more = new Map<number, { examples: number; words: string[] }>();
  for (const topic of db.prepare("SELECT phrases, symbols FROM topics ORDER BY n").iterate()) {
    const phrases: string[] = JSON.parse(String(topic.phrases));
    const symbols: string[] = JSON.parse(String(topic.symbols));
    const said = phrases.flatMap((phrase) => phrase.match(/[\p{L}\p{N}_$]+/gu) ?? []).flatMap(nameParts);
    for (const symbol of symbols) {
      const row = rowOf.get(symbol.toLowerCase(), symbol);
      if (!row) continue;
      const n = Number(row.chunk);
      const entry = more.get(n) ?? { examples: 0, words: [] };
      more.set(n, entry);
      entry.examples += 1;
      entry.words.push(...said);
    }
  }
  const weighted = [...more].map(([n, { examples, words }]) => {
    return [n, { words, weight: (WEIGHT * FEW) / Math.max(FEW, examples) }] as const;
  });
  return new Map(weighted);
}
