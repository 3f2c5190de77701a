// One walk over a piece of code: what in it uses a name, what only asks for one or makes one, what is called, and what is
// newer than the oldest language. Promises that writing a new property, testing for one and deleting one are no uses.
// Refuses to look at what a receiver is.

import type { AnyNode, CallExpression, MemberExpression, NewExpression } from "acorn";
import { fullAncestor } from "acorn-walk";
import type { Code } from "./code.ts";
import { createGuards, type Guards } from "./guards.ts";
import { isIndex } from "./paths.ts";
import { createQuestions, type Questions, questionIn } from "./questions.ts";
import { createSources, type Sources } from "./sources.ts";
import { isModern } from "./syntax-rules.ts";

export type Uses = {
  /** Accesses that claim that the name is there. */
  members: MemberExpression[];
  /** `list[0]`, `list[i]`. */
  indexed: MemberExpression[];
  /** Plain assignments: they make the name. */
  written: MemberExpression[];
  constructed: NewExpression[];
  calls: CallExpression[];
  imports: AnyNode[];
  /** What stands before a dot, and what is called. */
  owners: ReadonlySet<AnyNode>;
  callees: ReadonlySet<AnyNode>;
  /** What is newer than the fifth edition, each with what it stands in. */
  modern: { node: AnyNode; parent: AnyNode | undefined }[];
  questions: Questions;
  guards: Guards;
  sources: Sources;
  /** In the body of a `with` a bare name may be a member of anything. */
  isInWith(node: AnyNode): boolean;
  /** What stands behind a `new`. */
  isMade(node: AnyNode): boolean;
};

export function usesIn(code: Code): Uses {
  const [owners, callees, made] = [new Set<AnyNode>(), new Set<AnyNode>(), new Set<AnyNode>()];
  const withs: AnyNode[] = [];
  const questions = createQuestions(code.text);
  const sources = createSources();
  const guards = createGuards();
  const uses: Uses = {
    members: [],
    indexed: [],
    written: [],
    constructed: [],
    calls: [],
    imports: [],
    owners,
    callees,
    modern: [],
    questions,
    guards,
    sources,
    isInWith: (node) => withs.some(({ start, end }) => start <= node.start && node.end <= end),
    isMade: (node) => made.has(node),
  };
  fullAncestor(code.program, (node, _state, ancestors) => {
    const parent = ancestors[ancestors.length - 2];
    if (isModern(node)) uses.modern.push({ node, parent });
    sources.see(node, ancestors);
    switch (node.type) {
      case "MemberExpression":
        owners.add(node.object);
        if (isIndex(node)) uses.indexed.push(node);
        addMember(node, { uses, ancestors });
        break;
      case "CallExpression":
        callees.add(node.callee);
        uses.calls.push(node);
        questions.call(node, ancestors);
        guards.see(node, ancestors);
        break;
      case "NewExpression":
        made.add(node.callee);
        uses.constructed.push(node);
        break;
      case "ImportDeclaration":
      case "ImportExpression":
      case "ExportNamedDeclaration":
      case "ExportAllDeclaration":
        uses.imports.push(node);
        break;
      case "WithStatement":
        withs.push(node.body);
        break;
      case "UnaryExpression":
      case "BinaryExpression":
        questions.see(node, ancestors);
        guards.see(node, ancestors);
        break;
      default:
    }
  });
  return uses;
}

type Seen = { uses: Uses; ancestors: readonly AnyNode[] };

function addMember(node: MemberExpression, { uses, ancestors }: Seen): void {
  const kind = questionIn(node, ancestors);
  if (kind === "use") uses.members.push(node);
  else if (kind === "write") uses.written.push(node);
  else uses.questions.ask(node, ancestors);
}
