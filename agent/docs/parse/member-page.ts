// Cuts reference pages that head their members: `## Properties`, `### PathItem.area`, `#### Type`. Promises one chunk per
// object, member and constructor, the text of every other heading, and what each states. Refuses pages on which no
// heading names a member.

import path from "node:path";
import type { Page, Parsed, ParsedChunk, Parser } from "../chunk.ts";
import { isIdentifier } from "../names.ts";
import type { Fact } from "../surface/facts.ts";
import { exampleFacts } from "./examples.ts";
import { readFrontMatter } from "./front-matter.ts";
import { withoutGrids } from "./grid-tables.ts";
import { chapterFacts, interfaceFacts, looseFacts } from "./interface-facts.ts";
import { markdownSections, sectionText } from "./markdown-sections.ts";
import { memberEntryFacts, readEntry } from "./member-entry.ts";
import { type Planned, type PlannedMember, planPage, readHeading } from "./member-plan.ts";
import { plain } from "./prose.ts";
import { distinct } from "./prose-facts.ts";
import { readSections } from "./reference-blocks.ts";
import { readSignature } from "./signature.ts";
import { statedNames } from "./stated-names.ts";
import { tableFacts } from "./table-facts.ts";

export const memberPage: Parser = {
  name: "member-page",

  detects(page) {
    if (!/\.(?:md|mdx|markdown)$/i.test(page.path)) return false;
    // Few pages of any other form have a heading below their title that could be one.
    if (!/^#{2,6} +\S/m.test(page.text)) return false;
    const planned = plan(page);
    const members = planned.filter(
      ({ type }) => type === "member" || type === "constructor" || type === "function",
    );
    const enumerations = planned.filter(({ type, text }) => type === "object" && isValueTable(text));
    const dotted = planned.filter((one) => one.type === "member" && one.receiver !== undefined);
    const grouped = planned.some((one) => one.type === "member" && one.group !== undefined);
    const headed = planned.some(({ type }) => type === "object");
    if (enumerations.length > 1) return true;
    return (
      members.length > 0 &&
      (grouped || dotted.length > 1 || (headed && members.length > 0) || members.length > 1)
    );
  },

  parse(page) {
    const planned = completed(plan(page));
    const receivers = new Set(planned.flatMap((one) => (one.type === "member" ? receiversIn(one) : [])));
    const listings = listingsOf(planned);
    const chunks = planned.flatMap((one): ParsedChunk[] => toChunk(one, { receivers, listings }));
    const notes = planned.flatMap((one) =>
      one.type === "member" && one.text.trim() === ""
        ? [`line ${one.line}: "${one.title}" says nothing`]
        : [],
    );
    return { chunks, notes } satisfies Parsed;
  },
};

/** The same for pages that give an object's members in tables alone, and are about more than one thing. */
export const memberTables: Parser = {
  ...memberPage,

  detects(page) {
    if (!/\.(?:md|mdx|markdown)$/i.test(page.path) || !/^\s*\|?.*\|/m.test(page.text)) return false;
    return plan(page).some((one) => {
      if (one.type !== "object" && one.type !== "chapter") return false;
      const name = one.type === "object" ? one.name : one.interface;
      const text = one.type === "object" ? one.text : `## ${one.heading}\n\n${one.text}`;
      return tableFacts({ interface: name }, text).length > 0;
    });
  },
};

const isValueTable = (text: string): boolean =>
  /^\s*\|?\s*(?:\*\*)?(?:values?|constants?)(?:\*\*)?\s*\|/im.test(text);

function plan(page: Page): Planned[] {
  const { keys, body, bodyLine } = readFrontMatter(page.text);
  const title = keys.get("title") ?? path.posix.basename(page.path).replace(/\.\w+$/, "");
  const sections = markdownSections(withoutGrids(body), bodyLine, title).map((section) => ({
    level: section.level,
    heading: section.heading,
    line: section.line,
    text: sectionText(section),
  }));
  return planPage(sections, title);
}

/**
 * Headings in a row share the text below the last of them; where others are headed as calls, one without brackets is a
 * property.
 */
function completed(planned: readonly Planned[]): Planned[] {
  const calls = new Set(
    planned.flatMap((one) => (one.type === "member" && one.params !== undefined ? [one.interface] : [])),
  );
  let below = "";
  return planned
    .toReversed()
    .map((one): Planned => {
      if (one.type !== "member") {
        below = "";
        return one;
      }
      const text = one.text === "" ? below : one.text;
      below = text;
      const isProperty = one.kind === undefined && one.params === undefined && calls.has(one.interface);
      return { ...one, text, ...(isProperty ? { kind: "property" as const } : {}) };
    })
    .toReversed();
}

/** What stands before the member's name in its heading and in the line of code below it. */
function receiversIn({ receiver, member, text }: PlannedMember): string[] {
  const line = /^[\s>]*`([^`\n]+)`/.exec(text)?.[1];
  const signature = line === undefined ? undefined : readSignature(line);
  return [receiver, signature?.name === member ? signature.owner : undefined].filter(
    (name) => name !== undefined,
  );
}

type Context = { receivers: ReadonlySet<string>; listings: ReadonlyMap<string, string> };

function toChunk(one: Planned, { receivers, listings }: Context): ParsedChunk[] {
  const { title, line, text } = one;
  switch (one.type) {
    case "object": {
      const listing = listings.get(one.name);
      const facts = objectFacts(one);
      const shown = text === "" ? `The ${one.name} ${one.kind ?? "interface"}.` : text;
      return [{ title, interface: one.name, text: shown, ...(listing ? { listing } : {}), line, facts }];
    }
    case "member": {
      const place = isStaticCall(one, receivers) ? { ...one, static: true as const } : one;
      return [
        {
          title,
          interface: one.interface,
          member: one.member,
          text: shown(one),
          line,
          facts: memberEntryFacts(place),
        },
      ];
    }
    case "constructor": {
      const name = one.interface.split(".").at(-1) ?? one.interface;
      const entry = readEntry({ name, ...(one.params ? { params: one.params } : {}) }, text, {
        interface: one.interface,
      });
      const made = (entry.overloads.length > 0 ? entry.overloads : [undefined]).map(
        (params): Fact => ({ type: "constructor", interface: one.interface, ...(params ? { params } : {}) }),
      );
      const keys: Fact[] = entry.keys.length > 0 ? [{ type: "options", of: title, keys: entry.keys }] : [];
      return [{ title, text: shown(one), line, facts: distinct([...made, ...keys, ...entry.facts]) }];
    }
    case "function":
      return [{ title, text: shown(one), line, facts: functionFacts(one) }];
    case "chapter": {
      if (text === "") return [];
      const made = /\bconstructors?\b/i.test(one.heading) ? constructorsIn(one.interface, text) : [];
      const told = chapterFacts(one.interface, text, one.heading).facts;
      return [{ title, text, line, facts: distinct([...made, ...withHeading(told, one)]) }];
    }
    case "prose":
      return text === "" ? [] : [{ title, text, line, facts: withHeading(looseFacts(text, title), one) }];
  }
}

/** A signature that only the heading gives stands over the text. */
function shown({ heading, text, title }: Planned): string {
  const call = readHeading(heading).text;
  const needed = /\([^)]+\)/.test(call) && !text.startsWith("`") && !/^>?\s*\*\*/.test(text);
  return [needed ? `\`${call}\`` : "", text].filter((part) => part !== "").join("\n\n") || title;
}

