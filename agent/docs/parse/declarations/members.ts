// Reads the members of interfaces, classes and object types. Promises every member that a script can reach, overloads one
// by one, with its signature as the page words it. Refuses private and protected ones: they are counted.

import type {
  BindingIdentifier,
  ClassElement,
  ParamPattern,
  PropertyKey,
  TSSignature,
  TSType,
} from "oxc-parser";
import { append, type Callable, type Construct, type DeclaredMember } from "./model.ts";
import { bare, nameOf, type Scope, typeText } from "./scope.ts";
import type { Source, Span } from "./source.ts";

/** Where a member stands. `hidden` counts what is left out. */
export type Reading = { source: Source; scope: Scope; hidden: { count: number } };

export type Members = {
  members: DeclaredMember[];
  calls: Callable[];
  constructs: Construct[];
  /** `[key: string]: T`: any name may be a member. */
  open: boolean;
};

type Signed = {
  typeParameters?: Span | null;
  params: ParamPattern[];
  returnType?: { typeAnnotation: TSType } | null;
};

export function readSignatures(signatures: readonly TSSignature[], reading: Reading): Members {
  const read: Members = { members: [], calls: [], constructs: [], open: false };
  for (const signature of signatures) {
    switch (signature.type) {
      case "TSPropertySignature":
      case "TSMethodSignature":
        append(read.members, memberOf(signature, reading));
        break;
      case "TSIndexSignature":
        read.members.push(indexMember(signature, reading));
        read.open ||= takesNames(signature);
        break;
      case "TSCallSignatureDeclaration":
        read.calls.push(callOf(signature, signature, { ...reading, label: "" }));
        break;
      case "TSConstructSignatureDeclaration":
        read.constructs.push(constructOf(signature, signature, reading));
    }
  }
  return read;
}

export function readClassBody(elements: readonly ClassElement[], reading: Reading): Members {
  const read: Members = { members: [], calls: [], constructs: [], open: false };
  for (const element of elements) {
    if (element.type === "StaticBlock") continue;
    if (element.type === "TSIndexSignature") {
      read.members.push(indexMember(element, reading));
      read.open ||= takesNames(element);
    } else if (isHidden(element)) reading.hidden.count++;
    else if ("kind" in element && element.kind === "constructor") {
      read.constructs.push({ call: callOf(element.value, element, { ...reading, label: "" }), gives: null });
      append(
        read.members,
        element.value.params.flatMap((param) => parameterProperty(param, reading)),
      );
    } else append(read.members, memberOf(element, reading));
  }
  return read;
}

const isHidden = (element: Exclude<ClassElement, { type: "StaticBlock" }>): boolean =>
  element.accessibility === "private" ||
  element.accessibility === "protected" ||
  ("key" in element && element.key.type === "PrivateIdentifier");

export function constructOf(signed: Signed, node: Span, reading: Reading): Construct {
  const call = callOf(signed, node, { ...reading, label: "" });
  const given = signed.returnType ? bare(signed.returnType.typeAnnotation) : null;
  return { call, gives: given?.type === "TSTypeReference" ? nameOf(given.typeName, reading.scope) : null };
}

type Keyed = Span & {
  key: PropertyKey | BindingIdentifier;
  computed: boolean;
  optional?: boolean | undefined;
  readonly?: boolean | undefined;
  static?: boolean | undefined;
  kind?: string;
  typeAnnotation?: { typeAnnotation: TSType } | null | undefined;
  value?: unknown;
};
type Element = Exclude<ClassElement, { type: "StaticBlock" | "TSIndexSignature" }>;
type Signature = Extract<TSSignature, { key: PropertyKey }>;

function memberOf(element: Element | Signature, reading: Reading): DeclaredMember[] {
  const name = keyName(element, reading);
  if (name === null) {
    reading.hidden.count++;
    return [];
  }
  const signed = signedOf(element);
  const getter = signed !== null && "kind" in element && (element.kind === "get" || element.kind === "set");
  if (signed !== null && !getter) return [method(name, { element, signed, reading })];
  return [property(name, { element, reading, accessor: getter ? signed : null })];
}

