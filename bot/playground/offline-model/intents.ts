// What a person wants, by rules over their words: a list to read aloud, the first that fits wins. Promises an
// intent for every sentence; `unknown` is one. Refuses to read a wish into words that no rule names.

import { isQuoted, looksLikeFile, polished, splitFile, unquoted } from "./intent-words.ts";

export type Intent =
  | { type: "help" }
  | { type: "list"; pattern: string | null }
  | { type: "show"; file: string; from: number | null; to: number | null }
  | { type: "check"; file: string }
  | { type: "docs"; topic: string; example: boolean }
  | { type: "find"; what: string; file: string | null }
  | { type: "remove"; what: string; file: string | null }
  | { type: "remove_file"; file: string }
  | { type: "rename"; from: string; to: string; file: string | null }
  | { type: "move"; from: string; to: string }
  | { type: "replace"; old: string; new: string; file: string | null }
  | { type: "keep"; what: string }
  | { type: "only"; what: string }
  | { type: "undo" }
  | { type: "instead"; what: string; file: string | null }
  | { type: "place"; file: string }
  | { type: "again" }
  | { type: "unknown"; words: string };

type Rule = { pattern: RegExp; read(groups: string[]): Intent | null };

/** Longer is a document, not a wish that a rule could know. */
const WORDS_MAX = 2000;

const REMOVE = "remove|delete|drop|get rid of|take out|cut out|cut|erase|strip(?: out)?|kill|throw out";

const rules: Rule[] = [
  {
    pattern: /^(?:\/?help|what can you do|who are you|what are you|how does this work)$/i,
    read: () => ({ type: "help" }),
  },
  {
    pattern:
      /^(?:undo(?: (?:it|that|this|everything|all))?|put (?:it|that|everything|them) back|revert(?: (?:it|that))?|never ?mind|forget it)$/i,
    read: () => ({ type: "undo" }),
  },
  {
    pattern: /^(?:yes|go on|continue|carry on|again|try again|retry|do it|proceed)$/i,
    read: () => ({ type: "again" }),
  },
  {
    pattern:
      /^(?:but )?(?:keep|leave|don't (?:remove|delete|touch)|do not (?:remove|delete|touch)|not) (.+?)(?: alone| as (?:it|they) (?:is|are)| in)?$/i,
    read: ([what = ""]) => ({ type: "keep", what }),
  },
  {
    pattern: new RegExp(`^(?:no,? )?(?:${REMOVE})? ?(?:only|just) (.+)$`, "i"),
    read: ([what = ""]) => ({ type: "only", what }),
  },
  {
    pattern:
      /^(?:list|show|ls)(?: me)?(?: all)?(?: the| my)?(?: files?)?(?: (?:in|under|matching) (\S+))?$|^(?:what|which) files (?:are there|do (?:we|you|i) have)$/i,
    read: ([pattern]) => ({ type: "list", pattern: pattern ?? null }),
  },
  {
    pattern:
      /^(?:show|read|open|print|cat|display)(?: me)?(?: the)?(?: file)? (\S+?)(?:,? lines? (\d+)(?: ?(?:-|–|to) ?(\d+))?)?$/i,
    read: readShow,
  },
  {
    pattern: /^(?:check|lint|verify|review|validate)(?: the)?(?: file)?(?: names in)? (\S+)$/i,
    read: ([file = ""]) => (looksLikeFile(file) ? { type: "check", file } : null),
  },
  {
    pattern:
      /^(?:re)?name (?:the )?(?:variable |function |method |class |property |constant |file )?(\S+|"[^"]+"|`[^`]+`) (?:to|as|into|->|→) (\S+|"[^"]+"|`[^`]+`)(?: everywhere)?(?: in (?:the file )?(\S+))?(?: everywhere)?$/i,
    read: readRename,
  },
  {
    pattern: /^move (?:the )?(?:file )?(\S+) (?:to|into) (\S+)$/i,
    read: ([from = "", to = ""]) => (looksLikeFile(from) ? { type: "move", from, to } : null),
  },
  {
    pattern: /^(?:replace|change|swap|turn|substitute) (.+) (?:with|by|to|into|for) (.+)$/i,
    read: readReplace,
  },
  { pattern: new RegExp(`^(?:also |and )?(?:${REMOVE}) (.+)$`, "i"), read: readRemove },
  {
    pattern:
      /^(?:find|search(?: for)?|grep(?: for)?|locate|where(?:'s| is| are| do we use| is there)|which files? (?:use|mention|have|contains?|has)|who uses|show me where) (.+?)(?: (?:is|are)(?: used| defined| set| declared)?| used| defined| set)?$/i,
    read: readFind,
  },
  {
    pattern: /^(?:how (?:do|can|would|should) (?:i|you|we|one)|how to|how does one) (.+)$/i,
    read: ([topic = ""]) => ({ type: "docs", topic: unquoted(topic), example: true }),
  },
  { pattern: /^(?:what|how) (?:does|do) (.+?) (?:do|mean|work|return|take|need|give)s?$/i, read: readDocs },
  {
    pattern:
      /^(?:what(?:'s| is| are)|what are|explain|describe|tell me about|look ?up|docs?(?: for| of| on)?|documentation (?:for|of|on)|doc|define|read about|the docs of) (.+)$/i,
    read: readDocs,
  },
  {
    pattern: /^(?:no,? |i meant? |i mean |rather |not that,? )+(.+?)(?:,? instead)?$|^(.+?),? instead$/i,
    read: readInstead,
  },
  {
    pattern: /^(?:(?:the one |only )?(?:in|from) )?(?:the file )?(\S+)$/i,
    read: ([file = ""]) => (looksLikeFile(unquoted(file)) ? { type: "place", file: unquoted(file) } : null),
  },
  {
    pattern: /^[`"]?([A-Za-z_$][\w$]*(?:[.-][A-Za-z_$][\w$]*)+(?:\(\))?|[a-z]+[A-Z][\w$]*(?:\(\))?)[`"]?$/,
    read: readDocs,
  },
];

