// Whether a verb of a sentence says that something was done, and by whom. Promises a reading for the writer's own past alone:
// "I updated", "Updated", "was updated". Refuses negations, plans, conditions, history, and what others did or say.

import { AND, type Before, beforeOf, type Place, REACH, type Reading } from "./before.ts";
import { isNotDone } from "./doubt.ts";
import { byChange, didSo, finished, haveDone, own, tookLook } from "./own-deeds.ts";
import { beenDone, isMended, passive } from "./passives.ts";
import { fragment, headline, labelled, opening, received, reduced } from "./report-lines.ts";
import { isMark, isWord } from "./sentences.ts";
import type { Token } from "./tokens.ts";
import { forms } from "./verbs.ts";
import * as words from "./words.ts";

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

const NOTHING = new Set(["no", "nothing", "none", "neither", "zero", "nowhere", "not"]);

const hasHave = ({ lower }: Token) => lower === "have" || words.OWN_PERFECT.has(lower);

const didBase = ({ lower }: Token) => lower === "did" || lower === "to";

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
  return byChange(place, prev) ?? fragment(place);
}
