// The check of code that stands in a Markdown text: a composed answer, a draft, a note, a rule. Promises that prose, other
// languages and the text's own names never trip it. Refuses what it cannot be certain of: a text is an excerpt, so a bare
// name may come from anywhere.

import type { Before } from "./asking.ts";
import { type Checking, checkingOf } from "./check.ts";
import { asNode, type Code, readable, readCode } from "./code.ts";
import { SNIPPET_CHECKS } from "./families.ts";
import type { Finding } from "./finding.ts";
import { blank, codeInMarkdown, type Piece } from "./markdown-code.ts";
import { type Position, positions } from "./positions.ts";
import { NO_PROJECT, type Project, projectOf } from "./project.ts";
import type { Typed } from "./type-words.ts";
import type { World } from "./world.ts";

/** A text of more spans than this is a list of names, each of which was said before. */
const MAX_PIECES = 400;

/** Findings in the order of the text, each symbol once, at its first place. */
export function checkSnippet(text: string, world: World): Finding[] {
  const { fences, inline } = codeInMarkdown(text);
  const spans = new Map(inline.toReversed().map((piece) => [piece.code, piece]));
  const project = world.project ? projectOf(world.project, "", world.surface) : NO_PROJECT;
  const asked: Asked = { world, project, before: new Map(), placeOf: positions(text) };
  const all = [
    ...joined(fences, text).flatMap((piece) => judge(piece, readCode(piece.code), asked)),
    ...[...spans.values()]
      .reverse()
      .slice(0, MAX_PIECES)
      .flatMap((piece) => judge(piece, readWhole(piece.code), asked)),
  ];
  const findings = all.filter((one) => !world.exists?.(one));
  findings.sort((a, b) => a.line - b.line || a.column - b.column);
  const first = new Map<string, Finding>();
  for (const one of findings) if (!first.has(one.symbol)) first.set(one.symbol, one);
  return [...first.values()];
}

type Asked = {
  world: World;
  project: Project;
  before: Map<string, Typed | null>;
  placeOf(offset: number): Position;
};

function judge({ offset }: Piece, code: Code | null, { world, project, before, placeOf }: Asked): Finding[] {
  if (code === null) return [];
  return readable(() => {
    const at = (inside: number): Position => placeOf(offset + inside);
    const checking = checkingOf(code, { world, project, path: null, before, at });
    const findings = SNIPPET_CHECKS.flatMap((check) => check.run(checking));
    for (const [name, type] of declaredIn(checking)) before.set(name, type);
    return findings;
  });
}

/** Words between backticks that are no whole expression are a path, a pattern, a template: no code. */
function readWhole(text: string): Code | null {
  const code = readCode(text);
  return code?.error === null ? code : null;
}

/** Pieces of one script where they parse together, so that names of the first are known in the second; else each alone. */
function joined(fences: Piece[], text: string): Piece[] {
  if (fences.length < 2) return fences;
  const parts: string[] = [];
  let end = 0;
  for (const { code, offset } of fences) {
    parts.push(blank(text.slice(end, offset)), code);
    end = offset + code.length;
  }
  const whole = parts.join("");
  return parses(whole) ? [{ code: whole, offset: 0 }] : fences.slice(0, MAX_PIECES);
}

const parses = (text: string): boolean => readCode(text)?.error === null;

/** What a piece of code leaves for the next one. */
function declaredIn({ receivers }: Checking): Before {
  return new Map(
    receivers.bindings.globals().map((binding) => {
      const [used] = binding.references;
      return [binding.name, used ? receivers.typeOf(asNode(used.identifier)) : null];
    }),
  );
}
