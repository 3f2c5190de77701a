// One piece of the brief: what the documentation says of one construct family, or of one interface where an engine opens
// and closes nothing. Generated from the index: declaration, calls, members with types, one worked example, the negative
// fact. Promises to name exactly what it shows. Refuses whatever the index does not have.

import type { Docs } from "../docs/open-docs.ts";
import { familyOf } from "../docs/phrasebook/find-constructs.ts";
import type { Topic } from "../docs/phrasebook/topic.ts";
import type { Construct } from "../docs/surface/construct.ts";
import type { Param } from "../docs/surface/facts.ts";
import type { InterfaceInfo, MemberInfo, Surface } from "../docs/surface/surface.ts";
import { exampleIn } from "./worked-example.ts";

/** `levels`: the fragment as a whole, then ever shorter; what is left out is not provided either. */
export type Fragment = { construct: string | null; levels: { text: string; provides: string[] }[] };

const MAX_OWN = 16;
const MAX_INHERITED = 12;
const MAX_OPTIONS = 12;
const MAX_WAYS = 4;

/** A construct with all that belongs to it; `example` is the chunk whose example shows it best. */
export function constructFragment(
  construct: Construct,
  { docs, example }: { docs: Docs; example: string | null },
): Fragment {
  const { surface } = docs;
  const info = construct.interface === null ? undefined : surface.interface(construct.interface);
  const own = info ? surface.members(info.name).slice(0, MAX_OWN) : [];
  const inherited = info ? inheritedOf(info, surface).slice(0, MAX_INHERITED) : [];
  const places = [example, construct.opener.chunk, info?.chunk ?? null, construct.closer?.chunk ?? null];
  const shown = exampleOf(docs, places, familyOf(construct));
  const head = [`${construct.id}:`, ...codeLines(construct, surface, shown?.code ?? "")];
  const has = own.length > 0 ? [`${construct.interface} has ${listed(own)}.`] : [];
  const also = inherited.length > 0 ? [`From its parents: ${listed(inherited)}.`] : [];
  const facts = factLines(construct);
  const worked = exampleLines(shown);
  const names = [...familyOf(construct), ...own.map(nameOf)];
  const all = [...names, ...inherited.map(nameOf)];
  return {
    construct: construct.id,
    levels: [
      { text: [...head, ...has, ...also, ...facts, ...worked].join("\n"), provides: all },
      { text: [...head, ...has, ...facts, ...worked].join("\n"), provides: names },
      { text: [...head, ...has, ...facts].join("\n"), provides: names },
    ],
  };
}

/** The interface that a topic is about: how code gets one, the members that the topic uses, its example. */
export function interfaceFragment(topic: Topic, docs: Docs): Fragment | null {
  const { surface } = docs;
  const members = topic.symbols.flatMap((symbol) => memberOf(symbol, surface));
  const owner = topic.symbols.find((symbol) => surface.interface(symbol)) ?? members[0]?.interface;
  const info = owner === undefined ? undefined : surface.interface(owner);
  if (!info) return null;
  const owners = new Set([info.name, ...members.map((member) => member.interface)]);
  const ways = [...owners].slice(0, MAX_WAYS).flatMap((name) => wayTo(name, surface));
  const head = [
    `${topic.title}:`,
    ...ways,
    ...members.slice(0, MAX_OWN).map((member) => `- ${signed(member)}`),
  ];
  const provides = members.slice(0, MAX_OWN).map(nameOf);
  return {
    construct: null,
    levels: [
      {
        text: [...head, ...exampleLines(exampleOf(docs, [topic.chunk], topic.symbols))].join("\n"),
        provides,
      },
      { text: head.join("\n"), provides },
    ],
  };
}

/** The calls inside in the order of the example. */
function codeLines(construct: Construct, surface: Surface, example: string): string[] {
  const { declared, opened, closed, opener, closer, inner } = construct;
  const receiver = opened.slice(0, Math.max(0, opened.indexOf(`.${opener.name}(`)));
  const place = ({ name }: MemberInfo) =>
    example.includes(`.${name}(`) ? example.indexOf(`.${name}(`) : Infinity;
  const calls = inner.flatMap((name) => memberOf(name, surface)).sort((a, b) => place(a) - place(b));
  return [
    ...(declared === null ? [] : [declared]),
    ...[opener, ...calls, ...(closer ? [closer] : [])].map((call) => callLine(receiver, call)),
    ...(closed === null || closer !== null ? [] : [closed]),
  ];
}

