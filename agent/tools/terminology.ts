// The line before every lookup result: what this documentation calls the things that a query speaks of, asked or not,
// found or not, since a gap is when the real names matter most. Promises documented names only, marked where the match
// is weak. Refuses phrases: whatever reads like a query is run as one.

import type { Docs } from "../docs/open-docs.ts";
import { type Entry, exactEntry } from "../docs/phrasebook/exact-entry.ts";
import { familyOf, findConstructs, outerOf } from "../docs/phrasebook/find-constructs.ts";
import { findTopics } from "../docs/phrasebook/find-topics.ts";
import { REAL_NAMES, WEAK_NAMES } from "../docs/phrasebook/messages.ts";
import { namedInterfaces } from "../docs/phrasebook/named-interfaces.ts";
import { nameOf } from "../docs/phrasebook/tell-members.ts";
import type { TopicMatch } from "../docs/phrasebook/topic.ts";
import type { Construct } from "../docs/surface/construct.ts";
import type { InterfaceInfo, MemberInfo, Surface } from "../docs/surface/surface.ts";
import type { Profile } from "../workspace/profile.ts";
import type { ToolResult } from "./tool.ts";

/** A line that is read before a result, not instead of it. */
const MAX_NAMES = 8;
const MAX_OWNERS = 4;
const MAX_TOPICS = 3;

type Asking = { docs: Docs; profile: Profile };

