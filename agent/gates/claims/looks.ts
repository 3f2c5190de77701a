// What a draft says was read, looked up or run. Promises to tell documentation, the web, the project and single files apart
// by the words around the verb. Refuses looks that need no tool: "I reviewed your question".

import type { Said } from "./changes.ts";
import type { Claim } from "./claim.ts";
import { isMark, isWord } from "./sentences.ts";
import type { Token } from "./tokens.ts";

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const DOCS = list(
  "doc docs documentation documentations reference manual manuals guide guides spec specs specification handbook api-docs mdn wiki javadoc tutorial tutorials cheatsheet faq",
);
const WEB = list("web internet online google stackoverflow overflow github npm bing duckduckgo forums forum");
const PROJECT = list(
  "project codebase workspace repo repository tree folder folders directory directories usages usage occurrences callers",
);
const CODE = list("code file files source sources script scripts module modules implementation everything");
const TESTS = list(
  "test tests suite spec specs linter lint eslint biome prettier tsc type-checker typechecker build compiler script code program app application " +
    "server npm node yarn pnpm pytest jest mocha vitest benchmark benchmarks command commands it them everything bundle project site game demo page changes",
);
const CHECKS = list("check checks checker dry validation validator verification analysis");
const SEARCHES = list("search searches lookup lookups query queries grep");
const STOP = list(
  "that which because so since whether how why what where when if who and but then whose while although to",
);
const RUNTIME = list(
  "browser chrome firefox safari runtime locally manually device machine terminal console live simulator emulator node end-to-end",
);
const PARTICLES: Readonly<Record<string, ReadonlySet<string>>> = {
  look: list("at over through into up for in"),
  go: list("through over to"),
  walk: list("through"),
  dig: list("into through"),
  search: list("the for through in online my your all every docs documentation web project codebase both"),
};

/** Tokens of what was looked at, up to the next statement. */
function objectOf({ tokens, reading }: Said): Token[] {
  const found: Token[] = [];
  for (let i = reading.at + 1; i < tokens.length && found.length < 16; i++) {
    const token = tokens[i];
    if (
      token === undefined ||
      isMark(token, ";:-|") ||
      (isMark(token, ",") && !isListed(tokens, i)) ||
      (found.length > 0 && isWord(token, STOP) && !joins(tokens, i))
    )
      break;
    found.push(token);
  }
  return found;
}

/** A comma in a list of files; after any other, something else is told. */
const isListed = (tokens: readonly Token[], at: number) =>
  isThing(tokens[at - 1]) &&
  (isThing(tokens[at + 1]) || (tokens[at + 1]?.lower === "and" && isThing(tokens[at + 2])));
const isThing = (token: Token | undefined) =>
  token?.kind === "name" || token?.kind === "code" || token?.kind === "quote";

const joins = (tokens: readonly Token[], at: number) =>
  tokens[at]?.lower === "and" &&
  (tokens[at + 1]?.kind === "name" ||
    tokens[at + 1]?.kind === "code" ||
    /^(?:the|its|both|all|then)$/.test(tokens[at + 1]?.lower ?? "")) &&
  (tokens[at + 2]?.kind !== "word" || !/ed$/.test(tokens[at + 2]?.lower ?? ""));

export function lookClaims(said: Said): Claim[] {
  const { form, reading, tokens } = said;
  if (form.class === "run") return runClaims(said);
  if (form.class === "make" && isSearchMade(said)) {
    return [claim("lookup", placeOf("", objectOf(said)) ?? "any", subjectsOf(objectOf(said)))];
  }
  if (form.class !== "look") return [];
  const subject = reading.voice === "passive" ? tokens.slice(...(reading.subject ?? [0, 0])) : [];
  const object = objectOf(said);
  if (!isLooking(form.verb, object[0])) return [];
  const all = [...subject, ...object];
  const has = (words: ReadonlySet<string>) => all.some((one) => isWord(one, words));
  if (byRunning(all) || seenWorking(said)) return [claim("tests", "run", [])];
  const names = lookedAt(reading.voice === "passive" ? subject : object);
  if (isVerdict(said, all, names)) return [claim("check", "run", [])];
  const isSearch = /^(?:search|grep|scan)$/.test(form.verb);
  const reads = names.length > 0 && !has(TALK) ? [claim("read", isSearch ? "project" : "any", names)] : [];
  const place = placeOf(form.verb, all);
  if (form.verb === "find") return place === "docs" || place === "web" ? [claim("lookup", place, [])] : [];
  if (place !== null) return [...reads, claim("lookup", place, subjectsOf(all))];
  if (names.length > 0 || form.verb === "go") return reads;
  return has(CODE) && READS.has(form.verb) && !has(YOURS) ? [claim("read", "any", [])] : [];
}

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