/** A call with all its parameters, and the keys of its options with their types. */
function callLine(receiver: string, call: MemberInfo): string {
  const keys = optionsOf(call);
  return `${receiver}.${call.name}${givenTo(call)};${keys === "" ? "" : ` // ${keys}`}`;
}

function givenTo({ signatures: [params = []] }: MemberInfo): string {
  return `(${params.map((param) => `${param.name}${param.optional ? "?" : ""}`).join(", ")})`;
}

/** Where the keys are the parameters, a call takes them one by one or as one object. */
function optionsOf({ signatures: [params = []], options }: MemberInfo): string {
  if (options.length === 0) return "";
  const names = new Set(params.map((param) => param.name));
  if (options.every((option) => names.has(option.name))) return "or one object with these keys";
  return `options: ${options.slice(0, MAX_OPTIONS).map(typed).join(", ")}`;
}

function factLines({ negativeFact, absent }: Construct): string[] {
  if (negativeFact === null) return [];
  const none = absent.length > 0 ? ` There is no ${absent.join(", no ")}.` : "";
  return [`${negativeFact}${none}`];
}

function inheritedOf({ name, parents }: InterfaceInfo, surface: Surface): MemberInfo[] {
  const seen = new Set([name]);
  const found = new Map<string, MemberInfo>();
  const queue = [...parents];
  for (let parent = queue.shift(); parent !== undefined; parent = queue.shift()) {
    if (seen.has(parent)) continue;
    seen.add(parent);
    for (const member of surface.members(parent)) if (!found.has(member.name)) found.set(member.name, member);
    queue.push(...(surface.interface(parent)?.parents ?? []));
  }
  return [...found.values()];
}

/** `new Grid()`, or how the documentation says that one is reached. */
function wayTo(name: string, surface: Surface): string[] {
  const info = surface.interface(name);
  if (!info) return [];
  const [made] = info.constructors ?? [];
  if (made) return [`${name}: made with new ${name}(${made.map((param) => param.name).join(", ")})`];
  return info.reach === null ? [] : [`${name}: reached as ${info.reach}`];
}

function memberOf(symbol: string, surface: Surface): MemberInfo[] {
  const dot = symbol.lastIndexOf(".");
  const member = dot > 0 ? surface.member(symbol.slice(0, dot), symbol.slice(dot + 1)) : undefined;
  return member ? [member] : [];
}

const nameOf = (member: MemberInfo): string => `${member.interface}.${member.name}`;

const listed = (members: readonly MemberInfo[]): string =>
  members
    .map((member) => (member.kind === "method" ? signed(member, member.name) : typed(toParam(member))))
    .join("; ");

function toParam({ name, valueType }: MemberInfo): Param {
  return { name, ...(valueType === null ? {} : { type: valueType }) };
}

const typed = ({ name, type }: Param): string => (type === undefined ? name : `${name} ${type}`);

/** A member as documentation writes it: `RecordSet.sortBy(name, options?)`, `RecordSet.count: number`. */
function signed(member: MemberInfo, name: string = nameOf(member)): string {
  if (member.kind !== "method" && member.signatures.length === 0)
    return member.valueType === null ? name : `${name}: ${member.valueType}`;
  const keys = optionsOf(member);
  return `${name}${givenTo(member)}${keys === "" ? "" : `, ${keys}`}`;
}

type Example = { chunk: string; code: string };

/** The example of the first chunk that has one. */
function exampleOf(
  docs: Docs,
  chunks: readonly (string | null)[],
  symbols: readonly string[],
): Example | null {
  const names = symbols.map((symbol) => symbol.slice(symbol.lastIndexOf(".") + 1));
  for (const id of chunks) {
    const chunk = id === null ? undefined : docs.chunk(id);
    const code = chunk ? exampleIn(chunk.text, names) : null;
    if (chunk && code !== null) return { chunk: chunk.id, code };
  }
  return null;
}

const exampleLines = (example: Example | null): string[] =>
  example === null ? [] : [`Example, from [chunk ${example.chunk}]:`, "```", example.code, "```"];
