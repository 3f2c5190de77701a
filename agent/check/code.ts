// Code, parsed for checking: its tree, its scopes, what in it is no code. Promises positions of the text as it came,
// whatever had to be blanked to parse it. Refuses to give up: what does not parse is recovered as far as it goes, and says so.

import {
  type AnonymousFunctionDeclaration,
  type AnyNode,
  type ArrowFunctionExpression,
  type Comment,
  type FunctionDeclaration,
  type FunctionExpression,
  type Options,
  Parser,
  type Program,
} from "acorn";
import { parse as parseLoose } from "acorn-loose";
import { analyze, type ScopeManager } from "eslint-scope";
import { blankTypes } from "./blank-types.ts";

export type FunctionNode =
  | AnonymousFunctionDeclaration
  | FunctionDeclaration
  | FunctionExpression
  | ArrowFunctionExpression;
export type ParseError = { message: string; offset: number };
export type Code = {
  text: string;
  /** What was parsed: of the same length, with blanks where the text is no JavaScript. */
  source: string;
  program: Program;
  scopes: ScopeManager;
  comments: Comment[];
  isModule: boolean;
  /** Where parsing failed; the tree is then what could be recovered. */
  error: ParseError | null;
};

/** Beyond this a script is data, and a tree of it would cost seconds. */
const MAX_CODE = 2_000_000;
/** The parser that repairs goes over the rest again and again: a broken file of this size took it 1.5 seconds. */
const MAX_RECOVERED = 300_000;

/** Null for what is too large, or so broken that nothing can be recovered. `path` tells TypeScript from JavaScript. */
export function readCode(text: string, path = "", tooDeep?: () => void): Code | null {
  if (text.length > MAX_CODE) return null;
  const [code = null] = readable(() => [readAs(text, path)], tooDeep);
  return code;
}

function readAs(text: string, path: string): Code | null {
  if (/\.[cm]?tsx?$/i.test(path)) return readTyped(text, path.endsWith("x"));
  const source = blankDirectives(text);
  const read = readPlain(text, source);
  if (read === null || !("message" in read)) return read;
  // A piece of code in a text has no path that says that it is TypeScript.
  const typed = path === "" ? readTyped(text, false) : null;
  return typed?.error === null ? typed : recovered(text, source, read);
}

function readPlain(text: string, source: string): Code | null | ParseError {
  const whole = parseWhole(source, "script");
  if ("program" in whole) return codeOf(text, whole, null);
  const asModule = parseWhole(source, "module");
  if ("program" in asModule) return codeOf(text, asModule, null);
  return /^\s*(?:import|export)\b/m.test(source) ? further(whole, asModule) : whole;
}

function readTyped(text: string, isJsx: boolean): Code | null {
  const blanked = blankTypes(text.replace(/^\uFEFF/, " "), isJsx);
  if ("message" in blanked) return recovered(text, text, blanked);
  const read = readPlain(text, blanked.text);
  return read !== null && "message" in read ? recovered(text, blanked.text, read) : read;
}

/** A module's first `import` is no error of it: what a module's parser stumbled on is. */
const further = (a: ParseError, b: ParseError): ParseError => (b.offset > a.offset ? b : a);

type Parsed = Pick<Code, "source" | "program" | "comments" | "isModule">;

function parseWhole(source: string, sourceType: "script" | "module"): Parsed | ParseError {
  const comments: Comment[] = [];
  try {
    const program = LeanParser.parse(source, { ...OPTIONS, sourceType, onComment: comments });
    return { source, program, comments, isModule: sourceType === "module" };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The parser's own word for what the machine calls a full stack.
    if (error.message.startsWith("Not enough stack")) throw new RangeError("call stack", { cause: error });
    const offset = "pos" in error && typeof error.pos === "number" ? error.pos : 0;
    return { message: error.message.replace(/ \(\d+:\d+\)$/, ""), offset };
  }
}

/** An array of two numbers for each node was a third of all memory; the scope analyser asks for few of them. */
class LeanNode {
  type = "";
  start: number;
  end = 0;
  constructor(start: number) {
    this.start = start;
  }
  get range(): [number, number] {
    return [this.start, this.end];
  }
}

const LeanParser = Parser.extend(
  (Base) =>
    class extends Base {
      declare start: number;
      startNode(): LeanNode {
        return new LeanNode(this.start);
      }
      startNodeAt(start: number): LeanNode {
        return new LeanNode(start);
      }
      copyNode(node: LeanNode): LeanNode {
        return Object.assign(new LeanNode(node.start), node);
      }
    },
);

const OPTIONS: Options = {
  ecmaVersion: "latest",
  locations: false,
  allowHashBang: true,
  allowReturnOutsideFunction: true,
};

function recovered(text: string, source: string, error: ParseError): Code | null {
  if (source.length > MAX_RECOVERED) return withoutTree(text, source, error);
  const comments: Comment[] = [];
  try {
    const program = parseLoose(source, { ...OPTIONS, ranges: true, onComment: comments });
    return codeOf(text, { source, program, comments, isModule: false }, error);
  } catch (problem) {
    if (problem instanceof RangeError) throw problem;
    // Prose that was fenced as code can drive even the parser that repairs what it reads out of its mind.
    return null;
  }
}

/** Where it breaks is known, also where the rest is too large to be repaired. */
function withoutTree(text: string, source: string, error: ParseError): Code | null {
  const nothing = parseWhole("", "script");
  return "program" in nothing ? codeOf(text, { ...nothing, source }, error) : null;
}

function codeOf(text: string, parsed: Parsed, error: ParseError | null): Code | null {
  try {
    const scopes = analyze(asEsTree(parsed.program), {
      ecmaVersion: 2026,
      sourceType: parsed.isModule ? "module" : "script",
      ignoreEval: true,
    });
    return { text, ...parsed, scopes, error };
  } catch (problem) {
    if (error !== null) return null;
    throw problem;
  }
}

const DIRECTIVE =
  /^[ \t]*#[ \t]*(?:include(?:path)?|target(?:engine)?|strict|script|engine|import|pragma|region|endregion)\b(?![ \t]*[=;(]).*$/gim;

/** `#target`, `#include` and their like are orders to the host and no JavaScript; a private name is. */
function blankDirectives(text: string): string {
  if (!text.includes("#") && !text.startsWith("\uFEFF")) return text;
  return text.replace(/^\uFEFF/, " ").replace(DIRECTIVE, (line) => " ".repeat(line.length));
}

/**
 * What a walk over code gives; nothing where its brackets stand in towers of thousands, which are no script: whoever lets
 * code through that was looked at is told.
 */
export function readable<T>(walk: () => T[], tooDeep: () => void = () => undefined): T[] {
  try {
    return walk();
  } catch (error) {
    if (!(error instanceof RangeError) || !/call stack/.test(error.message)) throw error;
    tooDeep();
    return [];
  }
}

type EsTree = Parameters<typeof analyze>[0];

// acorn's tree is ESTree; the two packages only type it apart.
const asEsTree = (program: Program): EsTree => program as unknown as EsTree;

/** A node of the scope analyser's types as acorn's: the same object. */
export const asNode = (node: object): AnyNode => node as AnyNode;
