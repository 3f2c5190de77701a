// Worked examples in Markdown: fenced code with the words that say what it is for. Promises the code as it stands and
// the nearest heading, caption or first comment. Refuses signatures, output and other languages' code.

import type { Fact } from "../surface/facts.ts";
import { plain, sentences } from "./prose.ts";
import { type Block, readSections, type Section } from "./reference-blocks.ts";

const GENERIC =
  /^(?:(?:code )?(?:examples?|samples?|usage|code|sample code|demo)(?: code)?|description|notes?|param(?:eter)?s?|arguments?|returns?|return values?|types?|remarks|details|overview|introduction)\s*\d*:?$/i;
const SIGNATURES =
  /^(?:signatures?|syntax|(?:[\w.]+ )*constructors?|declaration|prototype|synopsis|types?)$/i;

/** `title` is what the chunk is called, for an example that has no words of its own. */
export function exampleFacts(text: string, title?: string): Fact[] {
  return readSections(text).flatMap((section) =>
    section.blocks.flatMap((block, at): Fact[] => {
      if (block.type !== "code") return [];
      if (!isScript(block.language) || !isExample(section.heading, block.code)) return [];
      const about = aboutOf(section, section.blocks[at - 1], block.code) ?? title;
      return [{ type: "example", code: block.code, ...(about === undefined ? {} : { about }) }];
    }),
  );
}

const isScript = (language: string): boolean =>
  /^(?:|js|jsx|javascript|extendscript|es\d*|ecmascript|ts|typescript|mjs|cjs|default|code|script)$/.test(
    language,
  );

/** Code does something: it calls, assigns or declares; a single name or a bare signature does not. */
function isExample(heading: string, code: string): boolean {
  if (SIGNATURES.test(plain(heading))) return false;
  // The beginning tells, and the pattern would take minutes over megabytes of open parentheses.
  const start = code.slice(0, 5000);
  return (
    /[=;]|\w\s*\([^)]*\)\s*[.;{]|\b(?:var|let|const|function|new|return|if|for)\b/.test(start) &&
    /\w/.test(start)
  );
}

function aboutOf(section: Section, before: Block | undefined, code: string): string | undefined {
  const heading = plain(section.heading);
  const told = before?.type === "paragraph" ? plain(before.lines.join(" ")) : "";
  // Where the heading speaks of an example the whole paragraph is about it; elsewhere only what leads up to the code.
  const caption = /\b(?:examples?|samples?|usage)\b/i.test(heading) ? told : (sentences(told).at(-1) ?? "");
  const lastItem = before?.type === "list" ? plain(before.items.at(-1)?.text ?? "") : "";
  const parts = [
    GENERIC.test(heading) ? "" : heading.replace(/^examples?\s*[:–—-]\s*/i, ""),
    (caption || lastItem).replace(/^examples?:\s*/i, "").slice(0, 300),
    commentOf(code),
  ];
  const words = [...new Set(parts.map((part) => part.replace(/[`:]+$/g, "").trim()))].filter(
    (part) => part !== "",
  );
  return words.length === 0 ? undefined : words.join("; ");
}

/** The comment that opens the code. */
function commentOf(code: string): string {
  const block = /^\s*\/\*+([\s\S]*?)\*\//.exec(code)?.[1];
  if (block !== undefined)
    return block
      .replace(/^\s*\*?/gm, " ")
      .replace(/\s+/g, " ")
      .trim()
      .slice(0, 300);
  const lines: string[] = [];
  for (const line of code.split("\n")) {
    const comment = /^\s*\/\/+\s?(.*)$/.exec(line)?.[1];
    if (comment === undefined) break;
    lines.push(comment.trim());
  }
  return lines.join(" ").replace(/\s+/g, " ").trim().slice(0, 300);
}
