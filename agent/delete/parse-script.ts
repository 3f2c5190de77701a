// Parses a script, of any age, for footprints and for the checks of a deletion. Promises offsets that fit the source
// as it came: directives of script hosts are blanked in place. Refuses by answering null; it never repairs.

import { type Options, type Program, parse, type Token, tokTypes } from "acorn";

export type Script = {
  program: Program;
  isModule: boolean;
  /** Offsets of comments, strings, templates and regular expressions: what is no code. */
  nonCode: [number, number][];
};

/** Files that a script engine reads. Types and markup inside make them fail to parse, which is no harm. */
export function isScriptPath(path: string): boolean {
  return /\.(js|mjs|cjs|jsx|jsxinc|jsfl|es6?|ts|mts|cts)$/i.test(path);
}

export function parseScript(source: string): Script | null {
  const blanked = blankDirectives(source);
  return parseAs(blanked, "script") ?? parseAs(blanked, "module");
}

/** `#target`, `#include` and their like are orders to the host and no JavaScript. */
function blankDirectives(source: string): string {
  return source
    .replace(/^\uFEFF/, " ")
    .replace(/^[ \t]*#[ \t]*(target|targetengine|include|includepath|strict|script)\b.*$/gm, (line) =>
      " ".repeat(line.length),
    );
}

const LITERALS = new Set([tokTypes.string, tokTypes.template, tokTypes.regexp]);

function parseAs(source: string, sourceType: "script" | "module"): Script | null {
  const nonCode: Script["nonCode"] = [];
  // Kept by range alone: a list of all tokens weighs more than the tree.
  const note = ({ type, start, end }: Token) => {
    if (LITERALS.has(type)) nonCode.push([start, end]);
  };
  const options: Options = {
    ecmaVersion: "latest",
    sourceType,
    ranges: true,
    allowHashBang: true,
    allowReturnOutsideFunction: true,
    onToken: note,
    onComment: (_block, _text, start, end) => nonCode.push([start, end]),
  };
  try {
    const program = parse(source, options);
    return { program, isModule: sourceType === "module", nonCode };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
