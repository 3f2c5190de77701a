// Reads declarations of types: interfaces, classes, enumerations, aliases. Promises their members, parents and how they
// are declared. Refuses to follow an expression after `extends`: it stands as a parent that nothing documents.

import type { Class, Declaration, TSInterfaceDeclaration, TSType } from "oxc-parser";
import { hasInterface, shapeOf, takenOf } from "./aliases.ts";
import { readClassBody, readSignatures } from "./members.ts";
import { ANY_NAME, append, type Declared, type World } from "./model.ts";
import { addValue, open, type Place } from "./place.ts";
import { fullName, nameOf, typeText } from "./scope.ts";
import type { Span } from "./source.ts";

type Heir = { name: string | null; given: readonly TSType[]; text: string };

function inherit(declared: Declared, heirs: readonly Heir[], place: Place): void {
  for (const { name, given, text } of heirs) {
    // Named by what it says, it is a parent that nobody documents: so nothing about the members is certain.
    if (name === null) declared.parents.push(text.replace(/\s+/g, ""));
    else if (SAME.has(name) && given[0]?.type === "TSTypeReference") {
      const inner = nameOf(given[0].typeName, place.scope);
      if (inner !== null) declared.parents.push(inner);
    } else if (name === "Pick" || name === "Omit") {
      place.world.later.push(() => {
        const taken = takenOf(name, given, { reading: place, world: place.world });
        if (taken) declared.taken.push(taken);
        else declared.parents.push(name);
      });
    } else declared.parents.push(name);
  }
}

const SAME = new Set(["Partial", "Required", "Readonly", "NonNullable"]);

function heirOf(
  expression: Span & { type: string },
  given: readonly TSType[] | undefined,
  place: Place,
): Heir {
  return { name: nameOf(expression, place.scope), given: given ?? [], text: place.source.textOf(expression) };
}

export function readInterface(node: TSInterfaceDeclaration, at: Span, place: Place): void {
  const { source, scope } = place;
  const heirs = node.extends.map((one) => heirOf(one.expression, one.typeArguments?.params, place));
  const generics = node.typeParameters ? typeText(source, scope, node.typeParameters) : "";
  const above = node.extends.map((one) => typeText(source, scope, one)).join(", ");
  const name = fullName(scope, node.id.name);
  const head = `interface ${name}${generics}${above === "" ? "" : ` extends ${above}`}`;
  const declared = open(node.id.name, head, { at, place });
  declared.kind ??= "class";
  inherit(declared, heirs, place);
  const { members, calls, constructs, open: isOpen } = readSignatures(node.body.body, place);
  append(declared.members, members);
  append(declared.calls, calls);
  append(declared.constructs, constructs);
  if (isOpen) declared.parents.push(ANY_NAME);
}

export function readClass(node: Class, at: Span, place: Place): void {
  const { source, scope } = place;
  if (node.id === null) return;
  const heirs = [
    ...(node.superClass ? [heirOf(node.superClass, node.superTypeArguments?.params, place)] : []),
    ...(node.implements ?? []).map((one) => heirOf(one.expression, one.typeArguments?.params, place)),
  ];
  const generics = node.typeParameters ? typeText(source, scope, node.typeParameters) : "";
  const above = node.superClass
    ? ` extends ${source.textOf(node.superClass)}${node.superTypeArguments ? typeText(source, scope, node.superTypeArguments) : ""}`
    : "";
  const name = fullName(scope, node.id.name);
  const head = `${node.abstract ? "abstract " : ""}class ${name}${generics}${above}`;
  const declared = open(node.id.name, head, { at, place });
  declared.kind = "class";
  declared.isClass = true;
  inherit(declared, heirs, place);
  const { members, constructs, open: isOpen } = readClassBody(node.body.body, place);
  append(declared.members, members);
  if (!node.abstract)
    append(
      declared.constructors,
      constructs.map(({ call }) => call),
    );
  if (isOpen) declared.parents.push(ANY_NAME);
  addValue(node.id.name, `typeof ${name}`, { at, place });
}

type EnumNode = Extract<Declaration, { type: "TSEnumDeclaration" }>;

export function readEnum(node: EnumNode, at: Span, place: Place): void {
  const { source, scope } = place;
  const name = fullName(scope, node.id.name);
  const declared = open(node.id.name, `${node.const ? "const " : ""}enum ${name}`, { at, place });
  declared.kind = "enumeration";
  declared.isClass = true;
  for (const member of node.body.members) {
    const own =
      member.id.type === "Identifier"
        ? member.id.name
        : member.id.type === "Literal"
          ? member.id.value
          : source.textOf(member.id).slice(1, -1);
    const value = member.initializer ? ` = ${source.textOf(member.initializer)}` : "";
    declared.members.push({
      name: own,
      kind: "value",
      isStatic: true,
      isOptional: false,
      readOnly: true,
      valueType: name,
      call: null,
      signature: `${name}.${own}${value}`,
      comment: source.commentBefore(member),
      line: source.lineOf(member.start),
      node: null,
      scope,
    });
  }
  addValue(node.id.name, `typeof ${name}`, { at, place });
}

type AliasNode = Extract<Declaration, { type: "TSTypeAliasDeclaration" }>;

export function readAlias(node: AliasNode, at: Span, place: Place): void {
  const { source, scope, world } = place;
  const name = fullName(scope, node.id.name);
  const generics = node.typeParameters ? typeText(source, scope, node.typeParameters) : "";
  const head = `type ${name}${generics} = ${typeText(source, scope, node.typeAnnotation)}`;
  const declared = open(node.id.name, head, { at, place });
  declared.alias = { node: node.typeAnnotation, scope };
  world.later.push(() => {
    const shape = shapeOf(node.typeAnnotation, { reading: place, world });
    append(declared.calls, shape.calls);
    append(declared.constructs, shape.constructs);
    const own = new Set(node.typeParameters?.params.map((param) => param.name.name));
    if (!hasInterface(shape, own)) return;
    const isValues = shape.literals.length > 0 && shape.members.length === 0;
    declared.kind ??= "class";
    append(declared.members, shape.members);
    append(declared.taken, shape.taken);
    append(declared.literals, shape.literals);
    // What else it may be has members of its own.
    append(declared.parents, shape.parents);
    if (!isValues) append(declared.parents, shape.others);
  });
}

/** An alias that comes to values alone, be it through other aliases, is an enumeration. */
export function settleKinds({ declared }: World): void {
  const aliases = [...declared.values()].filter(({ alias, kind }) => alias !== null && kind === "class");
  for (let changed = true; changed; ) {
    changed = false;
    for (const one of aliases) {
      const { parents, literals, members, taken } = one;
      if (one.kind !== "class" || members.length + taken.length > 0 || parents.length + literals.length === 0)
        continue;
      if (!parents.every((parent) => declared.get(parent)?.kind === "enumeration")) continue;
      one.kind = "enumeration";
      changed = true;
    }
  }
}
