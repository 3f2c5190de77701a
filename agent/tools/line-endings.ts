// Gives new content the line endings of the file that it goes into. Promises that lines which stay keep their own
// ending, also in files that mix them. Refuses to add or take a BOM or a final newline on the way.

import { diffLineArrays } from "../workspace/line-diff.ts";
import { mainEnding, splitText, type TextFile, withoutFinalNewline } from "../workspace/text.ts";

/** `content` as a whole file that replaces `before`. */
export function likeOriginal(before: TextFile, content: string): TextFile {
  const plain = splitText(content);
  const ending = before.lines.length === 0 ? null : mainEnding(before);
  if (ending === null) return { ...plain, bom: before.bom || plain.bom };
  const ends: string[] = [];
  let old = 0;
  for (const step of diffLineArrays(before.lines, plain.lines)) {
    if (step.type === "drop") old += step.lines.length;
    else if (step.type === "add") ends.push(...step.lines.map(() => ending));
    else for (const _ of step.lines) ends.push(before.ends[old++] || ending);
  }
  const sameLines =
    before.lines.length === plain.lines.length && before.lines.every((l, i) => l === plain.lines[i]);
  const finals = plain.ends.at(-1) !== "";
  const finalWas = before.ends.at(-1) !== "";
  // Models drop and add the last newline without meaning it; where nothing else differs, it is meant.
  const wantsFinal = sameLines ? finals : finalWas;
  if (ends.length > 0 && ends.at(-1) === "") ends[ends.length - 1] = ending;
  const file: TextFile = { bom: before.bom, lines: plain.lines, ends };
  return wantsFinal ? file : withoutFinalNewline(file);
}

/** New text for a stretch of a file, in the endings of that file. */
export function withEnding(text: string, ending: string): string {
  return text.replace(/\r?\n/g, ending);
}
