// A name that a running script touched and the documentation does not have: what it turns out to be. Promises the judgement of
// the static checks, with the type that the run has shown. Refuses to accuse what only asks, and what the project or the
// owner's word brings.

import type { AnyNode, MemberExpression, ObjectPattern } from "acorn";
import { fullAncestor } from "acorn-walk";
import { type Checking, checkingOf } from "../check/check.ts";
import { readable } from "../check/code.ts";
import type { Finding } from "../check/finding.ts";
import { heirs } from "../check/heirs.ts";
import { memberCheck } from "../check/member.ts";
import { isIndex, memberName, rootOf } from "../check/paths.ts";
import { NO_PROJECT, projectOf } from "../check/project.ts";
import { questionIn } from "../check/questions.ts";
import type { Form, Typed } from "../check/type-words.ts";
import type { DryRunAsked } from "./report.ts";
import type { Place } from "./unit.ts";

export type Touch = { names: readonly string[]; form: Form; name: string };
export type Judged =
  | { type: "finding"; finding: Finding }
  /** It only asks whether the name is there. */
  | { type: "question" }
  /** Real all the same, as far as anybody can tell; `owner` documents it. */
  | { type: "excused"; owner: string | null };

type Access = { node: MemberExpression; isQuestion: boolean };
/** `var { bent } = press` asks for a name without a dot. */
type Taken = { name: string; offset: number };
type Asking = { accesses: Access[]; taken: Taken[] };

export function createTouches({ world }: DryRunAsked) {
  const checkings = new Map<string, Checking | null>();
  const askings = new Map<string, Asking>();

  function checkingAt({ script }: Place): Checking | null {
    const known = checkings.get(script.path);
    if (known !== undefined) return known;
    const [checking = null] = readable(() => {
      const project = projectOf(world.project, script.path, world.surface) ?? NO_PROJECT;
      return script.code === null ? [] : [checkingOf(script.code, { world, project, path: script.path })];
    });
    checkings.set(script.path, checking);
    return checking;
  }

  function accessAt(name: string, place: Place, checking: Checking): Access | Taken | undefined {
    const known = askings.get(place.script.path) ?? askingIn(checking);
    askings.set(place.script.path, known);
    const access = nearestAccess(known.accesses, name, { place, checking });
    const isSpelled = access !== undefined && memberName(access.node) === name;
    return isSpelled ? access : (nearestTaken(known.taken, name, place) ?? access);
  }

  function judge(touch: Touch, place: Place): Judged {
    const checking = checkingAt(place);
    if (checking === null) return { type: "excused", owner: null };
    const asked = accessAt(touch.name, place, checking);
    const access = asked && "node" in asked ? asked : null;
    if (access?.isQuestion) return { type: "question" };
    const offset = asked && "offset" in asked ? asked.offset : place.offset;
    const node = nodeOf(access?.node ?? null, touch, offset);
    if (checking.uses.questions.isGuarded(node)) return { type: "question" };
    const [finding] = memberCheck.run(only(node, touch, checking));
    if (finding && !world.exists?.(finding))
      return { type: "finding", finding: access ? finding : { ...finding, symbol: finding.about } };
    const owner = touch.names
      .flatMap((one) => [one, ...heirs(one, world.surface)])
      .find((one) => world.surface.member(one, touch.name));
    return { type: "excused", owner: owner ?? null };
  }
  return { judge, checkingAt };
}

/** As if this one access were all of the code, and its receiver's type were plain. */
function only(node: MemberExpression, { names, form }: Touch, checking: Checking): Checking {
  const type: Typed = { names, form, isSure: true };
  const { uses, receivers } = checking;
  return {
    ...checking,
    uses: { ...uses, members: [node] },
    receivers: { ...receivers, typeOf: (one) => (one === node.object ? type : receivers.typeOf(one)) },
  };
}

/** A name that is worked out while the script runs stands in it like any other from here on. */
function nodeOf(node: MemberExpression | null, { names, name }: Touch, offset: number): MemberExpression {
  const end = offset + 1;
  const object: AnyNode =
    node?.object.type !== "Super" && node ? node.object : named(names[0] ?? "", offset, end);
  const at = node?.property ?? { start: offset, end };
  return {
    type: "MemberExpression",
    start: node?.start ?? offset,
    end: node?.end ?? end,
    object,
    property: named(name, at.start, at.end),
    computed: false,
    optional: false,
  };
}

const named = (name: string, start: number, end: number) => ({
  type: "Identifier" as const,
  name,
  start,
  end,
});

function askingIn({ code }: Checking): Asking {
  const [accesses, taken]: [Access[], Taken[]] = [[], []];
  readable(() => {
    fullAncestor(code.program, (node, _state, ancestors) => {
      if (node.type === "ObjectPattern") taken.push(...takenBy(node));
      if (node.type !== "MemberExpression") return;
      const kind = questionIn(node, ancestors);
      if (kind !== "write") accesses.push({ node, isQuestion: kind === "question" });
    });
    return [];
  });
  accesses.sort((a, b) => a.node.end - b.node.end);
  return { accesses, taken };
}

const takenBy = ({ properties }: ObjectPattern): Taken[] =>
  properties.flatMap((one) =>
    one.type === "Property" && one.key.type === "Identifier"
      ? [{ name: one.key.name, offset: one.key.start }]
      : [],
  );

/** The engine's last word is of the statement before. */
function nearestTaken(taken: readonly Taken[], name: string, { offset }: Place): Taken | undefined {
  const all = taken.filter((one) => one.name === name);
  return all.find((one) => one.offset >= offset) ?? all.at(-1);
}

type Near = { place: Place; checking: Checking };

/** The engine tells where the chain begins that the name ends, or the statement. */
function nearestAccess(all: readonly Access[], name: string, { place, checking }: Near): Access | undefined {
  const { offset } = place;
  const { line } = checking.at(offset);
  const [spelled, computed] = [
    all.filter(({ node }) => memberName(node) === name),
    all.filter(({ node }) => isIndex(node)),
  ];
  const starts = ({ node }: Access): boolean => (rootOf(node)?.start ?? node.start) === offset;
  const isOnLine = ({ node }: Access): boolean => checking.at(node.property.start).line === line;
  return (
    spelled.find(starts) ??
    spelled.find(isOnLine) ??
    computed.find(starts) ??
    computed.find(isOnLine) ??
    spelled.find(({ node }) => node.start <= offset && offset <= node.end)
  );
}
