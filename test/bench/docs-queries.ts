// The questions of the documentation bench, drawn from the index itself: names, words of descriptions, misspelt names.
// Promises the same questions in every run. Refuses to look at how anything is ranked.

import type { DatabaseSync } from "node:sqlite";
import { snippet } from "../../agent/docs/search/snippet.ts";

/** Any chunk that tells `answer` counts as found: many classes share a member and its description. */
export type Question = { query: string; answer: string };
export type Questions = { names: Question[]; words: Question[]; typos: Question[] };

export type Titled = { n: number; title: string; member: string | null; text: string };

export function readChunks(db: DatabaseSync): Titled[] {
  return db
    .prepare("SELECT n, title, member, text FROM chunks ORDER BY n")
    .all()
    .map((row) => ({
      n: Number(row.n),
      title: String(row.title),
      member: typeof row.member === "string" ? row.member : null,
      text: String(row.text),
    }));
}

export function drawQuestions(chunks: Titled[], each: number): Questions {
  const random = seeded(20_261);
  const members = chunks.filter((chunk) => chunk.member !== null && chunk.member.length > 4);
  const pick = () =>
    members[Math.floor(random() * members.length)] ?? { n: 0, title: "", member: "", text: "" };
  const questions: Questions = { names: [], words: [], typos: [] };

  while (questions.names.length < each) questions.names.push({ query: pick().title, answer: "" });
  while (questions.words.length < each) {
    const { text } = pick();
    const answer = snippet(text, "");
    const words = (answer.match(/[\p{L}]{3,}/gu) ?? []).slice(0, 8);
    if (words.length >= 4) questions.words.push({ query: words.join(" "), answer });
  }
  while (questions.typos.length < each) {
    const { title } = pick();
    questions.typos.push({ query: misspell(title, random), answer: title });
  }
  return questions;
}

/** One letter dropped, doubled, swapped or wrong, never the first of the name. */
function misspell(name: string, random: () => number): string {
  const at = 2 + Math.floor(random() * (name.length - 3));
  const [a = "", b = ""] = [name[at], name[at + 1]];
  const slips = [b, `${a}${a}${b}`, `${b}${a}`, `e${b}`];
  return name.slice(0, at) + (slips[Math.floor(random() * slips.length)] ?? b) + name.slice(at + 2);
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
