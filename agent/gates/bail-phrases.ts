// How a draft gives up, hands the work back, or asks for leave: kinds of sentences, each a rule with a name. Promises English,
// and the writer's own voice alone: what comes in has no code and no quotes left. Refuses to know what was asked or tried.

import type { Bail } from "./messages.ts";
import type { Sentence } from "./prose.ts";

type BailRule = { name: string; kind: Bail; when: RegExp; unless?: RegExp };

const DO =
  "(?:add|apply|adapt|adjust|append|call|change|configure|convert|copy|correct|create|define|delete|do|edit|ensure|extend|fix|implement|import|include|insert|integrate|introduce|locate|make|modify|move|open|paste|place|put|refactor|register|remove|rename|replace|rewrite|run|set|swap|switch|turn|try|update|use|wire|wrap|write|tweak|handle|complete|finish|fill|proceed|go ahead|start|begin|continue|carry)";
const HOW =
  "(?:simply |just |then |now |also |easily |always |first |manually |next |instead |either |directly |even |still )*";
const UNABLE =
  "(?:can(?:no|')t|can not|can’t|could(?:n't|n’t| not)|(?:am|'m|’m|was|are|'re|were) (?:not able|unable)(?: to)?|(?:wasn't|weren't|wasn’t) able to|(?:do not|don't|don’t) (?:currently )?have (?:\\w+ ){0,3}(?:access|ability|permissions?|tools?|means|capability)|lack (?:\\w+ ){0,3}(?:access|ability|permissions?|tools?|means|capability)|(?:won't|won’t|will not) be able to|have no (?:\\w+ ){0,2}(?:way|access|means|ability|tools?)|(?:did not|didn't|didn’t) manage to|give up|gave up|(?:had|have|need) to (?:stop|give up)|failed to|must decline|don't know how|do not know how)";

const rule = (name: string, kind: Bail, when: string, unless?: string): BailRule => ({
  name,
  kind,
  when: new RegExp(when, "iu"),
  ...(unless === undefined ? {} : { unless: new RegExp(unless, "iu") }),
});

