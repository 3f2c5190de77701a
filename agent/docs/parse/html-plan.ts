// Finds out what each heading of an HTML reference stands for: an interface, a group of members, a member, a chapter.
// Promises every section of the page in exactly one place. Refuses interfaces on pages where nothing is headed as members.

import { isDottedName } from "../names.ts";
import type { Param } from "../surface/facts.ts";
import { type MemberHeading, memberHeading, type ObjectHeading, objectHeading } from "./html-headings.ts";
import { aloneAsMember, COMMON, type Group, outlineOf } from "./html-outline.ts";
import type { HtmlSection } from "./html-sections.ts";
import { isList } from "./member-headings.ts";
import type { MemberEntry } from "./reference-facts.ts";

export type Planned = { title: string; line: number; text: string } & (
  | { type: "interface"; object: ObjectHeading; noted?: string }
  | { type: "member"; entry: MemberEntry; words: string }
  | { type: "constructor"; interface: string; params?: Param[] }
  | { type: "chapter"; interface: string; heading: string }
  | { type: "function"; name: string; params: Param[] }
  | { type: "prose" }
);

export function planSections(pageTitle: string, sections: HtmlSection[]): Planned[] {
  const { groups, chapters, levels } = outlineOf(sections);
  const walk: Walk = {
    sections,
    groups,
    chapters,
    levels,
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
  groups: ReadonlyMap<number, Group>;
  /** Sections that a group stands under. */
  chapters: ReadonlySet<number>;
  /** Where interfaces are headed on this page. */
  levels: ReadonlySet<number>;
  /** Named before the dot of headings such as `Loom.weave(count)`. */
  owners: ReadonlySet<string>;
  title: string;
  chapter?: { heading: string; level: number };
  /** "Enumerations": what is headed by a name alone below it is one. */
  list?: { heading: string; level: number };
  owner?: ObjectHeading & { level: number };
  group?: Group;
  planned: Planned[];
};

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
  if (walk.list && level <= walk.list.level) delete walk.list;
}

function placeGroup(walk: Walk, group: Group, section: HtmlSection): number {
  walk.group = group;
  const { heading, line, text } = section;
  const title = group.prefix === undefined ? `${group.owner.name} > ${heading}` : heading;
  walk.planned.push({ type: "chapter", title, line, text, interface: group.owner.name, heading });
  return 0;
}

function objectAt(
  { sections, levels, chapters, owners, list, owner }: Walk,
  at: number,
): ObjectHeading | undefined {
  const section = sections[at];
  if (!section) return undefined;
  const leads = chapters.has(at);
  const object = objectHeading(section.heading);
  if (object?.kind && owners.has(object.name)) return object;
  if ((isList(section.heading) || /^(?:global )?functions$/i.test(section.heading)) && !leads)
    return undefined;
  if (list && !owner && object && /^\p{Lu}/u.test(object.name))
    return /^enum/i.test(list.heading) ? { ...object, kind: "enumeration" } : object;
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
  let end = at + 1;
  while (end < sections.length && (sections[end]?.level ?? 0) > level) end += 1;
  const under = sections.slice(at + 1, end);
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
  if (isList(heading)) walk.list = { heading, level };
  const above = walk.owner?.name ?? (level > 2 ? walk.chapter?.heading : undefined);
  const title = level <= 1 ? walk.title : above ? `${above} > ${heading}` : heading;
  if (level === 2 || (level > 1 && !walk.chapter)) walk.chapter = { heading, level };
  const owner = walk.owner?.name;
  const call = owner === undefined && walk.chapter ? functionIn(walk.chapter.heading, heading) : undefined;
  if (call) walk.planned.push({ type: "function", title: call.name, line, text, ...call });
  else if (owner === undefined) walk.planned.push({ type: "prose", title, line, text });
  else walk.planned.push({ type: "chapter", title, line, text, interface: owner, heading });
}

/** A call that is headed under "Functions" of the whole page. */
function functionIn(chapter: string, heading: string): { name: string; params: Param[] } | undefined {
  if (!/^(?:global )?functions$/i.test(chapter)) return undefined;
  const found = memberHeading(heading);
  return found?.params && found.owner === undefined && !found.isNew
    ? { name: found.name, params: found.params }
    : undefined;
}
