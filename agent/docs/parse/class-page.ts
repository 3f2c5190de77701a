// Cuts documentation that has one page per class, its members as quoted signatures (`> Page **move**( … )`). Promises one
// chunk per member with what its signature states, and one for the class that lists them. Refuses nothing silently: a
// quote without a signature is noted.

import type { Parsed, ParsedChunk, Parser } from "../chunk.ts";
import { isDottedName } from "../names.ts";
import type { Fact, InterfaceKind } from "../surface/facts.ts";
import { type ClassBlock, type ClassMember, isSignature, readClassMember } from "./class-member.ts";
import { exampleFacts } from "./examples.ts";
import { objectHeading } from "./html-headings.ts";
import { distinct, proseFacts } from "./prose-facts.ts";

const SEPARATOR = /^(?:<HorizontalLine\s*\/?>|-{3,}|\*{3,}|_{3,})\s*$/;
const SECTION =
  /^#{2,3} (?:(?:Instance|Class|Static|Own|Public)(?: \w+)?|(?:\w+ )?(?:Methods|Properties|Attributes|Events|Constructors?|Functions|Constants|Members))\s*$/i;

/** What stands on the page of an enumeration under no heading. */
const VALUES = "Values";

export const classPage: Parser = {
  name: "class-page",

  detects(page) {
    if (!/\.(?:md|markdown|mdx)$/i.test(page.path) || !/^\s*# \S/.test(page.text)) return false;
    // Elsewhere each member has a heading of its own over its quote.
    let above = "";
    for (const line of page.text.split(/\r?\n/)) {
      if (/^#+ /.test(line)) above = line;
      else if (/^> .*\*\*.+\*\*/.test(line) && (SECTION.test(above) || saysObject(above))) return true;
    }
    return false;
  },

  parse(page) {
    const lines = page.text.split(/\r?\n/);
    const head = lines.findIndex((line) => /^# \S/.test(line));
    const title = readTitle((lines[head] ?? "").replace(/^# +/, "").trim());
    const owner = title.name;
    const firstSection = lines.findIndex(
      (line, at) => at > head && (/^#{2,3} /.test(line) || (title.kind !== undefined && isSignature(line))),
    );
    const about = lines
      .slice(head + 1, firstSection < 0 ? undefined : firstSection)
      .join("\n")
      .trim();

    const { members, notes } = readMembers(title, firstSection < 0 ? [] : blocks(lines, firstSection));
    if (!isDottedName(owner))
      notes.unshift(`line ${head + 1}: the interface name "${owner}" is no identifier`);
    const own: ParsedChunk = {
      title: owner,
      interface: owner,
      text: about,
      listing: list(members),
      line: head + 1,
      facts: classFacts(title, about, members),
    };
    return { chunks: [own, ...members.map((member) => member.chunk)], notes } satisfies Parsed;
  },
};

/** "# enum Mate" over quotes that nothing else heads. */
const saysObject = (line: string): boolean =>
  /^# /.test(line) && objectHeading(line.slice(2).trim())?.kind !== undefined;

type Title = { name: string; kind?: InterfaceKind; parent?: string };

/** "Layer", "Layer object", "class Layer extends Item"; a title that is no name stands for itself. */
function readTitle(heading: string): Title {
  const [, first = heading, parent] =
    /^(.+?)\s+extends\s+`?([\p{L}_$][\p{L}\p{N}_$.]*)`?$/u.exec(heading) ?? [];
  const named = objectHeading(first) ?? { name: first };
  return parent === undefined ? named : { ...named, parent };
}

/** Only named constants, and nothing of an instance: that is how such pages write an enumeration. */
function classFacts(title: Title, about: string, members: ClassMember[]): Fact[] {
  const { name, parent } = title;
  const isEnumeration = members.length > 0 && members.every(({ isConstant }) => isConstant);
  const kind = title.kind ?? (isEnumeration ? "enumeration" : "class");
  const own: Fact = { type: "interface", name, kind, ...(parent ? { parents: [parent] } : {}) };
  return distinct([own, ...proseFacts(name, about), ...exampleFacts(about, name)]);
}

function readMembers(
  { name: owner, kind }: Title,
  found: ClassBlock[],
): { members: ClassMember[]; notes: string[] } {
  const members: ClassMember[] = [];
  const notes: string[] = [];
  for (const block of found) {
    const values = kind === "enumeration" && block.section === "";
    const member = readClassMember(owner, values ? { ...block, section: VALUES, above: VALUES } : block);
    if (member) members.push(member);
    else notes.push(`line ${block.line}: no signature under "${block.section}"`);
  }
  return { members, notes };
}

function blocks(lines: string[], from: number): ClassBlock[] {
  const found: ClassBlock[] = [];
  let above = "";
  let section = "";
  let current: ClassBlock | undefined;
  for (const [offset, line] of lines.slice(from).entries()) {
    const heading = /^(#{2,3}) +(.+?)\s*$/.exec(line);
    if (heading?.[1]) {
      section = heading[2] ?? "";
      if (heading[1].length === 2) above = section;
    }
    if (heading || SEPARATOR.test(line)) {
      current = undefined;
      continue;
    }
    if (line.trim() === "" && !current) continue;
    if (!current || opensNext(current, lines, from + offset)) {
      current = { section, above, line: from + offset + 1, lines: [] };
      found.push(current);
    }
    current.lines.push(line);
  }
  return found;
}

/** Without a separator, a new quote with a signature in it begins the next member. */
function opensNext(current: ClassBlock, lines: string[], at: number): boolean {
  if (!lines[at]?.startsWith(">") || lines[at - 1]?.startsWith(">")) return false;
  if (!current.lines.some(isSignature)) return false;
  for (let next = at; lines[next]?.startsWith(">"); next += 1)
    if (isSignature(lines[next] ?? "")) return true;
  return false;
}

function list(members: ClassMember[]): string {
  const sections = Map.groupBy(members, (member) => member.section);
  return [...sections]
    .map(
      ([section, found]) => `${section}: ${found.map(({ chunk }) => chunk.member ?? chunk.title).join(", ")}`,
    )
    .join("\n\n");
}
