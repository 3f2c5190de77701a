// Documented names in code that no parser can read: half-written scripts, other dialects. By its words alone, comments
// and strings left out. Promises documented names only. Refuses types beyond `x = new Grid()`: a plain look is all it is.

import type { MemberInfo, Surface } from "../docs/surface/surface.ts";
import { COMMON, type DocumentedName, isPlain, memberNamed, plainlyNamed } from "./documented-name.ts";

const NO_CODE =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?|^[ \t]*#[^\n]*/gm;
const MADE = /([\p{L}_$][\p{L}\p{N}_$]*)\s*(?::[^=\n]{0,80})?=\s*new\s+([\p{L}_$][\p{L}\p{N}_$.]*)/gu;
const DECLARED = /\b(?:var|let|const|function|class)\s+([\p{L}_$][\p{L}\p{N}_$]*)/gu;
const PATH =
  /(?<![\p{L}\p{N}_$.])(new\s+)?([\p{L}_$][\p{L}\p{N}_$]*)((?:\s*\??\.\s*[\p{L}_$][\p{L}\p{N}_$]*)*)(\s*\()?/gu;

export function namesInTokens(source: string, surface: Surface): DocumentedName[] {
  const code = source.replace(NO_CODE, " ");
  const made = new Map([...code.matchAll(MADE)].map(([, variable = "", type = ""]) => [variable, type]));
  const declared = new Set([...code.matchAll(DECLARED)].map(([, name = ""]) => name));
  const names: DocumentedName[] = [];
  for (const [, isNew, root = "", rest = "", isCall] of code.matchAll(PATH)) {
    const members = rest.split(/\s*\??\.\s*/).slice(1);
    if (isNew) names.push(...constructed(surface, [root, ...members].join(".")));
    else if (members.length > 0)
      names.push(...pathNames({ root, members, isCall: isCall !== undefined }, { made, declared, surface }));
    else if (isCall && !declared.has(root) && !isPlain(root)) names.push(...called(surface, root));
  }
  return names;
}

function constructed(surface: Surface, name: string): DocumentedName[] {
  const made = isPlain(name) ? undefined : surface.interface(name);
  return made ? [plainlyNamed(made, "constructor")] : [];
}

function called(surface: Surface, name: string): DocumentedName[] {
  const fn = surface.fn(name);
  return fn ? [plainlyNamed(fn, "call")] : [];
}

type Path = { root: string; members: string[]; isCall: boolean };
type Known = { made: ReadonlyMap<string, string>; declared: ReadonlySet<string>; surface: Surface };

/** Along a path as far as the documentation types it; an unknown receiver counts for what is called on it. */
function pathNames({ root, members, isCall }: Path, { made, declared, surface }: Known): DocumentedName[] {
  if (isPlain(root)) return [];
  const first =
    made.get(root) ?? (declared.has(root) ? undefined : (surface.global(root)?.interface ?? root));
  let owner = first !== undefined && surface.interface(first) ? first : undefined;
  const names: DocumentedName[] = [];
  for (const [at, name] of members.entries()) {
    const isLast = at === members.length - 1;
    const info = owner === undefined ? unowned(surface, name, isLast && isCall) : surface.member(owner, name);
    if (!info) return names;
    names.push(memberNamed(info, owner ?? null, isLast && isCall ? "call" : "property"));
    [owner] = info.valueType === null ? [] : surface.typesIn(info.valueType);
  }
  return names;
}

function unowned(surface: Surface, name: string, isCall: boolean): MemberInfo | undefined {
  const [owner] = isCall && !COMMON.has(name) ? surface.owners(name) : [];
  return owner === undefined ? undefined : surface.member(owner, name);
}
