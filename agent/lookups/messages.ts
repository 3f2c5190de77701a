// What rag_lookup says beside answers, in one place, so that own-words.ts can list it. Promises that each says what to do
// next. Refuses phrases that work as a query: what stands in a prompt gets searched, word for word.

import { LIVE_LIMIT, SAME_QUERY_LIMIT } from "./budget.ts";

export const NO_DOCS =
  "This workspace has no documentation. Learn from its own scripts: find and read a file.";

export const NOTHING_ASKED =
  "The query has no word in it that could be found. Name the operation, or check a name with lookup_docs.";

export const TOO_LONG =
  "Not run: a query is one line of a few words. Take the operation alone, without code, results or explanations.";

export const OWN_WORDS =
  "Not run: this is a sentence of an automated message, not a question about the engine. Do what that message says. " +
  "A name that it gives goes to lookup_docs as it is spelled.";

export const BUDGET_OUT =
  `Not run: the search budget of this request is used up, ${LIVE_LIMIT} live lookups are all there are. Other wordings ` +
  "return this same message. Write now, from what you have; exact names can still be checked with lookup_docs. The final " +
  "answer must not say that the documentation lacks what was not searched: say that the search budget ran out.";

/** The line that code adds to the answer of a turn that was refused a lookup for its budget. */
export const BUDGET_LINE =
  "The search budget of this request ran out: what is missing here was not searched for any further.";

export const REPEATED_IN_VAIN =
  `Not run: these very words were searched ${SAME_QUERY_LIMIT} times in this request, without an answer. Other results ` +
  "will not come of them. Go on with what you have, or check exact names with lookup_docs.";

export const GAP =
  "The excerpts that were found do not answer this. That is no proof of absence: it may be documented in other words. " +
  "Read one of them by its id with lookup_docs if it comes near; else leave this out, and say in the answer that it was not found.";

export const NOTHING_FOUND =
  "Nothing in the documentation comes near this. Check exact names with lookup_docs, or read a script that already does it; " +
  "else leave this out, and say in the answer that it was not found.";

export const NOT_COMPOSED =
  "The side model gave no whole answer, so here is only what was found. Read the chunks by their ids with lookup_docs.";

export const LEADER_FAILED =
  "The same lookup was on its way for another call, and ended without an answer. Make this call once more if it is still needed.";

export const CORRECTIONS =
  "Corrections by an automated check; where they differ from the answer above, they are right:";

/** Stands before names of an answer that its excerpts do not have. */
export const UNSEEN_NAMES =
  "These names of the answer stand in none of its excerpts; check each with lookup_docs, as it is spelled, before use:";

export const FROM_MEMORY = "From this request's own memory, since these very words were searched before:";

export const SHARED_WITH =
  "The answer to nearly the same query, which was on its way already; judge whether it fits:";

export const NEAR_HIT =
  "A kept answer to nearly the same query; judge whether it fits, and check the names that you take from it:";

/** Stands before the ids at the end of an answer. */
export const READ_MORE = "Excerpts it rests on, to be read by id with lookup_docs:";

export const messages: readonly string[] = [
  NO_DOCS,
  NOTHING_ASKED,
  TOO_LONG,
  OWN_WORDS,
  BUDGET_OUT,
  BUDGET_LINE,
  REPEATED_IN_VAIN,
  GAP,
  NOTHING_FOUND,
  NOT_COMPOSED,
  LEADER_FAILED,
  CORRECTIONS,
  UNSEEN_NAMES,
  FROM_MEMORY,
  SHARED_WITH,
  NEAR_HIT,
  READ_MORE,
];
