// The rules for what is said about something already said: take back, keep a part, only there, that one too; and
// for what is no wish at all. Promises that praise and doubt change nothing.

import type { Rule } from "./intent.ts";
import { fileList, splitFile } from "./intent-words.ts";

const IT = "(?:it|that|this|them|everything|anything|all|all of it|one)";
const THANKS =
  "thanks|thank you|thx|ty|cheers|danke|great|perfect|nice|cool|awesome|good(?: job| work)?|well done|work|super|wow|lgtm|" +
  "looks good|love it|ok|okay|fine|so much|a lot|very|much|job|yay|done";
const HELLO =
  "hi|hello|hey|moin|hallo|good (?:morning|evening|afternoon)|bot|there|how are you|how's it going";
const DOUBT =
  "hm+|why|why not|really|are you sure|sure|huh|what|eh|uh|um+|and|so|wait|maybe|i see|interesting";

const chatter = (words: string) => new RegExp(`^(?:(?:${words})[\\s,.!?…]*)+$`, "i");

export const revisionRules: Rule[] = [
  { pattern: /^[^\p{L}\p{N}]*$/u, read: () => ({ type: "chat", mood: "thanks" }) },
  { pattern: chatter(THANKS), read: () => ({ type: "chat", mood: "thanks" }) },
  { pattern: chatter(HELLO), read: () => ({ type: "chat", mood: "hello" }) },
  { pattern: chatter(DOUBT), read: () => ({ type: "chat", mood: "doubt" }) },
  {
    pattern: /^(?:\/?help|what can you do|who are you|what are you|how does this work|what is this)$/i,
    read: () => ({ type: "help" }),
  },
  {
    pattern: new RegExp(
      `^(?:no+[,! ]+|but )?(?:undo|revert|cancel|stop|abort|never ?mind|forget|wrong|put ${IT} back|bring ${IT} back|take ${IT} back|` +
        `leave ${IT}|keep ${IT}|not|don't|do not|(?:don't|do not|never) (?:remove|delete|touch|change|do))` +
        `(?: ${IT})?(?: as (?:it|they) (?:is|was|are|were))?$`,
      "i",
    ),
    read: () => ({ type: "undo" }),
  },
  { pattern: /^(?:no+|nope|nah|nein|not that(?: one)?|nothing)$/i, read: () => ({ type: "undo" }) },
  {
    pattern: /^(?:yes|yep|yeah|go on|continue|carry on|again|try again|retry|do it|proceed|ja)$/i,
    read: () => ({ type: "again" }),
  },
  {
    pattern: /^(?:no+,? )?(?:only|just)(?: (?:in|for|from))? (.+)$/i,
    read: ([list = ""]) => restrict(list, true),
  },
  {
    pattern: /^(?:but |no,? )?(?:not|leave out|skip|except)(?: (?:in|for|from))? (.+)$/i,
    read: ([list = ""]) => restrict(list, false),
  },
  {
    pattern: /^(?:put|bring) (.+?) back(?: in)?$/i,
    read: ([what = ""]) => ({ type: "keep", what }),
  },
  {
    pattern:
      /^(?:but )?(?:keep|leave|don't (?:remove|delete|touch)|do not (?:remove|delete|touch)|never (?:remove|delete|touch)|not) ([^,]+?)(?: alone| as (?:it|they) (?:is|are)| in)?$/i,
    read: ([what = ""]) => (/ but /.test(what) ? null : { type: "keep", what }),
  },
  {
    pattern: /^(?:no,? )?(?:remove|delete|drop|cut|take out|get rid of)? ?(?:only|just) (.+)$/i,
    read: ([what = ""]) => ({ type: "only", what }),
  },
  {
    pattern:
      /^(?:also|and|plus|now|then|next) ((?:the |a |an )?[\w$-]+(?: [\w$-]+)??)(?: too| as well| also)?$/i,
    read: readAdd,
  },
  { pattern: /^((?:the |a |an )?[\w$-]+(?: [\w$-]+)??) (?:too|as well|also)$/i, read: readAdd },
];

function restrict(list: string, keep: boolean): ReturnType<Rule["read"]> {
  const files = fileList(list);
  return files ? { type: "restrict", files, keep } : null;
}

function readAdd([said = ""]: string[]): ReturnType<Rule["read"]> {
  const { rest, file } = splitFile(said);
  // A verb in front is a wish of its own.
  if (/^(?:remove|delete|drop|kill|erase|cut|rename|replace|change|move|find|show|set)\b/i.test(rest))
    return null;
  return { type: "add", what: rest, file };
}