const bailRules: readonly BailRule[] = [
  rule(
    "promises and ends",
    "put_off",
    "^(?:ok(?:ay)?|sure|alright|great|got it|understood|certainly|of course|right|yes)?[,.! ]*(?:now |next |first |then )*(?:let me (?!know)|I(?:'ll|’ll| will|'m going to|’m going to| am going to| plan to| intend to| need to first)(?: now| first| then| also)? (?!leave|not|keep|assume|need you|stop|be happy|be glad)|I(?:'m| am|’m) (?:on it|working on|looking into|about to)|working on it|on it\\b|stay tuned|give me (?:a|one) (?:moment|minute|second|sec))",
  ),
  rule(
    "asks for what can be looked up",
    "handed_back",
    "\\b(?:(?:could|can|would|will) you (?:please )?(?:paste|share|send|provide|show|upload|give|post|tell|specify|clarify)|please (?:provide|share|paste|send|upload|post|specify|clarify|tell)|I(?:'d| would|’d)? ?(?:need|require|want) (?:to (?:see|know)|more (?:info|details?|context)|the (?:contents?|code|file)|you to)|(?:share|paste|send|provide) (?:me )?(?:the|your) )",
  ),
  rule(
    "says that it cannot",
    "gave_up",
    `\\b(?:I|we)(?:\\W{0,3})(?: ?(?:am|was))? ?(?:unfortunately |simply |really |currently |just |sadly )?${UNABLE}`,
  ),
  rule(
    "says so without a subject",
    "gave_up",
    `^(?:unfortunately|sadly|regrettably|sorry)\\b.{0,40}\\b(?:${UNABLE}|not possible|impossible|beyond|out of scope|unable)`,
  ),
  rule("unable at the start", "gave_up", "^(?:\\W*)(?:unable|not able) to\\b"),
  rule(
    "calls it too much",
    "gave_up",
    "\\b(?:(?:this|that|it|the (?:\\w+)) (?:is|was|seems|would be|appears|looks) (?:\\w+ ){0,2}(?:too (?:large|big|complex|complicated|much|involved)|beyond (?:my|what I|the scope)|out(?:side)? (?:of )?(?:my|scope|the scope))|beyond (?:my|what I) (?:capabilit|abilit|can))",
  ),
  rule(
    "stops there",
    "gave_up",
    "\\b(?:I(?:'ll| will|’ll| have to| must|'d)? (?:leave|stop|end|abandon|skip)(?: (?:it|this|that|things|off|the (?:task|rest|work|implementation)))? (?:here|there|at this point|for now|as (?:it is|is))|no (?:further|more) (?:progress|attempts)|as an ai\\b|as a language model)",
  ),
  rule(
    "cannot be done here",
    "gave_up",
    "\\b(?:not|n't|n’t) (?:be )?(?:possible|done|feasible) (?:for me|with (?:the|my) tools)\\b|\\bimpossible for me\\b|\\bI(?:'ve| have|’ve)? (?:ran|run) out of (?:ideas|options|time|steps)\\b|\\bI(?:'ve| have|’ve)? (?:not made|made no|did not make|didn't make) (?:any )?changes?\\b.{0,20}\\b(?:since|because|as) I (?:can|could|do|did)(?: ?not|n't|n’t)\\b",
  ),
  rule(
    "you can do it",
    "handed_back",
    `\\byou(?:'ll|’ll| will| would|'d|’d)? ?(?:can|could|should|may|might|must|need to|have to|want to|be able to|'ll need to) ?${HOW}(?:go ahead and |want to |need to |consider )?${DO}`,
    "\\byou can (?:now )?(?:also )?(?:see|find|verify|check|undo|ask)\\b|\\bas you can\\b",
  ),
  rule(
    "you will need to",
    "handed_back",
    `\\b(?:you(?:'ll|’ll| will| would)? (?:need|have|want) to|it(?:'s| is|’s) (?:up to|on) you to|(?:left|up) to you(?: to)?|(?:leave|leaving) (?:it |this |that |the rest |the \\w+ )?(?:up )?to you)\\b`,
  ),
  rule(
    "please do it",
    "handed_back",
    `(?:^|[,;:] )(?:then |so |now |and )?please ${HOW}(?:go ahead and )?${DO}`,
  ),
  rule(
    "orders the reader",
    "handed_back",
    `^(?:\\*\\*|__)?(?:(?:first|then|next|finally|now|after that|lastly|second|third|step \\d+|to (?:do|fix|achieve|implement) (?:this|that|it|so))\\W{1,4})*(?:\\*\\*|__)?${HOW}(?:add|append|change|copy|create|define|delete|edit|insert|modify|move|open|paste|place|put|remove|rename|replace|rewrite|set|swap|update|wrap|call|import|include|locate|go to|find|save|use|make sure|run|navigate)\\b(?!\\s*(?::|ed\\b)|\\s*$)`,
    "^(?:use|run|set|call|change|update|create|delete|move|edit|open|save) (?:of|cases?|is|was|has|are|to) ",
  ),
  rule(
    "here is the code to use",
    "handed_back",
    "\\bhere(?:'s|’s| is| are) (?:\\w+ ){0,4}(?:code|snippets?|steps|instructions|changes?|example|version|function|diff|patch|way|guide|outline|plan)\\b.{0,60}\\b(?:you|to (?:add|make|apply|use|paste|follow|get|implement|change|update))\\b",
  ),
  rule(
    "the reader's hands",
    "handed_back",
    "\\b(?:manually|yourself|by hand|on your (?:own|end|side))\\b",
    "\\b(?:I|we)(?:'ve| have|’ve)? \\w+ed\\b",
  ),
  rule(
    "asks for leave",
    "asked_leave",
    `\\b(?:(?:would|do) you (?:like|want|prefer|wish)(?: for)? (?:me|us) to|(?:shall|should|may|can|could) (?:I|we) ${HOW}(?:go ahead|proceed|${DO})|want me to|(?:would|do) you mind if I|is it (?:ok(?:ay)?|alright|fine) (?:if I|to)|ok(?:ay)? (?:if I|to proceed)|may I|ready (?:for me )?to (?:proceed|go|start|apply))\\b.*\\?`,
  ),
  rule(
    "waits to be confirmed",
    "asked_leave",
    "^if (?:you (?:agree|approve|confirm)|that (?:works|sounds (?:good|right|fine))|this (?:works|looks (?:good|right)))(?: \\w+){0,3}, I(?:'ll| will| can|’ll)\\b|\\bI(?:'d| would|’d| can| will|'ll) .{0,60} if (?:that|this|it) (?:sounds|looks|seems|works)\\b|^ready (?:to \\w+ )?(?:when|whenever) you are\\b|\\bonce you (?:confirm|approve|agree|say|give)\\b|\\bto confirm: ",
  ),
  rule(
    "orders the reader, place first",
    "handed_back",
    `^(?:in|at|inside|within|under|after|before)\\b[^,]{1,60}, ${HOW}(?:add|append|change|copy|create|define|delete|edit|insert|modify|move|paste|place|put|remove|rename|replace|rewrite|set|swap|update|wrap|call|import|include)\\b`,
  ),
  rule(
    "recommends it",
    "handed_back",
    `\\bI(?:'d| would|’d)? ?(?:recommend|suggest|advise|propose)(?:ing)? (?:that )?(?:you|to|adding|changing|using|moving|replacing|updating|setting|creating|editing|removing|freeing)\\b`,
  ),
  rule(
    "somebody else",
    "handed_back",
    "\\b(?:a|an|your|the|some) (?:\\w+ )?(?:developer|engineer|programmer|expert|specialist|team|maintainer|admin\\w*)\\b.{0,50}\\b(?:should|could|can|must|needs? to|has to|have to|will need to)\\b",
  ),
  rule(
    "waits for a word",
    "asked_leave",
    "\\b(?:let me know|tell me|just say|say the word|give me the (?:go-ahead|green light|nod)|please confirm|confirm (?:that|if|whether|and)|awaiting|waiting for|(?:if|when|once|as soon as) you(?:'d like|’d like|'re| would like| want| wish| approve| confirm| agree|’re) (?:me|to|ready|happy|ok(?:ay)?|it|this|that|the)?|upon your (?:approval|confirmation)|with your (?:permission|approval|go-ahead|ok))\\b",
    "\\b(?:anything else|any (?:questions?|issues?|problems?|other|further|changes|tweaks|adjustments)|something (?:else|is off)|more (?:help|details?|info)|if (?:you (?:have|need|run into|see|notice|spot|hit)|anything|something|there(?:'s| is)|that|this|it))\\b",
  ),
  rule(
    "offers to begin",
    "asked_leave",
    `\\bI(?:'d| would|’d)? ?(?:can|could|be happy to|be glad to|'m ready to|am ready to|’m ready to) ${HOW}(?:go ahead|proceed|${DO})\\b.*\\b(?:if you|once you|when you|with your|should you|let me know|after you)\\b`,
  ),
];

/** More of the same after work that was done is an offer, and no bail. */
export const FURTHER =
  /\b(?:also|as well|too|further|additional(?:ly)?|next|another|more|other|rest|follow[- ]?up|later|in addition|tests?|documentation|docs|elsewhere)\b/i;

export function bailsIn(sentences: readonly Sentence[]): { rule: BailRule; sentence: Sentence }[] {
  return sentences.flatMap((sentence) => {
    const rule = bailRules.find(
      ({ when, unless }) => when.test(sentence.text) && unless?.test(sentence.text) !== true,
    );
    return rule === undefined ? [] : [{ rule, sentence }];
  });
}
