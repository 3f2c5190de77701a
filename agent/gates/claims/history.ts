// Whether a clause tells of another time, or of another's doing. Promises words of time and authors alone. Refuses to weigh
// tense: readings.ts did.

const TIMES =
  "(?:turn|request|session|version|commit|release|generation|answer|reply|message|conversation|sprint|iteration|revision|run|round|task|chat)";
const FORMER = "(?:previous|earlier|last|prior|older|old|former|initial|original|first|past|preceding)";

/** Another time than this turn's. */
const OTHER_TIME = new RegExp(
  [
    `\\b${FORMER} (?:\\w+ )?${TIMES}s?\\b`,
    "\\b(?:previously|formerly|historically|yesterday|recently|long ago|back then|back in|in the past|at the time)\\b",
    "\\bearlier(?! in (?:this|the) (?:turn|request|answer|session|run|task))(?! (?:version|than|than))\\b",
    "\\b(?:years?|months?|weeks?|days?|hours?|minutes?|turns?|commits?|versions?|releases?|generations?|requests?) (?:ago|before)\\b",
    "\\blast (?:week|month|year|time|night|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\\b",
    "\\bas you (?:say|said|wrote|write|noticed|noted|saw|mentioned|described|know)\\b",
    "\\bbefore (?:this|my|your) (?:turn|request|change|changes|session|edit|edits|message)\\b",
  ].join("|"),
  "i",
);

/** Of what nobody is said to have done, these tell of its history as well. */
const HISTORY = new RegExp(
  [
    "\\b(?:originally|initially|already|at first|used to be|by default|traditionally|over time|at some point|at run ?-?time|at runtime|in \\d{4})\\b",
    "\\bwhen (?:the|it|they|we|this|that|an?|[\\w.]+) (?:\\w+ )?(?:was|were|had|did|came|got)\\b",
    "\\bby (?!me\\b|us\\b|hand\\b|moving|using|\\w+ing\\b|default\\b|adding)(?:the |an? |your |our |its |some )?[\\w'’.-]+",
    "\\b(?:meanwhile|in the meantime|outside (?:of )?this|elsewhere|upstream|on your (?:side|end|machine)|manually|automatically|on disk (?:since|after|while))\\b",
    "\\b(?:git (?:log|history|blame)|changelog|release notes|commit [0-9a-f]{6,})\\b",
  ].join("|"),
  "i",
);

/** "Added in 2.0" */
const VERSIONED =
  /\b(?:in|since|as of|from|with|until|before) (?:version|release|generation|commit|revision|v ?\d|es\d|\d+\.\d|\w+ \d+\.\d)/i;

export function isHistory(clause: string, by: "own" | "nobody" | "passive"): boolean {
  if (OTHER_TIME.test(clause)) return true;
  return (by !== "own" && VERSIONED.test(clause)) || (by === "passive" && HISTORY.test(clause));
}
