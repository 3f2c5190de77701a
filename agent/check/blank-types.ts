// TypeScript with its types made blanks, so that a parser of JavaScript reads it and every position stays. Promises a text of
// the same length, or where it stops to parse. Refuses namespaces with code in them: what they make at run time is no blank.

import { parseSync } from "oxc-parser";
import { isTower } from "./nesting.ts";

export type Blanked = { text: string } | { message: string; offset: number };

export function blankTypes(text: string, isJsx = false): Blanked {
  if (isTower(text)) return { message: "What stands inside what is too deep", offset: 0 };
  const { program, errors } = parseSync(isJsx ? "x.tsx" : "x.ts", text, { sourceType: "unambiguous" });
  const [error] = errors;
  if (error) return { message: error.message, offset: error.labels[0]?.start ?? 0 };
  const blanks = createBlanks(text);
  if (isNode(program)) visit(program, blanks);
  return { text: blanks.text() };
}

type Blanks = {
  source: string;
  /** Line ends stay. */
  blank(start: number, end: number): void;
  write(at: number, words: string): void;
  text(): string;
};

function createBlanks(source: string): Blanks {
  const letters = source.split("");
  return {
    source,
    blank(start, end) {
      for (let at = start; at < end; at++) if (!/[\r\n]/.test(letters[at] ?? "\n")) letters[at] = " ";
    },
    write: (at, words) => letters.splice(at, words.length, ...words),
    text: () => letters.join(""),
  };
}

type Node = Record<string, unknown> & { type: string; start: number; end: number };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" &&
  value !== null &&
  "type" in value &&
  "start" in value &&
  "end" in value &&
  typeof value.type === "string" &&
  typeof value.start === "number" &&
  typeof value.end === "number";

const GONE =
  /^TS(?:InterfaceDeclaration|TypeAliasDeclaration|DeclareFunction|AbstractMethodDefinition|AbstractPropertyDefinition|AbstractAccessorProperty|TypeAnnotation|TypeParameterDeclaration|TypeParameterInstantiation|IndexSignature|ExportAssignment|ImportEqualsDeclaration|NamespaceExportDeclaration|EmptyBodyFunctionExpression)$|^Decorator$/;

function visit(node: Node, blanks: Blanks): void {
  if (isGone(node)) {
    const comma = /Specifier$/.test(node.type) ? /^\s*,/.exec(blanks.source.slice(node.end)) : null;
    return blanks.blank(node.start, node.end + (comma?.[0].length ?? 0));
  }
  trim(node, blanks);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, blanks);
  }
}

function isGone(node: Node): boolean {
  if (GONE.test(node.type) || node.declare === true) return true;
  if (node.importKind === "type" || node.exportKind === "type") return true;
  const { declaration, value } = node;
  if (node.type === "ExportNamedDeclaration") return isNode(declaration) && isGone(declaration);
  return node.type === "MethodDefinition" && isNode(value) && GONE.test(value.type);
}

/** What of a node that stays is no JavaScript. */
function trim(node: Node, blanks: Blanks): void {
  const { expression, start, end } = node;
  switch (node.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSInstantiationExpression":
      if (isNode(expression)) blanks.blank(expression.end, end);
      return;
    case "TSTypeAssertion":
      if (isNode(expression)) blanks.blank(start, expression.start);
      return;
    case "TSParameterProperty":
      if (isNode(node.parameter)) blanks.blank(start, node.parameter.start);
      return;
    case "TSEnumDeclaration":
      if (isNode(node.id)) {
        blanks.blank(start, end);
        blanks.write(start, `var  ${String(node.id.name)}`);
        node.body = null;
        node.id = null;
      }
      return;
    case "Identifier":
      return trimIdentifier(node, blanks);
    case "ClassDeclaration":
    case "ClassExpression":
      return trimClass(node, blanks);
    case "PropertyDefinition":
    case "MethodDefinition":
    case "AccessorProperty":
      return trimMember(node, blanks);
    default:
  }
}

/** The mark of what may be left out, and the type behind it; `this` as a parameter. */
function trimIdentifier({ name, start, end }: Node, { blank, source }: Blanks): void {
  if (typeof name !== "string") return;
  if (name === "this") blank(start, end + (/^\s*,/.exec(source.slice(end))?.[0].length ?? 0));
  else if (end > start + name.length && source.startsWith(name, start)) blank(start + name.length, end);
}

function trimClass(
  { start, id, superClass, superTypeArguments, typeParameters, body, ...rest }: Node,
  blanks: Blanks,
): void {
  const before = [id, typeParameters, superClass, superTypeArguments].filter(isNode).at(-1);
  const from = before?.end ?? start;
  const isBound = Array.isArray(rest.implements) && rest.implements.length > 0;
  if (isBound && isNode(body)) blanks.blank(from, body.start);
  const modifier = /^abstract\b/.exec(blanks.source.slice(start));
  if (modifier) blanks.blank(start, start + modifier[0].length);
}

function trimMember({ start, key, value, typeAnnotation }: Node, { blank, source }: Blanks): void {
  if (!isNode(key)) return;
  for (const { index, 0: word } of source
    .slice(start, key.start)
    .matchAll(/\b(?:public|private|protected|readonly|override|abstract)\b/g))
    blank(start + index, start + index + word.length);
  const next = [typeAnnotation, value].filter(isNode)[0];
  const mark = /^\s*[?!]/.exec(source.slice(key.end, next?.start ?? key.end + 1));
  if (mark) blank(key.end, key.end + mark[0].length);
}
