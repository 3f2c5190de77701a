// What kind of thing the person asked for, as far as their words say: work or words, and whether something is to go. Promises
// English only, and "work" where in doubt: a question is told by its own words. Refuses to know what they meant.

/** Words alone are asked for: a question, an explanation, a look. */
export function asksForWords(said: string): boolean {
  const plain = said.trim().toLowerCase();
  if (POLITE_ORDER.test(plain)) return ORDERED_WORDS.test(plain.replace(POLITE_ORDER, ""));
  if (ORDERED_WORDS.test(plain)) return !AND_WORK.test(plain);
  return QUESTION.test(plain) && !AND_WORK.test(plain);
}

const POLITE_ORDER =
  /^(?:(?:hi|hey|hello|ok(?:ay)?|so|now|and|also|then|please|pls)[,!.]?\s+)*(?:(?:can|could|would|will) you(?: please| kindly)?|please|pls|kindly|i(?:'d| would) like you to|i (?:want|need) you to)\s+/;
const ORDERED_WORDS =
  /^(?:explain|describe|tell|list|summari[sz]e|show me (?:how|what|where|which|why|the)|compare|walk me|give me (?:an? )?(?:overview|summary|idea|hint|example|list)|what|why|how|where|which|who|when|look up|find out|clarify|outline|point me|help me understand)\b/;
const QUESTION =
  /^(?:(?:hi|hey|hello|ok(?:ay)?|so|now|and|also|then)[,!.]?\s+)*(?:what|what's|why|how|how's|where|which|who|whose|when|is|are|was|were|does|do|did|can|could|should|would|will|has|have|any)\b/;
/** A question that goes on with an order: "why is it red? make it blue". */
const AND_WORK =
  /[?.;,]\s+(?:(?:and|then|please|so)\s+)*(?:fix|make|add|change|update|remove|delete|replace|rename|move|write|create|implement|put|set|turn|convert|correct|repair|adjust)\b|\band (?:then )?(?:fix|make|add|change|update|remove|delete|replace|rename|move|write|create|implement|correct|repair|adjust) /;

/** Something is to be taken away, made shorter or given up: a smaller file is then right. */
export function asksForRemoval(said: string): boolean {
  const plain = said.toLowerCase();
  return REMOVAL.test(plain.replace(KEEPING, " "));
}

const REMOVAL = new RegExp(
  [
    String.raw`\b(?:remov(?:e|es|ed|ing|al)|delet(?:e|es|ed|ing|ion)|drop(?:s|ped|ping)?|strip(?:s|ped|ping)?|eras(?:e|ing)|purg(?:e|ing)|prun(?:e|ing)|trim(?:s|med|ming)?|discard|ditch|scrap|eliminat(?:e|ing)|exci[sz]e|kill|nuke|axe|cut)\b`,
    String.raw`\b(?:get|getting|got) rid of\b|\b(?:take|taking|rip|ripping|throw|throwing|tear|pull|comment)\b[^.?!\n]{0,60}\b(?:out|away|off)\b|\bdo away with\b|\bclean(?:s|ed|ing)?(?:[- ]?up\b|\b[^.?!\n]{0,40}\bup\b)|\btid(?:y|ied|ying)\b`,
    String.raw`\b(?:simplif(?:y|ied|ying)|shorten|shrink|slim|reduc(?:e|ing)|condens(?:e|ing)|minif(?:y|ied)|dedup(?:e|licate)?|consolidat(?:e|ing)|merg(?:e|ing)|collaps(?:e|ing)|inlin(?:e|ing))\b`,
    String.raw`\b(?:revert|undo|roll(?:ing)? back|back out|start over|from scratch|rewrite)\b`,
    String.raw`\b(?:unused|dead code|obsolete|redundant|superfluous|no longer (?:need|want|use)\w*|(?:don't|do not|doesn't|does not) (?:need|want)\b[^.?!\n]{0,60}\b(?:any ?more|any longer|it|them|that|this|the)|without (?:the|any|its|all)|stop using|replac(?:e|es|ed|ing))\b`,
    String.raw`\b(?:should|must|has to|have to|needs? to|can) (?:go|disappear|vanish)\b|\bgone\b`,
  ].join("|"),
);
/** What is to be kept is the opposite: "do not remove the footer", "a button that deletes rows". */
const KEEPING =
  /\b(?:(?:do not|don't|dont|never|without|not|no need to|instead of|rather than|avoid|stop|prevent(?:s|ing)?(?: [\w ]{0,30}from)?) (?:ever |also |just |accidentally )?(?:remov|delet|dropp|drop|strip|trim|cut|simplif|shorten|reduc|replac|rewrit|eras|purg)\w*(?: up| out| away)?|(?:add|create|make|write|implement|build|put in|introduce|wire up|give \w+|hook up|rename|move|fix|test|document|explain|show|style)\b[^.?!\n;]{0,50}\b(?:remov|delet|drop|strip|trim|cut|eras|purg|undo|revert|discard|clean|merg|reduc|collaps|replac)\w*(?:[- ]?(?:up|out|down|away))?)/g;
