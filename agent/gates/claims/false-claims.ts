// The claim audit: what a draft says was done, in the past and within one line, against what the log has. Promises only
// claims that the log contradicts, in the draft's own words. Refuses silence, plans, code, quotes and the person's words; reads
// English alone.

import type { Reading } from "./before.ts";
import { changeClaims } from "./changes.ts";
import type { Claim, ClaimFacts, FalseClaim } from "./claim.ts";
import { isCommand } from "./commands.ts";
import { createEcho, type Echo } from "./echo.ts";
import { isHistory } from "./history.ts";
import { type Line, linesOf } from "./lines.ts";
import { lookClaims } from "./looks.ts";
import { isOthersChange } from "./moved.ts";
import { namesOf } from "./names.ts";
import { outcomeClaims } from "./outcomes.ts";
import { readingOf } from "./readings.ts";
import type { Said } from "./said.ts";
import { scopeOf } from "./scope.ts";
import { isMark, type Sentence, sentencesOf } from "./sentences.ts";
import { type Token, tokensOf } from "./tokens.ts";
import { formOf, type VerbForm } from "./verbs.ts";
import { contradicted } from "./verdict.ts";

/** So far back a word of time may stand. */
const MAX_BEFORE = 40;
/** Of a long sentence so much is shown. */
const MAX_TEXT = 240;

/** The claims of a draft that the log contradicts. */
export function falseClaims(draft: string, facts: ClaimFacts): FalseClaim[] {
  const names = namesOf(facts);
  const isEcho = createEcho(facts.request);
  return linesOf(draft).flatMap((line) => {
    const sentences = sentencesOf(tokensOf(line.text, names));
    return sentences.flatMap((sentence) => inSentence({ line, sentence, isEcho, facts }));
  });
}

/** The sentence with the emphasis around it. */
function asWritten(line: string, { start, end }: Sentence): string {
  let [from, to] = [start, end];
  while (from > 0 && "*_`".includes(line.charAt(from - 1))) from -= 1;
  while (to < line.length && "*_`".includes(line.charAt(to))) to += 1;
  return line.slice(from, Math.min(to, from + MAX_TEXT));
}

type Place = { line: Line; sentence: Sentence; isEcho: Echo; facts: ClaimFacts };

function inSentence({ line, sentence, isEcho, facts }: Place): FalseClaim[] {
  const found = claimsIn({ line, sentence, isEcho });
  const text = asWritten(line.text, sentence);
  const wrong = found.flatMap((claim) => {
    const names = contradicted(claim, facts);
    if (names === null || (claim.kind === "change" && isOthersChange(text, names, facts))) return [];
    return [{ kind: claim.kind, names }];
  });
  if (wrong.length === 0) return [];
  const kinds = [...new Set(wrong.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const names = wrong.flatMap((one) => (one.kind === kind ? one.names : []));
    return { kind, text, names: [...new Set(names)], line: line.number };
  });
}

function claimsIn({ line, sentence, isEcho }: Omit<Place, "facts">): Claim[] {
  const { tokens } = sentence;
  const found: Claim[] = [];
  let last: Reading | null = null;
  for (const [at, token] of tokens.entries()) {
    const form = token.kind === "word" ? formOf(token.lower) : undefined;
    if (form === undefined) continue;
    const reading = readingOf({ tokens, at, form, last });
    if (reading === null) continue;
    last = reading;
    found.push(...saidBy({ tokens, reading, form, line, isEcho }));
  }
  return [...found, ...outcomeClaims(spoken(line.text, sentence))];
}

/** A small letter at the start of a line that goes on is in the middle of a sentence. */
const isRunOn = (line: Line, verb: Token | undefined, at: number) =>
  line.goesOn && at === 0 && verb !== undefined && verb.text === verb.lower;

/** "Updated main.js:" over a block of code says what the block shows. */
const isCaption = (line: Line, { tokens, reading, form }: Pick<Verb, "tokens" | "reading" | "form">) =>
  line.showsCode && reading.elliptic && form.class === "modify" && tokens.length < 8;

/** A word of time may stand a little behind. */
function endOfClause(tokens: readonly Token[], end: number): number {
  let at = end;
  while (at < tokens.length - 1 && at - end < 7 && !isMark(tokens[at], ":;-|")) at += 1;
  return Math.min(at, tokens.length - 1);
}

type Verb = { tokens: readonly Token[]; reading: Reading; form: VerbForm; line: Line; isEcho: Echo };

function saidBy({ tokens, reading, form, line, isEcho }: Verb): Claim[] {
  const after = scopeOf(tokens, { from: reading.at + 1, form });
  if (reading.elliptic && (after.adjectival || isRunOn(line, tokens[reading.at], reading.at))) return [];
  if (isCaption(line, { tokens, reading, form }) && after.end >= tokens.length - 1) return [];
  const said: Said = { tokens, reading, form, after };
  const first = tokens[Math.max(0, reading.from - 6, reading.at - MAX_BEFORE)];
  const final = tokens[endOfClause(tokens, after.end)];
  const clause = line.text.slice(first?.start ?? 0, final?.end ?? 0);
  const by = reading.voice === "passive" ? "passive" : reading.elliptic ? "nobody" : "own";
  if (isHistory(clause, by) || isEcho(tokens, reading.at)) return [];
  return [...changeClaims(said), ...lookClaims(said)];
}

/** A sentence with names, code and quotes blanked: "x". */
function spoken(line: string, { tokens, start, end }: Sentence): string {
  let [text, at] = ["", start];
  for (const token of tokens) {
    if (token.kind === "word" || token.kind === "mark") continue;
    // "`npm run lint` came back clean" speaks of the linter.
    const word = token.kind === "code" && isCommand(token.text) ? "build" : "x";
    text += `${line.slice(at, token.start)}${word}`;
    at = token.end;
  }
  return (text + line.slice(at, end)).replace(/[*_`~]+/g, "").replace(/\s+/g, " ");
}
