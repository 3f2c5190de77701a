// Whether a verb of a sentence says that something was done, and by whom. Promises a reading for the writer's own past alone:
// "I updated", "Updated", "was updated". Refuses negations, plans, conditions, history, and what others did or say.

import { isMark, isWord } from "./sentences.ts";
import type { Token } from "./tokens.ts";
import { forms, type VerbForm } from "./verbs.ts";
import * as words from "./words.ts";

export type Reading = {
  voice: "active" | "passive";
  /** Tokens of a passive's subject, or of the label before "main.js: updated". */
  subject: [from: number, to: number] | null;
  /** Where the clause begins, as far as it matters. */
  from: number;
  at: number;
  /** Nobody is named: "Updated main.js". */
  elliptic: boolean;
};

type Place = { tokens: readonly Token[]; at: number; form: VerbForm; last: Reading | null };

/** So far a subject or a condition is looked for. */
const REACH = 24;

export function readingOf(place: Place): Reading | null {
  const { tokens, at, form } = place;
  const before = beforeOf(tokens, at);
  if (before.negated || isWord(tokens[at + 1], NOTHING)) return null;
  if (form.ing && !form.past) return finished(place, before);
  if (form.loose && !isOfOwn(place, before.at)) return null;
  const prev = tokens[before.at];
  if (prev === undefined || isMark(prev, ":-•|([→;")) return opening(place, before.at);
  if (isMark(prev, ",&/") || isWord(prev, AND)) return continued(place, before.at);
  if (prev.kind === "word") {
    const isBase =
      form.base && (didBase(prev) || (!form.participle && form.verb !== "look" && !hasHave(prev)));
    return (isBase ? didSo(place, before) : afterWord(place, before)) ?? labelled(place, before.at);
  }
  if (prev.kind !== "name") return labelled(place, before.at);
  if (form.receives) return received(place, before.at);
  return form.participle ? headline(place, before.at) : null;
}

/** A verb that no table has counts in the writer's own voice alone, and with something that it was done to. */
function isOfOwn({ tokens, at, last }: Place, before: number): boolean {
  const [prev, next] = [tokens[before], tokens[at + 1]];
  const isDone = next?.kind === "name" || next?.kind === "code" || isWord(next, words.DETERMINERS);
  const isOwn =
    isWord(prev, words.OWN) ||
    isWord(prev, words.OWN_PERFECT) ||
    (prev?.lower === "have" && isWord(tokens[before - 1], words.OWN));
  const goesOn = last?.voice === "active" && (isMark(prev, ",") || isWord(prev, AND));
  return isDone && (isOwn || goesOn || prev === undefined);
}

const AND = new Set(["and", "but", "plus"]);
const NOTHING = new Set(["no", "nothing", "none", "neither", "zero", "nowhere", "not"]);
const hasHave = ({ lower }: Token) => lower === "have" || words.OWN_PERFECT.has(lower);
const didBase = ({ lower }: Token) => lower === "did" || lower === "to";

type Before = { at: number; negated: boolean; now: boolean; newly: boolean };

/** The token before a verb, past its adverbs. */
function beforeOf(tokens: readonly Token[], at: number): Before {
  const found = { at: at - 1, negated: false, now: false, newly: false };
  for (; found.at >= 0 && at - found.at < 8; found.at -= 1) {
    const token = tokens[found.at];
    if (token?.kind !== "word" || isWord(token, AND)) break;
    if (words.HEDGES.has(token.lower)) found.negated = true;
    else if (words.NOT.has(token.lower)) {
      const isNotOnly = token.lower === "not" && tokens[found.at + 1]?.lower === "only";
      if (!isNotOnly) found.negated = true;
      if (words.WAS.has(token.lower) || words.PERFECT.has(token.lower)) break;
    } else if (!words.isAdverb(token.lower)) break;
    if (token.lower === "now") found.now = true;
    if (/^(?:newly|freshly|just)$/.test(token.lower)) found.newly = true;
  }
  return found;
}

