// What the phrasebook's tools say beside names: hints, misses, where to go next. In one place, since whatever stands in a
// conversation may be searched for, and our own sentences must be told from questions. Refuses phrases that search.

export const REAL_NAMES = "Real names here:";
export const WEAK_NAMES = "Weak match, a hint only; names that may be meant:";

export const WEAK_TOPIC =
  "Weak match, a hint only: it shares too few words with the goal, and may lead elsewhere. Check with lookup_docs before use.";

export const NO_TOPIC =
  "No topic matched. Call find_construct with a name that a script here uses, or read a script that does something " +
  "alike; rag_lookup is for what neither shows. Do not rephrase the goal more than once.";

export const NO_CONSTRUCTS =
  "This documentation opens and closes nothing in pairs, and has no constructs. Call lookup_docs with the exact name of " +
  "an interface or a member.";

export const NO_CONSTRUCT = "No construct is called so. Call find_construct with one of these ids:";

export const NO_DOCS_HERE =
  "This workspace has no documentation. Learn from its own scripts: find and read a file.";

export const EXPANDED = "was searched as the documentation's names for it:";
export const EXPANDED_IN_VAIN = "Also searched, without hits, as the documentation's names for it:";

/** Whole sentences of ours. */
export const phrasebookMessages: readonly string[] = [
  WEAK_TOPIC,
  NO_TOPIC,
  NO_CONSTRUCTS,
  NO_CONSTRUCT,
  NO_DOCS_HERE,
  REAL_NAMES,
  WEAK_NAMES,
  EXPANDED,
  EXPANDED_IN_VAIN,
];
