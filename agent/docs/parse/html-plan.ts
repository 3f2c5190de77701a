// Finds out what each heading of an HTML reference stands for: an interface, a group of members, a member, a chapter.
// Promises every section of the page in exactly one place. Refuses interfaces on pages where nothing is headed as members.

import { isDottedName } from "../names.ts";
import type { Param } from "../surface/facts.ts";
import {
  type GroupHeading,
  groupHeading,
  type MemberHeading,
  memberHeading,
  type ObjectHeading,
  objectHeading,
} from "./html-headings.ts";
import type { HtmlSection } from "./html-sections.ts";
import { readAttributes } from "./reference-attributes.ts";
import { readSections } from "./reference-blocks.ts";
import type { MemberEntry } from "./reference-facts.ts";

export type Planned = { title: string; line: number; text: string } & (
  | { type: "interface"; object: ObjectHeading; noted?: string }
  | { type: "member"; entry: MemberEntry; words: string }
  | { type: "constructor"; interface: string; params?: Param[] }
  | { type: "chapter"; interface: string; heading: string }
  | { type: "prose" }
);

type Group = GroupHeading & {
  at: number;
  level: number;
  owner: ObjectHeading;
  chapter: number;
  memberLevel: number;
};

export function planSections(pageTitle: string, sections: HtmlSection[]): Planned[] {
  const groups = new Map(
    sections.flatMap((_section, at) => groupsAt(sections, at)).map((group) => [group.at, group]),
  );
  const alone = sections.flatMap((_section, at) => memberOn(sections, at));
  const walk: Walk = {
    sections,
    groups,
    levels: new Set([...groups.values(), ...alone].map(({ chapter }) => sections[chapter]?.level ?? 0)),
    owners: new Set(
      sections.flatMap(({ heading }) => (heading.includes("(") ? (memberHeading(heading)?.owner ?? []) : [])),
    ),
    title: pageTitle,
    planned: [],
  };
  for (let at = 0; at < sections.length; at += 1) at += place(walk, at);
  return walk.planned;
}

type Walk = {
  sections: HtmlSection[];
  groups: Map<number, Group>;
  /** Where interfaces are headed on this page. */
  levels: ReadonlySet<number>;
  /** Named before the dot of headings such as `Loom.weave(count)`. */
  owners: ReadonlySet<string>;
  title: string;
  chapter?: { heading: string; level: number };
  owner?: ObjectHeading & { level: number };
  group?: Group;
  planned: Planned[];
};

/** The nearest heading above that stands over this one, but for groups, calls and common chapters. */
function chapterOf(sections: HtmlSection[], at: number): number {
  let level = sections[at]?.level ?? 0;
  let nearest = -1;
  for (let up = at - 1; up > 0; up -= 1) {
    const above = sections[up];
    if (!above || above.level >= level) continue;
    if (nearest < 0) nearest = up;
    if (!isPassedOver(above.heading)) return up;
    level = above.level + 1;
  }
  return nearest;
}

const isPassedOver = (heading: string): boolean =>
  COMMON.test(heading) || groupHeading(heading) !== undefined || memberHeading(heading)?.params !== undefined;

function groupsAt(sections: HtmlSection[], at: number): Group[] {
  const section = sections[at];
  const found = section && section.level > 1 ? groupHeading(section.heading) : undefined;
  const chapter = found ? chapterOf(sections, at) : -1;
  const above = sections[chapter];
  if (!section || !found || !above || isMemberName(sections, at)) return [];

  const next = sections[at + 1];
  const memberLevel = next && next.level > section.level ? next.level : 0;
  const object = objectHeading(above.heading);
  const prefix = found.prefix === undefined ? undefined : objectHeading(found.prefix);
  const owner = ownerOf({ found, object, prefix, leads: memberLevel > 0 });
  const plain = found.prefix === undefined || found.prefix.toLowerCase() === above.heading.toLowerCase();
  const unnamed = owner === undefined && plain && memberLevel > 0 && above.level > 1;
  const named = owner ?? (unnamed ? { name: above.heading } : undefined);
  return named ? [{ ...found, at, level: section.level, owner: named, chapter, memberLevel }] : [];
}

