// How a draft speaks of what the person never saw: an apology, the check, the draft, a mistake in it. Rules with names, one a
// line. Promises the writer's own voice alone, without code and quotes. Refuses words that the request itself is about.

type SilenceRule = {
  name: string;
  when: RegExp /** Words of the request that make it the task's own. */;
  task?: RegExp;
};

const ANSWER =
  "(?:draft|answer|response|reply|message|attempt|version|claim|statement|summary|report|explanation|output|turn|wording|text|suggestion|change)";
const EARLIER = "(?:previous|earlier|prior|last|first|initial|original|former|above|preceding)";

const silenceRules: readonly SilenceRule[] = [
  {
    name: "apologises",
    when: /\bapolog(?:y|ies|i[sz]e[sd]?|i[sz]ing)\b|\bforgive me\b|\bpardon (?:me|the|my)\b|\bmy bad\b|\bmea culpa\b|\bregret(?:fully)? (?:the|that|any|my)\b/i,
    task: /\bapolog/i,
  },
  {
    name: "is sorry",
    when: /(?:^|\b(?:I|we)(?:'m|’m| am| are|'re)(?: \w+)? |[,;:—–-] ?)(?:(?:very|so|really|truly|oops|whoops|oh)[, ]+)?sorry\b(?! (?:page|screen|text|label|state|banner|dialog|message|sight))/i,
  },
  {
    name: "oops",
    when: /^(?:oops|whoops|ouch|my mistake|good catch|fair point|fair enough|you(?:'re| are|’re) (?:absolutely |quite |completely |totally )?(?:right|correct)|well spotted|noted[.!]?$)/i,
  },
  {
    name: "thanks for pointing it out",
    when: /\b(?:thanks|thank you|grateful|appreciate)\b.{0,40}\b(?:pointing|catching|flagging|the (?:check|correction|reminder|catch|feedback|heads?[- ]up|note|nudge|clarification|hint)|correcting|noticing|spotting|letting me know)\b/i,
  },
  {
    name: "speaks of an automated check",
    when: /\b(?:automat(?:ed|ic)|system|validation|verification|finish|quality|safety|consistency|internal)[- ](?:check(?:er|s)?|gate|message|reminder|notice|review|validator|feedback|prompt|push)\b/i,
    task: /\b(?:check|valid|verif|gate|message|remind|notice)/i,
  },
  {
    name: "the check says",
    when: /\b(?:the|that|this|your) (?:\w+ )?(?:check(?:er)?s?|gate|validator|linter|reviewer|verifier|audit|guard(?:rail)?|harness|push|dry[- ]run check)(?:'s| has| have| had| was| were| is| did| also)? ?(?:\w+ly )?(?:flag(?:ged|s)?|found|caught|complain(?:ed|s)|point(?:ed|s)|said|says|not(?:ed|es)|report(?:ed|s)|reject(?:ed|s)|correct|right|asked|asks|mention(?:ed|s)|identif(?:ied|ies)|highlight(?:ed|s)|rais(?:ed|es)|object(?:ed|s)|wants?|wanted|held|sent|message|feedback|requested|requires|required|told|insisted|refused|pushed|noticed|objection|finding|triggered)\b/i,
    task: /\b(?:checker|validator|linter|gate|audit)\b/i,
  },
  {
    name: "by the check",
    when: /\b(?:flag(?:ged)?|caught|raised|pointed out|reported|noted|noticed|mentioned|requested|identified|rejected|found|highlighted|required|prompted|picked up|spotted|demanded|asked|called out|per|after|following|according to|in response to|to satisfy|satisfying|because of|based on|thanks to|given|to address|addressing|as) (?:for )?(?:by |from )?(?:the|an?|that|this|your) (?:\w+ )?(?:(?:automated|system|finish|verification|validation) )?(?:check(?:er|s)?|gate|validator|verifier|push|correction|feedback|reminder|guard(?:rail)?)\b(?!\()/i,
    task: /\b(?:check|valid|gate|correction|feedback|remind)/i,
  },
  {
    name: "as flagged",
    when: /(?:^|, |\()as (?:(?:was|were|you|it|correctly|rightly|just) )*(?:flagged|pointed out|noted by|requested by|noticed|called out|reminded|instructed by)\b/i,
  },
  {
    name: "speaks of a former draft",
    when: new RegExp(
      `\\b(?:my|the|this|that|our|in)(?: own)? ${EARLIER} ${ANSWER}s?\\b(?! of (?:the|this) (?:file|code|script|function|page))`,
      "i",
    ),
    task: /\b(?:draft|version|summary|report|message|text|change|response|reply|output|attempt|statement|answer)/i,
  },
  {
    name: "speaks of its own draft",
    when: new RegExp(
      `\\b(?:my|in the) (?:${ANSWER.replace("change", "drafts")})\\b|\\bI (?:previously|earlier|initially|originally|first|wrongly|incorrectly|mistakenly|erroneously|falsely|prematurely) (?:said|stated|claimed|wrote|reported|mentioned|described|suggested|told|used|assumed|thought|indicated|referenced|included|called|invented|implied)\\b|\\bI (?:said|claimed|stated|wrote|reported) (?:earlier|before|previously|above|wrongly|incorrectly|mistakenly)\\b`,
      "i",
    ),
    task: /\b(?:draft|message|summary|report|text|version|response|reply|output)/i,
  },
  {
    name: "a corrected answer",
    when: /\b(?:corrected|revised|updated|amended|fixed|rewritten|improved|proper|right|accurate|new) (?:final )?(?:draft|answer|response|reply|summary|statement|wording)\b|^correction\b|\bto (?:correct|clarify) (?:myself|my|the record|that|the above)\b|\blet me (?:correct|rephrase|restate|fix (?:that|this|my)|try (?:again|that again)|redo|start over)\b|\bI(?:'ll| will|’ll)? ?(?:stand corrected|take (?:that|it) back|retract|withdraw|misspoke)\b/i,
    task: /\b(?:answer|summary|draft|response|reply|statement|wording|correction)/i,
  },
  {
    name: "owns a mistake",
    when: /\b(?:I|we)(?:'ve| have|’ve| had)? (?:\w+ly |also |just )?(?:made|introduced|committed) (?:an?|the|some|that|this|several|two)? ?(?:\w+ )?(?:mistakes?|errors?|oversight|slip|blunder)\b|\b(?:my|an|the) (?:own )?(?:mistake|oversight|slip|error|fault|misunderstanding|confusion) (?:on my (?:part|side)|was|is|in (?:my|the) (?:draft|answer|previous|earlier|last)|there|earlier|before)\b|\bon my (?:part|side)\b|\bmy (?:mistake|oversight|error|fault|slip|misunderstanding)\b|\bI was (?:wrong|mistaken|incorrect|inaccurate)\b|\b(?:confusion|inconvenience|mix-?up|misunderstanding|oversight) (?:earlier|before|above|caused|I)\b/i,
  },
  {
    name: "should have",
    when: /\bI (?:should|could|ought to)(?:n't|n’t| not)? have\b|\bI (?:forgot|neglected|failed|overlooked|missed) (?:to|that|the fact|it|this)\b|\bI(?:'d| had|’d) (?:forgotten|overlooked|missed|neglected|claimed|said|stated|not actually|wrongly)\b/i,
  },
  {
    name: "this time",
    when: /(?:^|\b(?:I|we)\b.*|, )(?:this time(?: around)?|now actually|for real this time)\b/i,
    task: /\btime\b/i,
  },
];

export function mentionsUnseen(sentence: string, request: string): boolean {
  return silenceRules.some(({ when, task }) => when.test(sentence) && task?.test(request) !== true);
}
