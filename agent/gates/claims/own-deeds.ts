// What the writer says of their own doing: "I updated", "I have updated", "I managed to update", "I finished updating". Promises
// the first person alone. Refuses plans and conditions.

import { type Before, beforeOf, type Place, REACH, type Reading } from "./before.ts";
import { isNotDone, isReported } from "./doubt.ts";
import { isMark, isWord } from "./sentences.ts";
import * as words from "./words.ts";

export function own({ tokens, at }: Place, subject: number, perfect: boolean): Reading | null {
  if (isMark(tokens[subject - 1], ":") && isReported(tokens, subject - 1)) return null;
  // "had I updated it"
  if (/^(?:had|should|were)$/.test(tokens[subject - 1]?.lower ?? "")) return null;
  if (isNotDone(tokens, subject, perfect ? "perfect" : "simple")) return null;
  return { voice: "active", subject: null, from: subject, at, elliptic: false };
}

export function haveDone(place: Place, have: number): Reading | null {
  const { tokens } = place;
  const { at, negated } = beforeOf(tokens, have);
  if (negated || !isWord(tokens[at], words.OWN)) return null;
  return own(place, at, true);
}

/** "I did update", "I managed to update", "I was able to update". */
export function didSo(place: Place, before: Before): Reading | null {
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
export function finished(place: Place, before: Before): Reading | null {
  const { tokens, at, last } = place;
  const prev = tokens[before.at]?.lower ?? "";
  if (prev === "by" && last?.voice === "active" && at - last.at < REACH)
    return { ...last, subject: null, at };
  if ((prev === "after" || prev === "from") && isTold(place, before.at)) {
    return { voice: "active", subject: null, from: before.at, at, elliptic: false };
  }
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

/** "After reading main.js, I see …", "I updated it after reading main.js" */
function isTold({ tokens, at, last }: Place, before: number): boolean {
  if (last?.voice === "active" && before > last.at && before - last.at < REACH) return true;
  if (before !== 0) return false;
  const comma = tokens.slice(at, at + REACH).findIndex((one) => isMark(one, ","));
  const [who, next] = [tokens[at + comma + 1], tokens[at + comma + 2]];
  const isMine = isWord(who, words.OWN) && !isWord(next, words.MODAL);
  return comma > 0 && (isMine || isWord(who, words.OWN_PERFECT));
}

/** "I took a look at main.js" */
export function tookLook(place: Place): Reading | null {
  const { tokens, at } = place;
  for (let i = at - 1; i >= 0 && at - i < 6; i--) {
    if (!/^(?:took|had|taken|gave)$/.test(tokens[i]?.lower ?? "")) continue;
    const { at: who, negated } = beforeOf(tokens, i);
    const isOwn = isWord(tokens[who], words.OWN) || isWord(tokens[who], words.OWN_PERFECT);
    return isOwn && !negated ? own(place, who, false) : null;
  }
  return null;
}

const MINE = new Set(
  "change changes patch edit edits commit diff pr update fix refactor refactoring".split(" "),
);

/** "This change updated main.js" */
export function byChange({ tokens, at, form }: Place, prev: number): Reading | null {
  const isThis =
    prev === 1 && isWord(tokens[prev], MINE) && /^(?:this|these|my)$/.test(tokens[0]?.lower ?? "");
  return isThis && form.past && !form.base
    ? { voice: "active", subject: null, from: prev, at, elliptic: false }
    : null;
}
