// Our own sentences, told from questions: whatever code puts into a conversation is a candidate query, and one nudge was
// once searched twelve times, word for word. Promises to know what code can say beforehand, and all that it has said in
// this turn. Refuses to call a phrase of one or two words ours: those are anybody's.

import { phrasebookMessages } from "../docs/phrasebook/messages.ts";
import type { BoundName } from "../events.ts";
import { messages } from "../lookups/messages.ts";
import { isAlike, normaliseQuery } from "../lookups/normalise.ts";
import { planMessages } from "../plans/messages.ts";
import { BRIEF_OPENING } from "../prompt/brief.ts";
import { advice } from "../tools/advice.ts";
import { lookupDocsMessages } from "../tools/lookup-docs.ts";
import {
  ADVICE_BRAKE,
  ADVICE_OPENING,
  boundLine,
  boundMessage,
  conflictMessage,
  cutMessage,
  emptyMessage,
  groundingMessage,
  leftAloneLine,
} from "./envelope.ts";

/** Fewer telling words could be anybody's query. */
const FEWEST_WORDS = 3;
/** What tools and prompt describe is what people ask about too ("delete a file"): it takes a longer copy to be ours. */
const FEWEST_DESCRIBED = 5;

/** What code has put into a turn: what it told the model to do, and what it described. */
export type OurWords = { told: readonly string[]; described: readonly string[] };

/** All of them: one that is missing here does not compile. */
const bounds: { [Name in BoundName]: Name } = {
  steps: "steps",
  tool_calls: "tool_calls",
  tokens: "tokens",
  time: "time",
  identical_calls: "identical_calls",
  cycle: "cycle",
  unknown_tool: "unknown_tool",
  malformed_calls: "malformed_calls",
  cut_replies: "cut_replies",
  empty_replies: "empty_replies",
  reviews: "reviews",
  item_steps: "item_steps",
  item_calls: "item_calls",
};

/** What code can say in any turn. */
export function standingWords(): readonly string[] {
  return [
    ...messages,
    ...phrasebookMessages,
    ...lookupDocsMessages,
    ...advice,
    BRIEF_OPENING,
    groundingMessage("a file", "a name"),
    ADVICE_OPENING,
    ADVICE_BRAKE,
    ...Object.values(bounds).flatMap((bound) => [boundMessage(bound, 2), boundLine(bound)]),
    cutMessage(4096, true),
    cutMessage(4096, false),
    emptyMessage(),
    leftAloneLine("a file"),
    conflictMessage([], true),
    conflictMessage([], false),
    ...planMessages,
  ];
}

/** Whether a query is, or nearly is, a sentence of ours. */
export function isOwnWords(query: string, { told, described }: OurWords): boolean {
  const asked = normaliseQuery(query);
  const isOne = (sentence: string) => isAlike(asked, sentence);
  const isIn = (text: string) => sentencesOf(text).some(isOne);
  const words = asked.split(" ").length;
  if (words >= FEWEST_WORDS && (standingSentences().some(isOne) || told.some(isIn))) return true;
  return words >= FEWEST_DESCRIBED && described.some(isIn);
}

/** They are the same in every turn, and take longer to be read than to be compared. */
const standing: { sentences: readonly string[] | null } = { sentences: null };

function standingSentences(): readonly string[] {
  standing.sentences ??= [...new Set(standingWords().flatMap(sentencesOf))];
  return standing.sentences;
}

/** The sentences of a text, their halves and the clauses in them, normalised; those of too few words left out. */
function sentencesOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.replace(/^\s*(?:[-*#>]+|\d+[.)])\s+/, ""));
  const sentences = lines.flatMap((line) => line.split(/(?<=[.!?])\s+/));
  const halves = sentences.flatMap((sentence) => sentence.split(/[;:()]\s*|\s[–—-]\s/));
  const clauses = halves.flatMap((half) => half.split(/,\s+/));
  const normalised = [...sentences, ...halves, ...clauses].map(normaliseQuery);
  return [...new Set(normalised)].filter((one) => one.split(" ").length >= FEWEST_WORDS);
}