/** At the start of a sentence, or after a mark that starts one. */
function opening({ tokens, at, form }: Place, mark: number): Reading | null {
  const isRead = form.verb === "read" && mark < 0 && tokens[at]?.text === "read";
  if (!form.past || (form.base && !isRead)) return null;
  if (isReported(tokens, mark)) return null;
  const label = labelBefore(tokens, mark);
  if (label === null && mark >= 0 && isMark(tokens[mark], "([") && !isMark(tokens[mark - 1], "•|:-")) {
    if (mark > 0) return null;
  }
  return { voice: "active", subject: label, from: at, at, elliptic: true };
}

/** "The log says: updated main.js" */
function isReported(tokens: readonly Token[], mark: number): boolean {
  if (!isMark(tokens[mark], ":")) return false;
  return tokens
    .slice(Math.max(0, mark - 6), mark)
    .some((one) => isWord(one, words.SAYS) || isWord(one, RECORDS));
}
const RECORDS = new Set(
  "log message commit title comment changelog history note you wrote example readme output prints print logs shows console terminal stdout displays suggested suggestion proposed proposal plan goal expected idea option todo next planned future step wish".split(
    " ",
  ),
);

/** "main.js: updated", "main.js (updated)", "| main.js | updated |" */
function labelBefore(tokens: readonly Token[], mark: number): [number, number] | null {
  let from = mark;
  while (from > 0 && isMark(tokens[from], ":-•|([→)]")) from -= 1;
  const to = from + 1;
  while (
    from >= 0 &&
    (tokens[from]?.kind === "name" || isMark(tokens[from], ",&") || tokens[from]?.lower === "and")
  )
    from -= 1;
  const first = from + 1;
  if (first >= to || tokens[first]?.kind !== "name") return null;
  return [first, to];
}

/** "…, updated" or "… and updated": what came before says who. */
function continued(place: Place, conjunction: number): Reading | null {
  const { tokens, at, form, last } = place;
  const hasComma = isMark(tokens[conjunction], ",") || isMark(tokens[conjunction - 1], ",");
  for (let i = conjunction - 1; i >= 0 && conjunction - i <= REACH * 2; i--) {
    const token = tokens[i];
    if (last?.at === i) return continuing(place, last);
    if (isMark(token, ";")) break;
    if (token?.kind !== "word") continue;
    if (words.OWN.has(token.lower) || words.OWN_PERFECT.has(token.lower))
      return isNotDone(tokens, i) ? null : { voice: "active", subject: null, from: i, at, elliptic: false };
    if (OTHERS.has(token.lower) && !hasComma && !isObject(tokens, i)) return null;
    if (words.MODAL.has(token.lower)) return null;
  }
  const first = tokens[0];
  const isIntroduced =
    hasComma &&
    isWord(first, INTRODUCING) &&
    !tokens.slice(0, conjunction).some((one) => isWord(one, FINITE));
  if (!form.past || form.base || !(isIntroduced || isBareStart(place, conjunction))) return null;
  return { voice: "active", subject: null, from: at, at, elliptic: true };
}

/** "fixed it": no subject of what follows. */
function isObject(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.lower ?? "";
  return (
    tokens[at]?.lower === "it" && (forms.has(before) || words.INTO.has(before) || words.ABOUT.has(before))
  );
}
const FINITE = new Set("is are was were has have had does do did".split(" "));
const OTHERS = new Set("you it they he she who which that you've you'd you’ve".split(" "));
const INTRODUCING = new Set(
  "in as per for on to based following after within inside at under with finally first".split(" "),
);

/** "Read main.js and updated loader.js": the second verb tells the first one's tense. */
function isBareStart({ tokens, at }: Place, conjunction: number): boolean {
  const first = tokens[0]?.lower ?? "";
  return (
    /^(?:read|reread|re-read|set|reset|put|split|cut|found|looked|went|done|ok|okay|sure)$/.test(first) &&
    at - conjunction === 1
  );
}

