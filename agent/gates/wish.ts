// What kind of thing the person asked for, as far as their words say: work or words, and whether something is to go. Promises
// English only, and "work" where in doubt: a question is told by its own words. Refuses to know what they meant.

/** Words alone are asked for: a question, an explanation, a look; or what no tool of a turn can do, of which words are all there is. */
export function asksForWords(said: string): boolean {
  const plain = said.trim().toLowerCase();
  if (POLITE_ORDER.test(plain)) return ORDERED_WORDS.test(plain.replace(POLITE_ORDER, ""));
  if (ORDERED_WORDS.test(plain)) return !AND_WORK.test(plain);
  return QUESTION.test(plain) && !AND_WORK.test(plain);
}

const POLITE_ORDER =
  /^(?:(?:hi|hey|hello|ok(?:ay)?|so|now|and|also|then|please|pls)[,!.]?\s+)*(?:(?:can|could|would|will) you(?: please| kindly)?|please|pls|kindly|i(?:'d| would) like you to|i (?:want|need) you to)\s+/;
const ORDERED_WORDS =
  /^(?:explain|describe|tell|list|summari[sz]e|show me (?:how|what|where|which|why|the)|compare|walk me|give me (?:an? )?(?:overview|summary|idea|hint|example|list)|what|why|how|where|which|who|when|look up|find out|clarify|outline|point me|help me understand|review|audit|analy[sz]e|assess|evaluate|propose|suggest|sketch|brainstorm|(?:make|give|write|draw up) (?:me )?an? (?:plan|proposal|list|review|summary)|plan|check (?:if|whether|that|for)|think about|run|execute|deploy|install|commit|push|publish|restart|launch|email|send)\b|\b(?:don't|do not) (?:start|do|change|touch|edit|write) (?:\w+ )?(?:yet|anything|for now|it yet)\b/;
const QUESTION =
  /^(?:(?:hi|hey|hello|ok(?:ay)?|so|now|and|also|then)[,!.]?\s+)*(?:what|what's|why|how|how's|where|which|who|whose|when|is|are|was|were|does|do|did|can|could|should|would|will|has|have|any)\b/;
/** A question that goes on with an order: "why is it red? make it blue". */
const AND_WORK =
  /[?.;,]\s+(?:(?:and|then|please|so)\s+)*(?:fix|make|add|change|update|remove|delete|replace|rename|move|write|create|implement|put|set|turn|convert|correct|repair|adjust)\b|\band (?:then )?(?:fix|make|add|change|update|remove|delete|replace|rename|move|write|create|implement|correct|repair|adjust) /;

/** An order to work on the project, by the verb that it opens with. */
export function asksForWork(said: string): boolean {
  const plain = said.trim().toLowerCase().replace(POLITE_ORDER, "");
  return ORDERED_WORK.test(plain) && !asksForWords(said);
}

const ORDERED_WORK =
  /^(?:(?:just|now|also|then|quickly|let's|lets)\s+)*(?:add|adjust|align|allow|animate|apply|bump|cache|centre|center|change|clean|convert|correct|create|decrease|delete|disable|drop|edit|enable|extend|extract|fix|handle|hide|implement|improve|increase|insert|inline|lower|make|merge|migrate|modify|move|optimi[sz]e|polish|port|put|raise|refactor|reject|remove|rename|reorder|repair|replace|reset|restyle|rewrite|round|set|simplify|sort|speed up|split|swap|switch|tidy|translate|turn|update|upgrade|use|validate|wire|wrap)\b/;

/** The person wants to be asked before something is done. */
export function wantsToBeAsked(said: string): boolean {
  return /\b(?:ask|check with|confirm with|wait for|tell|show) (?:me|my|us)\b.{0,30}\b(?:before|first|ok(?:ay)?|yes|answer|approval|go)\b|\bbefore you\b|\b(?:don't|do not) .{0,30}\b(?:yet|until|before|without asking)\b/i.test(
    said,
  );
}

/** Something is to be taken away, made shorter or moved elsewhere: a smaller file is then right. */
export function asksForRemoval(said: string): boolean {
  const plain = said.toLowerCase().replace(KEPT, " ").replace(TASK_WITH_REMOVAL, " ");
  return REMOVAL.some((form) => form.test(plain));
}

const TAKE_AWAY =
  "(?:remove|delete?|remov|delte|wipe|drop|strip|erase|purge|prune|trim|discard|ditch|scrap|eliminate|excise|kill|nuke|axe|cut|lose|omit|hide away|unwrap|uninstall|simplify|shorten|shrink|slim|reduce|condense|minify|dedup(?:e|licate)?|consolidate|merge|collapse|inline|revert|undo|roll back|back out|rewrite|replace|clear|empty|tidy|clean|clean up|downsize|extract|split|streamline|unify)";
/** Where a verb is an order and no name or adjective: "a delete button" and "the removed API" ask for nothing to go. */
const ORDER =
  "(?:^|[.;,:!?()\\n–—-]\\s*|\\b(?:and|then|please|pls|just|let's|lets|also|but|or|simply|now|kindly|so|instead|completely|entirely|fully|finally|first|next|either|don't forget to)\\s+|\\b(?:can|could|would|will) you\\s+|\\b(?:we|you|i|it) (?:should|can|could|must|may|might)\\s+|\\b(?:want(?:ed)?|like|love|prefer|need|have|going|time|try|best|better|order|asked|told|ask|want you|need you|like you|makes sense|rather|supposed) to\\s+)(?:(?:just|please|also|simply|completely|entirely|fully|safely)\\s+)*";
const REMOVAL: readonly RegExp[] = [
  new RegExp(
    `${ORDER}${TAKE_AWAY}\\b(?!\\(|-|\\s+(?:button|key|icon|link|option|command|handler|function|method|dialog|confirmation|event|endpoint|route|action|flag|counter|menu)\\b)`,
  ),
  /(?:^|[.;,:!?\n]\s*|\b(?:by|start|consider|try|about|suggest|mind)\s+)(?:removing|deleting|dropping|stripping|trimming|simplifying|getting rid)\b/,
  /\b(?:be|get|have|want|need|see|gets?) (?:\w+ ){0,4}(?:removed|deleted|dropped|stripped|trimmed|cut|simplified|shortened|reverted|undone|gone|merged|replaced)\b/,
  /\b(?:get|getting|be) rid of\b|\b(?:take|rip|throw|tear|pull|comment|leave)\b[^.?!\n]{0,60}\b(?:out|away|off)\b|\bdo away with\b/,
  /\b(?:should|must|has to|have to|needs? to|can) (?:go|disappear|vanish)\b|\bno more\b|\bkeep (?:only|just|one)\b|\b(?:only|just) (?:keep|leave)\b|\bkeep (?:just |only )?(?:one|a single)\b/,
  /\b(?:don't|do not|doesn't|no longer|never) (?:need|want|use)\b[^.?!\n]{0,60}|\bwithout (?:the|any|its|all) |\bstop using\b|\b(?:is|are|it's) (?:unused|obsolete|redundant|superfluous|dead|unnecessary)\b/,
  /\bmove\b[^.?!\n]{0,80}\b(?:out of|into|to (?:its|their|a|an|another|the) (?:own )?(?:\w+ )?(?:file|module))\b|\bstart over\b|\bfrom scratch\b|\b(?:do|needs?|some) (?:a |some )?(?:\w+ )?clean-?up\b/,
];
/** What is to be kept is the opposite: "do not remove the footer". */
const KEPT =
  /\b(?:do not|don't|dont|never|without|no need to|instead of|rather than|avoid|prevents?|keep from|stop (?:it |them |users? )?(?:from )?)\s*(?:ever |also |just |accidentally )?(?:remov|delet|drop|strip|trim|cut|simplif|shorten|reduc|replac|rewrit|eras|purg|clear|merg|los|undo|revert)\w*(?: up| out| away)?/g;
/** A feature that removes is added, and not removed: "add a button to delete rows". */
const TASK_WITH_REMOVAL =
  /\b(?:add|create|make|write|implement|build|put in|introduce|wire up|give \w+|hook up|rename|fix|test|document|explain|show|style|log|confirm\w*|allow|let|enable|support|ask|warn|check|count)\b(?:(?!\band\b)[^.?!\n;]){0,60}\b(?:remov|delet|drop|strip|trim|cut|eras|purg|undo|revert|discard|clear|merg|reduc|collaps|replac|kill)\w*(?:[- ]?(?:up|out|down|away))?/g;