function placeOf(verb: string, object: readonly Token[]): "docs" | "web" | "project" | "grep" | "any" | null {
  const has = (words: ReadonlySet<string>) => object.some((one) => isWord(one, words));
  const [next] = object;
  if (has(WEB) || verb === "google") return "web";
  if (has(DOCS)) return "docs";
  if (verb === "grep" || (has(PROJECT) && /^(?:search|query|)$/.test(verb))) return "grep";
  if (has(PROJECT)) return "project";
  const isUp = object.slice(0, 4).some(({ lower }) => lower === "up");
  const looksUp =
    (verb === "look" && isUp) ||
    (verb === "read" && next?.lower === "up") ||
    verb === "query" ||
    verb === "consult";
  return looksUp || (verb === "search" && next?.lower === "for") ? "any" : null;
}

const isSearchMade = (said: Said) =>
  objectOf(said)
    .slice(0, 5)
    .some((one) => isWord(one, SEARCHES)) && /^(?:make|do|perform)$/.test(said.form.verb);
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
  /\b(?:names?|symbols?|calls?|members?|apis?|identifiers?|functions?|methods?)\b.*\b(?:exists?|valid|documented|correct|real|resolves?|resolved)\b/;
const VERDICT =
  /\b(?:valid|correct|clean|fine|in order|all good|consistent|(?:no|without|zero|any) (?:\w+ )?(?:errors?|issues?|problems?|warnings?|mistakes?|findings?))\b/i;

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
  return names.length === 0 && VERDICT.test(rest);
}

const wordsAfter = (tokens: readonly Token[], at: number): string =>
  tokens
    .slice(at + 1, at + 24)
    .map(({ lower }) => lower)
    .join(" ");

const READS = list(
  "read reread re-read review inspect examine look go scan analyze analyse study check explore walk",
);

const claim = (kind: Claim["kind"], needs: Claim["needs"], names: string[]): Claim => ({
  kind,
  needs,
  names,
  count: 0,
});

/** "verified it by running", "checked in the browser" */
const byRunning = (object: readonly Token[]) =>
  object.some(
    (one, at) =>
      (one.lower === "by" &&
        /^(?:running|executing|testing|loading|opening|starting)$/.test(object[at + 1]?.lower ?? "")) ||
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

/** What was looked up, where it is named as code or in quotes. */
function subjectsOf(object: readonly Token[]): string[] {
  return object
    .filter(({ kind, text }) => (kind === "code" && text !== "url") || kind === "quote")
    .map(({ text }) => text);
}

const TRIED = list("it out game script program app page demo build change fix browser");
const BUILDS = list("project app application bundle site package everything it");
const STARTS = list("server app application dev process game page browser simulator program script");

function runClaims(said: Said): Claim[] {
  const { form, reading, tokens } = said;
  const subject = reading.voice === "passive" ? tokens.slice(...(reading.subject ?? [0, 0])) : [];
  const object = [...subject, ...objectOf(said)].slice(0, 10);
  const has = (words: ReadonlySet<string>) => object.some((one) => isWord(one, words));
  const names = object.filter(({ kind }) => kind === "name").map(({ text }) => text);
  if (has(CHECKS) && !has(list("test tests suite")))
    return /^(?:run|rerun|re-run|execute)$/.test(form.verb)
      ? [claim("check", VERDICT.test(wordsAfter(tokens, reading.at)) ? "run" : "any", [])]
      : [];
  switch (form.verb) {
    case "run":
    case "rerun":
    case "re-run":
    case "execute":
      if (has(list("into out"))) return [];
      if (has(SEARCHES)) return [claim("lookup", placeOf("", object) ?? "any", subjectsOf(object))];
      return has(TESTS) || names.length > 0 || object.some(({ kind }) => kind === "code")
        ? [claim("tests", "run", names)]
        : [];
    case "build":
      return has(BUILDS) && names.length === 0 ? [claim("tests", "run", [])] : [];
    case "start":
    case "launch":
      return has(STARTS) ? [claim("tests", "run", [])] : [];
    case "debug":
    case "exercise":
      return [];
    case "compile":
      return has(BUILDS) || has(CODE) || names.length > 0 ? [claim("tests", "run", names)] : [];
    case "try":
      if (object[0]?.lower === "to") return [];
      return has(TRIED) || names.length > 0 ? [claim("tests", "run", names)] : [];
    default:
      return [claim("tests", "run", names)];
  }
}
