// The rules for questions: lists and files, the documentation, searches. Promises to take the thing that is asked
// about out of its sentence, with and without dots and parentheses. Refuses nothing: what fits no rule is unknown.

import type { Intent, Rule } from "./intent.ts";
import { isQuoted, looksLikeFile, looksLikeName, splitFile, unquoted } from "./intent-words.ts";

const DONE =
  "used|defined|set|declared|drawn|called|made|created|printed|formatted|written|stored|loaded|read|opened|closed|computed|done|kept|from";
const ASPECT =
  "parameters?|params?|options?|arguments?|args?|signature|return(?: value| type)?|examples?|type|default";

export const questionRules: Rule[] = [
  {
    pattern:
      /^(?:list|show|ls)(?: me)?(?: all)?(?: the| my)?(?: files?)?(?: (?:in|under|matching) (\S+))?$|^(?:what|which) files (?:are there|exist|do (?:we|you|i) have|have (?:we|you))(?: (?:in|under) (\S+))?$/i,
    read: ([pattern, under]) => ({ type: "list", pattern: pattern ?? under ?? null }),
  },
  {
    pattern:
      /^(?:show|read|open|print|cat|display)(?: me)?(?: the)?(?: file)? (\S+?)(?:,? lines? (\d+)(?: ?(?:-|–|to) ?(\d+))?)?$/i,
    read: readShow,
  },
  {
    pattern:
      /^(?:show|read|open|print|display)(?: me)?(?: the)? lines? (\d+)(?: ?(?:-|–|to|and) ?(\d+))? (?:of|in|from) (\S+)$/i,
    read: ([from, to, file = ""]) => readShow([file, from ?? "1", to ?? from ?? "1"]),
  },
  {
    pattern: /^(?:check|lint|verify|review|validate)(?: the)?(?: file)?(?: names in)? (\S+)$/i,
    read: ([file = ""]) => (looksLikeFile(file) ? { type: "check", file } : null),
  },
  {
    pattern:
      /^(?:what(?:'s| is| does| do)?|explain|describe|summari[sz]e|how many lines (?:has|have|are in|does)|how (?:long|big) is)(?: (?:in|the file|inside|there in))* (\S+?)(?: (?:do|have|contain|mean|about|for|good for))*$/i,
    read: ([file = ""]) => (looksLikeFile(unquoted(file)) ? { type: "about", file: unquoted(file) } : null),
  },
  {
    pattern: new RegExp(
      `^(?:find|search(?: for)?|look for|grep(?: for)?|locate|where(?:'s| is| are| do we use| is there)|(?:in )?(?:which|what) files? (?:uses?|mentions?|have|contains?|has|stands?|is|are|lives?)|(?:who|what) (?:uses|calls|needs|loads)|show me where) (.+?)(?: (?:is|are)(?: ${DONE})?| ${DONE})?$`,
      "i",
    ),
    read: readFind,
  },
  { pattern: /^where (?:do|does|did|can) (?:we|you|i|it|they|one) (.+)$/i, read: readFind },
  {
    pattern: /^(?:how (?:do|can|would|should) (?:i|you|we|one)|how to|how does one) (.+)$/i,
    read: ([topic = ""]) => ({ type: "docs", topic: unquoted(topic), example: true }),
  },
  {
    pattern: new RegExp(
      `^(?:what|which)(?: are| is|'s)? (?:the )?(?:${ASPECT}) (?:of|for|has|have|does|do|are there for|in) (.+?)(?: (?:have|take|accept|need))?$`,
      "i",
    ),
    read: readDocs,
  },
  {
    pattern: /^(?:for what|what for) (?:is|are) (.+?)(?: (?:good|used|there|for|useful))*$/i,
    read: readDocs,
  },
  { pattern: /^what (?:is|are) (.+?) (?:good|used|there|useful) for$/i, read: readDocs },
  { pattern: /^(?:is|are) there (?:an? |any |some |the )?(.+)$/i, read: readExists },
  { pattern: /^(?:does|do) (?:an? |the )?(.+?) exist$/i, read: readExists },
  { pattern: /^(?:what|how) (?:does|do) (.+?) (?:do|mean|work|return|take|need|give)s?$/i, read: readDocs },
  {
    pattern:
      /^(?:what(?:'s| is| are)|explain|describe|tell me about|look ?up|docs?(?: for| of| on)?|documentation (?:for|of|on)|doc|define|read about|the docs of) (.+?)(?: to me)?$/i,
    read: readDocs,
  },
  {
    pattern:
      /^(?:which|what|how many) (.+?) (?:are there|is there|(?:can|may|could) (?:i|we|you|one) (?:use|have|choose|take)|(?:are|is) (?:allowed|supported|possible|available)|(?:do|does) (?:it|one) (?:take|have|support))$/i,
    read: ([topic = ""]) => ({ type: "docs", topic: unquoted(topic), example: true }),
  },
  {
    pattern: /^(?:show|read|open|print|display)(?: me)?(?: the)? (.+)$/i,
    read: readFind,
  },
];

function readShow([file = "", from, to]: string[]): Intent | null {
  const path = unquoted(file);
  if (!looksLikeFile(path)) return null;
  const start = from === undefined ? null : Number(from);
  return { type: "show", file: path, from: start, to: to === undefined ? start : Number(to) };
}

function readExists([what = ""]: string[]): Intent {
  const bare = unquoted(what);
  return looksLikeName(bare) ? readDocs([bare]) : readFind([what]);
}

function readFind([what = ""]: string[]): Intent {
  const { rest, file } = splitFile(what);
  const bare = isQuoted(rest)
    ? unquoted(rest)
    : rest
        .replace(/^(?:the|a|an|all|any|every|uses? of|usages? of|(?:the )?word) /i, "")
        .replace(/\(\)$/, "");
  return { type: "find", what: unquoted(bare), file };
}

function readDocs([topic = ""]: string[]): Intent {
  const bare = unquoted(topic.replace(/^(?:the|an?) /i, "")).replace(/\(\)$/, "");
  return { type: "docs", topic: bare, example: false };
}
