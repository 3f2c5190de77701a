// Inheritance as prose states it: "Parent interface: Box", "extends", "inherits from", "is a subclass of", "has the
// properties of Box as well", "is the base class for". Promises the interface that the sentence is about. Refuses
// sentences about any other thing ("a class that extends Box"), and denials.

import type { Fact } from "../surface/facts.ts";
import { sentences } from "./prose.ts";
import { NAME, NAMES, openingName, statedName, statedNames } from "./stated-names.ts";

const MEMBERS = "(?:propert(?:y|ies)|methods?|members?|attributes?|functions?|events?|fields?)";
const ALL_MEMBERS = String.raw`(?:(?:all|both|every|the|its|of|same)\s+)*${MEMBERS}(?:(?:\s*,\s*|\s+and\s+|\s+or\s+|\s*/\s*)(?:the\s+)?${MEMBERS})*`;

const LABEL = new RegExp(
  String.raw`^(?:(?:parent|base|super)[ -]?(?:interface|class|type|object)(?:es|s)?|parents?|bases?|superclass(?:es)?|extends|inherits(?: from)?|implements|mixes in|mixins?)\s*:\s*(${NAMES})`,
  "iu",
);
const CHAIN = /^(?:inheritance|hierarchy)(?: chain)?\s*:\s*(.+)$/i;

const VERB = new RegExp(
  [
    String.raw`\b(?:is|are)\s+(?:also\s+)?(?:an?\s+|the\s+)?(?:direct\s+|special\s+)?(?:sub-?class|sub-?type|sub-?interface|child class|descendant|speciali[sz]ation|extension)(?:es|s)?\s+of`,
    String.raw`(?:\b(?:is|are)\s+)?\bderive[sd]?\s+from`,
    String.raw`\bextends?`,
    String.raw`\binherits?(?:\s+${ALL_MEMBERS})?\s+(?:from|of)(?:\s+(?:its|the)\s+(?:parent|base|super)(?:[ -]?(?:class|interface|object))?,?(?=\s+[\x60"'\p{Lu}]))?`,
    String.raw`\binherits?(?=\s+[\x60"'\p{Lu}])`,
    String.raw`\b(?:has|have|offers?|supports?|shares?|provides?)\s+(?:also\s+)?(?:all|the same)\s+(?:of\s+)?(?:the\s+|its\s+)?${ALL_MEMBERS}\s+(?:of|from|as)`,
    String.raw`\b(?:has|have|offers?|supports?|shares?|provides?)\s+(?:the\s+)?${ALL_MEMBERS}\s+(?:of|from)(?=[^.;]*\b(?:as well|too|also)\b)`,
  ]
    .map((source) => `(?:${source})`)
    .join("|"),
  "giu",
);
const VERB_NAMES = new RegExp(String.raw`^\s+(${NAMES})`, "u");
const BASE_OF = new RegExp(
  String.raw`^(.*?)\bis\s+(?:also\s+)?(?:an?\s+|the\s+)?(?:common\s+|abstract\s+)?(?:base|parent|super)[ -]?(?:class|interface|type|object)?\s+(?:for|of)\s+(?:both\s+)?(${NAMES})`,
  "iu",
);
const AVAILABLE = new RegExp(
  String.raw`^all\s+(?:of\s+)?(?:the\s+)?${MEMBERS}(?:(?:\s*,\s*|\s+and\s+)${MEMBERS})*\s+(?:of|from)\s+(${NAMES})\b.*?\bavailable\s+(?:when\s+working\s+with|on|in|for|to|through)\s+(.+?)(?:$|[.,;])`,
  "iu",
);
const HEIRS = new RegExp(
  String.raw`^(${NAMES})\s+(?:(?:is|are)\s+[^,.;]{1,60}?\s+and\s+)?(?:also\s+)?(?:(?:have|has|share|shares)\s+all\s+(?:of\s+)?|inherits?\s+(?:all\s+(?:of\s+)?)?)(?:its|these)\s+(?:\w+\s+)?${MEMBERS}`,
  "iu",
);

/** All that one paragraph or list item says. */
export function parentFacts(owner: string | undefined, line: string): Fact[] {
  const labelled = owner === undefined ? [] : labelledParents(owner, line);
  if (labelled.length > 0) return parentsOf(owner, labelled);
  const chain = owner === undefined ? null : CHAIN.exec(line);
  if (owner !== undefined && chain?.[1]) return chainFacts(owner, chain[1]);
  return sentences(line).flatMap((sentence) => [
    ...verbFacts(owner, sentence),
    ...baseFacts(owner, sentence),
    ...availableFacts(owner, sentence),
  ]);
}

