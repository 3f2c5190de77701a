// Globals as prose states them: "accessed using the global property `sheet`", "the global object `app`", "a static
// object", "the global function `include(path)`". Promises the interface that the sentence names, else the page's own.
// Refuses globals that a script makes for itself, and denials.

import type { Fact } from "../surface/facts.ts";
import { readSignature } from "./signature.ts";
import { NAME, openingName, QUOTED, statedName } from "./stated-names.ts";

const WHAT =
  "(?:propert(?:y|ies)|objects?|variables?|names?|constants?|instances?|identifiers?|symbols?|singletons?|namespaces?)";
const REACHED =
  /\b(?:access\w*|available|reach\w*|expos\w*|referenc\w*|refer\w*|obtain\w*|provid\w*|used|known|found|through|via|using|stands?|holds?|properties of|values of|members of|constants of|methods of|represent\w*)\b/i;

const GLOBAL_NAMED = new RegExp(
  String.raw`\bglobal(?:ly)?(?:\s+\w+)?(?:\s+${WHAT})?(?:,?\s+(?:called|named|as))?,?\s+${QUOTED}`,
  "giu",
);
const NAMED_GLOBAL = new RegExp(
  String.raw`${QUOTED}(?:\s+(?:\w+\s+)?${WHAT})?,?\s+(?:is|are)\s+(?:an?\s+|the\s+|also\s+|always\s+)*(?:single\s+|static\s+|predefined\s+|built-in\s+)?global(?:ly\s+available)?\b`,
  "giu",
);
const BY_NAME = /\bglobal\b.*\bby\s+(?:its|the)\s+name,?\s+[\x60"']?([\p{L}_$][\p{L}\p{N}_$]*)[\x60"']?/iu;
const CHILD_OF_GLOBAL = new RegExp(
  String.raw`(?:named|called)\s+${QUOTED}[^.]*\b(?:child|property|member)\s+of\s+(?:the\s+)?[\x60"']?(?:window|global|globalThis|root)\b`,
  "iu",
);
const STATIC_OBJECT = /^(?:(?:this|it|the \S+ object) is )?(?:an? |the )?static (?:\w+ )?object\b/i;
/** "In scripts it is the global object `desk`." */
const IT_IS = /\b(?:it|this|which)\s+is\s+(?:also\s+)?the\s*$/i;
const OF_TYPE = new RegExp(
  String.raw`^[^.]*?\b(?:instance\s+of|of\s+(?:the\s+)?type|of\s+(?:the\s+)?(?:class|interface)|(?:is|holds|gives|contains|returns)\s+(?:an?|the)(?!\s+instance))\s+(${NAME})`,
  "iu",
);
const FUNCTION = /\bglobal\s+functions?,?\s+`([^`]+\))`/gi;
const DENIED = /\b(?:not|no|never|isn't|aren't|cannot|unlike)\b/i;

/** What one sentence says. */
export function globalFacts(owner: string | undefined, sentence: string): Fact[] {
  if (!/\bglobal|\bstatic\b|\bchild of\b|\bwindow\b/i.test(sentence)) return [];
  const found = functionsIn(sentence);
  if (owner !== undefined && STATIC_OBJECT.test(sentence)) found.push(typed(owner, owner));
  const named = namesIn(owner, sentence);
  return [...found, ...named.map((name) => typed(name, typeIn(owner, sentence, name)))];
}

const typed = (name: string, valueType: string | undefined): Fact => ({
  type: "global",
  name,
  ...(valueType === undefined ? {} : { valueType }),
});

function namesIn(owner: string | undefined, sentence: string): string[] {
  const found = new Set<string>();
  for (const match of sentence.matchAll(GLOBAL_NAMED)) {
    const before = sentence.slice(0, match.index);
    const open = /\bthe\s*$/i.test(before) || REACHED.test(before);
    const stated =
      REACHED.test(before) ||
      IT_IS.test(before) ||
      OF_TYPE.test(sentence.slice(match.index + match[0].length));
    if (match[1] && open && stated && !DENIED.test(before.slice(-40)) && !isCall(sentence, match))
      found.add(match[1]);
  }
  for (const match of sentence.matchAll(NAMED_GLOBAL))
    if (match[1] && !isCall(sentence, match)) found.add(match[1]);
  const others =
    owner === undefined ? [] : [BY_NAME.exec(sentence)?.[1], CHILD_OF_GLOBAL.exec(sentence)?.[1]];
  for (const name of others) if (name !== undefined) found.add(name);
  return [...found];
}

const isCall = (sentence: string, match: RegExpExecArray): boolean =>
  sentence.slice(match.index, match.index + match[0].length).includes("()");

/** The type that the sentence gives the global; else the interface that the page is about. */
function typeIn(owner: string | undefined, sentence: string, name: string): string | undefined {
  const after = sentence.slice(sentence.indexOf(name) + name.length);
  const phrase = OF_TYPE.exec(after)?.[1];
  const stated = phrase === undefined ? undefined : statedName(phrase, owner);
  if (stated !== undefined && stated !== name) return stated;
  const subject = new RegExp(String.raw`^(?:the\s+|an?\s+)?(${NAME})\s+(?:is|are|can)\b`, "iu").exec(
    sentence,
  )?.[1];
  const about = subject === undefined ? undefined : openingName(subject, owner);
  return about === undefined || about === name ? owner : about;
}

function functionsIn(sentence: string): Fact[] {
  return [...sentence.matchAll(FUNCTION)].flatMap(([, code = ""]) => {
    const signature = readSignature(code);
    if (!signature || signature.owner) return [];
    const { name, params } = signature;
    return [{ type: "function", name, ...(params ? { params } : {}) } satisfies Fact];
  });
}
