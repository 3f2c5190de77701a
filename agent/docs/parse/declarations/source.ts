// A page of declarations as it was parsed: its text, its comments, the lines of both. Promises the words of the page, with
// blanks and comments taken out of the middle of a type. Refuses to know what a declaration means.

import type { Comment as RawComment } from "oxc-parser";
import { type Comment, NO_COMMENT, readComment } from "./comments.ts";

export type Span = { start: number; end: number };

export type Source = {
  lineOf(at: number): number;
  /** What documents a declaration: the comment right before it. */
  commentBefore(node: Span): Comment;
  /** The text of a node in one line; `replaced` puts other words in places of it. */
  textOf(node: Span, replaced?: readonly Replacement[]): string;
};

export type Replacement = Span & { by: string };

export function createSource(text: string, comments: readonly RawComment[]): Source {
  const lines = lineStarts(text);
  const lineOf = (at: number): number => firstAfter(lines, (start) => start > at);

  const commentBefore = ({ start }: Span): Comment => {
    const last = firstAfter(comments, (comment) => comment.end > start) - 1;
    let next = start;
    for (let at = last; at >= 0; at--) {
      const comment = comments[at];
      if (!comment || text.slice(comment.end, next).trim() !== "") return NO_COMMENT;
      if (comment.type === "Block" && comment.value.startsWith("*"))
        return isAboutPage(comment.value) ? NO_COMMENT : readComment(comment.value.slice(1));
      if (comment.type === "Line" && lineOf(comment.start) === lineOf(next) - 1 && isProse(comment.value))
        return readComment(lineComments(at).join("\n"));
      next = comment.start;
    }
    return NO_COMMENT;
  };

  /** The lines of comment that end with this one. */
  const lineComments = (last: number): string[] => {
    const found: string[] = [];
    for (let at = last; at >= 0; at--) {
      const comment = comments[at];
      const below = comments[at + 1];
      if (comment?.type !== "Line" || !isProse(comment.value)) break;
      if (found.length > 0 && below && lineOf(comment.start) !== lineOf(below.start) - 1) break;
      if (text.slice(lines[lineOf(comment.start) - 1] ?? 0, comment.start).trim() !== "") break;
      found.unshift(comment.value);
    }
    return found;
  };

  const textOf = (node: Span, replaced: readonly Replacement[] = []): string => {
    const first = firstAfter(comments, (comment) => comment.start >= node.start);
    const cuts: Replacement[] = [...replaced];
    for (let at = first; at < comments.length; at++) {
      const comment = comments[at];
      if (!comment || comment.start >= node.end) break;
      cuts.push({ start: comment.start, end: comment.end, by: " " });
    }
    return oneLine(cutOut(text, node, cuts));
  };

  return { lineOf, commentBefore, textOf };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** How many entries come before the first that holds; entries are in order. */
function firstAfter<T>(list: readonly T[], holds: (entry: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = list[middle];
    if (entry !== undefined && holds(entry)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function cutOut(text: string, { start, end }: Span, cuts: Replacement[]): string {
  let at = start;
  const kept: string[] = [];
  for (const cut of cuts.sort((a, b) => a.start - b.start)) {
    if (cut.start < at) continue;
    kept.push(text.slice(at, cut.start), cut.by);
    at = cut.end;
  }
  return `${kept.join("")}${text.slice(at, end)}`;
}

function oneLine(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/([([<]) /g, "$1")
    .replace(/,? ([)\]>])/g, (_, mark: string) => mark)
    .replace(/[;,] ?; /g, "; ")
    .replace(/^\s*[|&] ?/, "")
    .trim();
}

const isAboutPage = (comment: string): boolean =>
  /@(?:packageDocumentation|fileoverview|file|license|licence|preserve)\b/.test(comment) ||
  /^[\s*!]*copyright\b/i.test(comment);

/** Rulers and words to a linter are no documentation. */
const isProse = (line: string): boolean =>
  /\p{L}{2}/u.test(line) &&
  !/^[\s/!#]*(?:<|@ts-|eslint|tslint|prettier|biome-|#?(?:end)?region\b|type-?check)/i.test(line);
