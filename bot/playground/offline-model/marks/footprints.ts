// The names of a file and the lines that use them: those that the tool gave, and plain ones of our own for
// what it did not name. Promises each declared name once per given footprint. Refuses scopes of its own.

import { wholeWord } from "../words.ts";
import { codeOf, type Line } from "./structure.ts";

/** `lines` and `declared` are indexes into the scanned lines. */
export type Footprint = { name: string; declared: number; lines: number[] };

const DECLARATION = /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:var|let|const|local|my|our|val)\s+(.+)$/;
const DEFINITION =
  /^(?:export\s+)?(?:default\s+)?(?:public |private |static |pub )*(?:async\s+)?(?:function\*?|def|class|fn|func|sub|struct|interface|type|enum)\s+([\w$]+(?:[.:][\w$]+)*)/;
const ASSIGNMENT = /^([A-Za-z_$][\w$]*)\s*=(?![=>])/;

const SETTINGS = /\.(conf|cfg|ini|toml|ya?ml|properties|env|css|scss|less|html?|xml|md|txt)$/i;

export function allFootprints(
  lines: readonly Line[],
  given: ReadonlyMap<string, number[]>,
  path: string,
): Footprint[] {
  const footprints: Footprint[] = [...given].map(([name, numbers]) => {
    const own = lines.flatMap((line, i) => (numbers.includes(line.n) ? [i] : []));
    return { name, declared: own[0] ?? -1, lines: own };
  });
  // What a settings file assigns is no variable: its lines stand alone.
  if (SETTINGS.test(path)) return footprints;
  const known = new Set(given.keys());
  for (const [i, line] of lines.entries()) {
    if (line.first !== i || line.blank || line.comment) continue;
    for (const name of declaredNames(codeOf(lines, i))) {
      if (known.has(name)) continue;
      known.add(name);
      footprints.push({ name, declared: i, lines: usesOf(lines, name) });
    }
  }
  return footprints.filter(({ lines: own }) => own.length > 0);
}

/** What a statement declares: variables, a function, a class, or what a script language assigns first. */
export function declaredNames(code: string): string[] {
  const defined = DEFINITION.exec(code);
  if (defined) return [defined[1] ?? ""];
  const declaration = DECLARATION.exec(code);
  if (declaration)
    return topLevelParts(declaration[1] ?? "").flatMap((part) => /^[A-Za-z_$][\w$]*/.exec(part.trim()) ?? []);
  const assigned = ASSIGNMENT.exec(code);
  return assigned ? [assigned[1] ?? ""] : [];
}

/** Names used as variables (not as members) in a piece of code. */
export function namesIn(code: string): Set<string> {
  return new Set([...code.matchAll(/(?<![\w$.])[A-Za-z_$][\w$]*/g)].map(([name]) => name));
}

export const isDefinition = (code: string) => DEFINITION.test(code);

export function topLevelParts(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? "";
    if ("([{".includes(char)) depth += 1;
    else if (")]}".includes(char)) depth -= 1;
    else if (char === "," && depth === 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  return [...parts, text.slice(from)];
}

function usesOf(lines: readonly Line[], name: string): number[] {
  const word = wholeWord(name, "");
  const before = new RegExp(`(?<![.\\w$])${word.source}`);
  return lines.flatMap((line, i) => (before.test(line.code) ? [i] : []));
}
