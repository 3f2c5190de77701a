// The gate on silence: after a push, an answer must not speak of the check, the draft or a mistake, nor apologise: the person
// saw none of it. Promises to hold once, then to cut the sentences, whole and never inside code. Refuses to look where nothing
// was pushed: an apology to the person is then the model's own.

import type { Gate, Judgement } from "./gate.ts";
import { silenceMessage } from "./messages.ts";
import { bareAnswer } from "./outstanding.ts";
import { ownVoice, type Sentence, sentences } from "./prose.ts";
import { mentionsUnseen } from "./silence-phrases.ts";

export const silenceGate: Gate = {
  name: "silence",
  budget: 1,
  tier: () => 1,
  judge(draft, { wasPushed, said, changed }): Judgement | null {
    if (!wasPushed) return null;
    const found = unseenIn(draft, said);
    if (found.length === 0) return null;
    const quoted = found.map(({ start, end }) => draft.slice(start, end));
    const cut = without(draft, found);
    return { push: () => silenceMessage(quoted), outstanding: [], cut: cut ?? bareAnswer(changed) };
  },
};

/** The sentences of a draft that speak of what the person never saw. */
function unseenIn(draft: string, said: readonly string[]): Sentence[] {
  const request = said.join("\n");
  return sentences(ownVoice(draft, said)).filter(({ text }) => mentionsUnseen(text, request));
}

/** The draft without these sentences; null when no words are left of it. */
function without(draft: string, cuts: readonly Sentence[]): string | null {
  let [text, at] = ["", 0];
  for (const { start, end } of cuts) {
    text += draft.slice(at, start);
    at = end;
  }
  text += draft.slice(at);
  const left = tidied(text, draft);
  return /[\p{L}\p{N}]/u.test(left) ? left : null;
}

/** A line of which only its mark is left goes; so does the gap that a sentence left. */
function tidied(text: string, draft: string): string {
  const before = new Set(draft.split("\n"));
  const lines = text.split("\n").flatMap((line) => {
    if (before.has(line)) return [line];
    const bare = line
      .replace(/[ \t]{2,}(?=\S)/g, (gap, offset: number) => (offset === 0 ? gap : " "))
      .trimEnd();
    return /^[ \t>]*(?:[-*+•]|#{1,6}|\d{1,9}[.)])?[ \t]*[*_]*$/.test(bare)
      ? []
      : [bare.replace(/^ (?=\S)/, "")];
  });
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
