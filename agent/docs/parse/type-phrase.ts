// What a sentence or a table cell says of a type: "A Boolean value, true if …", "The newly created Field object.",
// "Colour: a new colour". Promises a few words that name a type, or nothing. Refuses to take a thing for its type: "The
// name of the field" says none.

/** A cell or label that holds a type and nothing else, without its marks. */
export function typeText(cell: string): string | undefined {
  const text = cell
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*{}]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return text === "" || /^(?:-|—|n\/a|none|yes|no)$/i.test(text) ? undefined : text;
}

const ARTICLE = String.raw`(?:[Aa]n?|[Tt]he|[Aa]ny|[Oo]ne or more|[Aa]nother|[Ee]ach)\s+`;
const BEGIN = `^(?:${ARTICLE})?`;
const QUALIFIERS = String.raw`(?:(?:new|newly created|requested|required|optional|single|specified|resulting|valid|existing|copy of the|copy of an?)\s+)*`;
const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*`;
const AFTER = String.raw`(?=\s*(?:[.,;:(—–]|$)|\s+(?:of|to|that|which|who|whose|for|if|or|and|when|with|in|on|as|is|are|used|from|by|at|specifying|indicating|containing|representing|describing|corresponding|associated|obtained|returned|if|not|literal)\b)`;

const TRUTH = /^(?:if\b[^.]{0,60}?,?\s*(?:returns\s+)?)?[`"]?(?:true|false)\b/i;
const EMPTY = /^(?:the value )?[`"]?(undefined|nothing|none|void)\b/i;
const ARRAY = new RegExp(
  String.raw`${BEGIN}(?:[\p{L}-]+\s+){0,2}arrays? (?:of|containing) (?:(?:the|all|one or more|\d+|two|three|four|five|six)\s+)*(.+)$`,
  "iu",
);
const BARE_ARRAY = new RegExp(`${BEGIN}(?:[\\p{L}'’-]+\\s+){0,3}array${AFTER}`, "iu");
const OBJECT = new RegExp(`${BEGIN}${QUALIFIERS}(?:${NAME}\\s+)?(\`?)(${NAME})\\1\\s+objects?\\b`, "iu");
const MARKED = new RegExp(`${BEGIN}${QUALIFIERS}\`(${NAME})\`${AFTER}`, "iu");
const CAPITAL = new RegExp(
  String.raw`^(?:${ARTICLE}${QUALIFIERS}(\p{Lu}${NAME})${AFTER}|(\p{Lu}${NAME})(?=\s*(?:[.,;:]|$)|\s+or\s+(?:[\x60"]|null|undefined|an exception|\p{Lu})))`,
  "u",
);
const PRIMITIVE = new RegExp(
  String.raw`${BEGIN}((?:(?!(?:of|the|to|an?|for|in|that|which|and|or|is|by|with|as|from|on)\s)[\p{L}\p{N}'’-]+\s+){0,3}?)(booleans?|strings?|numbers?|integers?|floats?|dates?|functions?|object literals?|generic objects?|objects?)(?:\s+(?:return )?(?:value|literal|code|constant|index)(?:e?s)?)?${AFTER}`,
  "iu",
);

/** The type that a description opens with: of a parameter, or of what is returned. */
export function typePhrase(description: string): string | undefined {
  const text = opening(description);
  if (TRUTH.test(text)) return "boolean";
  const stated = statedFirst(text);
  if (stated !== undefined) return stated;
  const empty = EMPTY.exec(text)?.[1];
  if (empty !== undefined) return empty.toLowerCase();

  const found =
    arrayPhrase(text) ?? namedPhrase(text) ?? PRIMITIVE.exec(text)?.[2]?.toLowerCase().replace(/s$/, "");
  if (found === undefined) return undefined;
  return /^[^.;]{0,60}\bor\s+(?:the\s+|an?\s+)?[`"]?null\b/i.test(text) ? `${found} or null` : found;
}

/** Without what stands before the type: "(optional, 6.0)", "On success, returns". */
function opening(description: string): string {
  return description
    .slice(0, 400)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*|__/g, "")
    .replace(/^[-–—:>\s]+/, "")
    .replace(/^(?:\((?:optional|required|read[ -]?only)[^)]*\)|(?:optional|required)\b[.:,])\s*/i, "")
    .replace(/^(?:[Oo]n success|[Oo]therwise),?\s*/, "")
    .replace(
      /^(?:[Tt]he (?:return value|result|value returned) is|(?:[Tt]his method )?[Rr]eturns?|[Ss]pecifies)\s+/,
      "",
    )
    .trim();
}

const NO_TYPE =
  /^(?:Notes?|Warning|Caution|Tip|Examples?|Default|The|An?|This|Some|All|Both|Either|One|Only|No|Yes|True|False|Values?|Possible|See|If|Optional|Required|Returns?)$/;
const WORD =
  /^(?:[\p{Lu}_$][\p{L}\p{N}_$.]*|`[^`]+`|any|array|boolean|bool|string|number|int|integer|float|double|date|object|function|void|null|undefined|nothing|none)(?:\[\])*(?:<.+>)?$/u;

// "Colour: a new colour", "string or number - the value", "{Boolean} whether …", or the type alone.
function statedFirst(text: string): string | undefined {
  const braced = /^\{([^{}]+)\}/.exec(text)?.[1];
  if (braced !== undefined) return typeText(braced);
  const head = /^(.{1,80}?)(?::\s|\s[-–—]\s|\.?$)/.exec(text)?.[1];
  if (head === undefined) return undefined;
  const words = head.split(/\s*(?:,|\||\/|\bor\b)\s*|\s+(?:of)\s+/).filter((word) => word !== "");
  const all = words.every((word) => WORD.test(word.replace(/^(?:array|Array)$/, "array")));
  return words.length > 0 && all && !words.some((word) => NO_TYPE.test(word)) ? typeText(head) : undefined;
}

function arrayPhrase(text: string): string | undefined {
  const rest = ARRAY.exec(text)?.[1];
  if (rest === undefined) return BARE_ARRAY.test(text) ? "array" : undefined;
  const of = namedPhrase(rest) ?? PRIMITIVE.exec(rest)?.[2]?.toLowerCase().replace(/s$/, "");
  return of === undefined ? "array" : `array of ${of}`;
}

const PLAIN = new Set(
  "a an the any each generic javascript wrapper same function response result literal null another this that".split(
    " ",
  ),
);

const WORDS =
  /^(?:Boolean|String|Number|Integer|Float|Date|Array|Object|Function|The|An?|This|These|If|When|Whether|Same|Used|Name|Note|See|Index|Path|Default|Examples?|Warning|Caution|Tip|Some|All|Any|Both|Either|Each|One|Only|No|Yes|None|True|False|Values?|Possible|Optional|Required|Returns?|Otherwise|Beginning|Prior|For|In|On|To|It|Its)$/i;

/** The name before "object", or a name that stands alone in code marks or with a capital letter. */
function namedPhrase(text: string): string | undefined {
  const [, mark = "", before] = OBJECT.exec(text) ?? [];
  if (before !== undefined && !PLAIN.has(before.toLowerCase())) {
    if (mark !== "" || /\p{Lu}/u.test(before)) return before;
  }
  const marked = MARKED.exec(text)?.[1];
  if (marked !== undefined) return /^\p{Lu}/u.test(marked) ? marked : undefined;
  const [, named, alone] = CAPITAL.exec(text) ?? [];
  const capital = named ?? alone;
  return capital !== undefined && /\p{Ll}/u.test(capital) && !WORDS.test(capital) ? capital : undefined;
}
