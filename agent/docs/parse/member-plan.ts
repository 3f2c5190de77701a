// Finds out what each heading of a Markdown reference stands for: an object, a group of members, a member, a constructor,
// prose. Promises every section of the page in exactly one place. Refuses members where no object, group or dotted name
// says whose they are.

import { isDottedName, isIdentifier } from "../names.ts";
import type { InterfaceKind, MemberKind, Param } from "../surface/facts.ts";
import {
  type GroupHeading,
  groupHeading,
  type MemberHeading,
  memberHeading,
  type ObjectHeading,
  objectHeading,
} from "./html-headings.ts";
import {
  isCommon,
  isFileName,
  isLabel,
  isList,
  leadsTo,
  leadsToMembers,
  type PageSection,
  type ReadHeading,
  readHeading,
  saysObject,
} from "./member-headings.ts";
import { plain } from "./prose.ts";
import { readParams } from "./signature.ts";

export type Place = { title: string; line: number; text: string; heading: string };
export type PlannedMember = Place & {
  type: "member";
  interface: string;
  member: string;
  /** What stands before the dot, where the heading has one. */
  receiver?: string;
  kind?: MemberKind;
  group?: string;
  static?: true;
  readOnly?: true;
  deprecated?: true;
  params?: Param[];
  valueType?: string;
};
export type Planned =
  | (Place & { type: "object"; name: string; kind?: InterfaceKind; parent?: string })
  | PlannedMember
  | (Place & { type: "constructor"; interface: string; params?: Param[] })
  | (Place & { type: "function"; name: string; params?: Param[]; valueType?: string })
  | (Place & { type: "chapter"; interface: string })
  | (Place & { type: "prose" });

type Group = GroupHeading & { level: number; global: boolean };
type Owner = ObjectHeading & { level: number };
type Walk = {
  sections: PageSection[];
  planned: Planned[];
  title: string;
  /** The headings that stand over the section, by level. */
  above: string[];
  object?: Owner;
  group?: Group;
};

export function planPage(sections: PageSection[], pageTitle: string): Planned[] {
  const walk: Walk = { sections, planned: [], title: pageTitle, above: [] };
  for (let at = 0; at < sections.length; at += 1) at += placeSection(walk, at);
  return walk.planned;
}

/** Puts one section; returns how many after it belong to it. */
function placeSection(walk: Walk, at: number): number {
  const section = walk.sections[at];
  if (!section) return 0;
  if (walk.group && section.level <= walk.group.level) delete walk.group;
  if (walk.object && section.level <= walk.object.level) delete walk.object;
  walk.above.length = Math.min(walk.above.length, section.level);
  const over = walk.above.findLast((one) => one !== undefined) ?? "";
  walk.above[section.level] = section.heading;
  const heading = readHeading(section.heading);
  if (section.level === 0) return placeProse(walk, section);

  const group = groupAt(walk, at);
  if (group) return placeGroup(walk, group, section);
  const member = memberAt(walk, section, heading);
  if (member) return placeMember(walk, member, at);
  const object = objectAt(walk, at, { ...heading, over });
  return object ? placeObject(walk, object, at) : placeProse(walk, section);
}

function groupAt({ sections, object, group }: Walk, at: number): Group | undefined {
  const section = sections[at];
  const text = section ? readHeading(section.heading).text : "";
  const found = groupHeading(text);
  if (!section || !found) return undefined;
  // Under a group, "constructor" heads the one that there is, and "events" a member of that name.
  const isMember = /^constructor$/i.test(text) || (/^\p{Ll}/u.test(text) && isIdentifier(text));
  if (group && section.level > group.level && isMember) return undefined;
  const global = /\bglobal\b/i.test(section.heading);
  if (section.level === 1 && !global) return undefined;
  const prefix = found.prefix === undefined ? undefined : objectHeading(found.prefix);
  // "Validity values" is about values of something; a name before the word counts where it is the object's.
  const isOwn = prefix === undefined || prefix.name.toLowerCase() === object?.name.toLowerCase();
  if (found.prefix !== undefined && !isOwn && !global && !leadsToMembers(sections, at)) return undefined;
  return { ...found, level: section.level, global };
}

function placeGroup(walk: Walk, group: Group, section: PageSection): number {
  const prefix = group.prefix === undefined ? undefined : objectHeading(group.prefix)?.name;
  const object = walk.object;
  if (prefix !== undefined && object === undefined && !group.global)
    walk.object = { name: prefix, level: section.level };
  walk.group = group;
  if (section.level === 1) walk.title = readHeading(section.heading).text;
  const owner = walk.object?.name;
  const title =
    owner === undefined
      ? readHeading(section.heading).text
      : `${owner} > ${readHeading(section.heading).text}`;
  const place = { title, line: section.line, text: section.text, heading: section.heading };
  walk.planned.push(
    owner === undefined || group.global
      ? { type: "prose", ...place }
      : { type: "chapter", interface: owner, ...place },
  );
  return 0;
}

type Found = MemberHeading & {
  deprecated?: true;
  isEvent?: true;
  isGlobal?: true;
  /** `name: type`, and no call. */
  isTyped?: true;
};

