// How clients send a text that is too long: as several messages, cut at a line or a word where there is one. Promises
// parts within the limit that hold all the words. Refuses to cut a character in two.

import { type Entity, endOf } from "./entities.ts";
import { type FormattedText, formatText } from "./formatted-text.ts";
import { limits } from "./limits.ts";

export function splitAsClients(body: FormattedText): FormattedText[] {
  const parts: FormattedText[] = [];
  let start = 0;
  while (start < body.text.length) {
    const end = cutAfter(body.text, start);
    const part = slice(body, start, end);
    if (part.text !== "") parts.push(part);
    start = end;
  }
  return parts;
}

function cutAfter(text: string, start: number): number {
  const most = start + limits.text;
  if (most >= text.length) return text.length;
  const window = text.slice(start, most);
  const atLine = window.lastIndexOf("\n") + 1;
  const atWord = window.lastIndexOf(" ") + 1;
  const soft = atLine > limits.text / 2 ? atLine : atWord;
  if (soft > limits.text / 2) return start + soft;
  return (text.codePointAt(most - 1) ?? 0) > 0xffff ? most - 1 : most;
}

function slice({ text, entities }: FormattedText, start: number, end: number): FormattedText {
  const inside: Entity[] = entities
    .filter((entity) => entity.offset < end && endOf(entity) > start && !isDetected(entity))
    .map((entity) => {
      const from = Math.max(entity.offset, start);
      return { ...entity, offset: from - start, length: Math.min(endOf(entity), end) - from };
    });
  return formatText(text.slice(start, end), inside);
}

/** Found anew in each part. */
const isDetected = ({ type }: Entity) => ["url", "email", "bot_command", "mention", "hashtag"].includes(type);
