// How a draft speaks of what the person never saw: an apology, the check, the draft, a mistake in it. Rules with names, one a
// line. Promises the writer's own voice alone, without code and quotes. Refuses words that the request itself is about.

/** `task`: words of the request that make it the task's own. */
type SilenceRule = { name: string; when: RegExp; task?: RegExp };

const rule = (name: string, forms: readonly string[], task?: RegExp): SilenceRule => ({
  name,
  when: new RegExp(forms.join("|"), "iu"),
  ...(task === undefined ? {} : { task }),
});

const ANSWER =
  "(?:draft|answer|response|reply|message|attempt|version|claim|statement|summary|report|explanation|output|turn|wording|text|suggestion|change)";
const EARLIER = "(?:previous|earlier|prior|last|first|initial|original|former|above|preceding)";
const FALSELY =
  "(?:previously|earlier|initially|originally|first|wrongly|incorrectly|mistakenly|erroneously|falsely|prematurely)";
const SAID =
  "(?:said|stated|claimed|wrote|reported|mentioned|described|suggested|told|used|assumed|thought|indicated|referenced|included|called|invented|implied|named|cited)";
const CHECK =
  "(?:check(?:er|s)?|gate|validator|linter|verifier|audit|guard(?:rail)?|harness|push|dry[- ]run check)";
/** What only a check of the draft does; in the present a check in the project's code does much of it too. */
const TOLD =
  "(?:flagged|found|caught|complain(?:ed|s)|pointed out|said|says|noted|reported|rejected my|mentioned|identified|highlighted|raised|objected|objects|want(?:s|ed)|held|sent|message|feedback|requested|told|insisted|insists|noticed|asked|asks|objection|finding|is right|is correct|was right|was correct|right|correct)";
const I = "\\b(?:I|we)";

