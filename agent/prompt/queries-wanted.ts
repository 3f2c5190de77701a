// How many queries a request deserves before its first step, from its words alone: several for a how-to or a change
// that needs the engine, one for a plain fact, none for deletions, checks of a given name and work on text or files.
// Pure, and rules to be read aloud. Refuses to be exact: a wrong guess costs one small call or one search more.

export type QueriesWanted = "none" | "one" | "some";

/** What a sentence asks for; `aside` is a sentence that explains another one. */
type Asked = QueriesWanted | "aside";
/** `cased` is told the sentence as it was typed; the others in lower case. */
type Rule = { name: string; asks: Asked; when: RegExp; cased?: true };

/** Verbs that bring something in; plain nouns among them (table, frame) are left out, since they follow "and" too. */
const BRINGS =
  "add|put|draw|insert|create|make|use|print|show|write|build|place|give|replace|change|turn|move";
const REMOVES =
  "remove|delete|drop|erase|scrap|ditch|kill|clear(?: out)?|get rid of|take (?:out|away|off)|cut(?: out)?|throw (?:out|away)|strip(?: out)?|rip out";
const FILE = "[\\w/.-]+\\.[a-z]{1,5}";
const QUOTED = `"[^"]+"|'[^']+'|“[^”]+”|\`[^\`]+\``;
/** A name that only code has: dotted, hyphenated from a capital, in humps, called, or set in back quotes. */
const NAME =
  /`[^`]+`|\b[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+|\b[A-Z][\w$]*-[a-z][\w$]*|\b[a-z]+[A-Z][\w$]*|\b[A-Z][a-z]+[A-Z][\w$]*|\b[\w$]+\(\)|\bnew [A-Z]\w*/;

/** The first rule that fits a sentence says what it asks for. */
const rules: readonly Rule[] = [
  {
    name: "talk",
    asks: "none",
    when: /^(?:(?:thanks?|thank you|thx|ok(?:ay)?|yes|no|yep|nope|hi|hello|hey|great|nice|cool|good|perfect|sure|fine|go (?:on|ahead)|again|help|lgtm|much|so|very|you|that'?s|looks)\b[\s,.!]*)+$/,
  },
  {
    name: "what was done, or is to be taken back",
    asks: "none",
    when: /^(?:run|commit|push|deploy|apply|ship|land|merge|save) (?:it|that|this|them|everything|the (?:tests?|changes?|branch|script))\b|^(?:undo|revert|roll ?back|restore|cancel|stop|never ?mind|forget it|put (?:it|that|them) back|bring (?:it|that|them|back)|take (?:it|that) back)\b|\b(?:did|have|has) (?:you|we|i|it) (?:just )?(?:change|do|done|write|touch|edit|add|remove)|\bwhat changed\b|^(?:status|diff)\b/,
  },
  {
    name: "several things brought together",
    asks: "some",
    when: /\bdifferen(?:t|ce)s? (?:between|from)|\bcompare\b|\bwhen (?:do|should|would) (?:i|we|you|one) use\b|\b(?:best|right|easiest|simplest) way (?:to|of)\b|\bis there (?:a|any) way\b/,
  },
  {
    name: "a how-to",
    asks: "some",
    when: /^how (?:to\b|come\b|(?:do|can|could|would|should|might|does) (?:i|we|you|one|someone|a script)\b)|\b(?:explain|show|tell|teach) (?:me |us )?how (?:to|i|we)\b|\bhow (?:do|can|would) (?:i|we) /,
  },
  {
    name: "one thing away, another in its place",
    asks: "some",
    when: new RegExp(
      `^(?:${REMOVES})\\b.*(?:\\binstead\\b|(?:\\band|\\bthen|\\bbut|,|;) (?:then |instead |also |rather )?(?:${BRINGS})\\b)`,
    ),
  },
  {
    name: "a deletion",
    asks: "none",
    when: new RegExp(
      `^(?:${REMOVES})\\b|^(?:take|cut|throw|strip|rip) .+ (?:out|away|off)\\b|^(?:we|i) (?:don'?t|do not|no longer) (?:need|want|use) |\\b(?:can|should|must|has to|have to|needs? to) (?:go\\b(?: away)?|be (?:removed|deleted|dropped)|disappear)|\\b(?:want|need|like) .+ (?:gone|removed|deleted)\\b|^no more \\w`,
    ),
  },
  {
    name: "work on names, words and values that are there",
    asks: "none",
    when: new RegExp(
      [
        "^(?:rename|inline|extract|refactor|de-?dup\\w*)\\b",
        "\\b(?:semicolons?|white ?space|trailing spaces?|tabs (?:to|with|into) spaces|line endings?|(?:single|double) quotes)\\b",
        `^(?:set|make|change) [\\w$]+ (?:to |= ?)?(?:${QUOTED})$`,
        "^(?:fix|correct) .*\\b(?:typo|spelling|misspell|wording|grammar|indent)",
        "\\btypo\\b",
        `^(?:change|replace|swap|correct|update) .*(?:${QUOTED}).* (?:to|with|by|into) `,
        `\\b(?:should|must|to) (?:say|read|be called) (?:${QUOTED})`,
        "^(?:sort|reorder|order|alphabeti[sz]e) .*\\b(?:list|constants?|includes?|imports?|lines|keys|array|entries|names)\\b",
        "^(?:re-?indent|reformat|format|tidy|lint|beautify|prettify)\\b.*\\b(?:code|files?|script|indent\\w*|whitespace|lines)\\b|^(?:re-?indent|tidy up|lint)\\b",
        "^(?:un)?comment\\b",
        "^(?:add|write|put|change|update|fix) (?:an? |the |some )?(?:\\w+ )?(?:comments?|todo|copyright|licen[cs]e|changelog|readme)\\b",
        `^(?:move|copy) (?:the )?(?:file |function |script )?(?:${FILE}|\\w+\\(\\)|.+ (?:in|into|to) (?:its|a|an own|another|the) (?:own )?file\\b)`,
      ].join("|"),
    ),
  },
  {
    name: "the value of a constant",
    asks: "none",
    cased: true,
    when: /^(?:set|change|make|put|raise|lower|increase|decrease|bump) (?:the )?(?:constant |variable |value of )?[A-Z][A-Z0-9_]+\b|\b(?:in|of|from|to) [A-Z][A-Z0-9]*_[A-Z0-9_]+$/,
  },
  {
    name: "looking into the workspace",
    asks: "none",
    when: new RegExp(
      [
        "^(?:list|ls|find|search|grep|look for|locate|open|cat|read|count)\\b",
        "^where(?:'s| is| are| do| does| did| can i find)?\\b",
        `^(?:show|print|display|give|send)(?: me| us)?(?: the| all| my)* ?(?:${FILE}|files?|folder|code|source|content|diff|changes|list|lines?|script|function)\\b`,
        `^(?:what|which|who) (?:files?|scripts?|functions?|lines?|script|code|else)\\b`,
        `^(?:who|what) (?:calls|uses|loads|includes|imports|sets)\\b`,
        `^(?:is|are|does|do|has|have|why|when|how)\\b.*\\b${FILE}(?=\\W|$).*\\?$`,
        `^(?:what|explain|describe|summari[sz]e|check|review|how (?:long|big))\\b.*\\b(?:${FILE}|(?:this|that|the) (?:file|script|function|code|project|variable|loop|workspace))\\b`,
      ].join("|"),
    ),
  },
  {
    name: "a request dressed as a question",
    asks: "some",
    when: /^(?:can|could|would|will) (?:you|we|it|the \w+) (?:please )?(?!have\b|be\b|hold\b|take\b|handle\b|contain\b)[a-z]+\b.{12,}/,
  },
  {
    name: "a plain fact",
    asks: "one",
    when: /^(?:what|which|whats|who|when|why|how (?:many|much|long|big|large|wide|tall|high|far|often|deep|fast|does|do|is|are)|is|are|does|do|can|could|may|must|should|has|have|will|in (?:what|which)|at (?:what|which)|(?:max|min)(?:imum|imal)?|smallest|largest|biggest|longest|highest|lowest|default|allowed|supported|possible)\b|\?$/,
  },
  {
    name: "what stays as it is, and why",
    asks: "aside",
    when: /^(?:leave|keep|don'?t|do not|never|only|not|but|because|since|as|so that|otherwise|everything else|nothing else|the rest)\b|\b(?:stays?|remains?|as (?:it|they) (?:is|are|was|were))\b/,
  },
];

