// What example code shows of the programming interface: names that it uses without making them, objects that it makes
// with `new`, keys of literals that it passes. Promises only names of the entry that the code belongs to. Refuses to run
// or to repair the code: it is read as text, with strings and comments blanked.

import { isIdentifier } from "../names.ts";
import type { Fact } from "../surface/facts.ts";
import type { Section } from "./reference-blocks.ts";

const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Code with the same length, without the letters of strings, patterns and comments. */
function blankText(code: string): string {
  return code.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g,
    (text) => (text.startsWith("/") ? blank(text) : `${text[0]}${blank(text.slice(1, -1))}${text.at(-1)}`),
  );
}

const blank = (text: string): string => text.replace(/[^\n]/g, " ");

/** The code calls or reads `name.member` and does not declare `name`. */
function usesAsGlobal(code: string, name: string, member?: string): boolean {
  const bare = blankText(code);
  const called = member === undefined ? NAME : escaped(member);
  const used = new RegExp(
    String.raw`(?<![\p{L}\p{N}_$.])${escaped(name)}\s*\.\s*${called}(?![\p{L}\p{N}_$])`,
    "u",
  );
  return used.test(bare) && !declares(bare, name.split(".")[0] ?? name);
}

/** Longer code is a program or a trap for the patterns here, and no example. */
const MAX_CODE = 20_000;

export const codeOf = (sections: Section[]): string[] =>
  sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === "code" && block.code.length <= MAX_CODE ? [block.code] : [])),
  );

/** The global by which example code reaches the interface: its own name, or the first one in `Net.HTTP`. */
export function globalUse(owner: string, code: string[], member?: string): Fact[] {
  const [root = ""] = owner.split(".");
  if (!isIdentifier(root) || root === "this" || !code.some((one) => usesAsGlobal(one, owner, member)))
    return [];
  return [{ type: "global", name: root, valueType: root }];
}

/** A module's examples use members that have no entry: `webPage.create()` after `require("webpage")`. */
export function moduleFacts(name: string, code: string[], lines: string[] = []): Fact[] {
  const makes = lines.some((line) => /\bcreates? an? (?:new )?instance\b/i.test(line));
  return code.flatMap((one) =>
    requiredNames(one, name).flatMap((variable) =>
      [...membersUsed(one, variable)].map(([member, { called }]): Fact => {
        const instance = makes && /^create/.test(member);
        return {
          type: "member",
          interface: name,
          name: member,
          ...(called ? { kind: "method" as const } : {}),
          ...(instance ? { valueType: name } : {}),
        };
      }),
    ),
  );
}

function declares(bare: string, name: string): boolean {
  const one = escaped(name);
  const declared = [
    String.raw`\b(?:var|let|const|function|class)\s+(?:[^;=()]*,\s*)?${one}(?![\p{L}\p{N}_$])`,
    String.raw`\bfunction\b[^(]*\([^)]*(?<![\p{L}\p{N}_$.])${one}(?![\p{L}\p{N}_$])[^)]*\)`,
    String.raw`(?<![\p{L}\p{N}_$.])${one}\s*=(?![=>])`,
    String.raw`(?<![\p{L}\p{N}_$.])${one}\s*=>|\([^()]*(?<![\p{L}\p{N}_$.])${one}(?![\p{L}\p{N}_$])[^()]*\)\s*=>`,
  ];
  return declared.some((source) => new RegExp(source, "u").test(bare));
}

/** Names of variables that hold `require("module")`, or of what is taken from it at once. */
function requiredNames(code: string, module: string): string[] {
  const found = code.matchAll(
    new RegExp(
      String.raw`\b(?:var|let|const)\s+(${NAME})\s*=\s*require\(\s*(["'])${escaped(module)}\2\s*\)\s*(?=[;\n,]|$)`,
      "gu",
    ),
  );
  return [...found].flatMap(([, name]) => name ?? []);
}

/** Members that the code uses of a variable: name, and whether it is called. */
function membersUsed(code: string, variable: string): Map<string, { called: boolean }> {
  const found = new Map<string, { called: boolean }>();
  const uses = new RegExp(String.raw`(?<![\p{L}\p{N}_$.])${escaped(variable)}\.(${NAME})\s*(\()?`, "gu");
  for (const [, name = "", call] of blankText(code).matchAll(uses))
    found.set(name, { called: call !== undefined || found.get(name)?.called === true });
  return found;
}

/** `new Name(` anywhere in the code. */
export const constructs = (code: string, name: string): boolean =>
  new RegExp(String.raw`\bnew\s+${escaped(name)}(?![\p{L}\p{N}_$.])`, "u").test(blankText(code));

/** Keys of the literals that calls of the member get as their first argument, one list for each such call. */
export function literalKeys(code: string, member: string): string[][] {
  const bare = blankText(code);
  const calls = bare.matchAll(new RegExp(String.raw`(?<![\p{L}\p{N}_$])${escaped(member)}\s*\(\s*\{`, "gu"));
  return [...calls].map((call) => keysAt(bare, code, call.index + call[0].length));
}

function keysAt(bare: string, code: string, from: number): string[] {
  const keys: string[] = [];
  let depth = 1;
  let expected = true;
  for (let at = from; at < bare.length && depth > 0; at += 1) {
    const char = bare[at] ?? "";
    if (char.trim() === "") continue;
    if (expected && depth === 1) {
      const [, quoted, plain] = KEY.exec(code.slice(at, at + 120)) ?? [];
      const key = quoted ?? plain;
      if (key !== undefined) keys.push(key);
    }
    expected = depth === 1 && char === ",";
    if ("([{".includes(char)) depth += 1;
    else if (")]}".includes(char)) depth -= 1;
  }
  return keys;
}

const KEY = new RegExp(String.raw`^(?:["'](${NAME})["']|(${NAME}))\s*:`, "u");
