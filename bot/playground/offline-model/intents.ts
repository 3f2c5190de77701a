// What a person wants, by rules over their words: lists to read aloud, the first rule that fits wins. Promises an
// intent for every sentence; `unknown` is one. Refuses to read a wish into words that no rule names.

import type { Intent, Rule } from "./intent.ts";
import { isChange } from "./intent.ts";
import { changeRules, REMOVE } from "./intent-changes.ts";
import { questionRules } from "./intent-questions.ts";
import { revisionRules } from "./intent-revisions.ts";
import { looksLikeFile, polished, splitFile, unquoted } from "./intent-words.ts";

export type { Intent } from "./intent.ts";

/** Longer is a document, not a wish that a rule could know. */
const WORDS_MAX = 2000;

const insteadRules: Rule[] = [
  { pattern: new RegExp(`^instead of .+?,? ((?:${REMOVE}) .+)$`, "i"), read: readInstead },
  { pattern: /^instead,? (.+)$/i, read: readInstead },
  { pattern: /^(.+?),? instead$/i, read: readInstead },
  { pattern: /^not (?:the )?[^,]+?(?:,| but) (.+)$/i, read: readInstead },
  {
    pattern: /^((?:the )?[\w$-]+(?: [\w$-]+)?),? (?:and )?not (?:the )?[\w$-]+(?: [\w$-]+)?$/i,
    read: readInstead,
  },
  {
    pattern:
      /^(?:(?:no+|nope|nah|wrong(?: one| thing| file)?|not that(?: one)?|i meant?|i mean|rather|sorry)[,.! ]+)+(.+)$/i,
    read: readInstead,
  },
];

const lastRules: Rule[] = [
  {
    pattern: /^(?:(?:the one |only )?(?:in|from) )?(?:the file )?(\S+)$/i,
    read: ([file = ""]) => (looksLikeFile(unquoted(file)) ? { type: "place", file: unquoted(file) } : null),
  },
  {
    pattern: /^[`"]?([A-Za-z_$][\w$]*(?:[.-][A-Za-z_$][\w$]*)+(?:\(\))?|[a-z]+[A-Z][\w$]*(?:\(\))?)[`"]?$/,
    read: ([topic = ""]) => ({ type: "docs", topic: topic.replace(/\(\)$/, ""), example: false }),
  },
];

const rules: Rule[] = [...revisionRules, ...insteadRules, ...changeRules, ...questionRules, ...lastRules];

const WORD = /[\p{L}\p{N}]/u;
const SMILE = /\p{Extended_Pictographic}|[:;]-?\)/u;

export function readIntent(text: string): Intent {
  if (!WORD.test(text)) return { type: "chat", mood: SMILE.test(text) ? "thanks" : "doubt" };
  if (text.length >= WORDS_MAX) return { type: "unknown", words: text.slice(0, WORDS_MAX) };
  return readWords(polished(text));
}

function readWords(words: string): Intent {
  for (const { pattern, read } of rules) {
    const match = pattern.exec(words);
    const intent = match ? read(match.slice(1), words) : null;
    if (intent) return intent;
  }
  return { type: "unknown", words };
}

/** What stands after "no," or before "instead": a wish of its own, or the thing that was meant. */
function readInstead([meant = ""]: string[]): Intent | null {
  const own = readWords(meant);
  if (own.type === "find" || own.type === "unsure" || own.type === "undo") return own;
  if (isChange(own)) return { type: "redo", wish: own, sure: true };
  const { rest, file } = splitFile(meant);
  return { type: "instead", what: rest.replace(/^call it /i, ""), file };
}