/** "fields" under "Layer properties" is a property. */
function isMemberName(sections: HtmlSection[], at: number): boolean {
  const { level = 0, heading = "" } = sections[at] ?? {};
  const above = sections.slice(0, at).findLast((section) => section.level < level);
  return /^\p{Ll}/u.test(heading) && above !== undefined && groupHeading(above.heading) !== undefined;
}

type Choice = {
  found: GroupHeading;
  object: ObjectHeading | undefined;
  prefix: ObjectHeading | undefined;
  leads: boolean;
};

// "Validity values" under an interface is about values; "Validity values" over headings of its own would be an object's.
function ownerOf({ found, object, prefix, leads }: Choice): ObjectHeading | undefined {
  if (found.prefix === undefined) return object;
  if (object && prefix?.name.toLowerCase() === object.name.toLowerCase()) return object;
  return leads ? prefix : undefined;
}

/** A member under an interface's heading, with no group between. */
function memberOn(sections: HtmlSection[], at: number): { chapter: number }[] {
  const section = sections[at];
  const chapter = chapterOf(sections, at);
  const above = objectHeading(sections[chapter]?.heading ?? "");
  if (!section || !above || COMMON.test(sections[chapter]?.heading ?? "")) return [];
  return aloneAsMember(section, above.name) ? [{ chapter }] : [];
}

