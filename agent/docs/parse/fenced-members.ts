// Members that a reference page heads with a block of code: under "Methods" a fence with the signature, then what it does.
// Promises sections as if each signature were a heading. Refuses groups with any fence that is not all signatures: those
// are examples.

import { groupHeading } from "./html-headings.ts";
import { type PageSection, readHeading } from "./member-headings.ts";
import { readSignature } from "./signature.ts";

/** A longer one is a program. */
const MAX_FENCE_LINES = 30;
/** A longer line is data. */
const MAX_LINE = 1000;

/** The sections, with groups of fenced signatures cut into one section for each. */
export function withFencedMembers(sections: readonly PageSection[]): PageSection[] {
  return sections.flatMap((section) => {
    if (!/^[ \t]*(?:```|~~~)/m.test(section.text)) return [section];
    const group = groupHeading(readHeading(section.heading).text);
    // What constructs an object is read with the object's page.
    const parts = group && !group.constructors && section.level > 0 ? cut(section) : undefined;
    return parts ?? [section];
  });
}

/** Undefined where a fence holds anything else. */
function cut(section: PageSection): PageSection[] | undefined {
  const found: PageSection[] = [{ ...section, text: "" }];
  let fence: { open: string; lines: string[]; at: number } | undefined;
  for (const [at, line] of section.text.split("\n").entries()) {
    const mark = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && mark === undefined) add(found.at(-1), line);
    else if (fence === undefined) fence = { open: mark ?? "", lines: [], at };
    else if (mark === undefined || !mark.startsWith(fence.open)) fence.lines.push(line);
    else {
      const headings = signaturesIn(fence.lines);
      if (headings === undefined) return undefined;
      const place = { level: section.level + 1, line: section.line + fence.at + 1, text: "" };
      found.push(...headings.map((heading) => ({ ...place, heading })));
      fence = undefined;
    }
  }
  return found.length < 2 ? undefined : found.map((one) => ({ ...one, text: one.text.trim() }));
}

const add = (section: PageSection | undefined, line: string): void => {
  if (section) section.text += `${line}\n`;
};

/** One signature over all lines, or one on each. */
function signaturesIn(lines: readonly string[]): string[] | undefined {
  const stated = lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("//"));
  if (stated.length === 0 || stated.length > MAX_FENCE_LINES) return undefined;
  if (stated.every(isSignature)) return stated.map(bare);
  const whole = stated.join(" ");
  return isSignature(whole) ? [bare(whole)] : undefined;
}

const bare = (line: string): string => line.replace(/[;,]$/, "");

/** A call with a receiver, or of values, is an example. */
function isSignature(line: string): boolean {
  if (line.length > MAX_LINE) return false;
  if (/^(?:return|throw|if|for|while|var|let|const|await|import|export)\b/.test(line)) return false;
  const signature = readSignature(bare(line).replace(/^(?:readonly|get|set)\s+/, ""));
  if (!signature || signature.owner !== undefined) return false;
  return signature.params !== undefined || (signature.returns !== undefined && /:/.test(line));
}
