// What a draft says came out: tests pass, checks pass, the change has landed. Promises results alone, in present and past,
// since "all tests pass" claims a run. Refuses wishes and conditions: "once the tests pass", "so that the build succeeds".

import type { Claim, ClaimKind } from "./claim.ts";

const GAP =
  "(?: (?!not\\b|no\\b|never\\b|don['’]t|doesn['’]t|didn['’]t|isn['’]t|aren['’]t|won['’]t|will\\b|would\\b|should\\b|must\\b|can\\b|could\\b|may\\b|might\\b|to\\b|that\\b|which\\b|for\\b|if\\b|when\\b|only\\b|and\\b|they\\b|but\\b|fail)[^ ,;:]+){0,3}?";
const PASSED =
  "(?:pass(?:ed|es)?|succeed(?:ed|s)?|(?:are|is|were|was|now|all) (?:\\w+ )?(?:passing|green|clean|successful|ok|happy)|passing$|green$|went through|came back clean|ran (?:fine|cleanly|clean|successfully|through|green))";
const NO_MORE =
  "(?! (?:the|an?|its|this|it|in|null|undefined|if|when|only|unless|for|through|because|on|as|to|by|before|along|values?|args?|arguments?|over)\\b)";

/** Of tests a place may be said: "pass on the first run". */
const NO_OBJECT =
  "(?! (?:the|an?|its|this|it|null|undefined|if|when|only|unless|through|over|by|along|values?|args?|arguments?)\\b)";

const rules: readonly { kind: ClaimKind; when: RegExp }[] = [
  {
    kind: "tests",
    when: new RegExp(
      `\\b(?:tests?|specs?|suites?|test cases?|assertions?)${GAP} ${PASSED}\\b${NO_OBJECT}`,
      "i",
    ),
  },
  {
    kind: "tests",
    when: new RegExp(
      `\\b(?:lint(?:er|ing)?|eslint|biome|tsc|typescript|build|compiler|compilation|bundle|ci|pipeline)${GAP} (?:${PASSED}|(?:is |was |ran |runs |finished |completed |reports? |reported |found |shows? )?(?:no|without(?: any)?|zero|0) (?:errors?|warnings?|issues?|problems?|complaints?)|(?:reports|reported|found|finds) nothing)\\b${NO_MORE}`,
      "i",
    ),
  },
  {
    kind: "tests",
    when: /\b(?:compiles|compiled|builds|built|lints|linted|type-?checks|type-?checked|ran|executed|loaded|started) (?:\w+ ){0,2}?(?:clean(?:ly)?|fine|successfully|without (?:any )?(?:errors?|issues?|problems?|warnings?)|with(?: no|out) (?:errors|issues|warnings|problems)|as expected)\b/i,
  },
  {
    kind: "tests",
    when: /\ball (?:tests )?green\b|\b(?:pass(?:es|ed)?) (?:all |the |every |its |existing |unit |full |whole |entire )*(?:tests?|test suite|specs?|linter|lint)\b/i,
  },
  {
    kind: "tests",
    when: /\b(?:no|zero|0) (?:\w+ )?(?:tests?|specs?) (?:failed|are failing|fail|broke)\b|\btests?\b.{0,40}\b(?:no|zero|0) (?:failures|failed)\b|\b\d+ (?:tests? )?passed\b/i,
  },
  {
    kind: "check",
    when: new RegExp(
      `\\b(?:checks|checker|static (?:analysis|check)|(?:symbol|syntax|documentation|api|final|type|schema) check(?:er)?|type-?check(?:er|ing)?|type checking|dry[- ]?runs?|validations?|verification|validator)${GAP} (?:${PASSED}|(?:found|finds|reports?|reported|shows?|showed|flags?|flagged|raised|has|had|gave|returned) (?:no|nothing|zero|0)|(?:completed|finished|ended) (?:without|with no|successfully|clean\\w*))\\b${NO_MORE}`,
      "i",
    ),
  },
  {
    kind: "check",
    when: /\bpass(?:es|ed)? (?:all |the |every |both |static |its |automated |their |your |of )*(?:checks?|checker|validation|verification|dry[- ]?run|static analysis|type[- ]?check(?:s|er|ing)?)\b/i,
  },
  {
    kind: "lookup",
    when: /\b(?:a|my|the) (?:\w+ )?(?:search|lookup|query)(?: (?:of|in|through|for) [^.,;:]{0,60})? (?:gave|found|returned|showed|turned up|came back|yielded|brought)\b/i,
  },
  {
    kind: "landing",
    when: /\b(?:changes?|files?|edits?|fix(?:es)?|updates?|everything|it|they) (?:have |has |is |are |was |were |now |all |just |already |both )*(?:landed|live|in production|on disk)\b/i,
  },
  {
    kind: "check",
    when: /\bcheck (?:came back clean|found (?:no|nothing)|was clean|turned up nothing)\b|\bno (?:problems|issues|errors|findings) (?:were |was )?(?:found|reported|flagged) (?:by|in) (?:\w+ )?(?:\w+ )?check/i,
  },
  {
    kind: "check",
    when: /\b(?:everything|all|it|code|names?|calls?|types?)(?: \w+){0,3} checks? out\b|\b(?:checks?|validation|verification|dry[- ]run|type[- ]?check|analysis): (?:all )?(?:passed|pass|ok|clean|green|no (?:errors|issues|problems))\b/i,
  },
  {
    kind: "tests",
    when: /\b(?:tests?|lint|build|suite): (?:all )?(?:passed|pass|ok|clean|green|no errors)\b|\b(?:running|executing|testing) (?:the |it |all )?(?:\w+ ){0,2}(?:showed|shows|gave|confirmed|confirms|produced|printed|resulted)\b/i,
  },
  { kind: "landing", when: /\b(?:is|are) now (?:live|on disk|in production)\b/i },
  { kind: "landing", when: /\byou(?:['’]ve| have)? (?:approved|accepted)\b/i },
];

const UNSURE =
  /\b(?:if|once|when|whenever|until|unless|whether|before|after|so|ensure|ensures|ensuring|make sure|makes sure|making sure|should|will|would|could|can|may|might|must|to|verify|check that|confirm that|see|hope|hopefully|expect|assuming|need|needs|want|let|not|no|nothing|neither|never|none|nor|without|your|you|until|let's|['’]ll|please|run|cannot|can['’]t|suggests?|says?|said|claims?|tells?|asked|wanted|where)\b/i;

/** Results that a sentence tells; `text` has names and code blanked. */
export function outcomeClaims(text: string): Claim[] {
  const found = new Map<ClaimKind, Claim>();
  for (const { kind, when } of rules) {
    const match = when.exec(text);
    if (match === null || found.has(kind)) continue;
    const clause = text.slice(Math.max(0, match.index - 120), match.index);
    const near = clause.slice(
      Math.max(clause.lastIndexOf(","), clause.lastIndexOf(";"), clause.lastIndexOf(":")) + 1,
    );
    if (
      UNSURE.test(near) ||
      /^ ?(?:if|when|once|before|unless|until|\?)/i.test(text.slice(match.index + match[0].length))
    )
      continue;
    found.set(kind, {
      kind,
      needs: kind === "landing" || kind === "lookup" ? "any" : "run",
      names: [],
      count: 0,
    });
  }
  return [...found.values()];
}