export function readIntent(text: string): Intent {
  if (text.length > WORDS_MAX) return { type: "unknown", words: text.slice(0, WORDS_MAX) };
  const words = polished(text);
  for (const { pattern, read } of rules) {
    const match = pattern.exec(words);
    const intent = match ? read(match.slice(1)) : null;
    if (intent) return intent;
  }
  return { type: "unknown", words };
}

function readShow([file = "", from, to]: string[]): Intent | null {
  if (!looksLikeFile(file)) return null;
  const start = from === undefined ? null : Number(from);
  return { type: "show", file, from: start, to: to === undefined ? start : Number(to) };
}

function readRename([from = "", to = "", file]: string[]): Intent {
  const [old, next] = [unquoted(from), unquoted(to)];
  if (looksLikeFile(old) && /[./]/.test(next)) return { type: "move", from: old, to: next };
  return { type: "rename", from: old, to: next, file: file === undefined ? null : unquoted(file) };
}

function readReplace([old = "", rest = ""]: string[]): Intent {
  const { rest: next, file } = splitFile(rest);
  const first = splitFile(old);
  const bare = (text: string) =>
    isQuoted(text) ? unquoted(text) : text.replace(/^(?:the )?(?:text|words?|string) /i, "");
  return {
    type: "replace",
    old: unquoted(bare(first.rest)),
    new: unquoted(bare(next)),
    file: file ?? first.file,
  };
}

function readRemove([what = ""]: string[]): Intent {
  const named = /^(?:the )?file (\S+|"[^"]+"|`[^`]+`)$/i.exec(what);
  if (named) return { type: "remove_file", file: unquoted(named[1] ?? "") };
  if (looksLikeFile(unquoted(what))) return { type: "remove_file", file: unquoted(what) };
  const { rest, file } = splitFile(what);
  return { type: "remove", what: rest, file };
}

function readFind([what = ""]: string[]): Intent {
  const { rest, file } = splitFile(what);
  const bare = isQuoted(rest)
    ? rest
    : rest.replace(/^(?:the|a|an|all|any|every|uses? of|usages? of|(?:the )?word) /i, "");
  return { type: "find", what: unquoted(bare), file };
}

function readDocs([topic = ""]: string[]): Intent {
  const bare = unquoted(topic.replace(/^(?:the|an?) /i, "")).replace(/\(\)$/, "");
  return { type: "docs", topic: bare, example: false };
}

function readInstead([meant, instead]: string[]): Intent {
  const { rest, file } = splitFile(meant ?? instead ?? "");
  return { type: "instead", what: rest, file };
}