function continuing({ form, at, tokens }: Place, last: Reading): Reading | null {
  if (last.voice === "passive") return form.participle ? { ...last, at } : null;
  if (form.base && !form.past) return null;
  return tokens[at - 1]?.kind === "name" ? null : { ...last, subject: null, at };
}

/** After a word: the subject itself, or an auxiliary. */
function afterWord(place: Place, { at: prev, now, newly }: Before): Reading | null {
  const { tokens, at, form } = place;
  const word = tokens[prev]?.lower ?? "";
  if (words.OWN.has(word)) return form.past ? own(place, prev, false) : null;
  // "I have update" is what some models write.
  if (words.OWN_PERFECT.has(word)) return form.participle || form.base ? own(place, prev, true) : null;
  if (form.verb === "land" && words.PERFECT.has(word) && !isWord(tokens[prev - 1], words.OWN))
    return passive(place, prev);
  if (word === "have" && prev === 0 && form.participle)
    return { voice: "active", subject: null, from: at, at, elliptic: true };
  if (word === "having" && prev === 0 && form.participle) return own(place, prev, false);
  if (word === "have" || word === "had" || word === "has")
    return form.participle || form.base ? haveDone(place, prev) : null;
  if (word === "been") return form.participle ? beenDone(place, prev) : null;
  if (words.WAS.has(word)) return form.participle ? passive(place, prev) : null;
  if (words.IS.has(word)) return form.participle && (now || isMended(place)) ? passive(place, prev) : null;
  if (newly && words.DETERMINERS.has(word) && tokens[at + 1]?.kind === "name")
    return { voice: "active", subject: null, from: at, at, elliptic: false };
  if (
    form.verb === "look" &&
    form.base &&
    /^(?:a|another|closer|quick|good|thorough|careful|brief|short)$/.test(word)
  )
    return tookLook(place);
  if (form.verb === "make" && words.CHANGES.has(word)) return passive(place, at);
  if (/^(?:files?|modules?|scripts?)$/.test(word) && form.participle)
    return reduced(place, prev) ?? fragment(place);
  const told = MINE.has(word) ? byChange(place, prev) : null;
  return told ?? fragment(place);
}

/** "The bug in main.js is fixed" */
function isMended({ tokens, at, form }: Place): boolean {
  const next = tokens[at + 1];
  return MENDED.has(form.verb) && (next === undefined || next.kind === "mark" || isWord(next, AND));
}
const MENDED = new Set("fix refactor implement correct patch migrate resolve solve".split(" "));

const MINE = new Set(
  "change changes patch edit edits commit diff pr update fix refactor refactoring".split(" "),
);
const EDITS = new Set(
  "add remove move fix update replace rename apply make insert refactor rewrite extract append wire hook register extend".split(
    " ",
  ),
);

/** "Guard added to main.js", and nothing else: a line of a report. */
function fragment({ tokens, at, form }: Place): Reading | null {
  const isShort = at > 0 && at <= 5 && !/^(?:the|these|those|this|that)$/.test(tokens[0]?.lower ?? "");
  const isPlain = tokens
    .slice(0, at)
    .every(
      (one) => (one.kind === "word" || one.kind === "code" || isMark(one, "•")) && !isWord(one, words.NOT),
    );
  const target = tokens[at + 2]?.kind === "name" ? at + 2 : at + 3;
  const isPlaced =
    /^(?:to|in|from|into)$/.test(tokens[at + 1]?.lower ?? "") && tokens[target]?.kind === "name";
  if (!EDITS.has(form.verb) || !form.participle || !isShort || !isPlain || !isPlaced) return null;
  const rest = tokens.slice(target + 1);
  const ends = rest.every((one) => one.kind === "name" || isMark(one, ",&()") || one.lower === "and");
  return ends ? { voice: "passive", subject: [0, at], from: 0, at, elliptic: true } : null;
}

