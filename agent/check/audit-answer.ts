// The audit of an answer that a model composed: every documented receiver in its code is asked for the members that the
// answer gives it. Promises that prose, other languages and the answer's own names never trip it. Refuses what it cannot
// be certain of: an answer is an excerpt, so a bare name may come from anywhere.

import type { Surface } from "../docs/surface/surface.ts";
import { checkingOf } from "./check.ts";
import { asNode, type Code, readCode } from "./code.ts";
import { constructorCheck } from "./constructor.ts";
import type { Finding } from "./finding.ts";
import { codeInMarkdown } from "./markdown-code.ts";
import { memberCheck } from "./member.ts";
import type { Given, Receivers } from "./receivers.ts";
import type { Typed } from "./type-words.ts";

const checks = [memberCheck, constructorCheck];

/** Findings in the order of the answer, each symbol once, at its first place. */
export function auditAnswer(answer: string, surface: Surface): Finding[] {
  const { fences, inline } = codeInMarkdown(answer);
  const given = new Map<string, Typed | null>();
  const findings: Finding[] = [];
  for (const text of [...joined(fences), ...inline]) {
    const code = readCode(text);
    if (code === null) continue;
    const checking = checkingOf(code, surface, given);
    findings.push(...checks.flatMap((check) => check.run(checking)));
    for (const [name, type] of declared(code, checking.receivers)) given.set(name, type);
  }
  findings.sort((a, b) => a.line - b.line || a.column - b.column);
  return [...new Map(findings.toReversed().map((one) => [one.symbol, one])).values()].toReversed();
}

/** Pieces of one script where they parse together, so that names of the first are known in the second; else each alone. */
function joined(fences: string[]): string[] {
  if (fences.length < 2) return fences;
  const length = Math.max(...fences.map((fence) => fence.length));
  const whole = fences.reduce((all, fence) => overlay(all, fence), " ".repeat(length));
  return readCode(whole)?.error === null ? [whole] : fences;
}

function overlay(under: string, over: string): string {
  const from = over.search(/\S/);
  return from < 0 ? under : under.slice(0, from) + over.slice(from) + under.slice(over.length);
}

/** What a piece of code leaves for the next one. */
function declared({ scopes }: Code, { typeOf }: Receivers): Given {
  const outer = scopes.scopes.filter(({ type }) => type === "global" || type === "module");
  const variables = outer.flatMap((scope) => scope.variables);
  return new Map(
    variables.map(({ name, references: [used] }) => [name, used ? typeOf(asNode(used.identifier)) : null]),
  );
}
