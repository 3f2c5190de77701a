// A check's result in SARIF 2.1.0, for code hosts and editors: one rule for each family, regions that count from 1, and a
// fingerprint that stays when lines move. Promises `baselineState` where there is a baseline. Refuses absolute paths in results.

import { pathToFileURL } from "node:url";
import type { Family, FileFinding } from "../../../agent/check/finding.ts";
import { sha256 } from "../../../store/hash.ts";
import { escaped } from "./as-json.ts";
import { type CheckedCode, type CheckResult, exitCodeOf, isOld } from "./result.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

const RULES: Readonly<Record<Family, { name: string; about: string }>> = {
  member: { name: "InventedMember", about: "A member that the documented type does not have." },
  object: { name: "InventedObject", about: "An object that is neither declared nor documented." },
  function: { name: "InventedFunction", about: "A bare call of a function that is defined nowhere." },
  syntax: { name: "SyntaxAboveLevel", about: "A form that the engine's level of the language cannot run." },
  option: { name: "InventedOption", about: "A key of an option object that the call does not take." },
  constructor: {
    name: "InventedConstructor",
    about: "A constructor that is neither declared nor documented.",
  },
  engine: { name: "BuiltInAboveLevel", about: "A built-in of JavaScript that the engine does not have." },
  file: { name: "MissingFile", about: "A script loads a file of the project that is not there." },
};
const families = Object.keys(RULES);

export function asSarif(result: CheckResult): string {
  return escaped({
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Handrail", rules: rules() } },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { ROOT: { uri: `${pathToFileURL(result.root).href.replace(/\/$/, "")}/` } },
        invocations: [invocation(result)],
        results: result.files.flatMap((file) => resultsOf(file, result)),
      },
    ],
  });
}

const rules = () =>
  Object.entries(RULES).map(([id, { name, about }]) => ({
    id,
    name,
    shortDescription: { text: about },
    defaultConfiguration: { level: "error" },
  }));

const invocation = (result: CheckResult) => ({
  executionSuccessful: result.problems.length === 0,
  exitCode: exitCodeOf(result),
  toolExecutionNotifications: result.problems.map(({ path, text }) => ({
    level: "error",
    message: { text: `${path}: ${text}` },
  })),
});

function resultsOf({ path, findings }: CheckedCode, result: CheckResult) {
  const seen = new Map<string, number>();
  return findings.map((one) => {
    const key = [one.family, one.about, one.symbol, path].join("\0");
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    return {
      ruleId: one.family,
      ruleIndex: families.indexOf(one.family),
      level: one.confidence === "certain" ? "error" : "note",
      message: { text: one.message },
      locations: [{ physicalLocation: placeOf(path, one) }],
      // Which of several equal ones it is, instead of its line: lines move.
      partialFingerprints: { "handrail/v1": sha256(`${key}\0${nth}`) },
      ...(result.since === null ? {} : { baselineState: isOld(result, one.origin) ? "unchanged" : "new" }),
      properties: { confidence: one.confidence, symbol: one.symbol, about: one.about },
    };
  });
}

const placeOf = (path: string, { line, column }: FileFinding) => ({
  artifactLocation: { uri: path.split("/").map(encoded).join("/"), uriBaseId: "ROOT" },
  region: { startLine: line, startColumn: column },
});

/** A lone half of a sign has no address. */
const encoded = (name: string): string => encodeURIComponent(name.toWellFormed());