/** "Files changed: main.js" */
function reduced({ tokens, at }: Place, prev: number): Reading | null {
  const isStart = prev <= 1 && isMark(tokens[at + 1], ":");
  return isStart ? { voice: "active", subject: null, from: 0, at, elliptic: true } : null;
}

/** "I took a look at main.js" */
function tookLook(place: Place): Reading | null {
  const { tokens, at } = place;
  for (let i = at - 1; i >= 0 && at - i < 6; i--) {
    if (!/^(?:took|had|taken|gave)$/.test(tokens[i]?.lower ?? "")) continue;
    const { at: who, negated } = beforeOf(tokens, i);
    const isOwn = isWord(tokens[who], words.OWN) || isWord(tokens[who], words.OWN_PERFECT);
    return isOwn && !negated ? own(place, who, false) : null;
  }
  return null;
}

/** "This change updated main.js" */
function byChange({ tokens, at, form }: Place, prev: number): Reading | null {
  const isThis = /^(?:this|these|my)$/.test(tokens[prev - 1]?.lower ?? "") && prev <= 1;
  return isThis && form.past && !form.base
    ? { voice: "active", subject: null, from: prev, at, elliptic: false }
    : null;
}

function own({ tokens, at }: Place, subject: number, perfect: boolean): Reading | null {
  if (isMark(tokens[subject - 1], ":") && isReported(tokens, subject - 1)) return null;
  // "had I updated it"
  if (/^(?:had|should|were)$/.test(tokens[subject - 1]?.lower ?? "")) return null;
  if (isNotDone(tokens, subject, perfect ? "perfect" : "simple")) return null;
  return { voice: "active", subject: null, from: subject, at, elliptic: false };
}

function haveDone(place: Place, have: number): Reading | null {
  const { tokens } = place;
  const { at, negated } = beforeOf(tokens, have);
  if (negated || !isWord(tokens[at], words.OWN)) return null;
  return own(place, at, true);
}

function beenDone(place: Place, been: number): Reading | null {
  const { tokens } = place;
  const { at, negated } = beforeOf(tokens, been);
  if (negated || !isWord(tokens[at], words.PERFECT)) return null;
  return passive(place, at);
}

/** The subject is what stands before the auxiliary, up to where its clause begins. */
function passive({ tokens, at, form }: Place, aux: number): Reading | null {
  const edge = beforeOf(tokens, aux);
  if (edge.negated || words.NOT.has(tokens[aux]?.lower ?? "")) return null;
  let from = form.verb === "make" && aux === at ? at : edge.at + 1;
  while (from > 0 && edge.at - from < REACH && !startsClause(tokens, from - 1)) from -= 1;
  const range = tokens.slice(from, edge.at + 1);
  if (range.some((one, i) => isOpen(one) || (one.lower === "case" && range[i - 1]?.lower === "in")))
    return null;
  // "the handler that was added to main.js" tells of the handler.
  const isOld =
    WRITTEN.has(form.verb) && /^(?:for|in|by|as|before|with|when|against)$/.test(tokens[at + 1]?.lower ?? "");
  if (isOld && words.WAS.has(tokens[aux]?.lower ?? "")) return null;
  const isRelative = isWord(tokens[from - 1], WHICH) && range.every((one) => one.kind === "word");
  if (isRelative && !isMark(tokens[from - 2], ",(")) return null;
  const start = isRelative ? antecedent(tokens, from - 1) : from;
  if (isNotDone(tokens, from, "passive")) return null;
  return { voice: "passive", subject: [start, edge.at + 1], from: start, at, elliptic: false };
}

/** Denied, wished, supposed, or somebody else's. */
const isOpen = (one: Token) =>
  isWord(one, words.NOT) ||
  isWord(one, words.MODAL) ||
  isWord(one, words.IF) ||
  /^(?:you|sure|ensure)$/.test(one.lower);
