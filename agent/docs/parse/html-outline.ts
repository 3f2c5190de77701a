// The outline of an HTML reference: which headings group members, of which interface, and at what levels interfaces stand.
// Promises one pass over the headings of a page, however many there are. Refuses groups that stand under no interface.

import {
  type GroupHeading,
  groupHeading,
  type MemberHeading,
  memberHeading,
  type ObjectHeading,
  objectHeading,
} from "./html-headings.ts";
import type { HtmlSection } from "./html-sections.ts";
import { isList } from "./member-headings.ts";
import { readAttributes } from "./reference-attributes.ts";
import { readSections } from "./reference-blocks.ts";

export type Group = GroupHeading & {
  at: number;
  level: number;
  owner: ObjectHeading;
  chapter: number;
  memberLevel: number;
};

export type Outline = {
  groups: ReadonlyMap<number, Group>;
  /** Sections that a group stands under. */
  chapters: ReadonlySet<number>;
  /** Levels of the headings of interfaces. */
  levels: ReadonlySet<number>;
};

export function outlineOf(sections: HtmlSection[]): Outline {
  const outlined = outlinedOf(sections);
  const groups = sections.flatMap((_section, at) => groupsAt(outlined, at));
  const alone = sections.flatMap((_section, at) => memberOn(outlined, at));
  return {
    groups: new Map(groups.map((group) => [group.at, group])),
    chapters: new Set(groups.map(({ chapter }) => chapter)),
    levels: new Set([...groups, ...alone].map(({ chapter }) => sections[chapter]?.level ?? 0)),
  };
}

/** For each section the nearest one before it that stands over it, and the nearest that does not stand under it. */
type Outlined = { sections: HtmlSection[]; parents: number[]; elders: number[] };

function outlinedOf(sections: HtmlSection[]): Outlined {
  const outlined: Outlined = { sections, parents: [], elders: [] };
  const open: number[] = [];
  const levelOf = (at: number | undefined): number => sections[at ?? -1]?.level ?? -1;
  for (const [at, { level }] of sections.entries()) {
    while (levelOf(open.at(-1)) > level) open.pop();
    outlined.elders.push(open.at(-1) ?? -1);
    if (levelOf(open.at(-1)) === level) open.pop();
    outlined.parents.push(open.at(-1) ?? -1);
    open.push(at);
  }
  return outlined;
}

const MAX_PASSED_OVER = 50;

/** The nearest heading above that stands over this one, but for groups, calls and common chapters. */
function chapterOf({ sections, parents, elders }: Outlined, at: number): number {
  const nearest = parents[at] ?? -1;
  let up = nearest;
  for (let passed = 0; up > 0 && passed < MAX_PASSED_OVER; passed += 1) {
    if (!isPassedOver(sections[up]?.heading ?? "")) return up;
    up = elders[up] ?? -1;
  }
  return nearest > 0 ? nearest : -1;
}

const isPassedOver = (heading: string): boolean =>
  COMMON.test(heading) || groupHeading(heading) !== undefined || memberHeading(heading)?.params !== undefined;

function groupsAt(outline: Outlined, at: number): Group[] {
  const { sections } = outline;
  const section = sections[at];
  const found = section && section.level > 1 ? groupHeading(section.heading) : undefined;
  if (found?.words === "functions" && found.prefix === undefined && isBesideClasses(outline, at)) return [];
  const chapter = found ? chapterOf(outline, at) : -1;
  const above = sections[chapter];
  if (!section || !found || !above || isMemberName(outline, at)) return [];

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

/** "Functions" beside "Classes" belong to no one of them. */
const isBesideClasses = ({ sections, parents }: Outlined, at: number): boolean =>
  sections.some(
    ({ heading, level }, other) =>
      level === sections[at]?.level && parents[other] === parents[at] && isList(heading),
  );

/** "fields" under "Layer properties" is a property. */
function isMemberName({ sections, parents }: Outlined, at: number): boolean {
  const above = sections[parents[at] ?? -1];
  return (
    /^\p{Ll}/u.test(sections[at]?.heading ?? "") &&
    above !== undefined &&
    groupHeading(above.heading) !== undefined
  );
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
function memberOn(outline: Outlined, at: number): { chapter: number }[] {
  const { sections, parents } = outline;
  const section = sections[at];
  if (groupHeading(sections[parents[at] ?? -1]?.heading ?? "")) return [];
  const chapter = chapterOf(outline, at);
  const above = objectHeading(sections[chapter]?.heading ?? "");
  if (!section || !above || COMMON.test(sections[chapter]?.heading ?? "")) return [];
  return aloneAsMember(section, above.name) ? [{ chapter }] : [];
}

/** A heading that needs no group to be a member's: a call, a path from the interface, a name over its type and access. */
export function aloneAsMember({ heading, text, id }: HtmlSection, owner: string): MemberHeading | undefined {
  const found = memberHeading(heading);
  if (!found) return undefined;
  if (found.owner !== undefined) return found.owner === owner ? found : undefined;
  // Generators give an entry the path of its member as a name.
  if (heading === found.name && id?.endsWith(`${owner}.${found.name}`)) return found;
  if (found.params !== undefined)
    return /^(?:new\s+)?[\p{L}_$][\p{L}\p{N}_$]*\(/u.test(heading) ? found : undefined;
  const attributes = readAttributes(readSections(text));
  const described = attributes.has("type") || attributes.has("access") || attributes.has("kind");
  return described && heading === found.name && !objectHeading(heading)?.kind ? found : undefined;
}

export const COMMON =
  /^(?:overview|introduction|syntax|examples?|notes?|glossary|change ?log|summary|contents|appendix|preface|licen[cs]e|copyright|conventions|concepts|guide|tutorials?|faq|usage|installation|hierarchy|inheritance|extends|implements|reference|api)$/i;
