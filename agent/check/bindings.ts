// What the names of a piece of code stand for: which of them it binds itself, and every value that such a name is ever
// given. Promises names of the file's top as well, which the scope analyser leaves open. Refuses to drop a write: one
// that is not understood makes the name unknown.

import type { AnyNode, Identifier } from "acorn";
import type { Definition, Reference, Variable } from "eslint-scope";
import { asNode, type Code, type FunctionNode } from "./code.ts";
import type { Source, Sources } from "./sources.ts";

/** What a name is given at one place; null for what nobody can tell. */
export type Given =
  | Source
  /** What was thrown. */
  | { type: "thrown" }
  | { type: "function"; fn: FunctionNode }
  | { type: "parameter"; fn: FunctionNode; index: number; name: string }
  | null;

export type Binding = {
  name: string;
  /** Declared at the top of a script, or assigned without a declaration: every other file sees it. */
  isGlobal: boolean;
  defs: readonly Definition[];
  references: readonly Reference[];
};

export type Bindings = {
  of(node: Identifier): Binding | undefined;
  /** Bindings that other files of the project see. */
  globals(): Binding[];
  /** References to names that nothing here binds. */
  free(): Reference[];
  /** A function of this name stands in some block: the oldest rules make it a name of the whole function. */
  isHoisted(name: string): boolean;
  /** The name that a function is declared by. */
  declaring(fn: FunctionNode): Binding | undefined;
  /** What the name is ever given. */
  valuesOf(binding: Binding): Given[];
};

export function bindingsOf({ scopes, isModule }: Code, sources: Sources): Bindings {
  const bindings = new Map<Variable, Growing>();
  const byNode = new Map<AnyNode, Binding>();
  const byFunction = new Map<AnyNode, Binding>();
  const outer = new Map<string, Reference[]>();
  const [top] = scopes.scopes;
  const made = (variable: Variable): Growing => {
    const binding = fresh(variable, variable.scope === top && !isModule);
    bindings.set(variable, binding);
    for (const { type, node } of variable.defs)
      if (type === "FunctionName") byFunction.set(asNode(node), binding);
    return binding;
  };
  const bind = (reference: Reference): void => {
    const variable = reference.resolved ?? top?.set.get(reference.identifier.name);
    if (!variable || (variable.defs.length === 0 && variable.name !== "arguments")) {
      listed(outer, reference.identifier.name).push(reference);
      return;
    }
    const binding = bindings.get(variable) ?? made(variable);
    binding.references.push(reference);
    byNode.set(asNode(reference.identifier), binding);
  };
  for (const scope of scopes.scopes) {
    for (const reference of scope.references) bind(reference);
    // A function that nothing here names is called by the host, or by another file.
    for (const variable of scope.variables)
      if (variable.defs.some(({ type }) => type === "FunctionName") && !bindings.has(variable))
        made(variable);
  }
  const hoisted = isModule ? new Set<string>() : inBlocks(scopes);
  const implicit = new Map<string, Binding>();
  for (const [name, references] of outer) {
    if (references.some((one) => one.isWrite()))
      implicit.set(name, { name, isGlobal: true, defs: [], references });
  }
  const declared = (): Binding[] =>
    isModule
      ? []
      : [...(top?.variables ?? [])].flatMap((variable) =>
          variable.defs.length === 0 ? [] : [bindings.get(variable) ?? fresh(variable, true)],
        );
  return {
    of: (node) => byNode.get(node) ?? implicit.get(node.name),
    globals: () => [...declared(), ...implicit.values()],
    free: () => [...outer].flatMap(([name, references]) => (implicit.has(name) ? [] : references)),
    isHoisted: (name) => hoisted.has(name),
    declaring: (fn) => byFunction.get(fn),
    valuesOf: (binding) => valuesOf(binding, sources),
  };
}

const inBlocks = ({ scopes }: Code["scopes"]): ReadonlySet<string> =>
  new Set(
    scopes
      .filter(({ type }) => type === "block" || type === "switch")
      .flatMap(({ variables }) => variables)
      .filter(({ defs }) => defs.some(({ type }) => type === "FunctionName"))
      .map(({ name }) => name),
  );

type Growing = Omit<Binding, "references"> & { references: Reference[] };

const fresh = ({ name, defs }: Variable, isGlobal: boolean): Growing => ({
  name,
  isGlobal,
  defs,
  references: [],
});

function listed(map: Map<string, Reference[]>, name: string): Reference[] {
  const known = map.get(name) ?? [];
  map.set(name, known);
  return known;
}

function valuesOf({ defs, references }: Binding, sources: Sources): Given[] {
  const values: Given[] = defs.flatMap((one): Given[] =>
    one.type === "Variable" ? [] : [ofDefinition(one)],
  );
  for (const reference of references) {
    if (!reference.isWrite()) continue;
    const source = sources.writtenTo(asNode(reference.identifier));
    if (source?.type === "value" && isNothing(source.node)) continue;
    values.push(source ? asFunction(source) : null);
  }
  return values.length > 0 ? values : [null];
}

function asFunction(source: Source): Given {
  if (source.type !== "value") return source;
  const { node } = source;
  return node.type === "FunctionExpression" || node.type === "ArrowFunctionExpression"
    ? { type: "function", fn: node }
    : source;
}

function ofDefinition(definition: Definition): Given {
  if (definition.type === "CatchClause") return { type: "thrown" };
  const node = asNode(definition.node);
  const isCode =
    node.type === "FunctionDeclaration" ||
    node.type === "FunctionExpression" ||
    node.type === "ArrowFunctionExpression";
  if (!isCode) return null;
  if (definition.type === "FunctionName") return { type: "function", fn: node };
  if (definition.type !== "Parameter") return null;
  const params: readonly AnyNode[] = node.params;
  const index = params.findIndex(
    (one) => one === definition.name || (one.type === "AssignmentPattern" && one.left === definition.name),
  );
  if (index < 0) return null;
  return { type: "parameter", fn: node, index, name: definition.name.name };
}

/** `null`, `undefined`, `void 0`: a variable that waits for its value. */
function isNothing(node: AnyNode): boolean {
  if (node.type === "Literal") return node.value === null && !node.regex;
  if (node.type === "Identifier") return node.name === "undefined";
  return node.type === "UnaryExpression" && node.operator === "void";
}