/** "was written for version 2" tells how old something is. */
const WRITTEN = new Set(["write", "author", "generate", "design", "build"]);
const WHICH = new Set(["which", "that"]);
const CLAUSE = new Set(
  "so because since while whereas although though if unless once when after before until whether that which where but then who what how why as".split(
    " ",
  ),
);

function startsClause(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (isMark(token, ":;-•|→")) return true;
  if (isMark(token, ",")) return !continuesList(tokens, at);
  return isWord(token, CLAUSE) || isWord(token, words.SAYS);
}

/** "a.js, b.js and c.js were updated" */
function continuesList(tokens: readonly Token[], comma: number): boolean {
  const isName = (at: number) => tokens[at]?.kind === "name";
  return (
    isName(comma - 1) &&
    (isName(comma + 1) || (/^(?:and|plus|or)$/.test(tokens[comma + 1]?.lower ?? "") && isName(comma + 2)))
  );
}

/** "loader.js, which was created": the name before. */
function antecedent(tokens: readonly Token[], which: number): number {
  let at = which - 1;
  while (at > 0 && which - at < 4 && tokens[at]?.kind !== "name") at -= 1;
  return Math.max(0, at);
}

/** Left of a subject: a condition, a report, a wish. */
type How = "simple" | "perfect" | "passive";

function isNotDone(tokens: readonly Token[], subject: number, how: How = "simple"): boolean {
  for (let i = subject - 1; i >= 0 && subject - i < REACH; i--) {
    const token = tokens[i];
    if (isMark(token, ",;:-•|")) return false;
    if (token?.kind !== "word") continue;
    if (
      /^(?:verify|check|confirm|test|double-check)$/.test(token.lower) &&
      (i === 0 || isMark(tokens[i - 1], ",;:-•") || tokens[i - 1]?.lower === "please")
    )
      return true;
    if (words.IF.has(token.lower) || words.SAYS.has(token.lower) || words.MODAL.has(token.lower)) return true;
    if (how !== "simple" && (words.WHEN.has(token.lower) || words.THINKS.has(token.lower))) return true;
    if (how === "passive" && words.WHY.has(token.lower)) return true;
    if (token.lower === "you") return true;
    if (words.NOT.has(token.lower) && tokens[i + 1]?.lower !== "only") return true;
    if (how !== "passive" && /^(?:and|but|so|because)$/.test(token.lower)) return false;
  }
  return false;
}

/** "main.js updated, loader.js created": at the start of a clause, and nothing that it was done to. */
function headline({ tokens, at }: Place, name: number): Reading | null {
  const from = firstName(tokens, name);
  const next = tokens[at + 1];
  if (isProposed(tokens, from)) return null;
  const ends =
    next === undefined ||
    next.kind === "mark" ||
    /^(?:to|with|and|in|successfully|as|so|accordingly)$/.test(next.lower);
  if (!ends || !startsStatement(tokens, from)) return null;
  return { voice: "passive", subject: [from, name + 1], from, at, elliptic: true };
}

/** "Suggested change: main.js split into two" */
const isProposed = (tokens: readonly Token[], at: number) =>
  isMark(tokens[at - 1], ":") && isReported(tokens, at - 1);

/** The first of the names that end here: "a.js, b.js and c.js". */
function firstName(tokens: readonly Token[], name: number): number {
  let from = name;
  while (
    from > 0 &&
    name - from < REACH &&
    (tokens[from - 1]?.kind === "name" || isMark(tokens[from - 1], "&,") || tokens[from - 1]?.lower === "and")
  )
    from -= 1;
  while (from < name && tokens[from]?.kind !== "name") from += 1;
  return from;
}

const startsStatement = (tokens: readonly Token[], at: number) =>
  at === 0 || isMark(tokens[at - 1], ":;-•|,") || tokens[at - 1]?.lower === "and";

