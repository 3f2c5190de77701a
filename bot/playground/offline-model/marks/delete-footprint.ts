// The lines of a variable or function that go when it goes: what declares it, sets it up, opens and closes
// it, calls it; then helpers that served only that. Promises whole statements. Refuses a statement whose
// subject is a neighbour: that line stays, and the deletion tool says so.

import { declaredNames, type Footprint, isDefinition, namesIn, topLevelParts } from "./footprints.ts";
import { codeOf, extent, type Line } from "./structure.ts";

const MEMBERS = "((?:\\.[\\w$]+|\\[[^\\]]*\\])*)";
const ASSIGNMENT = new RegExp(
  `^([A-Za-z_$][\\w$]*)${MEMBERS}\\s*(?:[-+*/|&^%]|<<|>>|\\*\\*|\\?\\?)?=(?![=>])\\s*(.*)$`,
);
const CALL = /^(?:await\s+|void\s+)?(?:new\s+)?([A-Za-z_$][\w$]*)[\w$.]*\s*\((.*)$/;
const METHOD = /^[\w$]+\s*\([^()]*\)[^()=]*\{/;
const CONTROL = /^(?:\}\s*)?(?:if|for|while|switch|with|unless|until|elif|else if|foreach)\b(.*)$/;

/** Names that go, all names of the file, and those made like one that goes: its neighbours. */
type World = {
  gone: Set<string>;
  names: ReadonlySet<string>;
  kin: ReadonlySet<string>;
  /** Plain numbers and texts among what was asked to go: a neighbour that is set to one stays. */
  constants: ReadonlySet<string>;
};

export function footprintLines(
  targets: readonly Footprint[],
  all: readonly Footprint[],
  lines: readonly Line[],
  pairs: ReadonlyMap<number, number>,
): Set<number> {
  const marked = new Set<number>();
  const gone = new Set(targets.map(({ name }) => name));
  const names = new Set(all.map(({ name }) => name));
  const made = new Set(targets.flatMap(({ declared }) => constructorOf(lines, declared) ?? []));
  const kin = new Set(
    all.flatMap(({ name, declared }) => (made.has(constructorOf(lines, declared) ?? "") ? [name] : [])),
  );
  const constants = new Set(
    targets.flatMap(({ name, declared }) =>
      /=\s*(?:-?\d|["'`])[^(]*$/.test(lines[declared]?.text ?? "") ? [name] : [],
    ),
  );
  const world = { gone, names, kin, constants };
  for (const target of targets) markFootprint(target, world, lines, pairs, marked);
  for (
    let helpers = helpersOf(all, gone, lines, marked);
    helpers.length > 0;
    helpers = helpersOf(all, gone, lines, marked)
  ) {
    for (const helper of helpers) {
      gone.add(helper.name);
      markFootprint(helper, world, lines, pairs, marked);
    }
  }
  return marked;
}

function markFootprint(
  target: Footprint,
  world: World,
  lines: readonly Line[],
  pairs: ReadonlyMap<number, number>,
  marked: Set<number>,
): void {
  for (const at of target.lines) {
    const line = lines[at];
    if (!line || line.comment || !belongs(codeOf(lines, at), world)) continue;
    markRange(marked, extent(lines, at));
    const close = pairs.get(line.first);
    if (close !== undefined) markPair(marked, line.first, close, lines);
  }
}

/** Everything between an opening call and its close; a close in another function goes alone. */
export function markPair(marked: Set<number>, open: number, close: number, lines: readonly Line[]): void {
  const depth = lines[open]?.depth ?? 0;
  const together = !lines.slice(open, close + 1).some((line) => !line.blank && line.depth < depth);
  markRange(marked, together ? [open, extent(lines, close)[1]] : extent(lines, close));
}

export function markRange(marked: Set<number>, [from, to]: readonly [number, number]): void {
  for (let i = from; i <= to; i++) marked.add(i);
}

/** Is the statement about what goes, and about nothing that stays? */
function belongs(code: string, { gone, names, kin, constants }: World): boolean {
  const declared = declaredNames(code);
  const isPlain = !isDefinition(code) && !/^(?:export\s+)?(?:var|let|const|local|my|our|val)\b/.test(code);
  if (declared.length > 0 && !isPlain) return declared.every((name) => gone.has(name));
  const control = CONTROL.exec(code);
  // A loop over what a function returned is work of its own; one about a variable goes with it.
  if (control) return !callsGone(control[1] ?? "", gone) && onlyGone(control[1] ?? "", gone, names);
  const assignment = ASSIGNMENT.exec(code);
  if (assignment) {
    const [, root = "", members = "", value = ""] = assignment;
    if (gone.has(root)) return true;
    const plain = /^[\w$.]+[;,]?$/.test(value) && !constants.has(value.replace(/[;,]$/, ""));
    return members !== "" && plain && onlyGone(value, gone, names);
  }
  const call = CALL.exec(code);
  if (!call) return false;
  const [, root = "", args = ""] = call;
  if (gone.has(root)) return true;
  // `pay(items) {` is a method that is given the thing, and no call.
  if (METHOD.test(code)) return false;
  const passed = topLevelParts(args).map((part) => /^\s*([A-Za-z_$][\w$]*)/.exec(part)?.[1] ?? "");
  const withKin = passed.some((name) => kin.has(name) && !gone.has(name));
  return (gone.has(passed[0] ?? "") && !withKin) || onlyGone(args, gone, names);
}

function constructorOf(lines: readonly Line[], declared: number): string | null {
  return /=\s*new\s+([\w$.]+)/.exec(codeOf(lines, declared))?.[1] ?? null;
}

function onlyGone(code: string, gone: ReadonlySet<string>, names: ReadonlySet<string>): boolean {
  const used = [...namesIn(code)].filter((name) => names.has(name));
  return used.length > 0 && used.every((name) => gone.has(name));
}

const callsGone = (code: string, gone: ReadonlySet<string>) =>
  [...code.matchAll(/(?<![\w$.])([A-Za-z_$][\w$]*)\s*\(/g)].some(([, name = ""]) => gone.has(name));

/** Variables next to what goes, all of whose uses go with it. */
function helpersOf(
  all: readonly Footprint[],
  gone: ReadonlySet<string>,
  lines: readonly Line[],
  marked: ReadonlySet<number>,
): Footprint[] {
  return all.filter(({ name, declared, lines: own }) => {
    if (gone.has(name) || declared < 0 || marked.has(declared)) return false;
    const code = codeOf(lines, declared);
    if (isDefinition(code) || declaredNames(code).length !== 1) return false;
    const [from, to] = extent(lines, declared);
    const uses = own.filter((at) => at < from || at > to);
    return uses.length > 0 && uses.every((at) => marked.has(at)) && isNear(lines, marked, from, to);
  });
}

// At the top level a name may serve another file, which a side call cannot see: only a neighbour is a helper.
function isNear(lines: readonly Line[], marked: ReadonlySet<number>, from: number, to: number): boolean {
  if ((lines[from]?.depth ?? 0) > 0) return true;
  let [above, below] = [from - 1, to + 1];
  while (lines[above]?.comment) above -= 1;
  while (lines[below]?.comment) below += 1;
  return marked.has(above) || marked.has(below);
}
