// The intent of a person's last words, with what they said before: a bare file or phrase completes an earlier
// wish ("in grid.js", "the stock table instead", "go on"). Promises that words with a wish of their own win.
// Refuses to complete what was not begun.

import { looksLikeFile, polished } from "./intent-words.ts";
import { type Intent, readIntent } from "./intents.ts";
import type { Transcript } from "./transcript.ts";

type Wish = Extract<Intent, { type: "remove" | "find" | "rename" | "replace" | "docs" }>;

export function resolveIntent(transcript: Transcript): Intent {
  let wish = openWish(transcript.context);
  let intent: Intent = { type: "help" };
  for (const [i, { words }] of transcript.passages.entries()) {
    intent = completed(words, wish, i > 0);
    if (isWish(intent)) wish = intent;
  }
  return intent;
}

/** `steered`: the wish was at work when these words came; else they answer the question that it ended with. */
function completed(text: string, wish: Wish | null, steered: boolean): Intent {
  const intent = readIntent(text);
  if (wish === null) return intent.type === "instead" ? { type: "unknown", words: intent.what } : intent;
  if (intent.type === "place") return inFile(wish, intent.file);
  if (intent.type === "again") return wish;
  if (wish.type !== "remove") return intent;
  if (intent.type === "instead" && looksLikeFile(intent.what)) return inFile(wish, intent.what);
  const words = polished(text);
  if (intent.type === "docs" && !steered && /^[`"]?[\w$.-]+[`"]?$/.test(words))
    return { ...wish, what: intent.topic };
  if (intent.type !== "unknown" || !isPhrase(words)) return intent;
  return steered ? { type: "instead", what: words, file: null } : { ...wish, what: words };
}

function inFile(wish: Wish, file: string): Intent {
  return wish.type === "docs" ? { type: "show", file, from: null, to: null } : { ...wish, file };
}

const isWish = (intent: Intent): intent is Wish =>
  ["remove", "find", "rename", "replace", "docs"].includes(intent.type);

const isPhrase = (words: string) =>
  /^(?:the|that|this|both|all)? ?[\w$-]+(?: [\w$-]+)?$/i.test(words) && words.length < 40;

/** The wish that the chat so far left open: its last answer was a question. */
function openWish(context: string | null): Wish | null {
  let wish: Wish | null = null;
  for (const turn of (context ?? "").split(/^Asked: /m).slice(1)) {
    const [asked = "", answered = ""] = turn.split(/^Answered[^:\n]*: /m);
    const intent = completed(asked, wish, false);
    wish = isWish(intent) && /\?\s*$/m.test(answered) ? intent : null;
  }
  return wish;
}
