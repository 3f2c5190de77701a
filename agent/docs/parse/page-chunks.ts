// Makes the chunks of a reference page from its plan: the text of each place, and what it states. Promises constructors,
// functions and chapters beside objects and members. Refuses to look at headings again, but for a signature to show.

import type { ParsedChunk } from "../chunk.ts";
import { isIdentifier } from "../names.ts";
import type { Fact } from "../surface/facts.ts";
import { exampleFacts } from "./examples.ts";
import { chapterFacts, interfaceFacts, looseFacts } from "./interface-facts.ts";
import { memberEntryFacts, readEntry } from "./member-entry.ts";
import { readHeading } from "./member-headings.ts";
import type { Planned, PlannedMember } from "./member-plan.ts";
import { plain } from "./prose.ts";
import { distinct } from "./prose-facts.ts";
import { readSections } from "./reference-blocks.ts";
import { readSignature } from "./signature.ts";
import { statedName, statedNames } from "./stated-names.ts";

export type PageContext = { receivers: ReadonlySet<string>; listings: ReadonlyMap<string, string> };

/** What one planned place becomes; nothing where it has no text. */
export function toChunk(one: Planned, { receivers, listings }: PageContext): ParsedChunk[] {
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
        optionsOf: title,
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

export function objectFacts(one: Extract<Planned, { type: "object" }>): Fact[] {
  const { name, kind, parent, text } = one;
  const isEnumeration = isValueTable(text) && kind === undefined;
  const place = {
    name,
    ...(kind ? { kind } : isEnumeration ? { kind: "enumeration" as const } : {}),
    ...(parent ? { parent } : {}),
  };
  return distinct([
    ...interfaceFacts(place, text).facts,
    ...hierarchy(name, text),
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

/** A tree of names under "Hierarchy": what stands above its own name is inherited, what stands below inherits. */
function hierarchy(name: string, text: string): Fact[] {
  const section = readSections(text).find(({ heading }) =>
    /^(?:hierarchy|inheritance)$/i.test(plain(heading)),
  );
  const lines = (section?.blocks ?? []).flatMap((block) =>
    block.type === "list"
      ? block.items.flatMap(({ text: item }) => item.split("↳"))
      : block.type === "paragraph"
        ? block.lines.flatMap((line) => line.split("↳"))
        : [],
  );
  const names = lines.flatMap((line) => statedName(plain(line).replace(/<.*$/, "").trim(), name) ?? []);
  const at = names.indexOf(name);
  if (at < 0) return [];
  const parent = names[at - 1];
  return [
    ...(parent === undefined ? [] : [{ type: "interface", name, parents: [parent] } satisfies Fact]),
    ...names.slice(at + 1).map((heir): Fact => ({ type: "interface", name: heir, parents: [name] })),
  ];
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
  const call = { name, ...(params ? { params } : {}), ...(valueType ? { valueType } : {}) };
  const entry = readEntry(call, text, { optionsOf: name });
  const returns = entry.returns ?? entry.type.valueType;
  const base = { type: "function" as const, name, ...(returns ? { valueType: returns } : {}) };
  const keys: Fact[] = entry.keys.length > 0 ? [{ type: "options", of: name, keys: entry.keys }] : [];
  const calls: Fact[] =
    entry.overloads.length === 0 ? [base] : entry.overloads.map((list) => ({ ...base, params: list }));
  return distinct([...calls, ...keys, ...entry.facts]);
}

export const isValueTable = (text: string): boolean =>
  /^\s*\|?\s*(?:\*\*)?(?:values?|constants?)(?:\*\*)?\s*\|/im.test(text);

/** What stands before the member's name in its heading and in the line of code below it. */
export function receiversIn({ receiver, member, text }: PlannedMember): string[] {
  const line = /^[\s>]*`([^`\n]+)`/.exec(text)?.[1];
  const signature = line === undefined ? undefined : readSignature(line);
  return [receiver, signature?.name === member ? signature.owner : undefined].filter(
    (name) => name !== undefined,
  );
}