/** A sentence about how things are: an aside, unless it is all that was said. */
const STATEMENT =
  /^(?:the|a|an|it|its|it's|this|that|that's|these|those|they|there|he|she|you|my|our|their|people|customers?|someone|nobody)\b(?!.*\b(?:should|must|needs? to|ha(?:s|ve) to|ought to|wants?)\b)/;

const POLITE =
  /^(?:(?:please|pls|plz|hey|hi|hello|ok(?:ay)?|so|now|well|and|also|then|next|first|just|quickly|kindly|maybe|again|btw|actually|could you|can you|would you|will you|i want you to|i'd like you to|i would like you to|i need you to|let'?s|go ahead and|try to|handrail)\b[\s,:!-]*)+/i;

/** Over a longer text the first sentences say what is wanted. */
const MAX_CHARS = 2000;

export function queriesWanted(request: string): QueriesWanted {
  const asked = sentencesOf(request.slice(0, MAX_CHARS)).map(askedIn);
  if (asked.includes("some")) return "some";
  const told = asked.find((one) => one !== "aside");
  return told ?? (asked.length > 0 ? "some" : "none");
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?…])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

function askedIn(sentence: string, at: number): Asked {
  const bare = sentence.replace(/[.!…\s]+$/, "");
  const said = withoutPoliteness(bare);
  const low = said.toLowerCase().replaceAll("’", "'");
  const first = said.charAt(0).toLowerCase() + said.slice(1);
  if (isNameCheck(first, low)) return "none";
  const rule = rules.find(({ when, cased }) => when.test(cased ? first : low));
  if (rule) return rule.asks;
  return at > 0 && STATEMENT.test(low) ? "aside" : "some";
}

