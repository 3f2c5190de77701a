// Reads in prose what it says of the programming interface: how an object is reached as a global, which interface it
// inherits from, how it is constructed, what it enumerates. Promises only what a sentence states, for the names that it
// names. Refuses denials, conditions, and sentences whose subject it cannot tell.

import type { Fact } from "../surface/facts.ts";
import { paragraphs, sentences } from "./prose.ts";
import { globalFacts } from "./prose-globals.ts";
import { parentFacts } from "./prose-parents.ts";
import { readSignature } from "./signature.ts";

/** `owner` is the interface whose own page the text belongs to; undefined for any other text. */
export function proseFacts(owner: string | undefined, text: string): Fact[] {
  const found: Fact[] = [];
  const lines = paragraphs(text);
  if (owner !== undefined && lines[0] !== undefined) found.push(...kindFacts(owner, lines[0]));
  for (const line of lines) {
    found.push(...parentFacts(owner, line));
    for (const sentence of sentences(line)) found.push(...globalFacts(owner, sentence));
    if (owner !== undefined) found.push(...constructorFacts(owner, line));
  }
  return distinct(found);
}

const ENUMERATION = /^(?:(?:this|it) is )?(?:an? |the )?enum(?:eration|erated type|erated values?)?\b/i;
const NAMESPACE = /^(?:(?:this|it) is )?(?:an? |the )?(?:\w+ )?namespace\b/i;

function kindFacts(owner: string, first: string): Fact[] {
  if (ENUMERATION.test(first)) return [{ type: "interface", name: owner, kind: "enumeration" }];
  return NAMESPACE.test(first) ? [{ type: "interface", name: owner, kind: "namespace" }] : [];
}

/** `new Band(…)` in code marks on Band's own page; a call with literals shows that it is constructed, not with what. */
function constructorFacts(owner: string, line: string): Fact[] {
  const found: Fact[] = [];
  for (const [, code = ""] of line.matchAll(/`([^`]*\bnew\s[^`]*)`/g)) {
    const signature = readSignature(code);
    if (!signature?.isNew) continue;
    const name = signature.owner ? `${signature.owner}.${signature.name}` : signature.name;
    if (name.toLowerCase() !== owner.toLowerCase()) continue;
    const { params } = signature;
    found.push({ type: "constructor", interface: owner, ...(params ? { params } : {}) });
  }
  return found;
}

/** The facts without repetitions, in their order. */
export function distinct(facts: Fact[]): Fact[] {
  const seen = new Set<string>();
  return facts.filter((fact) => {
    const key = JSON.stringify(fact);
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}
