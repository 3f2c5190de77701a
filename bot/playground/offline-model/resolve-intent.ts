// The intent of a person's last words, with what they said before: a bare file or phrase completes an earlier
// wish ("in grid.js", "the stock table instead", "go on"). Promises that words with a wish of their own win.
// Refuses to complete what was not begun.

import { type Intent, isWish, type Wish } from "./intent.ts";
import { looksLikeFile, polished } from "./intent-words.ts";
import { readIntent } from "./intents.ts";
import { readStaged } from "./results.ts";
import type { Batch, Transcript } from "./transcript.ts";
import { hasSubject, sameWords, subject } from "./words.ts";

/** `steered`: the wish was at work when these words came; else they answer the question that it ended with. */
type Before = { wish: Wish | null; steered: boolean; staged: ReadonlySet<string> };

export function resolveIntent(transcript: Transcript): Intent {
  let wish = openWish(transcript.context);
  let intent: Intent = { type: "help" };
  const staged = new Set<string>();
  for (const [i, { words, batches }] of transcript.passages.entries()) {
    intent = completed(words, { wish, steered: i > 0, staged });
    wish = wishIn(intent) ?? wish;
    for (const path of stagedIn(batches)) staged.add(path);
  }
  return intent;
}

function completed(text: string, before: Before): Intent {
  const intent = readIntent(text);
  const { wish, staged } = before;
  switch (intent.type) {
    case "instead":
      return wish ? insteadOf(wish, intent, staged.size > 0) : { type: "unknown", words: intent.what };
    case "add":
      return wish?.type === "remove"
        ? { ...intent, type: "remove" }
        : { type: "unknown", words: intent.what };
    case "restrict":
      return wish ? onlyThere(wish, intent, staged) : intent;
    case "place":
      return wish ? inFile(wish, intent.file) : intent;
    case "again":
      return wish ?? intent;
    case "keep":
      return wish?.type === "remove" && sameWords(subject(intent.what), subject(wish.what))
        ? { type: "undo" }
        : intent;
    default:
      return wish?.type === "remove" ? phrase(text, intent, wish, before) : intent;
  }
}

/** The new thing takes the old one's place in the same wish. */
function insteadOf(
  wish: Wish,
  { what, file }: Extract<Intent, { type: "instead" }>,
  staged: boolean,
): Intent {
  if (looksLikeFile(what) && "file" in wish && wish.type !== "remove_file")
    return { type: "redo", wish: { ...wish, file: what }, sure: true };
  switch (wish.type) {
    case "remove":
      return { type: "redo", wish: { type: "remove", what, file }, sure: true };
    case "remove_file":
      return looksLikeFile(what)
        ? { type: "redo", wish: { type: "remove_file", file: what }, sure: true }
        : { type: "redo", wish: { type: "remove", what, file }, sure: true };
    case "rename":
      return { type: "redo", wish: { ...wish, to: what }, sure: true };
    case "move":
      return looksLikeFile(what)
        ? { type: "redo", wish: { ...wish, to: what }, sure: true }
        : { type: "unknown", words: what };
    case "replace":
      return { type: "redo", wish: { ...wish, new: what }, sure: true };
    case "set":
      return { type: "redo", wish: { ...wish, value: what }, sure: true };
    case "find":
      return staged ? { type: "unknown", words: what } : { ...wish, what, file: file ?? wish.file };
    case "docs":
      return staged ? { type: "unknown", words: what } : { ...wish, topic: what };
  }
}

/** A bare name or two after a wish to remove: the answer to its question, or another thing. */
function phrase(
  text: string,
  intent: Intent,
  wish: Extract<Wish, { type: "remove" }>,
  before: Before,
): Intent {
  const words = polished(text);
  if (intent.type === "docs" && !before.steered && /^[`"]?[\w$.-]+[`"]?$/.test(words))
    return { ...wish, what: intent.topic };
  if (intent.type !== "unknown" || !isPhrase(words)) return intent;
  if (!hasSubject(words)) return { type: "unsure", about: "vague" };
  if (!before.steered || before.staged.size === 0) return { ...wish, what: words };
  return { type: "redo", wish: { type: "remove", what: words, file: null }, sure: false };
}

function inFile(wish: Wish, file: string): Intent {
  switch (wish.type) {
    case "docs":
      return { type: "show", file, from: null, to: null };
    case "move":
    case "remove_file":
      return wish;
    case "remove":
    case "find":
    case "rename":
    case "replace":
    case "set":
      return { ...wish, file };
  }
}

/** "Only in b.js" where nothing is staged in b.js: the wish again, there. */
function onlyThere(
  wish: Wish,
  intent: Extract<Intent, { type: "restrict" }>,
  staged: ReadonlySet<string>,
): Intent {
  const { files, keep } = intent;
  const [file] = files;
  const isStaged = files.some((one) => [...staged].some((path) => path === one || path.endsWith(`/${one}`)));
  if (!keep || file === undefined || isStaged) return intent;
  const there = inFile(wish, file);
  return staged.size > 0 && isWish(there) ? { type: "redo", wish: there, sure: true } : there;
}

function wishIn(intent: Intent): Wish | null {
  if (intent.type === "redo") return intent.wish;
  return isWish(intent) ? intent : null;
}

function stagedIn(batches: readonly Batch[]): string[] {
  return batches.flat().flatMap(({ text }) => readStaged(text)?.path ?? []);
}

const isPhrase = (words: string) =>
  /^(?:the|that|this|both|all)? ?[\w$-]+(?: [\w$-]+)?$/i.test(words) && words.length < 40;

/** The wish that the chat so far left open: its last answer was a question. */
function openWish(context: string | null): Wish | null {
  let wish: Wish | null = null;
  for (const turn of (context ?? "").split(/^Asked: /m).slice(1)) {
    const [asked = "", answered = ""] = turn.split(/^Answered[^:\n]*: /m);
    const intent = completed(asked, { wish, steered: false, staged: new Set() });
    wish = isWish(intent) && /\?\s*$/m.test(answered) ? intent : null;
    const meant = /^.*Did you mean ([^\s,?]+)\?$/m.exec(answered)?.[1];
    if (wish?.type === "remove" && meant !== undefined) wish = { ...wish, what: meant };
  }
  return wish;
}
