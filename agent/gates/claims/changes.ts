// What a draft says was changed: files by name, or something without one. Promises for each verb the files that its sentence
// says it touched. Refuses turns of phrase: "moved on to main.js", "made sure that main.js loads".

import type { Claim } from "./claim.ts";
import { filesOf, type Said, scopeOfSubject } from "./said.ts";
import { isWord } from "./sentences.ts";
import { touched } from "./touched.ts";
import { isUnnamedClaim } from "./unnamed.ts";
import * as words from "./words.ts";

export function changeClaims(said: Said): Claim[] {
  const { form, after, reading } = said;
  const { class: kind, verb } = form;
  if (kind === "look" || kind === "run") return [];
  if (kind === "receive" && !reading.elliptic && said.tokens[reading.at + 1]?.lower !== "rid") return [];
  if ((kind === "make" && !isChangeMade(said)) || isAside(said) || isTakenBack(said)) return [];
  const files = filesOf(said);
  const claimKind = kind === "land" || isToDisk(said) ? "landing" : "change";
  const named = touched[kind](files, verb)
    .filter(({ names }) => names.length > 0)
    .map(
      ({ names, needs }): Claim => ({
        kind: claimKind,
        needs,
        names: names.map(({ text }) => text),
        count: 0,
      }),
    );
  const count = reading.voice === "active" ? after.count : scopeOfSubject(said).count;
  const [first] = named;
  if (first) return [{ ...first, count }, ...named.slice(1)];
  if (count > 1) return [{ kind: claimKind, needs: kind === "create" ? "create" : "any", names: [], count }];
  return isUnnamedClaim(said) ? [{ kind: claimKind, needs: "any", names: [], count: 0 }] : [];
}

const ASIDE: Readonly<Record<string, RegExp>> = {
  move: /^(?:on|ahead|forward)$/,
  turn: /^(?:out|to)$/,
  set: /^(?:out|about|aside)$/,
  fix: /^on$/,
  drop: /^by$/,
  put: /^(?:off|together)$/,
  add: /^up$/,
  write: /^(?:down|about|back)$/,
  clear: /^up$/,
};

/** "moved on to main.js" moves nothing; "added it up" adds nothing. */
function isAside({ form, tokens, reading }: Said): boolean {
  const next = /^(?:it|them|this|that)$/.test(tokens[reading.at + 1]?.lower ?? "") ? 2 : 1;
  return ASIDE[form.verb]?.test(tokens[reading.at + next]?.lower ?? "") === true;
}

/** "That change to main.js was dropped": what was rejected is gone. */
function isTakenBack({ form, reading, tokens, after }: Said): boolean {
  if (!/^(?:drop|discard|revert|undo|restore|scrap|clear)$/.test(form.verb)) return false;
  const about = reading.voice === "passive" ? tokens.slice(...(reading.subject ?? [0, 0])) : after.object;
  return about.some((one) => isWord(one, words.CHANGES));
}

/** "made the requested changes", "changes were made", "made main.js load it" */
function isChangeMade({ tokens, reading, after, form }: Said): boolean {
  if (form.verb === "use") return false;
  if (reading.voice === "passive") {
    const [from, to] = reading.subject ?? [0, 0];
    const about = tokens.slice(from, Math.max(to, reading.at));
    return about.some((one) => one.kind === "name" || isWord(one, words.CHANGES) || isWord(one, SAME));
  }
  const [next, then] = [tokens[reading.at + 1], tokens[reading.at + 2]];
  if (form.verb === "take" && next?.lower === "care") return true;
  if (form.verb === "take" && after.sources.length > 0) return true;
  if (form.verb === "deal") return next?.lower === "with";
  if (form.verb === "do" && after.object.some((one) => isWord(one, SAME)) && after.targets.length > 0)
    return true;
  if (after.object.some((one) => isWord(one, words.CHANGES))) return true;
  if (next?.kind === "name" && then?.kind === "word") return true;
  if (form.verb === "make" && after.targets.length > 0)
    return !after.object.some((one) => isWord(one, MADE_UP));
  return tokens.slice(Math.max(0, reading.from - 3), reading.from).some((one) => isWord(one, words.CHANGES));
}

const SAME = new Set(["same", "this", "that", "it", "so"]);

/** What one makes without a tool. */
const MADE_UP = new Set(
  "sure mistake mistakes error errors assumption assumptions note notes decision guess attempt plan list use sense progress reference mention point".split(
    " ",
  ),
);

function isToDisk({ tokens, after, reading }: Said): boolean {
  const near = tokens.slice(reading.at + 1, after.end + 3).map(({ lower }) => lower);
  return near.some((word, at) => word === "disk" && /^(?:to|on|the)$/.test(near[at - 1] ?? ""));
}
