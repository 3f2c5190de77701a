// What a draft says was run: tests, a build, the program. Promises to tell a run from a search and from a check by what was run.
// Refuses "ran into a problem".

import type { Claim } from "./claim.ts";
import {
  BUILDS,
  CHECKS,
  CODE,
  claim,
  list,
  objectOf,
  placeOf,
  SEARCHES,
  subjectsOf,
  VERDICT,
  wordsAfter,
} from "./objects.ts";
import type { Said } from "./said.ts";
import { isWord } from "./sentences.ts";

export function runClaims(said: Said): Claim[] {
  const { form, reading, tokens } = said;
  const subject = reading.voice === "passive" ? tokens.slice(...(reading.subject ?? [0, 0])) : [];
  const object = [...subject, ...objectOf(said)].slice(0, 10);
  const has = (words: ReadonlySet<string>) => object.some((one) => isWord(one, words));
  const names = object.filter(({ kind }) => kind === "name").map(({ text }) => text);
  if (has(CHECKS) && !has(list("test tests suite")))
    return /^(?:run|rerun|re-run|execute)$/.test(form.verb)
      ? [claim("check", VERDICT.test(wordsAfter(tokens, reading.at)) ? "run" : "any", [])]
      : [];
  if (reading.voice === "passive" && /^(?:build|compile|start|launch|time|measure)$/.test(form.verb))
    return [];
  switch (form.verb) {
    case "run":
    case "rerun":
    case "re-run":
    case "execute":
      if (has(list("into out"))) return [];
      if (
        has(SEARCHES) ||
        object.some((one) => one.kind === "code" && /search|look_?up|grep/i.test(one.text))
      )
        return [claim("lookup", placeOf("", object) ?? "any", subjectsOf(object))];
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

const TESTS = list(
  "test tests suite spec specs linter lint eslint biome prettier tsc type-checker typechecker build compiler script code program app application " +
    "server npm node yarn pnpm pytest jest mocha vitest benchmark benchmarks command commands it them everything bundle project site game demo page changes",
);

const TRIED = list("it out game script program app page demo build change fix browser");

const STARTS = list("server app application dev process game page browser simulator program script");
