// The intent of a person's last words, with what they said before: a bare file or phrase completes an earlier
// wish ("in grid.js", "the stock table instead", "go on"). Promises that words with a wish of their own win.
// Refuses to complete what was not begun.

import { looksLikeFile } from "./intent-words.ts";
import { type Intent, readIntent } from "./intents.ts";
import type { Transcript } from "./transcript.ts";

type Wish = Extract<Intent, { type: "remove" | "find" | "rename" | "replace" | "docs" }>;

export function resolveIntent(transcript: Transcript): Intent {
  let wish = fromContext(transcript.context);
  let intent: Intent = { type: "help" };
  for (const [i, { words }] of transcript.passages.entries()) {
    intent = completed(readIntent(words), wish, i > 0);
    if (isWish(intent)) wish = intent;
  }
  return intent;
}

function completed(intent: Intent, wish: Wish | null, steered: boolean): Intent {
  if (wish === null) return intent.type === "instead" ? { type: "unknown", words: intent.what } : intent;
  if (intent.type === "place")
    return wish.type === "docs"
      ? { type: "show", file: intent.file, from: null, to: null }
      : { ...wish, file: intent.file };
  if (intent.type === "again") return wish;
  if (wish.type !== "remove") return intent;
  if (intent.type === "unknown" && isPhrase(intent.words))
    return steered ? { type: "instead", what: intent.words, file: null } : { ...wish, what: intent.words };
  if (intent.type === "docs" && !steered && !/\s/.test(intent.topic) && intent.topic !== "")
    return { ...wish, what: intent.topic };
  if (intent.type === "instead" && looksLikeFile(intent.what)) return { ...wish, file: intent.what };
  return intent;
}

const isWish = (intent: Intent): intent is Wish =>
  ["remove", "find", "rename", "replace", "docs"].includes(intent.type);

const isPhrase = (words: string) =>
  /^(?:the|that|this|both|all)? ?[\w$-]+(?: [\w$-]+)?$/i.test(words) && words.length < 40;

/** The last wish among the lines of the orientation, however they are labelled. */
function fromContext(context: string | null): Wish | null {
  for (const line of (context ?? "").split("\n").reverse()) {
    const words = line
      .replace(/^[\s>*-]*(?:\d+[.)] )?(?:(?:\w+ )?(?:request|person|asked|they|user)\w*:? )?["“]?/i, "")
      .replace(/["”]\s*$/, "");
    const intent = readIntent(words);
    if (isWish(intent) && intent.type !== "docs") return intent;
  }
  return null;
}
