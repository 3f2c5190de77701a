// The rules for wishes that change files: remove, rename, move, replace, set. Promises to read the whole sentence.
// Refuses a wish that carries a condition, an exception, or no name for its thing: that is `unsure`, and asked.

import type { Intent, Rule } from "./intent.ts";
import { isQuoted, looksLikeFile, looksLikeName, splitFile, unquoted } from "./intent-words.ts";
import { hasSubject } from "./words.ts";

export const REMOVE =
  "remove|delete|del|rm|drop|get rid of|take (?:out|away)|cut(?: out)?|erase|strip(?: out)?|kill|" +
  "throw (?:out|away)|rip out|toss(?: out)?|scrap|ditch|eliminate";

const NAME = '\\S+|"[^"]+"|`[^`]+`';
const CODE_MIN = 80;

export const changeRules: Rule[] = [
  {
    pattern: new RegExp(
      `^(?:re)?name (?:the )?(?:variable |function |method |class |property |constant |file )?(${NAME}) (?:to|as|into|->|→) (${NAME})(?: everywhere)?(?: in (?:the file )?(\\S+))?(?: everywhere)?$`,
      "i",
    ),
    read: readRename,
  },
  {
    pattern: new RegExp(`^call (${NAME}) (${NAME})$`, "i"),
    read: (groups) => (looksLikeName(unquoted(groups[0] ?? "")) ? readRename(groups) : null),
  },
  {
    pattern: /^move (?:the )?(?:file )?(\S+) (?:to|into) (\S+)$/i,
    read: ([from = "", to = ""]) =>
      looksLikeFile(unquoted(from)) ? { type: "move", from: unquoted(from), to: unquoted(to) } : null,
  },
  {
    pattern:
      /^(?:use|put|write|print|take|show|say|(?:it|that|this) should (?:say|be|read|show)) (.+?),? (?:instead of|rather than|and not|not) (.+)$/i,
    read: ([next = "", old = ""]) => readReplace([old, next]),
  },
  { pattern: /^set (?:the )?(.+?) (?:to|=) (.+)$/i, read: readSet },
  {
    pattern: /^(?:the )?([\w$.-]+(?: [\w$-]+)?) (?:should|must) be (?!removed|deleted|gone)(.+)$/i,
    read: readSet,
  },
  {
    pattern: /^(?:replace|change|swap|turn|substitute|update|switch) (.+) (?:with|by|to|into|for) (.+)$/i,
    read: readReplace,
  },
  { pattern: new RegExp(`^(?:also |and )?(?:${REMOVE}) (.+)$`, "i"), read: readRemove },
  {
    pattern: /^(?:take|cut|throw|rip|strip|pull|toss) (.+) (?:out|away)$/i,
    read: readRemove,
  },
  {
    pattern: /^(?:we|i) (?:don't|do not|no longer) (?:need|want) (.+?)(?: any ?more| any longer)?$/i,
    read: readRemove,
  },
  {
    pattern:
      /^(.+?) (?:can|should|must|has to|have to|needs to) (?:go(?: away)?|be (?:removed|deleted)|disappear)$/i,
    read: readRemove,
  },
  {
    pattern: /^(?:i |we )?(?:want|have|get|need) (.+?) (?:gone|removed|deleted)$/i,
    read: readRemove,
  },
  {
    pattern: new RegExp(`^(?:${REMOVE}|rename|replace|change|move)$`, "i"),
    read: () => ({ type: "unsure", about: "vague" }),
  },
];

function readRename([from = "", to = "", file]: string[]): Intent {
  const bare = (text: string) => unquoted(text).replace(/\(\)$/, "");
  const [old, next] = [bare(from), bare(to)];
  if (looksLikeFile(old) && /[./]/.test(next)) return { type: "move", from: old, to: next };
  return { type: "rename", from: old, to: next, file: file === undefined ? null : unquoted(file) };
}

function readReplace([old = "", rest = ""]: string[]): Intent {
  const { rest: next, file } = splitFile(rest);
  const first = splitFile(old);
  const bare = (text: string) =>
    isQuoted(text) ? unquoted(text) : text.replace(/^(?:the )?(?:text|words?|string) /i, "");
  const [was, becomes] = [bare(first.rest), bare(next)];
  const place = file ?? first.file;
  const quoted = isQuoted(first.rest) || isQuoted(was);
  if (!quoted && (!hasSubject(was) || /^(?:nothing|empty)$/i.test(becomes)))
    return { type: "unsure", about: "vague" };
  // "the edition" names a thing; only words without an article stand in a file as they were said.
  if (!quoted && /^the /i.test(was))
    return { type: "set", name: was.replace(/^the /i, ""), value: becomes, file: place };
  return { type: "replace", old: unquoted(was), new: unquoted(becomes), file: place, whole: !quoted };
}

function readSet([name = "", rest = ""]: string[]): Intent {
  const { rest: value, file } = splitFile(rest);
  return { type: "set", name: unquoted(name), value, file };
}

function readRemove([said = ""]: string[]): Intent {
  const what = said
    .replace(/,? (?:because|since|as it|as they|cause|cuz) .*$/i, "")
    .replace(/, (?:we|i|it|it's|they|they're|that|nobody|no one) .*$/i, "")
    .replace(/ (?:too|as well|also|entirely|completely)$/i, "");
  const named =
    /^(?:the )?file (\S+|"[^"]+"|`[^`]+`)$/i.exec(what) ??
    /^(?:the )?(\S+|"[^"]+"|`[^`]+`) file$/i.exec(what);
  const file = unquoted(named?.[1] ?? what);
  if (looksLikeFile(file)) return { type: "remove_file", file };
  const doubt = doubtOf(what);
  if (doubt) return { type: "unsure", about: doubt };
  const { rest, file: place } = splitFile(what);
  return { type: "remove", what: rest, file: place };
}

function doubtOf(what: string): Extract<Intent, { type: "unsure" }>["about"] | null {
  if (isQuoted(what)) return null;
  if (/^(?:everything|anything|it all|all of it|-\w+|\*)(?: |$)/i.test(what)) return "everything";
  if (
    /^(?:all|every|each|the (?:whole|entire))(?: (?:the|my|your|of|our))* ?(?:files?|folders?|code|lines?|docs?|thing|stuff|project|workspace|repo(?:sitory)?|parts?)?$/i.test(
      what,
    )
  )
    return "everything";
  if (/^(?:the |my |our )?(?:docs?|documentation|folders?|files?|code|workspace|project|repo)$/i.test(what))
    return "everything";
  if (what.length > CODE_MIN && /[{};=]/.test(what)) return "code";
  const unquotedPart = what.replace(/"[^"]*"|`[^`]*`|'[^']*'/g, "");
  if (
    /\b(?:but|except|unless|if|when|only|without|then|after|before|while|so that|apart from|other than|instead|unused|duplicate|every|each)\b/i.test(
      unquotedPart,
    )
  )
    return "condition";
  return hasSubject(what) ? null : "vague";
}