/** A heading over an example says what it is for. */
const withHeading = (facts: readonly Fact[], { heading, text }: Planned): Fact[] => [
  ...facts.filter(({ type }) => type !== "example"),
  ...exampleFacts(`## ${heading}\n\n${text}`, heading),
];

/** Code under "Constructors", with the parameters that a table gives. */
function constructorsIn(owner: string, text: string): Fact[] {
  const name = owner.split(".").at(-1) ?? owner;
  const code = readSections(text).flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === "code" ? block.code.split("\n") : [])),
  );
  const isNew = code.filter((line) => readSignature(line.replace(/\/\/.*$/, ""))?.isNew);
  const syntax = `**Syntax**\n\n\`\`\`\n${isNew.map((line) => line.replace(/\/\/.*$/, "")).join("\n")}\n\`\`\``;
  const entry = isNew.length > 0 ? readEntry({ name }, `${syntax}\n\n**Parameters**\n\n${text}`) : undefined;
  const overloads = entry?.overloads ?? [];
  return overloads.map((params): Fact => ({ type: "constructor", interface: owner, params }));
}

/** `File.open(path)` where other members are called on an instance. */
function isStaticCall(one: PlannedMember, receivers: ReadonlySet<string>): boolean {
  const own = receiversIn(one);
  return (
    own.length > 1 &&
    own.every((name) => name === one.interface) &&
    [...receivers].some((name) => name !== one.interface)
  );
}

