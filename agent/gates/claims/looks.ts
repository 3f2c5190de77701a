// What a draft says was read or looked up. Promises to tell documentation, the web, the project and single files apart by the
// words around the verb. Refuses looks that need no tool: "I reviewed your question".

import type { Claim } from "./claim.ts";
import { isCommand } from "./commands.ts";
import {
  CODE,
  claim,
  DOCS,
  list,
  objectOf,
  placeOf,
  SEARCHES,
  subjectsOf,
  VERDICT,
  wordsAfter,
} from "./objects.ts";
import { runClaims } from "./runs.ts";
import type { Said } from "./said.ts";
import { isWord } from "./sentences.ts";
import type { Token } from "./tokens.ts";

export function lookClaims(said: Said): Claim[] {
  const { form, reading, tokens } = said;
  if (form.class === "run") return runClaims(said);
  if (form.class === "make" && isSearchMade(said)) {
    return [claim("lookup", placeOf("", objectOf(said)) ?? "any", subjectsOf(objectOf(said)))];
  }
  if (form.class !== "look") return [];
  const subject = reading.voice === "passive" ? tokens.slice(...(reading.subject ?? [0, 0])) : [];
  const object = objectOf(said);
  if (!isLooking(form.verb, object[0]) && !(form.verb === "search" && placeOf("", object) !== null))
    return [];
  const all = [...subject, ...object];
  const has = (words: ReadonlySet<string>) => all.some((one) => isWord(one, words));
  if (byRunning(all) || seenWorking(said)) return [claim("tests", "run", [])];
  const names = lookedAt(reading.voice === "passive" ? subject : object);
  if (isVerdict(said, all, names)) return [claim("check", "run", [])];
  const isSearch = /^(?:search|grep|scan)$/.test(form.verb);
  const reads = names.length > 0 && !has(TALK) ? [claim("read", isSearch ? "project" : "any", names)] : [];
  const place = placeOf(form.verb, all);
  if (form.verb === "find" || form.verb === "see")
    return place === "docs" || place === "web" ? [claim("lookup", place, [])] : [];
  if (place !== null) return [...reads, claim("lookup", place, subjectsOf(all))];
  if (names.length > 0 || form.verb === "go") return reads;
  return has(CODE) && READS.has(form.verb) && !has(YOURS) ? [claim("read", "any", [])] : [];
}

const PARTICLES: Readonly<Record<string, ReadonlySet<string>>> = {
  look: list("at over through into up for in"),
  go: list("through over to"),
  walk: list("through"),
  dig: list("into through"),
  search: list("the for through in online my your all every docs documentation web project codebase both"),
};

/** "looked at", "went through": another particle, and it is no look. */
function isLooking(verb: string, next: Token | undefined): boolean {
  const particles = PARTICLES[verb];
  return (
    particles === undefined ||
    next?.kind === "name" ||
    next?.kind === "code" ||
    next?.kind === "quote" ||
    isWord(next, particles)
  );
}

/** Files that were looked at, not for. */
function lookedAt(object: readonly Token[]): string[] {
  const end = object.findIndex(({ lower }) => /^(?:for|about|on|regarding|against)$/.test(lower));
  const at = end < 0 ? object : object.slice(0, end);
  return at.filter(({ kind }) => kind === "name").map(({ text }) => text);
}

const isSearchMade = (said: Said) =>
  objectOf(said)
    .slice(0, 5)
    .some((one) => isWord(one, SEARCHES)) && /^(?:make|do|perform|use)$/.test(said.form.verb);

const SYMBOLS = list(
  "names name symbols symbol calls call members member apis api identifiers identifier change changes syntax",
);

const CHECKED = list("check recheck re-check double-check cross-check crosscheck verify validate");

const YOURS = list("your you");

/** What the person wrote is no file. */
const TALK = list(
  "message messages question questions request comment comments description report issue ticket post mail",
);

const EXIST =
  /\b(?:names?|symbols?|calls?|members?|apis?|identifiers?|functions?|methods?|json|yaml|xml|syntax|schema|everything|all|code|file)\b.*\b(?:exists?|valid|documented|correct|real|resolves?|resolved|well-formed)\b/;

/** "I validated the file and found no errors" */
function isVerdict(
  { form, tokens, reading }: Said,
  object: readonly Token[],
  names: readonly string[],
): boolean {
  if (!CHECKED.has(form.verb) || object.some((one) => isWord(one, YOURS))) return false;
  if (object.some((one) => isWord(one, DOCS))) return false;
  if (
    /^(?:verify|check|validate)$/.test(form.verb) &&
    tokens[reading.at + 1]?.lower === "that" &&
    EXIST.test(wordsAfter(tokens, reading.at))
  )
    return true;
  const rest = wordsAfter(tokens, reading.at);
  const subject = reading.voice === "passive" ? tokens.slice(...(reading.subject ?? [0, 0])) : [];
  if (reading.voice === "passive") {
    const isOfCode = subject.some(
      (one) => one.kind === "name" || isWord(one, CODE) || one.lower === "syntax",
    );
    const isOfNames = subject.some((one) => isWord(one, SYMBOLS)) && /^(?:verify|validate)$/.test(form.verb);
    return isOfNames || (isOfCode && (form.verb !== "check" || VERDICT.test(rest)));
  }
  if (form.verb === "validate")
    return (
      names.length > 0 ||
      VERDICT.test(rest) ||
      object.some((one) => isWord(one, CODE) || isWord(one, SYMBOLS))
    );
  if (
    form.verb === "verify" &&
    names.length === 0 &&
    object.some((one) => isWord(one, CODE) || /^(?:changes?|result|syntax)$/.test(one.lower))
  )
    return true;
  const isOfAll =
    object.some((one) => isWord(one, SYMBOLS)) &&
    object.some(({ lower }) => /^(?:all|every|each)$/.test(lower));
  return names.length === 0 && (isOfAll || VERDICT.test(rest));
}

const READS = list(
  "read reread re-read review inspect examine look go scan analyze analyse study check explore walk",
);

const RUNTIME = list(
  "browser chrome firefox safari runtime locally manually device machine terminal console live simulator emulator node end-to-end",
);

/** "verified it by running", "checked in the browser" */
const byRunning = (object: readonly Token[]) =>
  object.some(
    (one, at) =>
      (one.lower === "by" &&
        /^(?:running|executing|testing|loading|opening|starting)$/.test(object[at + 1]?.lower ?? "")) ||
      (one.kind === "code" &&
        isCommand(one.text) &&
        /^(?:with|using|via)$/.test(object[at - 1]?.lower ?? "")) ||
      (isWord(one, RUNTIME) &&
        object.some(({ lower }) => lower === "in" || lower === "on" || lower === one.lower)),
  );

/** "confirmed that it works in Firefox" */
function seenWorking({ form, tokens, reading }: Said): boolean {
  if (!CHECKED.has(form.verb) && form.verb !== "confirm") return false;
  const rest = tokens.slice(reading.at + 1, reading.at + 16);
  const works = rest.findIndex(({ lower }) =>
    /^(?:works?|worked|runs?|ran|renders?|loads?|starts?|plays?|behaves?)$/.test(lower),
  );
  return works >= 0 && rest.slice(works).some((one) => isWord(one, RUNTIME));
}