/** A heading that needs no group to be a member's: a call, a path from the interface, a name over its type and access. */
function aloneAsMember({ heading, text }: HtmlSection, owner: string): MemberHeading | undefined {
  const found = memberHeading(heading);
  if (!found) return undefined;
  if (found.owner !== undefined) return found.owner === owner ? found : undefined;
  if (found.params !== undefined)
    return /^(?:new\s+)?[\p{L}_$][\p{L}\p{N}_$]*\(/u.test(heading) ? found : undefined;
  const attributes = readAttributes(readSections(text));
  const described = attributes.has("type") || attributes.has("access") || attributes.has("kind");
  return described && heading === found.name && !objectHeading(heading)?.kind ? found : undefined;
}

const COMMON =
  /^(?:overview|introduction|syntax|examples?|notes?|glossary|change ?log|summary|contents|appendix|preface|licen[cs]e|copyright|conventions|concepts|guide|tutorials?|faq|usage|installation|hierarchy|inheritance|extends|implements|reference|api)$/i;

/** Puts one section, and says how many after it belong to it. */
function place(walk: Walk, at: number): number {
  const section = walk.sections[at];
  if (!section) return 0;
  leave(walk, section.level);
  const group = walk.groups.get(at);
  if (group) return placeGroup(walk, group, section);
  const object = objectAt(walk, at);
  if (object) return placeInterface(walk, object, section);
  const member = memberAt(walk, section);
  if (member) return placeMember(walk, member, at);
  placeProse(walk, section);
  return 0;
}

function leave(walk: Walk, level: number): void {
  if (walk.group && level <= walk.group.level) delete walk.group;
  if (walk.owner && level <= walk.owner.level) delete walk.owner;
  if (walk.chapter && level <= walk.chapter.level) delete walk.chapter;
}

function placeGroup(walk: Walk, group: Group, section: HtmlSection): number {
  walk.group = group;
  const { heading, line, text } = section;
  const title = group.prefix === undefined ? `${group.owner.name} > ${heading}` : heading;
  walk.planned.push({ type: "chapter", title, line, text, interface: group.owner.name, heading });
  return 0;
}

function objectAt({ sections, levels, groups, owners }: Walk, at: number): ObjectHeading | undefined {
  const section = sections[at];
  if (!section) return undefined;
  const leads = [...groups.values()].some(({ chapter }) => chapter === at);
  const object = objectHeading(section.heading);
  if (object?.kind && owners.has(object.name)) return object;
  if (!levels.has(section.level)) return undefined;
  if (object && (leads || !COMMON.test(section.heading))) return object;
  return leads && section.level > 1 ? { name: section.heading } : undefined;
}

function placeInterface(
  walk: Walk,
  object: ObjectHeading,
  { level, heading, line, text }: HtmlSection,
): number {
  walk.owner = { ...object, level };
  walk.chapter = { heading, level };
  const noted = isDottedName(object.name) ? {} : { noted: "is no identifier" };
  walk.planned.push({ type: "interface", title: object.name, line, text, object, ...noted });
  return 0;
}

type Found = MemberHeading & { of: string };

function memberAt({ group, owner }: Walk, section: HtmlSection): Found | undefined {
  const { level, heading } = section;
  const found = memberHeading(heading);
  if (!found) return undefined;
  if (found.owner !== undefined) {
    const sure = heading.includes("(") || group !== undefined || found.owner === owner?.name;
    return sure ? { ...found, of: found.owner } : undefined;
  }
  if (group) return level === group.memberLevel ? { ...found, of: group.owner.name } : undefined;
  const alone = owner ? aloneAsMember(section, owner.name) : undefined;
  return owner && alone ? { ...alone, of: owner.name } : undefined;
}

/** A member takes the deeper headings after it along: "Parameters", "Returns", "Example". */
function placeMember(walk: Walk, found: Found, at: number): number {
  const { sections, group } = walk;
  const { level = 0, line = 1, heading = "", text = "" } = sections[at] ?? {};
  const end = sections.findIndex((section, later) => later > at && section.level <= level);
  const under = sections.slice(at + 1, end < 0 ? undefined : end);
  const whole = [text, ...under.map((section) => `**${section.heading}**\n\n${section.text}`)];
  const rest = { line, text: whole.filter((part) => part.trim() !== "").join("\n\n") };
  const last = found.of.split(".").at(-1);
  const { name, params } = found;
  const likeClass = name === last && params !== undefined && group === undefined;
  if (found.isNew || likeClass || (group?.constructors && (name === last || name === "constructor"))) {
    const title = `${found.of} > ${heading}`;
    walk.planned.push({
      type: "constructor",
      title,
      ...rest,
      interface: found.of,
      ...(params ? { params } : {}),
    });
  } else {
    const entry = entryOf(found, group);
    const words = group?.words ?? (params ? "methods" : "members");
    walk.planned.push({ type: "member", title: `${found.of}.${name}`, ...rest, entry, words });
  }
  return under.length;
}

function entryOf(
  { of, name, params, valueType, static: isStatic, readOnly }: Found,
  group: Group | undefined,
): MemberEntry {
  const kind = group?.kind ?? (params ? "method" : group && valueType ? "property" : undefined);
  return {
    interface: of,
    member: name,
    // A heading that gives the parameters in order tells that they are passed so.
    ...(params ? {} : { namedArguments: true as const }),
    ...(kind ? { kind } : {}),
    ...(isStatic || group?.static ? { static: true as const } : {}),
    ...(params ? { params } : {}),
    ...(valueType ? { valueType } : {}),
    ...(readOnly ? { readOnly } : {}),
  };
}

function placeProse(walk: Walk, { level, heading, line, text }: HtmlSection): void {
  if (level === 1) walk.title = heading;
  const above = walk.owner?.name ?? (level > 2 ? walk.chapter?.heading : undefined);
  const title = level <= 1 ? walk.title : above ? `${above} > ${heading}` : heading;
  if (level === 2 || (level > 1 && !walk.chapter)) walk.chapter = { heading, level };
  const owner = walk.owner?.name;
  if (owner === undefined) walk.planned.push({ type: "prose", title, line, text });
  else walk.planned.push({ type: "chapter", title, line, text, interface: owner, heading });
}