function objectFacts(one: Extract<Planned, { type: "object" }>): Fact[] {
  const { name, kind, parent, text } = one;
  const isEnumeration = isValueTable(text) && kind === undefined;
  const place = {
    name,
    ...(kind ? { kind } : isEnumeration ? { kind: "enumeration" as const } : {}),
    ...(parent ? { parent } : {}),
  };
  return distinct([
    ...interfaceFacts(place, text).facts,
    ...parentsListed(name, text),
    ...reachedAs(name, text),
  ]);
}

/** "Extends" as a heading, over a list or a line of names. */
function parentsListed(name: string, text: string): Fact[] {
  const section = readSections(text).find(({ heading }) =>
    /^(?:extends|inherits(?: from)?|implements|parents?|parent (?:class|interface)|super ?class|base class|mixins?)$/i.test(
      plain(heading),
    ),
  );
  const lines = (section?.blocks ?? []).flatMap((block) =>
    block.type === "list"
      ? block.items.map(({ text: item }) => item)
      : block.type === "paragraph"
        ? block.lines
        : [],
  );
  const parents = lines
    .flatMap((line) => statedNames(plain(line).replace(/[.;]$/, ""), name))
    .filter((parent) => parent !== name);
  return parents.length === 0 ? [] : [{ type: "interface", name, parents }];
}

/** The opening line of code says how the object is reached; one name alone is a global. */
function reachedAs(name: string, text: string): Fact[] {
  const [lead = ""] = text.split(/\n\s*\n/);
  if (!/^(?:\s*`[^`]+`\s*(?:<br\s*\/?>)?\s*)+$/.test(lead)) return [];
  const codes = [...lead.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code.replace(/;$/, "").trim());
  return codes.flatMap((code): Fact[] =>
    isIdentifier(code) ? [{ type: "global", name: code, valueType: name }] : [],
  );
}

function functionFacts(one: Extract<Planned, { type: "function" }>): Fact[] {
  const { name, params, valueType, text } = one;
  const entry = readEntry({ name, ...(params ? { params } : {}), ...(valueType ? { valueType } : {}) }, text);
  const returns = entry.returns ?? entry.type.valueType;
  const base = { type: "function" as const, name, ...(returns ? { valueType: returns } : {}) };
  const keys: Fact[] = entry.keys.length > 0 ? [{ type: "options", of: name, keys: entry.keys }] : [];
  const calls: Fact[] =
    entry.overloads.length === 0 ? [base] : entry.overloads.map((list) => ({ ...base, params: list }));
  return distinct([...calls, ...keys, ...entry.facts]);
}

function listingsOf(planned: readonly Planned[]): Map<string, string> {
  const members = planned.filter((one) => one.type === "member");
  const listings = new Map<string, string>();
  for (const [owner, own] of Map.groupBy(members, (one) => one.interface)) {
    const groups = Map.groupBy(own, ({ group = "members" }) => group);
    const lines = [...groups].map(
      ([group, some]) => `${group}: ${[...new Set(some.map(({ member }) => member))].join(", ")}`,
    );
    listings.set(owner, lines.join("\n\n"));
  }
  return listings;
}