/** One line, or nothing where nothing is known. */
export function terminologyHint(query: string, docs: Docs, profile: Profile): string {
  const asking = { docs, profile };
  const named = nameIn(query, asking);
  if (named !== null) return named;
  const { strict, weak } = conceptNames(query, asking);
  return [
    strict.length > 0 ? `${REAL_NAMES} ${strict.join(", ")}.` : "",
    weak.length > 0 ? `${WEAK_NAMES} ${weak.join(", ")}.` : "",
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/** A result behind its hint. */
export function withHint(hint: string, result: ToolResult): ToolResult {
  return hint === "" ? result : { ...result, text: `${hint}\n\n${result.text}` };
}

/** What is known of a query that is a name, or of the first name of code inside it. */
function nameIn(query: string, asking: Asking): string | null {
  const { surface } = asking.docs;
  const whole = exactEntry(query, surface);
  if (whole) return kinOf(whole, asking);
  for (const [word] of query.slice(0, MAX_QUERY).matchAll(NAME_OF_CODE)) {
    const absent = absence(word, asking);
    if (absent !== null) return absent;
    const entry = exactEntry(word, surface) ?? memberOnly(word, surface);
    if (entry) return kinOf(entry, asking);
  }
  return null;
}

/** `doc.getField`: the receiver is a variable, and the member is documented. */
function memberOnly(word: string, surface: Surface): Entry | null {
  const entry = exactEntry(lastPart(word), surface);
  return entry?.type === "member" || entry?.type === "shared" ? entry : null;
}

const lastPart = (word: string): string =>
  word.slice(Math.max(word.lastIndexOf("."), word.lastIndexOf("-")) + 1);

const MAX_QUERY = 500;
/** With a dot or a capital inside: other words may be English. */
const NAME_OF_CODE =
  /[\p{L}_$][\p{L}\p{N}_$]*(?:[.-][\p{L}_$][\p{L}\p{N}_$]*)+|[\p{L}_$][\p{L}\p{N}_$]*[\p{Ll}_](?:\p{Lu}|_)[\p{L}\p{N}_$]*/gu;

/** Of a name that the owner says is absent: why. */
function absence(word: string, { docs, profile }: Asking): string | null {
  const name = lastPart(word);
  const one = docs.constructs(profile).constructs.find(({ absent }) => absent.includes(name));
  return one?.negativeFact ? `There is no ${name}: ${one.negativeFact}` : null;
}

export type ConceptNames = { strict: string[]; weak: string[] };

/**
 * The engine's names for the concept words of a text, or else the interfaces that it speaks of. Weak ones are told where
 * no match is strict, and where a weak one ranks before the strict ones.
 */
export function conceptNames(text: string, { docs, profile }: Asking): ConceptNames {
  const { constructs } = docs.constructs(profile);
  const topics = findTopics(text, { docs, profile }, MAX_TOPICS);
  const found = findConstructs(text, constructs);
  const namesOf = (strict: boolean): string[] => {
    const families = found
      .filter((match) => match.strict === strict)
      .map((match) => familyOf(outerOf(match.construct, constructs)));
    const symbols = bestTopics(topics, strict).map(({ topic }) => topic.symbols);
    return alternating([...symbols, ...families.slice(0, MAX_TOPICS)], MAX_NAMES);
  };
  const matched = namesOf(true);
  const strict = matched.length > 0 ? matched : namedInterfaces(text, docs).slice(0, MAX_NAMES);
  const isWeakFirst = topics[0]?.strict === false;
  if (strict.length > 0 && !isWeakFirst) return { strict, weak: [] };
  const weak = namesOf(false).filter((name) => !strict.includes(name));
  return { strict, weak: weak.slice(0, MAX_NAMES - Math.min(strict.length, MAX_NAMES / 2)) };
}

/** Those that hit as many words as the best one. */
function bestTopics(topics: TopicMatch[], strict: boolean): TopicMatch[] {
  const worthy = topics.filter((match) => match.strict === strict);
  return worthy.filter((match) => match.hits === worthy[0]?.hits);
}

/** From each list in turn, so that one of them does not use up the line. */
function alternating(lists: readonly string[][], limit: number): string[] {
  const names = new Set<string>();
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let at = 0; at < longest; at++)
    for (const name of lists.flatMap((list) => list.slice(at, at + 1))) names.add(name);
  return [...names].slice(0, limit);
}

function kinOf(entry: Entry, asking: Asking): string {
  const { surface } = asking.docs;
  if (entry.type === "interface") return kinOfInterface(entry.info, asking);
  if (entry.type === "member") return kinOfMember(entry.member, asking);
  if (entry.type === "global") {
    const { name, interface: owner, isClass } = entry.global;
    const info = owner === null ? undefined : surface.interface(owner);
    if (isClass && info) return kinOfInterface(info, asking);
    return owner === null ? `${name} is a global.` : `${name} is a global of the interface ${owner}.`;
  }
  if (entry.type === "function") return `${entry.fn.name} is a global function.`;
  const { name, owners } = entry;
  const more = owners.length > MAX_OWNERS ? ` and ${owners.length - MAX_OWNERS} more` : "";
  return `${name} is a member of ${owners.slice(0, MAX_OWNERS).join(", ")}${more}.`;
}

function kinOfInterface(info: InterfaceInfo, { docs, profile }: Asking): string {
  const { name, parents, reach, kind } = info;
  const parts = docs
    .constructs(profile)
    .constructs.filter((one) => one.interface === name)
    .slice(0, 2)
    .map((one) => `${name} is ${pairOf(one)}.`);
  if (parts.length === 0 && kind === "enumeration") {
    const values = docs.surface.members(name).map((member) => member.name);
    const more = values.length > MAX_NAMES ? ` and ${values.length - MAX_NAMES} more` : "";
    parts.push(`${name} is an enumeration of ${values.slice(0, MAX_NAMES).join(", ")}${more}.`);
  }
  if (parts.length === 0 && reach !== null) parts.push(`${name} is reached as ${reach}.`);
  if (parents.length > 0) parts.push(`It has the members of ${parents.slice(0, 3).join(", ")} too.`);
  return parts.length > 0 ? parts.join(" ") : `${name} is a documented interface.`;
}

function pairOf({ opener, closer, inner }: Construct): string {
  const closed = closer ? `, closed with ${nameOf(closer)}` : "";
  const inside = inner.length > 0 ? `, with ${inner.slice(0, MAX_OWNERS).join(", ")} inside` : "";
  return `opened with ${nameOf(opener)}${closed}${inside}`;
}

function kinOfMember(member: MemberInfo, { docs, profile }: Asking): string {
  const name = nameOf(member);
  const { constructs } = docs.constructs(profile);
  const one = constructs.find(
    (construct) =>
      construct.inner.includes(name) ||
      [construct.opener, construct.closer].some((call) => call && nameOf(call) === name),
  );
  if (one) {
    const rest = familyOf(outerOf(one, constructs)).filter((kin) => kin !== name);
    return `${name} belongs with ${rest.slice(0, MAX_NAMES).join(", ")}.`;
  }
  const opened = constructs.find((construct) => construct.interface === member.interface);
  if (opened) return `${name} belongs to ${member.interface}, ${pairOf(opened)}.`;
  const reach = docs.surface.interface(member.interface)?.reach ?? null;
  return `${name} belongs to ${member.interface}${reach === null ? "" : `, reached as ${reach}`}.`;
}