/** Methods of classes keep their signature in a function; fields may hold any expression. */
function signedOf(element: Keyed): Signed | null {
  const { value } = element;
  if ("params" in element) return asSigned(element);
  return typeof value === "object" && value !== null && "params" in value ? asSigned(value) : null;
}

function asSigned(node: object): Signed | null {
  return isSigned(node) ? node : null;
}

const isSigned = (node: object): node is Signed => "params" in node && Array.isArray(node.params);

type Method = { element: Keyed; signed: Signed; reading: Reading };

function method(name: string, { element, signed, reading }: Method): DeclaredMember {
  const label = `${element.static ? "static " : ""}${shown(name)}${element.optional ? "?" : ""}`;
  const call = callOf(signed, element, { ...reading, label });
  return {
    ...common(name, element, reading),
    kind: "method",
    valueType: call.valueType,
    call,
    signature: call.signature,
    node: null,
  };
}

type Property = { element: Keyed; reading: Reading; accessor: Signed | null };

function property(name: string, { element, reading, accessor }: Property): DeclaredMember {
  const setter = element.kind === "set" ? accessor?.params[0] : undefined;
  const node =
    (setter ? annotationOf(setter) : (accessor?.returnType ?? element.typeAnnotation)?.typeAnnotation) ??
    null;
  const base = common(name, element, reading);
  const readOnly = element.readonly === true || element.kind === "get";
  const kept = `${element.static ? "static " : ""}${readOnly ? "readonly " : ""}`;
  const label = `${shown(name)}${element.optional ? "?" : ""}`;
  const type = node === null ? null : typeText(reading.source, reading.scope, node);
  const signature = `${kept}${label}${type === null ? "" : `: ${type}`}`;
  const called = node === null ? null : functionIn(node);
  if (!called) return { ...base, kind: "property", readOnly, valueType: type, call: null, signature, node };

  const call = callOf(called, called, { ...reading, label: "" });
  const mayBeEmpty = element.optional === true || node?.type === "TSUnionType";
  if (isHandler(name, mayBeEmpty))
    return { ...base, kind: "event", readOnly, valueType: type, call: null, signature, node };
  const overload = { ...call, comment: base.comment };
  return { ...base, kind: "method", readOnly, valueType: call.valueType, call: overload, signature, node };
}

/** `onClick`; `onmessage` where it may be empty, since `once` may not. */
const isHandler = (name: string, mayBeEmpty: boolean): boolean =>
  /^on[A-Z_]/.test(name) || (mayBeEmpty && /^on[a-z]{3}/.test(name));

/** The function that a property holds, also where it may hold nothing. */
function functionIn(node: TSType): Extract<TSType, { type: "TSFunctionType" }> | null {
  const type = bare(node);
  if (type.type === "TSFunctionType") return type;
  if (type.type !== "TSUnionType") return null;
  const others = type.types
    .map(bare)
    .filter((one) => one.type !== "TSNullKeyword" && one.type !== "TSUndefinedKeyword");
  const [only] = others;
  return others.length === 1 && only?.type === "TSFunctionType" ? only : null;
}

function common(name: string, element: Keyed, { source, scope }: Reading) {
  return {
    name,
    isStatic: element.static === true,
    isOptional: element.optional === true,
    readOnly: false,
    comment: source.commentBefore(element),
    line: source.lineOf(element.start),
    scope,
  };
}

function keyName({ key, computed }: Keyed, { source }: Reading): string | null {
  if (!computed && key.type === "Identifier") return key.name;
  if (key.type === "Literal") return String(key.value);
  if (key.type === "PrivateIdentifier") return null;
  return `[${source.textOf(key)}]`;
}

