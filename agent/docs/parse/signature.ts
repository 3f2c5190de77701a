// Reads how documentation writes a call: `name(a, b)`, `app.doc.save([path][, options])`, `new Grid(columns = 1)`,
// `Number count`. Promises the parameters that the text names. Refuses an example call: an argument that is no name.

import { isIdentifier } from "../names.ts";
import type { Param } from "../surface/facts.ts";

/** `owner` is what stands before the last dot. `params` is absent where no parentheses are, or where they hold no names. */
export type Signature = {
  name: string;
  owner?: string;
  params?: Param[];
  isNew?: true;
  returns?: string;
};

const LEAD =
  /^(?:(?:var|let|const)\s+)?(?:[\p{L}_$][\p{L}\p{N}_$.]*\s*=\s*)?(?:(?:function|async|static|public|protected|abstract|final|override|virtual)\s+)*(new\s+)?/u;
const CALLEE = /^(?:(\S.*?)(\.|\s+))?([\p{L}_$][\p{L}\p{N}_$]*)$/su;

/** No call is written in more letters; brackets without an end would be looked for again and again. */
const MAX_SIGNATURE = 8000;

/** Undefined when the text is no name and no call of one. `app.open(file): Doc` and `Doc open(file)` say what comes back. */
export function readSignature(text: string): Signature | undefined {
  if (text.length > MAX_SIGNATURE) return undefined;
  const line = text
    .trim()
    .replace(/^`+|`+$/g, "")
    .replace(/[;\s]+$/, "");
  const lead = LEAD.exec(line);
  const rest = line.slice(lead?.[0].length ?? 0);
  const open = openingParenthesis(rest);
  const close = open < 0 ? -1 : matching(rest, open);
  if (open >= 0 && close < 0) return undefined;

  const [callee = "", tail = ""] = open < 0 ? splitOnce(rest) : [rest.slice(0, open), rest.slice(close + 1)];
  const [, before, between, name] = lastName(callee.trim());
  const after = /^\s*(?::|→|=>|->|(?=\{))\s*(\S.*)$/s.exec(tail)?.[1];
  if (name === undefined || (tail.trim() !== "" && after === undefined)) return undefined;

  const params = open < 0 ? undefined : readParams(rest.slice(open + 1, close));
  const returns = after ?? (between !== "." ? before : undefined);
  return {
    name,
    ...(before && between === "." ? { owner: before.trim() } : {}),
    ...(params ? { params } : {}),
    ...(lead?.[1] ? { isNew: true as const } : {}),
    ...(returns ? { returns: returns.replace(/^[{(]|[;.})]+$/g, "").trim() } : {}),
  };
}

/** A property may be followed by its type, as in `count: number`. */
function splitOnce(text: string): string[] {
  const at = text.search(/\s*(?::|→)/);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at)];
}

function lastName(callee: string): string[] {
  const dot = callee.lastIndexOf(".");
  const name = callee.slice(dot + 1);
  if (dot > 0 && isIdentifier(name)) return [callee, callee.slice(0, dot), ".", name];
  return CALLEE.exec(callee)?.map((part) => part ?? "") ?? [];
}

/** The parenthesis of the last call: earlier ones belong to the receiver, as in `item(index).layer(index).copy(to)`. */
function openingParenthesis(text: string): number {
  let at = -1;
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] !== "(") continue;
    const close = matching(text, i);
    const more = close < 0 ? "" : text.slice(close + 1).trimStart();
    if (!more.startsWith(".") && !more.startsWith("[")) return i;
    at = -1;
    i = close;
  }
  return at;
}

const PAIRS: ReadonlyMap<string, string> = new Map(
  ["()", "[]", "{}", "<>"].map(([a = "", b = ""]) => [a, b]),
);

function matching(text: string, open: number): number {
  const stack: string[] = [];
  for (let i = open; i < text.length; i += 1) {
    const char = text[i] ?? "";
    const closing = PAIRS.get(char);
    if (closing !== undefined) stack.push(closing);
    else if (char === stack.at(-1)) {
      stack.pop();
      if (stack.length === 0) return i;
    }
  }
  return -1;
}

