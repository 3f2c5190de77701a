// The side call that answers a question from excerpts of documentation. Promises sentences and code of the excerpts as
// they stand there, with the excerpt named. Refuses to add a word: where no excerpt has the question's, it says so.

import { coverage, operation, tokens, wished } from "./words.ts";

type Excerpt = { id: string; text: string };
export type ComposeTask = { question: string; excerpts: Excerpt[]; otherwise: string };

const SENTENCES = 2;
/** "Nothing." says what a call returns, and answers no question. */
const SENTENCE_WORDS = 4;

/** `order` is the system message, which says what to answer when the excerpts have nothing. */
export function readComposeTask(order: string, text: string): ComposeTask | null {
  const mark = /^=== excerpt ([0-9a-f]+): /.exec(text)?.[1];
  const question = /\nQuestion: (.*)$/s.exec(text)?.[1];
  if (mark === undefined || question === undefined) return null;
  const [listed = ""] = text.split(`\n=== end ${mark}`);
  const excerpts = listed
    .split(`=== excerpt ${mark}: `)
    .slice(1)
    .map((part): Excerpt => {
      const [id = "", ...lines] = part.split("\n");
      return { id, text: lines.join("\n").trim() };
    });
  const otherwise = /nothing else: (.+)$/m.exec(order)?.[1] ?? "";
  return { question, excerpts, otherwise };
}

export function compose({ question, excerpts, otherwise }: ComposeTask): string {
  const words = wished(question).filter((word) => word.length > 1);
  const nouns = operation(words.join(" "));
  const enough = Math.ceil(nouns.length / 2) * 10;
  const ranked = excerpts
    .map((excerpt) => ({
      excerpt,
      score: coverage(nouns, tokens(excerpt.text)) * 10 + coverage(words, tokens(excerpt.text)),
    }))
    .filter(({ score }) => nouns.length > 0 && score >= enough)
    .toSorted((a, b) => b.score - a.score);
  const best = ranked[0]?.excerpt;
  if (!best) return otherwise;
  const said = sentencesOf(best.text, nouns);
  const code =
    codeIn(best.text) ?? ranked.map(({ excerpt }) => codeIn(excerpt.text)).find((one) => one !== null);
  return [`${said} [chunk ${best.id}]`.trim(), ...(code ? [code] : [])].join("\n");
}

/** The opening sentences of the text, then the one that has most of the words, where that is another. */
function sentencesOf(text: string, words: readonly string[]): string {
  const prose = text
    .replace(/```[\s\S]*?(?:```|$)/g, "\n\n")
    .split(/\n{2,}/)
    .filter((block) => /[.:]/.test(block) && !/^\s*(?:#|[-*|>]|\[cut here\])/.test(block));
  const sentences = prose.flatMap((block) =>
    block
      .replace(/\s+/g, " ")
      .trim()
      .split(/(?<=[.!?])\s+(?=[A-Z])/),
  );
  const [first = "", ...others] = sentences.filter((one) => one.split(" ").length >= SENTENCE_WORDS);
  const rest = others.toSorted((a, b) => coverage(words, tokens(b)) - coverage(words, tokens(a)));
  const kept = [first, ...rest.filter((one) => coverage(words, tokens(one)) > 0)].slice(0, SENTENCES);
  return kept.filter((one) => one !== "").join(" ");
}

/** A worked example in preference to a signature. */
function codeIn(text: string): string | null {
  const fences = [...text.matchAll(/```(\w*)\n[\s\S]*?\n```/g)];
  return (fences.findLast(([, language]) => language !== "text") ?? fences.at(-1))?.[0] ?? null;
}