const shown = (name: string): string => (/^[\p{L}_$[][\p{L}\p{N}_$.\]]*$/u.test(name) ? name : `"${name}"`);

type IndexSignature = Extract<TSSignature, { type: "TSIndexSignature" }>;

function indexMember(signature: IndexSignature, { source, scope }: Reading): DeclaredMember {
  const node = signature.typeAnnotation.typeAnnotation;
  return {
    name: "[]",
    kind: "property",
    isStatic: signature.static,
    isOptional: false,
    readOnly: signature.readonly,
    valueType: typeText(source, scope, node),
    call: null,
    signature: typeText(source, scope, signature).replace(/[;,]$/, ""),
    comment: source.commentBefore(signature),
    line: source.lineOf(signature.start),
    node,
    scope,
  };
}

const takesNames = ({ parameters }: IndexSignature): boolean =>
  parameters.some(({ typeAnnotation }) => typeAnnotation.typeAnnotation.type !== "TSNumberKeyword");

function parameterProperty(param: ParamPattern, reading: Reading): DeclaredMember[] {
  if (param.type !== "TSParameterProperty") return [];
  const { parameter, accessibility, readonly } = param;
  if (accessibility === "private" || accessibility === "protected") return [];
  const inner = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
  if (inner.type !== "Identifier") return [];
  const element = {
    start: param.start,
    end: param.end,
    key: inner,
    computed: false,
    readonly,
    typeAnnotation: inner.typeAnnotation ?? null,
  };
  return [property(inner.name, { element, reading, accessor: null })];
}

type Labelled = Reading & { label: string };

/** `node` is what the comment stands before. */
export function callOf(signed: Signed, node: Span, { source, scope, label }: Labelled): Callable {
  const own = signed.params.filter((param) => param.type !== "Identifier" || param.name !== "this");
  const params = own.map((param) => readParam(param, { source, scope }));
  const returned = signed.returnType?.typeAnnotation ?? null;
  const valueType = returned ? typeText(source, scope, returned) : null;
  const generics = signed.typeParameters ? typeText(source, scope, signed.typeParameters) : "";
  const list = params.map(({ name, type, optional }) => {
    const mark = optional && !name.startsWith("...") ? "?" : "";
    const shownType = type?.startsWith("...") ? type.slice(3) : type;
    return `${name}${mark}${shownType === undefined ? "" : `: ${shownType}`}`;
  });
  const result = valueType === null ? "" : `: ${valueType}`;
  const comment = source.commentBefore(node);
  const signature = `${label}${generics}(${list.join(", ")})${result}`;
  return { params, valueType, returned, signature, comment, scope };
}

function readParam(
  param: ParamPattern,
  { source, scope }: Pick<Reading, "source" | "scope">,
): Callable["params"][number] {
  const inner = param.type === "TSParameterProperty" ? param.parameter : param;
  const pattern =
    inner.type === "AssignmentPattern" ? inner.left : inner.type === "RestElement" ? inner.argument : inner;
  const node = annotationOf(param);
  const name = pattern.type === "Identifier" ? pattern.name : "options";
  const isRest = inner.type === "RestElement";
  const isOptional = isRest || inner.type === "AssignmentPattern" || isMarked(pattern);
  return {
    name: isRest ? `...${name}` : name,
    ...(node ? { type: typeText(source, scope, node) } : {}),
    ...(isOptional ? { optional: true as const } : {}),
    node,
  };
}

const isMarked = (pattern: object): boolean => "optional" in pattern && Boolean(pattern.optional);

function annotationOf(param: ParamPattern): TSType | null {
  const inner = param.type === "TSParameterProperty" ? param.parameter : param;
  const typed = inner.type === "AssignmentPattern" ? inner.left : inner;
  const own = typed.typeAnnotation?.typeAnnotation;
  if (own || typed.type !== "RestElement") return own ?? null;
  return "typeAnnotation" in typed.argument ? (typed.argument.typeAnnotation?.typeAnnotation ?? null) : null;
}