const GLOBAL_FUNCTION = /^\W*Kind\W*:\W*global function\b/im;

function memberAt(walk: Walk, section: PageSection, heading: ReadHeading): Found | undefined {
  const event = /^event:?\s+["'`]?([\p{L}_$][\p{L}\p{N}_$]*)["'`]?$/iu.exec(heading.text)?.[1];
  if (event !== undefined && walk.object) return { name: event, isEvent: true };
  const emitted = walk.object ? emittedEvent(heading.text) : undefined;
  if (emitted) return emitted;
  if (section.level < 2 || isLabel(section.heading)) return undefined;
  const isOwn = walk.object !== undefined && heading.text.startsWith(`${walk.object.name}.`);
  if (!isOwn && isFileName(heading.text)) return undefined;
  const found = memberHeading(
    heading.text.replace(/^(?:method|function|property|attribute|constructor)\s*:\s*/i, ""),
  );
  if (!found) return undefined;
  // "TSC (Technical Steering Committee)" is no call: between the brackets of one stand names.
  if (found.params && /\s\([^)]*[\w]\s+[\w]/.test(heading.text) && !section.heading.includes("`"))
    return undefined;
  const all: Found = {
    ...found,
    ...(heading.type ? { valueType: heading.type } : {}),
    ...(found.valueType && !heading.text.includes("(") ? { isTyped: true } : {}),
    ...(heading.readOnly ? { readOnly: true } : {}),
    ...(heading.static ? { static: true } : {}),
    ...(heading.deprecated ? { deprecated: true } : {}),
  };
  if (found.isNew || found.owner !== undefined) return all;
  const isCall = found.params !== undefined || /\(.*\)/.test(heading.text);
  if (walk.group && section.level > walk.group.level) return all;
  if (isCall && GLOBAL_FUNCTION.test(section.text)) return { ...all, isGlobal: true };
  return isCall && walk.object ? all : undefined;
}

/** `"done" (time)`: a quoted name is that of an event. */
function emittedEvent(text: string): Found | undefined {
  const [, , name, inside] = /^(["'])([\p{L}_$][\p{L}\p{N}_$]*)\1\s*(?:\(([^()]*)\))?$/u.exec(text) ?? [];
  const params = inside === undefined ? undefined : readParams(inside);
  return name === undefined ? undefined : { name, isEvent: true, ...(params ? { params } : {}) };
}

function placeMember(walk: Walk, found: Found, at: number): number {
  const { sections } = walk;
  const { line = 1, heading = "", text = "" } = sections[at] ?? {};
  const under = sectionsUnder(sections, at);
  const place = { line, heading, text: flattened(text, under) };
  walk.planned.push(plannedCall(found, place, walk));
  return under.length;
}

function plannedCall(
  found: Found,
  place: Omit<Place, "title">,
  { group, object, title: page }: Walk,
): Planned {
  const { name, owner, params, valueType } = found;
  const call = params ? { params } : {};
  const own = object?.name.split(".").at(-1);
  const made = found.isNew ? (owner === undefined ? name : `${owner}.${name}`) : object?.name;
  const isMade = found.isNew || (group?.constructors && (name === own || name === "constructor"));
  if (isMade && made !== undefined)
    return { type: "constructor", title: `new ${made}`, ...place, interface: made, ...call };

  const of = found.isGlobal ? undefined : ownerOf(owner, object);
  if (of === undefined || (group?.global && owner === undefined)) {
    // "Methods" of nothing that has a name are not therefore functions that anybody may call.
    const isGlobal =
      found.isGlobal || group?.global || group?.words === "functions" || /\bglobals?\b/i.test(page);
    if (!isGlobal) return { type: "prose", title: `${page} > ${plain(place.heading)}`, ...place };
    return { type: "function", title: name, ...place, name, ...call, ...(valueType ? { valueType } : {}) };
  }
  const about = { interface: of, member: name };
  return { type: "member", title: `${of}.${name}`, ...place, ...memberPart(found, group), ...about };
}

/** The deeper sections that follow. */
function sectionsUnder(sections: readonly PageSection[], at: number): PageSection[] {
  const level = sections[at]?.level ?? 0;
  let end = at + 1;
  while (end < sections.length && (sections[end]?.level ?? 0) > level) end += 1;
  return sections.slice(at + 1, end);
}

/** `dome.turn()` under "Class: Dome": a receiver with a small letter is an instance of the object. */
function ownerOf(receiver: string | undefined, object: Owner | undefined): string | undefined {
  if (receiver === undefined || object === undefined) return receiver ?? object?.name;
  return receiver !== object.name && /^[\p{Ll}$_]/u.test(receiver) ? object.name : receiver;
}

const PARAMETERS = /^(?:param(?:eter)?s?|arguments?|type parameters)$/i;

/** Deeper headings as bold lines; those under "Parameters" are its items. */
function flattened(text: string, under: readonly PageSection[]): string {
  const parts = [text];
  let list: number | undefined;
  for (const section of under) {
    if (list !== undefined && section.level <= list) list = undefined;
    if (list === undefined) {
      parts.push(`**${plain(section.heading)}**\n\n${section.text}`);
      if (PARAMETERS.test(plain(section.heading)) && section.text.trim() === "") list = section.level;
    } else parts.push(asItem(section));
  }
  return parts.filter((part) => part.trim() !== "").join("\n\n");
}

/** "##### size?" over "`number`" and a sentence becomes "- `size?` (number): …". */
function asItem({ heading, text }: PageSection): string {
  const [first = "", ...rest] = text.split(/\n\s*\n/);
  const type = plain(first).replaceAll("`", "").trim();
  const isType = type !== "" && type.split(/\s+/).length <= 4 && /`/.test(first);
  const said = (isType ? rest : [first, ...rest]).join(" ").replace(/\s+/g, " ").trim();
  return `- \`${plain(heading).replaceAll("`", "")}\`${isType ? ` (${type})` : ""}: ${said}`;
}

function memberPart(found: Found, group: Group | undefined) {
  const { owner, params, valueType, isEvent } = found;
  const alone = params ? "method" : found.isTyped ? "property" : undefined;
  const kind = isEvent ? "event" : (group?.kind ?? alone);
  return {
    ...(owner ? { receiver: owner } : {}),
    ...(kind ? { kind } : {}),
    ...(group ? { group: group.words } : {}),
    ...(found.static || group?.static ? { static: true as const } : {}),
    ...(found.readOnly ? { readOnly: true as const } : {}),
    ...(found.deprecated ? { deprecated: true as const } : {}),
    ...(params ? { params } : {}),
    ...(valueType ? { valueType } : {}),
  };
}

function objectAt(
  { sections }: Walk,
  at: number,
  { text, over }: ReadHeading & { over: string },
): ObjectHeading | undefined {
  const section = sections[at];
  // "Note" over a whole page is what that is about; "Notes" are notes there as well.
  const isTitle = section?.level === 1 && !/s$/i.test(text);
  if (!section || (!isTitle && isLabel(section.heading))) return undefined;
  const [, stated = text, parent] = /^(.+?)\s+(?:extends|⇐)\s+([\p{L}_$][\p{L}\p{N}_$.]*)$/u.exec(text) ?? [];
  const enumerated = /^([\p{L}_$][\p{L}\p{N}_$.]*)\s*:\s*enum$/u.exec(text)?.[1];
  if (enumerated !== undefined) return { name: enumerated, kind: "enumeration" };
  const object = objectHeading(stated);
  if (!object || !isDottedName(object.name)) return undefined;
  const named = parent === undefined ? object : { ...object, parent };
  const saysSo = saysObject(stated);
  if (saysSo) return named;
  if (isCommon(object.name) || isList(section.heading)) return undefined;
  const under = sectionsUnder(sections, at);
  const first = under.findIndex(({ heading }) => leadsTo(readHeading(heading).text, object.name));
  const other = under.findIndex(({ heading }) => saysObject(readHeading(heading).text));
  const leads = first >= 0 && (other < 0 || first < other);
  if (isList(over)) return /^enum/i.test(over) ? { ...named, kind: "enumeration" } : named;
  if (leads) return named;
  const isTyped = section.text.includes(`\`${object.name}.`);
  const hasTable =
    /^\s*\|?\s*(?:values?|constants?|propert(?:y|ies)|attributes?|methods?|members?|enum\w*)\s*\|/im.test(
      section.text,
    );
  return isIdentifier(object.name) && /^\p{Lu}|\p{Lu}/u.test(object.name) && (isTyped || hasTable)
    ? named
    : undefined;
}

function placeObject(walk: Walk, object: ObjectHeading, at: number): number {
  const { sections } = walk;
  const { level = 0, line = 1, heading = "", text = "" } = sections[at] ?? {};
  walk.object = { ...object, level };
  if (level === 1) walk.title = object.name;
  // "Description" and "Example" of the object itself come before its groups.
  let taken = 0;
  const parts = [text];
  for (let next = sections[at + 1 + taken]; next && next.level > level; next = sections[at + 1 + taken]) {
    if (!isLabel(next.heading)) break;
    parts.push(`**${plain(next.heading)}**\n\n${next.text}`);
    taken += 1;
  }
  const whole = parts.filter((part) => part.trim() !== "").join("\n\n");
  walk.planned.push({ type: "object", title: object.name, line, heading, text: whole, ...object });
  return taken;
}

function placeProse(walk: Walk, section: PageSection): number {
  const { level, line, text } = section;
  const { text: heading } = readHeading(section.heading);
  if (level === 1) walk.title = heading;
  const owner = walk.object?.name;
  const above = owner ?? (level > 1 ? walk.title : undefined);
  const title =
    level === 0 ? walk.title : above !== undefined && above !== heading ? `${above} > ${heading}` : heading;
  const place = { title, line, text, heading: section.heading };
  walk.planned.push(
    owner === undefined ? { type: "prose", ...place } : { type: "chapter", interface: owner, ...place },
  );
  return 0;
}