/** "Can you add a border?" asks nothing: it is told as it is meant. */
function withoutPoliteness(sentence: string): string {
  const opening = POLITE.exec(sentence)?.[0] ?? "";
  const rest = sentence.slice(opening.length).replace(/[\s,]*(?:please|pls|thanks?|thank you)(?=\??$)/i, "");
  if (rest === "" || rest === "?") return sentence;
  return /\byou\b/i.test(opening) ? rest.replace(/\?+$/, "") : rest;
}

/** A question about a name that is given: exact lookups answer it, and no wording is needed. */
function isNameCheck(sentence: string, low: string): boolean {
  const name = NAME.exec(sentence)?.[0] ?? CAPITAL.exec(sentence)?.[1];
  if (
    name === undefined ||
    /\.(?:js|jsx|mjs|ts|json|txt|md|csv|html?|css|png|jpe?g|svg|pdf|xml|ya?ml)$/i.test(name)
  )
    return false;
  return CHECKS.test(low) && !/^how (?:to|(?:do|can|could|would|should) (?:i|we|you|one))\b/.test(low);
}

/** An interface of one word, where a question has its subject. */
const CAPITAL = /^(?:does|is|can|has|what (?:does|is)|how does) (?:the |an? )?([A-Z][a-z]\w*)\b/;

const CHECKS =
  /\?$|^(?:what|which|is|are|does|do|can|has|how (?:does|do|is|are)|explain|describe|define|look ?up|check|verify|tell me (?:about|what)|doc(?:s|umentation)? (?:of|for|on))\b|\b(?:exists?|documented|deprecated|signature|parameters?|arguments?|return(?:s| type| value)?|real or|valid)\b.{0,20}$/;
