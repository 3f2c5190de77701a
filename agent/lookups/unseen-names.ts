// Names in a composed answer that none of its excerpts has: calls, and members of what is documented, in code and in prose
// alike. Promises names that neither the documentation nor the answer itself declares. Refuses to accuse: such a name is to
// be checked, and keeps the answer out of the lasting cache.

import type { Chunk } from "../docs/chunk.ts";
import type { Surface } from "../docs/surface/surface.ts";
import { COMMON, isPlain } from "../turn/documented-name.ts";

/** In humps: a plain word before a bracket may be English. */
const CALL = /(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*\p{Ll}\p{Lu}[\p{L}\p{N}_$]*)\s?\(/gu;
/** As code writes a member, and as chunks are called; "the sheet.It" is the end of a sentence, "Grid-based" is English. */
const MEMBER =
  /(?<![\p{L}\p{N}_$.\-/])(?:(\p{Lu}[\p{L}\p{N}_$]*)\.([\p{L}_$][\p{L}\p{N}_$]*)|([\p{Ll}_$][\p{L}\p{N}_$]*)\.([\p{Ll}_$][\p{L}\p{N}_$]*)|(\p{Lu}[\p{L}\p{N}_$]*)-(\p{Ll}[\p{L}\p{N}_$]*\p{Lu}[\p{L}\p{N}_$]*))/gu;
const DECLARED =
  /\b(?:function|var|let|const)\s+([\p{L}_$][\p{L}\p{N}_$]*)|(?<![\p{L}\p{N}_$.\]])([\p{L}_$][\p{L}\p{N}_$]*)\s*[=:]/gu;
const CITE = /\[chunk [^\]\n]*\]/g;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const FILE = /^(?:js|jsx|mjs|ts|json|md|txt|html?|css|pdf|png|jpe?g|svg|csv|xml)$/i;

/** As they are written in the answer, each once. */
export function unseenNames(
  answer: string,
  { surface, excerpts }: { surface: Surface; excerpts: readonly Chunk[] },
): string[] {
  const text = answer.replace(CITE, " ");
  const seen = new Set(excerpts.flatMap((chunk) => `${chunk.title} ${chunk.text}`.match(WORD) ?? []));
  for (const [, declared, assigned] of text.matchAll(DECLARED)) seen.add(declared ?? assigned ?? "");
  const isKnown = (name: string) => seen.has(name) || COMMON.has(name);
  const members = [...text.matchAll(MEMBER)].filter(([, ...groups]) => {
    const [root = "", name = ""] = groups.filter((group) => group !== undefined);
    const owner = surface.global(root)?.interface ?? root;
    return !isKnown(name) && !FILE.test(name) && isDocumented(owner, surface) && !surface.member(owner, name);
  });
  const calls = [...text.matchAll(CALL)].filter(([, name = ""]) => {
    const isDeclared = surface.owners(name).length > 0 || surface.fn(name) || surface.interface(name);
    return !isKnown(name) && !isPlain(name) && !isDeclared;
  });
  const dotted = members.map(([whole]) => whole);
  const bare = calls.flatMap(([, name = ""]) => (dotted.some((one) => one.endsWith(name)) ? [] : [name]));
  return [...new Set([...dotted, ...bare])];
}

const isDocumented = (owner: string, surface: Surface): boolean =>
  !isPlain(owner) && surface.interface(owner) !== undefined;