const silenceRules: readonly SilenceRule[] = [
  rule(
    "apologises",
    [
      "\\bapolog(?:i[sz]e[sd]?|i[sz]ing)\\b",
      "\\b(?:my|our|sincere|with|please accept|owe you an?|many|deepest) (?:\\w+ )?apolog(?:y|ies)\\b",
      "(?:^\\W*|[,;:–—-] ?)apologies\\b",
      "\\b(?:forgive|pardon|excuse) (?:me|the|my|this|that)\\b",
      "\\bmy bad\\b|\\bmea culpa\\b|\\bembarrass(?:ing|ed)\\b|\\bregret(?:fully)? (?:the|that|any|my)\\b",
    ],
    /\b(?:apolog|forgiv|pardon|excuse|embarrass|regret)/i,
  ),
  rule("is sorry", [
    "(?:^\\W*|\\b(?:I|we)(?:'m|’m| am| are|'re)(?: \\w+)? |[,;:—–-] ?)(?:(?:very|so|really|truly|oops|whoops|oh)[, ]+)?sorry\\b(?! (?:page|screen|text|label|state|banner|dialog|message|sight))",
  ]),
  rule("answers a voice", [
    "^(?:oops|whoops|ouch|my mistake|good (?:catch|point)|fair (?:point|enough)|well spotted|noted[.!]?$|understood[.!]?$)",
    "^(?:yes, )?you(?:'re| are|’re) (?:absolutely |quite |completely |totally )?(?:right|correct)\\b",
    "\\b(?:thanks|thank you|grateful|appreciate)\\b.{0,40}\\b(?:pointing|catching|flagging|correcting|noticing|spotting|letting me know|the (?:check|correction|reminder|catch|feedback|heads?[- ]up|note|nudge|clarification|hint))\\b",
  ]),
  rule(
    "speaks of an automated check",
    [
      `\\bautomat(?:ed|ic) (?:check(?:er)?|gate|message|reminder|notice|review|validator|feedback|prompt|push|verification)(?:'s| has| have| had| was| were| is| did| also| now)? ?(?:\\w+ly )?(?:${TOLD}|pass(?:es|ed)?|fail(?:s|ed)?|satisfied|happy|resolved|correction)\\b`,
      "\\b(?:by|per|to|from|after|following|with|pass(?:es|ed)?|because of|thanks to|due to|satisf(?:y|ies|ied)|an) (?:the |an? |that |this )?automat(?:ed|ic) (?:check(?:er|s)?|gate|message|reminder|notice|review|validator|feedback|prompt|push|verification)\\b",
      "\\bthe system (?:told|said|says|asked|reminded|flagged|notified|informed|prompted|complained)\\b",
      `${I} (?:was|were|have been|'ve been|got) (?:\\w+ )?(?:prompted|pushed|reminded|told|nudged|asked|instructed|flagged|corrected|notified|alerted) (?:to|by|that|about|again|for)\\b`,
    ],
    /\b(?:check|valid|verif|gate|message|remind|notice|prompt|push)/i,
  ),
  rule(
    "the check says",
    [
      `\\b(?:the|that|this|your) (?:\\w+ )?${CHECK}(?:'s| that| which| has| have| had| did| also)? ?(?:\\w+ly )?${TOLD}\\b`,
      `\\b(?:flag(?:ged)?|caught|raised|pointed out|reported|noted|noticed|mentioned|requested|identified|rejected|highlighted|required|prompted|picked up|spotted|demanded|asked|called out|according to|in response to|to satisfy|satisfying|because of|thanks to|to address|addressing) (?:for )?(?:by |from )?(?:the|an?|that|this|your) (?:(?:automated|system|finish|verification|validation) )?${CHECK}\\b(?!\\()`,
      "(?:^|, |\\()as (?:(?:was|were|you|it|correctly|rightly|just) )*(?:flagged|pointed out|noted by|requested by|noticed|called out|reminded|instructed by)\\b",
    ],
    /\b(?:check|valid|linter|gate|audit|push)/i,
  ),
  rule(
    "speaks of a draft",
    [
      `\\b(?:my|our) (?:own )?${EARLIER} ${ANSWER}s?\\b`,
      `\\b(?:the|this|that) ${EARLIER} ${ANSWER}s? (?:was|were|had|has|contain(?:ed|s)|claim(?:ed|s)|said|says|stated|mention(?:ed|s)|referr?ed|did|incorrectly|wrongly|above)\\b`,
      "\\b(?:version|draft|wording) of (?:this|my) (?:answer|reply|response|summary|message)\\b|\\b(?:the|this) draft (?:was|had been) (?:incomplete|wrong|incorrect|inaccurate|misleading|unfinished)\\b",
      "\\bthe verification (?:step|pass|run|stage) (?:reported|flagged|found|caught|noted|complained|rejected)\\b",
      `\\bin (?:the|this|that) ${EARLIER} (?:draft|answer|response|reply|message|attempt|turn)\\b|\\b(?:the|this|that) ${EARLIER} (?:draft|response|reply|attempt|claim|statement)s?\\b`,
      `\\b(?:my|in the) ${ANSWER.replace("|change", "")}\\b`,
      `${I} ${FALSELY} ${SAID}\\b|${I} ${SAID} (?:earlier|before|previously|above|wrongly|incorrectly|mistakenly)\\b`,
      "\\b(?:corrected|revised|updated|amended|fixed|rewritten|improved|proper|accurate|new) (?:final )?(?:draft|answer|response|reply|summary|statement|wording)\\b",
      "^correction\\b|\\bto (?:correct|clarify) (?:myself|my|the record|that|the above)\\b",
      "\\blet me (?:correct|rephrase|restate|fix (?:that|this|my)|try (?:again|that again)|redo|start over)\\b",
      "\\bI(?:'ll| will|’ll)? ?(?:stand corrected|take (?:that|it) back|retract|withdraw (?:that|my)|misspoke)\\b",
    ],
    /\b(?:draft|version|summary|report|message|text|response|reply|output|statement|answer|correct)/i,
  ),
  rule("owns a mistake", [
    `${I}(?:'ve| have|’ve| had)? (?:\\w+ly |also |just )?(?:made|introduced|committed) (?:an?|the|some|that|this|several|two)? ?(?:\\w+ )?(?:mistakes?|errors?|oversight|slip|blunder)\\b`,
    "\\bmy (?:own )?(?:mistake|oversight|slip|error|fault|misunderstanding)\\b|\\bon my (?:part|side)\\b",
    "\\b(?:an|the) (?:mistake|oversight|slip|error|fault|misunderstanding|confusion) (?:was mine|is mine|in (?:my|the) (?:draft|answer|previous|earlier|last)|earlier|before|I made)\\b",
    "\\bI was (?:wrong|mistaken|incorrect|inaccurate)\\b|\\b(?:confusion|inconvenience|mix-?up|misunderstanding) (?:earlier|before|above|caused|I)\\b",
    `${I} (?:hallucinated|invented|made up|misread|misspoke|misremembered|miscounted|mixed (?:\\w+ )?up|jumped the gun|got (?:that|it|this) wrong)\\b`,
    `${I} ${SAID} (?:an? |the )?[^.]{0,40}\\b(?:isn't there|doesn't exist|does not exist|never existed|wasn't there)`,
    "\\b(?:mistakes?|errors?|oversights?|slips?) (?:has|have|was|were|is|are)(?: now| been)* (?:corrected|fixed|rectified|resolved|addressed) (?:in|with) (?:this|my|the) (?:version|answer|reply|response|draft|message)\\b",
    "\\b(?:won't|will not|never) (?:make|repeat|do) (?:that|this|the same|such an?) (?:\\w+ )?(?:error|mistake|slip|again)\\b",
    `${I}(?:'ll| will|’ll) (?:not |never )?(?:mention|refer to|apolog|speak of|bring up)`,
    `${I} (?:should(?:n't|n’t| not)?|ought to) have\\b`,
    `${I} (?:had )?(?:forgot(?:ten)?|neglected|failed|overlooked|missed)\\b`,
    `${I}(?:'d| had|’d) (?:overlooked|missed|neglected|claimed|said|stated|not |wrongly|never )|${I} hadn(?:'t|’t)\\b`,
  ]),
  rule(
    "answers a message that nobody sent",
    [
      "\\b(?:according to|as per|per|following|after|based on|given|in response to|in light of|because of|due to|thanks to|responding to) (?:the|that|this|your|an?) (?:\\w+ )?(?:system|internal|verification|validation|automated|review|quality|correction|compliance) (?:message|note|reminder|feedback|check|prompt|review|step|notice|warning|instruction|request)s?\\b",
      "\\b(?:in response to|responding to|because of|thanks to|per|following|as per|after) (?:the|that|this|your) (?:reminder|nudge|notice|correction|feedback|warning|flag)s?\\b",
      "\\b(?:the|two|three|both|all|these|those|\\d+) (?:open |outstanding |reported )?findings? (?:was|were|is|are|has|have)\\b",
      "\\b(?:address|fix|resolve|correct|clear)(?:ed|ing|d)? (?:the|all|every|both|each) flagged (?:issues?|problems?|points?|names?|calls?|lines?)\\b",
      "\\b(?:issues?|problems?|points?|concerns?|names?|calls?|findings?) (?:that (?:was|were) |you |it )?(?:flagged|raised|pointed out|called out|brought up)\\b",
    ],
    /\b(?:flag|finding|issue|report|feedback|remind|notice|warn|message)/i,
  ),
  rule(
    "takes words back",
    [
      "\\b(?:scratch|ignore|disregard|forget|strike) (?:that|what I|my|the (?:above|previous|earlier|last))\\b",
      "\\b(?:contrary to|unlike|despite|than) (?:what )?I (?:said|claimed|wrote|stated|reported|told)\\b|\\bwhat I (?:said|wrote|claimed|stated|reported|told you)\\b|\\bas I (?:said|claimed|stated)\\b",
      `${I}(?:'ve| have|’ve)? (?:corrected|fixed|revised|reworded|rewritten|adjusted|withdrawn|retracted) (?:my|that) (?:own )?(?:draft|answer|response|reply|message|claim|statement|summary|wording)\\b`,
      `${I} (?:have to |must |should |need to )?admit\\b|${I}(?:'ve| have|’ve)? (?:made|tried|took) (?:a |my )?(?:second|another|new|fresh) (?:attempt|try|time)\\b|\\bbe more careful\\b|\\bfor your patience\\b`,
    ],
    /\b(?:draft|version|summary|report|message|text|response|reply|output|statement|answer|claim|attempt|retr|try|tries)/i,
  ),
  rule(
    "says that it is the second time",
    [
      `\\bthis time(?: around)?\\b(?! (?:zone|of|range|span|step|limit|out))|\\bfor real (?:this time|now)\\b|${I}(?:'ve| have|’ve) (?:now )?actually\\b|^now actually\\b`,
    ],
    /\btime\b/i,
  ),
];

export function mentionsUnseen(sentence: string, request: string): boolean {
  return silenceRules.some(({ when, task }) => when.test(sentence) && task?.test(request) !== true);
}
