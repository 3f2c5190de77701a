// Claims without a file's name: "I fixed the bug", "All the changes have been made". Promises verbs and things of code alone.
// Refuses answers about answers: "I added a summary below" changes no file.

import { isPerfect, type Said, scopeOfSubject } from "./said.ts";
import { isMark, isWord } from "./sentences.ts";
import type { Token } from "./tokens.ts";
import * as words from "./words.ts";

export function isUnnamedClaim(said: Said): boolean {
  const { form, after, reading, tokens } = said;
  if (!STRONG.has(form.verb) || isMark(tokens[reading.at + 1], ":")) return false;
  if (reading.voice === "passive") {
    const subject = scopeOfSubject(said).object;
    const perfect = isPerfect(said);
    const isMended =
      tokens[reading.at - 1]?.lower !== "been" &&
      /^(?:is|are|now)$/.test(tokens[reading.at - 1]?.lower ?? "");
    const isOfCode = perfect && OF_CODE.has(form.verb) && subject.some(({ kind }) => kind === "code");
    // "The `x` method has been removed" may be what the documentation says.
    if (!isOfCode && subject.some(({ kind }) => kind === "code")) return false;
    return (
      (isOfCode || subject.some((one) => isWord(one, perfect || isMended ? SUBJECTS : NOW_DONE))) &&
      !subject.some((one) => isWord(one, ANSWERED))
    );
  }
  const { object } = after;
  if (tokens.slice(reading.at + 1, after.end + 2).some((one) => isWord(one, ANSWERED))) return false;
  if (
    /^(?:write|complete|finish|take)$/.test(form.verb) &&
    !isOfCare(said) &&
    !object.some((one) => isWord(one, SUBJECTS))
  )
    return false;
  if (reading.elliptic && isLabelled(said)) return false;
  if (reading.elliptic && isOfThings(tokens, reading.at)) return false;
  if (object.length === 0) return reading.elliptic ? after.end === tokens.length : after.mentioned.length > 0;
  return true;
}

const STRONG = new Set(
  (
    "add update fix change create implement remove delete rename refactor modify edit rewrite replace move make apply insert patch " +
    "correct adjust extend introduce wire resolve migrate convert extract split restructure integrate save revert undo simplify improve " +
    "write generate append take complete finish hook register set swap tweak enhance optimize optimise do clean commit push deploy land publish"
  ).split(" "),
);

/** What is written into an answer is not written into a file. */
const ANSWERED = new Set(
  (
    "example examples snippet snippets summary list overview plan outline table diagram explanation answer draft suggestion suggestions " +
    "proposal question questions sketch description note notes below above here options option steps idea ideas breakdown recommendation " +
    "recommendations report mind thinking understanding assumption assumptions mistake search query lookup results research sense " +
    "reference link links comparison context sure use progress attempt decision it's guess look call calls sentence wording reply"
  ).split(" "),
);

const SUBJECTS = new Set(
  (
    "changes change files file everything fix fixes edits edit modifications bug bugs issue issues problem error code function feature " +
    "functionality refactor refactoring method module script update updates component implementation work migration handler class " +
    "adjustments improvements request task typo typos test tests logic loop style layout feature wiring"
  ).split(" "),
);

/** Of these even a simple past is said of this turn. */
const NOW_DONE = new Set(
  "changes files edits everything modifications fixes updates adjustments code implementation file".split(
    " ",
  ),
);

const OF_CODE = new Set(["update", "fix", "rewrite", "refactor", "implement", "correct"]);

const isOfCare = ({ form, tokens, reading }: Said) =>
  form.verb === "take" && tokens[reading.at + 1]?.lower === "care";

/** "A number: fixed offset" tells of a number; "Done: fixed the bug" does not. */
const isLabelled = ({ tokens, reading }: Said) =>
  isMark(tokens[reading.at - 1], ":-") && !isWord(tokens[reading.at + 1], words.DETERMINERS);

/** "Deleted users stay": told of users. */
function isOfThings(tokens: readonly Token[], at: number): boolean {
  const [noun, next] = [tokens[at + 1], tokens[at + 2]];
  if (noun?.kind !== "word" || !noun.lower.endsWith("s") || next?.kind !== "word") return false;
  return (
    !/(?:ly|ing|ed)$/.test(next.lower) &&
    ![words.INTO, words.ABOUT, words.SUBORDINATORS, words.FOLLOWING, AND].some((set) =>
      set.has(next.lower),
    ) &&
    next.lower !== "from" &&
    next.lower !== "of"
  );
}

const AND = new Set(["and", "or", "plus", "to"]);
