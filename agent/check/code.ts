// Code, parsed for checking: its tree, its scopes, what in it is no code. Promises positions of the text as it came,
// whatever had to be blanked to parse it. Refuses to give up: what does not parse is recovered as far as it goes, and says so.

import { type AnyNode, type Comment, type Options, type Program, parse } from "acorn";
import { parse as parseLoose } from "acorn-loose";
import { analyze, type ScopeManager } from "eslint-scope";

export type ParseError = { message: string; offset: number };
export type Code = {
  text: string;
  program: Program;
  scopes: ScopeManager;
  comments: Comment[];
  /** Where parsing failed; the tree is then what could be recovered. */
  error: ParseError | null;
};

/** Beyond this a script is data, and a tree of it would cost seconds. */
const MAX_CODE = 2_000_000;

/** Null for what is too large, or so broken that nothing can be recovered. */
export function readCode(text: string): Code | null {
  if (text.length > MAX_CODE) return null;
  const source = blankDirectives(text);
  const whole = parseWhole(source, "script");
  if ("program" in whole) return codeOf(text, whole, null);
  const asModule = parseWhole(source, "module");
  if ("program" in asModule) return codeOf(text, asModule, null);
  const recovered = recover(source);
  return recovered && codeOf(text, recovered, whole);
}

type Parsed = { program: Program; comments: Comment[]; isModule: boolean };

function parseWhole(source: string, sourceType: "script" | "module"): Parsed | ParseError {
  const comments: Comment[] = [];
  try {
    const program = parse(source, { ...OPTIONS, sourceType, onComment: comments });
    return { program, comments, isModule: sourceType === "module" };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const offset = "pos" in error && typeof error.pos === "number" ? error.pos : 0;
    return { message: error.message.replace(/ \(\d+:\d+\)$/, ""), offset };
  }
}

const OPTIONS: Options = {
  ecmaVersion: "latest",
  ranges: true,
  locations: false,
  allowHashBang: true,
  allowReturnOutsideFunction: true,
};

function recover(source: string): Parsed | null {
  const comments: Comment[] = [];
  try {
    return { program: parseLoose(source, { ...OPTIONS, onComment: comments }), comments, isModule: false };
  } catch {
    // Prose that was fenced as code can drive even the parser that repairs what it reads out of its mind.
    return null;
  }
}

function codeOf(text: string, { program, comments, isModule }: Parsed, error: ParseError | null): Code {
  const scopes = analyze(asEsTree(program), {
    ecmaVersion: 2026,
    sourceType: isModule ? "module" : "script",
    ignoreEval: true,
  });
  return { text, program, scopes, comments, error };
}

/** `#target`, `#include` and their like are orders to the host and no JavaScript. */
function blankDirectives(text: string): string {
  return text
    .replace(/^\uFEFF/, " ")
    .replace(/^[ \t]*#[ \t]*(?!!)[a-z]+\b.*$/gim, (line) => " ".repeat(line.length));
}

type EsTree = Parameters<typeof analyze>[0];

// acorn's tree is ESTree; the two packages only type it apart.
const asEsTree = (program: Program): EsTree => program as unknown as EsTree;

/** A node of the scope analyser's types as acorn's: the same object. */
export const asNode = (node: object): AnyNode => node as AnyNode;
