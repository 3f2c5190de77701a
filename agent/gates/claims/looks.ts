// What a draft says was read, looked up or run. Promises to tell documentation, the web, the project and single files apart
// by the words around the verb. Refuses looks that need no tool: "I reviewed your question".

import type { Said } from "./changes.ts";
import type { Claim } from "./claim.ts";
import { isMark, isWord } from "./sentences.ts";
import type { Token } from "./tokens.ts";

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const DOCS = list(
  "doc docs documentation documentations reference manual manuals guide guides spec specs specification handbook api-docs",
);
const WEB = list("web internet online google stackoverflow bing duckduckgo forums forum");
const PROJECT = list(
  "project codebase workspace repo repository tree folder folders directory directories usages usage occurrences callers",
);
const CODE = list("code file files source sources script scripts module modules implementation everything");
const TESTS = list(
  "test tests suite spec specs linter lint eslint biome prettier tsc type-checker typechecker build compiler script code program app application " +
    "server npm node yarn pnpm pytest jest mocha vitest benchmark benchmarks command commands it them everything bundle project site game demo page changes",
);
const CHECKS = list("check checks checker dry validation validator verification analysis");
const SEARCHES = list("search searches lookup lookups query queries grep into out");
const STOP = list(
  "that which because so since whether how why what where when if who and but then whose while although to",
);
const RUNTIME = list(
  "browser chrome firefox safari runtime locally manually device machine terminal console live simulator emulator node end-to-end",
);
const PARTICLES: Readonly<Record<string, ReadonlySet<string>>> = {
  look: list("at over through into up for in"),
  go: list("through over"),
  walk: list("through"),
  dig: list("into through"),
  search: list("the for through in online my your all every docs documentation web project codebase both"),
};

/** Tokens of what was looked at, up to the next statement. */
function objectOf({ tokens, reading }: Said): Token[] {
  const found: Token[] = [];
  for (let i = reading.at + 1; i < tokens.length && found.length < 16; i++) {
    const token = tokens[i];
    if (token === undefined || isMark(token, ";:-|") || (isWord(token, STOP) && !joins(tokens, i))) break;
    found.push(token);
  }
  return found;
}

const joins = (tokens: readonly Token[], at: number) =>
  tokens[at]?.lower === "and" &&
  (tokens[at + 1]?.kind === "name" ||
    tokens[at + 1]?.kind === "code" ||
    /^(?:the|its|both|all|then)$/.test(tokens[at + 1]?.lower ?? "")) &&
  (tokens[at + 2]?.kind !== "word" || !/ed$/.test(tokens[at + 2]?.lower ?? ""));

export function lookClaims(said: Said): Claim[] {
  const { form, reading, tokens } = said;
  if (form.class === "run") return runClaims(said);
  if (form.class !== "look") return [];
  const subject = reading.voice === "passive" ? tokens.slice(...(reading.subject ?? [0, 0])) : [];
  const object = [...subject, ...objectOf(said)];
  const [next] = object;
  const particles = PARTICLES[form.verb];
  if (
    particles &&
    !(isWord(next, particles) || next?.kind === "name" || next?.kind === "code" || next?.kind === "quote")
  )
    return [];
  const has = (words: ReadonlySet<string>) => object.some((one) => isWord(one, words));
  if (byRunning(object)) return [claim("tests", "run", [])];
  const names = object.filter(({ kind }) => kind === "name").map(({ text }) => text);
  const reads = names.length > 0 ? [claim("read", "any", names)] : [];
  const place =
    has(WEB) || form.verb === "google"
      ? "web"
      : has(DOCS)
        ? "docs"
        : has(PROJECT) || form.verb === "grep"
          ? "project"
          : null;
  if (place !== null) return [...reads, claim("lookup", place, subjectsOf(object, place))];
  if (names.length > 0) return reads;
  const looksUp =
    (form.verb === "look" && next?.lower === "up") || form.verb === "query" || form.verb === "consult";
  if (looksUp || (form.verb === "search" && next?.lower === "for"))
    return [claim("lookup", "any", subjectsOf(object, "docs"))];
  return has(CODE) && READS.has(form.verb) && !object.some((one) => /^your?$/.test(one.lower))
    ? [claim("read", "any", [])]
    : [];
}

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

/** What was looked up, where it is named as code or in quotes. */
function subjectsOf(object: readonly Token[], place: "docs" | "web" | "project"): string[] {
  if (place === "project") return [];
  return object
    .filter(({ kind, text }) => (kind === "code" && text !== "url") || kind === "quote")
    .map(({ text }) => text);
}

const BUILDS = list("project app application bundle site package everything it");
const STARTS = list("server app application dev process game page browser simulator program script");

function runClaims(said: Said): Claim[] {
  const { form, reading, tokens } = said;
  const subject = reading.voice === "passive" ? tokens.slice(...(reading.subject ?? [0, 0])) : [];
  const object = [...subject, ...objectOf(said)].slice(0, 10);
  const has = (words: ReadonlySet<string>) => object.some((one) => isWord(one, words));
  const names = object.filter(({ kind }) => kind === "name").map(({ text }) => text);
  if (has(CHECKS) && !has(list("test tests suite")))
    return /^(?:run|rerun|re-run|execute)$/.test(form.verb) ? [claim("check", "run", [])] : [];
  switch (form.verb) {
    case "run":
    case "rerun":
    case "re-run":
    case "execute":
      if (has(SEARCHES)) return [];
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
    default:
      return [claim("tests", "run", names)];
  }
}
