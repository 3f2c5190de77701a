// Documented members in the words of code: calls with parameters and option keys, properties with types, what an
// interface inherits. Promises the documentation's own names and types. Refuses descriptions: those are in the chunks.

import type { Construct } from "../surface/construct.ts";
import type { Param } from "../surface/facts.ts";
import type { InterfaceInfo, MemberInfo, Surface } from "../surface/surface.ts";

const MAX_OPTIONS = 12;

export const nameOf = (member: MemberInfo): string => `${member.interface}.${member.name}`;

/** The member that a symbol names, as a list of one or none. */
export function memberOf(symbol: string, surface: Surface): MemberInfo[] {
  const dot = symbol.lastIndexOf(".");
  const member = dot > 0 ? surface.member(symbol.slice(0, dot), symbol.slice(dot + 1)) : undefined;
  return member ? [member] : [];
}

/** Members of the parents that the interface does not have itself, nearest first. */
export function inheritedOf({ name, parents }: InterfaceInfo, surface: Surface): MemberInfo[] {
  const seen = new Set([name]);
  const own = new Set(surface.members(name).map((member) => member.name));
  const found = new Map<string, MemberInfo>();
  const queue = [...parents];
  for (let parent = queue.shift(); parent !== undefined; parent = queue.shift()) {
    if (seen.has(parent)) continue;
    seen.add(parent);
    for (const member of surface.members(parent))
      if (!own.has(member.name) && !found.has(member.name)) found.set(member.name, member);
    queue.push(...(surface.interface(parent)?.parents ?? []));
  }
  return [...found.values()];
}

/** The calls of a construct, one a line, those inside in the order of the example. */
export function callLines(construct: Construct, surface: Surface, example = ""): string[] {
  const { declared, opened, opener, closer, inner, interface: made } = construct;
  const receiver = opened.slice(0, Math.max(0, opened.indexOf(`.${opener.name}(`)));
  const place = ({ name }: MemberInfo) =>
    example.includes(`.${name}(`) ? example.indexOf(`.${name}(`) : example.length;
  const calls = inner.flatMap((name) => memberOf(name, surface)).sort((a, b) => place(a) - place(b));
  return [
    ...(declared === null
      ? []
      : [commented(declared, keysOf(made === null ? [] : surface.interface(made)?.constructorOptions))]),
    ...[opener, ...calls, ...(closer ? [closer] : [])].map((call) => callLine(receiver, call)),
  ];
}

/** A call with all its parameters, and the keys of its options with their types. */
function callLine(receiver: string, call: MemberInfo): string {
  return commented(`${receiver}.${call.name}${givenTo(call)};`, optionsOf(call));
}

const commented = (code: string, words: string): string => (words === "" ? code : `${code} // ${words}`);

function givenTo({ signatures: [params = []] }: MemberInfo): string {
  return `(${params.map((param) => `${param.name}${param.optional ? "?" : ""}`).join(", ")})`;
}

/** Where the keys are the parameters, a call takes them one by one or as one object. */
function optionsOf({ signatures: [params = []], options }: MemberInfo): string {
  if (options.length === 0) return "";
  const names = new Set(params.map((param) => param.name));
  if (options.every((option) => names.has(option.name))) return "or one object with these keys";
  return keysOf(options);
}

const keysOf = (options: readonly Param[] = []): string =>
  options.length === 0 ? "" : `options: ${options.slice(0, MAX_OPTIONS).map(typed).join(", ")}`;

/** `columns array of number; headerRows number; tint(percent)`. */
export const listed = (members: readonly MemberInfo[]): string =>
  members
    .map((member) => (member.kind === "method" ? signed(member, member.name) : typed(asParam(member))))
    .join("; ");

function asParam({ name, valueType }: MemberInfo): Param {
  return { name, ...(valueType === null ? {} : { type: valueType }) };
}

const typed = ({ name, type }: Param): string => (type === undefined ? name : `${name} ${type}`);

/** A member as documentation writes it: `RecordSet.sortBy(name, options?)`, `RecordSet.count: number`. */
export function signed(member: MemberInfo, name: string = nameOf(member)): string {
  if (member.kind !== "method" && member.signatures.length === 0)
    return member.valueType === null ? name : `${name}: ${member.valueType}`;
  const keys = optionsOf(member);
  return `${name}${givenTo(member)}${keys === "" ? "" : `, ${keys}`}`;
}

/** The negative fact, and the names that it says are absent. */
export function factLines({ negativeFact, absent }: Construct): string[] {
  if (negativeFact === null) return [];
  const none = absent.length > 0 ? ` There is no ${absent.join(", no ")}.` : "";
  return [`${negativeFact}${none}`];
}