/** "main.js received a guard", "main.js gained a guard" */
function received({ tokens, at, form }: Place, name: number): Reading | null {
  const first = firstName(tokens, name);
  const next = tokens[at + 1];
  const isThing =
    /^(?:an?|the|new|another|some|two|three|its own)$/.test(next?.lower ?? "") ||
    next?.kind === "code" ||
    next?.lower === "support";
  if (!form.past || !isThing || !startsStatement(tokens, first)) return null;
  return { voice: "passive", subject: [first, name + 1], from: first, at, elliptic: true };
}

/** "main.js: guard added" */
function labelled({ tokens, at, form }: Place, prev: number): Reading | null {
  const next = tokens[at + 1];
  if (!form.participle || form.base || (next !== undefined && next.kind !== "mark")) return null;
  for (let i = prev; i >= 0 && prev - i < 5; i--) {
    if (isMark(tokens[i], ":-")) {
      const label = labelBefore(tokens, i);
      return label === null ? null : { voice: "passive", subject: label, from: label[0], at, elliptic: true };
    }
    const isNoun = tokens[i]?.kind === "code" || tokens[i]?.kind === "word";
    if (
      !isNoun ||
      isWord(tokens[i], words.FINITE) ||
      isWord(tokens[i], words.RESTARTS) ||
      isWord(tokens[i], words.NOT)
    )
      return null;
  }
  return null;
}

/** "I did update", "I managed to update", "I was able to update". */
function didSo(place: Place, before: Before): Reading | null {
  const { tokens, form } = place;
  if (!form.base) return null;
  const prev = tokens[before.at]?.lower;
  if (prev === "did") {
    const { at, negated } = beforeOf(tokens, before.at);
    return !negated && isWord(tokens[at], words.OWN) ? own(place, at, false) : null;
  }
  if (
    prev !== "to" ||
    !/^(?:managed|able|proceeded|had|sure|remembered|bothered)$/.test(tokens[before.at - 1]?.lower ?? "")
  )
    return null;
  for (let i = before.at - 1; i >= 0 && before.at - i < 7; i--) {
    if (isWord(tokens[i], words.NOT) || isWord(tokens[i], words.MODAL)) return null;
    if (isWord(tokens[i], words.OWN) || isWord(tokens[i], words.OWN_PERFECT)) return own(place, i, false);
    if (i === 0 && /^(?:managed|was|were)$/.test(tokens[i]?.lower ?? ""))
      return { voice: "active", subject: null, from: 0, at: place.at, elliptic: true };
  }
  return null;
}

/** "I finished updating main.js" */
function finished(place: Place, before: Before): Reading | null {
  const { tokens, at, last } = place;
  const prev = tokens[before.at]?.lower ?? "";
  if (prev === "by" && last?.voice === "active" && at - last.at < REACH)
    return { ...last, subject: null, at };
  if (prev === "of" && tokens[before.at - 1]?.lower === "liberty") {
    const who = tokens
      .slice(Math.max(0, before.at - 5), before.at)
      .findIndex((one) => isWord(one, words.OWN) || isWord(one, words.OWN_PERFECT));
    return who < 0 ? null : own(place, Math.max(0, before.at - 5) + who, false);
  }
  if (prev === "up" && /^(?:ended|wound)$/.test(tokens[before.at - 1]?.lower ?? "")) {
    return isWord(tokens[before.at - 2], words.OWN) ? own(place, before.at - 2, false) : null;
  }
  if (!/^(?:finished|completed|done)$/.test(prev)) return null;
  const { at: who, negated } = beforeOf(tokens, before.at);
  if (negated) return null;
  if (tokens[who] === undefined) return { voice: "active", subject: null, from: at, at, elliptic: true };
  const isOwn =
    isWord(tokens[who], words.OWN) ||
    isWord(tokens[who], words.OWN_PERFECT) ||
    /^i['’]m$/.test(tokens[who]?.lower ?? "");
  return isOwn ? own(place, who, false) : null;
}