/** Parameters between parentheses; brackets, "?" and defaults make one optional. Undefined when one is no name. */
export function readParams(inside: string): Param[] | undefined {
  if (inside.length > MAX_SIGNATURE) return undefined;
  const params: Param[] = [];
  for (const { text, optional } of splitParams(inside)) {
    const param = readParam(text, optional);
    if (param === undefined) return undefined;
    if (!params.some(({ name }) => name === param.name)) params.push(param);
  }
  return params;
}

type Piece = { text: string; optional: boolean };

/** Cuts at commas outside of types and defaults; what stands in `[, b]` and `[b]` is optional. */
function splitParams(inside: string): Piece[] {
  const pieces: Piece[] = [];
  let brackets = 0;
  let text = "";
  const push = (): void => {
    if (text.trim() !== "") pieces.push({ text: text.trim(), optional: brackets > 0 });
    text = "";
  };
  for (let at = 0; at < inside.length; at += 1) {
    const char = inside[at] ?? "";
    if (isNested(inside, at)) {
      const close = matching(inside, at);
      const end = close < 0 ? inside.length : close + 1;
      text += inside.slice(at, end);
      at = end - 1;
    } else if (char === ",") push();
    else if (char === "[" || char === "]") {
      push();
      brackets = Math.max(0, brackets + (char === "[" ? 1 : -1));
    } else text += char;
  }
  push();
  return pieces;
}

/** A bracket that belongs to a type or a value: `number[]`, `= [1, 2]`, `{a: string}`, `Array<A, B>`. */
function isNested(inside: string, at: number): boolean {
  const char = inside[at];
  if (char === "(" || char === "{" || char === "<") return true;
  if (char !== "[") return false;
  const before = inside.slice(0, at);
  return /[=:]\s*$/.test(before) || (/[\w>\]]$/.test(before) && /^\[(?:\d*)\]/.test(inside.slice(at)));
}

function readParam(text: string, inBrackets: boolean): Param | undefined {
  const bare = text.replace(/[`*]/g, "").trim();
  const rest = /^(?:\.\.\.|…)\s*/.test(bare);
  const [, before = "", defaulted] =
    /^([^=]*?)\s*(?:=(?!>)\s*(.*))?$/s.exec(bare.replace(/^(?:\.\.\.|…)\s*/, "")) ?? [];
  const named = nameAndType(before);
  if (named === undefined) return undefined;
  const optional = inBrackets || rest || named.optional || defaulted !== undefined;
  return {
    name: named.name,
    ...(named.type ? { type: named.type } : {}),
    ...(optional ? { optional: true as const } : {}),
  };
}

type NamedType = { name: string; type?: string; optional: boolean };

/** `count`, `count?: number`, `count: number`, `Number count`. */
function nameAndType(text: string): NamedType | undefined {
  const typed = /^([\p{L}_$][\p{L}\p{N}_$]*)(\??)\s*:\s*(\S.*)$/su.exec(text);
  if (typed?.[1] && typed[3]) return { name: typed[1], type: typed[3].trim(), optional: typed[2] === "?" };

  const optional = text.endsWith("?");
  const bare = text
    .replace(/\?$/, "")
    .trim()
    .replace(/^\{\s*([\w$]+)\s*\}$/, "$1");
  if (isIdentifier(bare)) return { name: bare, optional };
  const callback = /^([\p{L}_$][\p{L}\p{N}_$]*)\s*\(.*\)$/su.exec(bare)?.[1];
  if (callback && callback !== "function") return { name: callback, type: "function", optional };

  const before = /^(\S.*?)\s+([\p{L}_$][\p{L}\p{N}_$]*)$/su.exec(bare);
  return before?.[1] && before[2] ? { name: before[2], type: before[1], optional } : undefined;
}