/** A label may open any sentence of the line. */
function labelledParents(owner: string, line: string): string[] {
  return line.split(/(?<=[.!?;])\s+/).flatMap((part) => statedNames(LABEL.exec(part)?.[1] ?? "", owner));
}

function parentsOf(name: string | undefined, parents: string[]): Fact[] {
  const others = parents.filter((parent) => parent !== name);
  return name === undefined || others.length === 0 ? [] : [{ type: "interface", name, parents: others }];
}

/** "Object > Box > Frame" from either end: the owner's place tells which. */
function chainFacts(owner: string, text: string): Fact[] {
  const names = text.split(/\s*(?:>|→|->|»|<|←|:)\s*/).map((part) => statedName(part, owner));
  const chain = names.filter((name) => name !== undefined);
  if (chain.at(-1) === owner) chain.reverse();
  if (chain[0] !== owner) return [];
  return chain.slice(0, -1).flatMap((name, at) => parentsOf(name, chain.slice(at + 1, at + 2)));
}

const DENIED =
  /\b(?:not|never|no longer|cannot|neither|nor|n't|without|instead of|rather than)\b[^,;]{0,30}$/i;

function verbFacts(owner: string | undefined, sentence: string): Fact[] {
  const found: Fact[] = [];
  let last: { names: string[]; end: number } | undefined;
  for (const match of sentence.matchAll(VERB)) {
    const start = match.index + match[0].length;
    const list = VERB_NAMES.exec(sentence.slice(start))?.[0].replace(/,?\s+(?:which|that|who)$/i, "") ?? "";
    const names = statedNames(list, owner);
    const before = sentence.slice(0, match.index);
    if (names.length === 0 || DENIED.test(before)) continue;

    const between = last === undefined ? "" : sentence.slice(last.end, match.index);
    const follows = /^[\s,]*(?:which|that|who)(?: in turn| itself| also)?\s*$/i.test(between);
    const antecedent = last?.names.length === 1 ? last.names[0] : undefined;
    const subject = last !== undefined && follows ? antecedent : subjectOf(before, owner);
    found.push(...parentsOf(subject, names));
    last = { names, end: start + list.length };
  }
  return found;
}

const PRONOUN =
  /^(?:it|this|(?:this|the) (?:class|object|interface|type|element|item|page))(?: (?:also|itself|thus|therefore|directly|always))*$/i;
const SUBJECT = new RegExp(
  String.raw`^(?:the\s+|an?\s+|each\s+|every\s+|all\s+)?(${NAME})(?:\s+instances?)?(?:\s+(?:also|itself|thus|directly))*$`,
  "iu",
);

/** What stands before the verb, as an interface; the owner for a pronoun or for nothing. */
function subjectOf(before: string, owner: string | undefined): string | undefined {
  const text = before.replace(/[\s,;:]+$/, "").trim();
  if (text === "" || PRONOUN.test(text)) return owner;
  const whole = SUBJECT.exec(text)?.[1];
  const name = whole === undefined ? undefined : openingName(whole, owner);
  if (name !== undefined) return name;
  // "Frame is a box and inherits from …": further on in a sentence only the page's own interface is sure to be meant.
  const first = new RegExp(String.raw`^(?:the\s+|an?\s+)?(${NAME})\b`, "iu").exec(text)?.[1];
  const own = first !== undefined && (PRONOUN.test(first) || statedName(first, owner) === owner);
  return own && /^[^,;]*\band$/i.test(text) ? owner : undefined;
}

function baseFacts(owner: string | undefined, sentence: string): Fact[] {
  const base = BASE_OF.exec(sentence);
  if (base?.[2] && !DENIED.test(base[1] ?? "")) {
    const parent = subjectOf(base[1] ?? "", owner);
    if (parent === undefined) return [];
    return statedNames(base[2], owner).flatMap((name) => parentsOf(name, [parent]));
  }
  const heirs = owner === undefined ? null : HEIRS.exec(sentence);
  if (owner === undefined || !heirs?.[1]) return [];
  return statedNames(heirs[1], owner).flatMap((name) => parentsOf(name, [owner]));
}

function availableFacts(owner: string | undefined, sentence: string): Fact[] {
  const [, from, to] = AVAILABLE.exec(sentence) ?? [];
  if (from === undefined || to === undefined) return [];
  const heirs = PRONOUN.test(to.trim()) && owner !== undefined ? [owner] : statedNames(to, owner);
  return heirs.flatMap((name) => parentsOf(name, statedNames(from, owner)));
}
