// The check of code that stands in a Markdown text: a composed answer, a draft, a note, a rule. Promises that prose, other
// languages and the text's own names never trip it. Refuses what it cannot be certain of: a text is an excerpt, so a bare
// name may come from anywhere.

import type { Before } from "./asking.ts";
import { type Checking, checkingOf } from "./check.ts";
import { asNode, type Code, readable, readCode } from "./code.ts";
import { SNIPPET_CHECKS } from "./families.ts";
import type { Finding } from "./finding.ts";
import { codeInMarkdown } from "./markdown-code.ts";
import { NO_PROJECT, type Project, projectOf } from "./project.ts";
import type { Typed } from "./type-words.ts";
import type { World } from "./world.ts";

/** Findings in the order of the text, each symbol once, at its first place. */
export function checkSnippet(text: string, world: World): Finding[] {
  const { fences, inline } = codeInMarkdown(text);
  const project = world.project ? projectOf(world.project, "", world.surface) : NO_PROJECT;
  const before = new Map<string, Typed | null>();
  const findings: Finding[] = [];
  for (const code of [...joined(fences).map(read), ...inline.map(readWhole)]) {
    if (code === null) continue;
    findings.push(...readable(() => judged(code, { world, project, before })));
  }
  findings.sort((a, b) => a.line - b.line || a.column - b.column);
  const first = new Map<string, Finding>();
  for (const one of findings) if (!first.has(one.symbol)) first.set(one.symbol, one);
  return [...first.values()];
}

type Asked = { world: World; project: Project; before: Map<string, Typed | null> };

function judged(code: Code, { world, project, before }: Asked): Finding[] {
  const checking = checkingOf(code, { world, project, path: null, before });
  const findings = SNIPPET_CHECKS.flatMap((check) => check.run(checking));
  for (const [name, type] of declaredIn(checking)) before.set(name, type);
  return findings;
}

const read = (text: string): Code | null => readCode(text);

/** Words between backticks that are no whole expression are a path, a pattern, a template: no code. */
function readWhole(text: string): Code | null {
  const code = readCode(text);
  return code?.error === null ? code : null;
}

/** Pieces of one script where they parse together, so that names of the first are known in the second; else each alone. */
function joined(fences: string[]): string[] {
  if (fences.length < 2) return fences;
  const length = Math.max(...fences.map((fence) => fence.length));
  const whole = fences.reduce((all, fence) => overlay(all, fence), " ".repeat(length));
  return parses(whole) ? [whole] : fences;
}

const parses = (text: string): boolean => readCode(text)?.error === null;

function overlay(under: string, over: string): string {
  const from = over.search(/\S/);
  return from < 0 ? under : under.slice(0, from) + over.slice(from) + under.slice(over.length);
}

/** What a piece of code leaves for the next one. */
function declaredIn({ receivers }: Checking): Before {
  return new Map(
    receivers.bindings.globals().map((binding) => {
      const [used] = binding.references;
      return [binding.name, used ? receivers.typeOf(asNode(used.identifier)) : null];
    }),
  );
}
