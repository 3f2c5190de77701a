// Cuts TypeScript declarations (`.d.ts`): interfaces, classes, namespaces, modules, enumerations, aliases, globals. Promises
// a chunk for every type and member, and facts for all that they state. Refuses pages that could exhaust the parser, and
// tells what of a page the parser could not read.

import { createRequire } from "node:module";
import type { ParseResult } from "oxc-parser";
import type { Page, Parsed, Parser } from "../chunk.ts";
import { writeChunks } from "./declarations/chunks.ts";
import { collectDeclarations } from "./declarations/collect.ts";
import { nestingFault } from "./declarations/nesting.ts";
import { createSource } from "./declarations/source.ts";

export const isDeclarations = (fileName: string): boolean => /\.d\.[cm]?ts$/i.test(fileName);

export const declarations: Parser = {
  name: "declarations",

  detects: (page) => isDeclarations(page.path),

  parse(page) {
    const fault = nestingFault(page.text);
    if (fault !== undefined) return { chunks: [], notes: [fault] } satisfies Parsed;
    const { program, comments, text, faults } = parseWhatParses(page);
    const source = createSource(text, comments);
    const { chunks, notes } = writeChunks(collectDeclarations(program, source), source);
    return { chunks, notes: [...faults, ...notes] } satisfies Parsed;
  },
};

const MAX_FAULTS = 8;

type Read = Pick<ParseResult, "program" | "comments"> & { text: string; faults: string[] };

/** A statement that cannot be read costs itself, not the page: it is blanked, and the page is read again. */
function parseWhatParses(page: Page): Read {
  const faults: string[] = [];
  for (let text = page.text; ; ) {
    const { program, comments, errors } = parser().parseSync(page.path, text, { lang: "dts" });
    const [error] = errors.filter(({ severity }) => severity === "Error");
    const at = error?.labels[0]?.start ?? 0;
    if (error) faults.push(`line ${lineOf(text, at)}: not read as declarations: ${error.message}`);
    if (!error || program.body.length > 0 || faults.length >= MAX_FAULTS)
      return { program, comments, text, faults };
    text = withoutStatement(text, at);
  }
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split("\n").length;

const STATEMENT =
  /^(?:\/\/\/|declare|export|import|interface|type|class|abstract|enum|const|namespace|module|function|var|let)\b/gm;

/** Blanks from the statement at the margin that holds the place to the next one. */
function withoutStatement(text: string, at: number): string {
  let [from, to] = [0, text.length];
  for (const { index } of text.matchAll(STATEMENT)) {
    if (index <= at) from = index;
    else {
      to = index;
      break;
    }
  }
  return `${text.slice(0, from)}${text.slice(from, to).replace(/[^\n]/g, " ")}${text.slice(to)}`;
}

const load = createRequire(import.meta.url);

/** A native parser: whoever only checks a name, or builds from other pages, need not have it in the process. */
function parser(): typeof import("oxc-parser") {
  return load("oxc-parser");
}
