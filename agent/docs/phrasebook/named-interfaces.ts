// Interfaces that a text speaks of in plain words: "the paragraph style" is ParagraphStyle. What is left where a
// documentation has no worked examples. Promises interfaces whose whole name stands in the text, longest first. Refuses
// parts of names: "style" alone may be any of forty.

import { nameParts } from "../names.ts";
import type { Docs } from "../open-docs.ts";
import { goalWords } from "./goal-words.ts";

type Asked = Pick<Docs, "version" | "surface">;

const MAX_PARTS = 4;

/** Read once for a version: a documentation has a thousand of them, and a reload other ones. */
const known = new WeakMap<Asked["surface"], { version: string; byWords: Map<string, string[]> }>();

export function namedInterfaces(text: string, docs: Asked): string[] {
  const byWords = interfacesByWords(docs);
  const words = goalWords(text).map(({ stem }) => stem);
  const found: string[] = [];
  for (let length = MAX_PARTS; length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++)
      found.push(...(byWords.get(words.slice(at, at + length).join(" ")) ?? []));
  }
  return [...new Set(found)];
}

function interfacesByWords({ version, surface }: Asked): Map<string, string[]> {
  const before = known.get(surface);
  if (before?.version === version) return before.byWords;
  const byWords = new Map<string, string[]>();
  for (const name of surface.interfaces()) {
    const words = goalWords(nameParts(name).join(" "));
    const key = words.map(({ stem }) => stem).join(" ");
    if (key === "" || words.length > MAX_PARTS) continue;
    byWords.set(key, [...(byWords.get(key) ?? []), name]);
  }
  known.set(surface, { version, byWords });
  return byWords;
}
