// What the page or chapter of an interface says: how it is reached and made, what it inherits, members that only its
// tables and lists give. Promises the same facts for HTML and Markdown. Refuses members of which it only says that
// another interface has them.

import { isDottedName, isIdentifier } from "../names.ts";
import type { Fact, InterfaceKind, MemberFact, Param } from "../surface/facts.ts";
import { codeOf, constructs, globalUse, moduleFacts } from "./code-facts.ts";
import { declaredCalls, declaredParents } from "./declared-code.ts";
import { exampleFacts } from "./examples.ts";
import { groupHeading } from "./html-headings.ts";
import { readParameters } from "./parameters.ts";
import { plain } from "./prose.ts";
import { distinct, proseFacts } from "./prose-facts.ts";
import { readRecords, recordFacts, valueFacts } from "./record-facts.ts";
import { isReadOnly, memberKind, readAttributes } from "./reference-attributes.ts";
import { type Block, readSections, type Section } from "./reference-blocks.ts";
import type { EntryFacts } from "./reference-facts.ts";
import { listedParams, mergeCalls, PARAMETERS } from "./reference-params.ts";
import { readSignature } from "./signature.ts";
import { tableFacts } from "./table-facts.ts";
import { tidyTables } from "./tidy-tables.ts";
import { typePhrase, typeText } from "./type-phrase.ts";

export type InterfacePlace = { name: string; kind?: InterfaceKind; parent?: string; params?: Param[] };

export function interfaceFacts(place: InterfacePlace, text: string): EntryFacts {
  const { name } = place;
  const sections = readSections(text);
  const stated: Fact = {
    type: "interface",
    name,
    ...(place.kind ? { kind: place.kind } : {}),
    ...(place.parent ? { parents: [place.parent] } : {}),
  };
  const chapter = chapterFacts(name, text);
  const said = [stated, ...attributeFacts(name, sections), ...proseFacts(name, text)];
  const isEnumeration = said.some((fact) => fact.type === "interface" && fact.kind === "enumeration");
  const facts: Fact[] = [
    ...said,
    ...(isEnumeration ? tableFacts({ interface: name }, `## Values\n\n${text}`) : []),
    ...(isEnumeration ? codeOf(sections).flatMap((code) => valuesInCode(name, code)) : []),
    ...(place.params ? [{ type: "constructor", interface: name, params: place.params } as const] : []),
    ...headedParents(name, sections),
    ...declaredParents(name, sections),
    ...constructorFacts(name, sections),
    ...chapter.facts,
    ...reachFacts(name, sections),
  ];
  return { facts: withoutBare(distinct(facts)), unnamed: chapter.unnamed };
}

/** An example shows that it is constructed; its signature says that, and with what. */
function withoutBare(facts: Fact[]): Fact[] {
  const stated = facts.some((fact) => fact.type === "constructor" && fact.params !== undefined);
  return facts.filter((fact) => fact.type !== "constructor" || fact.params !== undefined || !stated);
}

/** A chapter of an interface, such as "Layer properties"; its heading says what its tables list. */
export function chapterFacts(owner: string, text: string, heading = ""): EntryFacts {
  const tidied = tidyTables(owner, text);
  const whole = heading === "" ? tidied : `## ${heading}\n\n${tidied}`;
  const sections = readSections(whole);
  const records = readRecords({ interface: owner }, sections);
  // Any other chapter may list what belongs to something else.
  const ofMembers = heading === "" || groupHeading(heading) !== undefined;
  const facts: Fact[] = [
    ...(ofMembers ? tableFacts({ interface: owner }, whole) : []),
    ...(ofMembers ? sections.flatMap((section) => listedMembers(owner, section)) : []),
    ...recordFacts({ interface: owner }, records),
    ...valueFacts({ interface: owner }, sections),
    ...(heading === "" ? [] : constructorFacts(owner, sections)),
    ...globalUse(owner, codeOf(sections)),
    ...(heading === "" ? [] : headedParents(owner, sections)),
    ...exampleFacts(text, heading === "" ? owner : heading),
  ];
  return { facts: distinct(facts), unnamed: records.unnamed };
}

/** Text that belongs to no interface: what prose, tables and headings say of globals and functions. */
export function looseFacts(text: string, title: string): Fact[] {
  const functions = readSections(text).flatMap(({ heading }): Fact[] => {
    const call = /^(?:global\s+)?functions?:\s*`?([^`]+?)`?$/i.exec(heading)?.[1];
    const signature = call === undefined ? undefined : readSignature(call);
    if (!signature || signature.owner) return [];
    return [
      { type: "function", name: signature.name, ...(signature.params ? { params: signature.params } : {}) },
    ];
  });
  return distinct([
    ...functions,
    ...proseFacts(undefined, text),
    ...tableFacts({}, text),
    ...exampleFacts(text, title),
  ]);
}

/** A name on each line, or with its value: `LEFT`, `LEFT = 0,`. */
function valuesInCode(owner: string, code: string): Fact[] {
  const lines = code.split("\n").filter((line) => line.trim() !== "");
  const names = lines.map((line) => /^\s*([\p{Lu}_$][\p{L}\p{N}_$]*)\s*(?:=[^;]*)?[,;]?$/u.exec(line)?.[1]);
  return names.some((name) => name === undefined)
    ? []
    : names.map((name = "") => ({ type: "member", interface: owner, name, kind: "value", static: true }));
}

function attributeFacts(name: string, sections: Section[]): Fact[] {
  const kind = readAttributes(sections).get("kind") ?? "";
  if (/enum/i.test(kind)) return [{ type: "interface", name, kind: "enumeration" }];
  if (/namespace|module/i.test(kind)) return [{ type: "interface", name, kind: "namespace" }];
  return /class/i.test(kind) ? [{ type: "interface", name, kind: "class" }] : [];
}

const PARENTS =
  /^(?:extends|inherits(?: from)?|(?:parent|base|super)[ -]?(?:class|interface|type)(?:es|s)?|superclass(?:es)?|implements)$/i;

/** Names under a heading "Extends", in code marks or alone in an item or a line. */
function headedParents(name: string, sections: Section[]): Fact[] {
  return sections.flatMap(({ heading, blocks }): Fact[] => {
    if (!PARENTS.test(plain(heading).replace(/:$/, ""))) return [];
    const words = blocks
      .flatMap((block) => proseLines(block))
      .map((line) => plain(line).replace(/[`.]/g, "").trim());
    const parents = words
      .flatMap((line) => line.split(/\s*,\s*/))
      .filter((word) => isDottedName(word) && word !== name);
    return parents.length === 0 ? [] : [{ type: "interface", name, parents }];
  });
}

/** What a page or heading about making one says: the call, and the parameters that it lists. */
export function madeFacts(name: string, params: Param[] | undefined, text: string): Fact[] {
  const sections = readSections(text);
  const listed = listedParams(sections);
  const [declared] = declaredCalls(name.split(".").at(-1) ?? name, sections);
  const stated = params ?? declared?.params;
  const [merged] = mergeCalls(stated ? [{ params: stated, keys: [] }] : [], listed);
  const keys = listed?.keys ?? [];
  return distinct([
    { type: "constructor", interface: name, ...(merged ? { params: merged } : {}) },
    ...(keys.length > 0 ? [{ type: "options", of: `new ${name}`, keys } as const] : []),
    ...proseFacts(undefined, text),
    ...exampleFacts(text, `new ${name}`),
  ]);
}

const CONSTRUCTOR =
  /^(?:constructors?(?: (?:summary|details?))?|constructing|creation|creating an? .+|new\b.*)$/i;

/** `new Band(width)` under its heading, with the parameters that are listed there. */
function constructorFacts(name: string, sections: Section[]): Fact[] {
  return sections.flatMap((section, at): Fact[] => {
    const heading = plain(section.heading).replace(/[`:]/g, "");
    if (!CONSTRUCTOR.test(heading)) return [];
    const next = sections[at + 1];
    const below = next && PARAMETERS.test(next.heading) ? [next] : [];
    const listed = listedParams(below) ?? readParameters(section.blocks);
    const calls = [heading, ...section.blocks.flatMap(codeLines)].map((line) => readSignature(line));
    const rows = section.blocks.flatMap(firstCalls).map((line) => readSignature(line));
    const made = [...calls.filter((call) => call?.isNew), ...rows].filter(
      (call) => call !== undefined && [call.owner, call.name].filter(Boolean).join(".") === name,
    );
    const described = new Map(listed?.params.map((param) => [param.name, param]));
    const facts = made.map((call): Fact => {
      const params =
        call?.params?.map((param) => ({ ...described.get(param.name), ...param })) ?? listed?.params;
      return { type: "constructor", interface: name, ...(params ? { params } : {}) };
    });
    const keys = listed?.keys ?? [];
    const options: Fact[] = keys.length > 0 ? [{ type: "options", of: `new ${name}`, keys }] : [];
    return [...facts, ...(facts.length > 0 ? options : [])];
  });
}

/** `Account(String number)` in the rows of a table. */
function firstCalls(block: Block): string[] {
  if (block.type !== "table") return [];
  return block.rows.flatMap((cells) => {
    const call = cells.map((cell) => plain(cell).replaceAll("`", "")).find((cell) => /\(.*\)$/.test(cell));
    return call === undefined ? [] : [call];
  });
}

function codeLines(block: Block): string[] {
  if (block.type === "code") return block.code.split("\n");
  if (block.type !== "paragraph") return [];
  return block.lines.flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code ?? []));
}

const ROLES =
  /^(?:\S+\s+)?(?:(?:instance|static|class|public|own)\s+)?(properties|methods|events|functions|constants|values|attributes|members|fields|handlers|callbacks)$/i;
const ITEM =
  /^[`*]*([\p{L}_$][\p{L}\p{N}_$]*(?:\([^)]*\))?)[`*]*\s*(?:[({]([^)}]*)[)}])?\s*(?:[:–—-]\s*|\s|$)(.*)$/su;

/** "- `height` (number): how far it lifts" under a heading that says what is listed. */
function listedMembers(owner: string, { heading, blocks }: Section): Fact[] {
  const words = ROLES.exec(plain(heading))?.[1];
  if (words === undefined) return [];
  const items = blocks.flatMap((block) => (block.type === "list" ? block.items : []));
  const top = Math.min(...items.map(({ depth }) => depth));
  return items.flatMap(({ depth, text }): Fact[] => {
    const fact = depth === top ? listedMember(owner, memberKind(words), text) : undefined;
    return fact ? [fact] : [];
  });
}

function listedMember(owner: string, kind: MemberFact["kind"], text: string): MemberFact | undefined {
  const [, call = "", aside = "", rest = ""] = ITEM.exec(text) ?? [];
  const marked =
    /^[`*]/.test(text) || text === call || /^[\p{L}_$][\p{L}\p{N}_$]*(?:\([^)]*\))?\s*[:({–—]/u.test(text);
  const signature = marked ? readSignature(call) : undefined;
  if (!signature || !isIdentifier(signature.name)) return undefined;
  const type = isReadOnly(aside)
    ? undefined
    : (typeText(aside.replace(/,?\s*read[- ]only/i, "")) ?? undefined);
  const called = kind === "method" || call.includes("(");
  const returned = /^returns?:?\s+(.+)$/is.exec(rest)?.[1];
  const valueType = type ?? (called ? returned && typePhrase(returned) : typePhrase(rest));
  const readOnly = /\bread[- ]only\b/i.test(`${aside} ${rest}`);
  return {
    type: "member",
    interface: owner,
    name: signature.name,
    ...(call.includes("(") ? { kind: "method" as const } : kind ? { kind } : {}),
    ...(kind === "value" ? { static: true as const } : {}),
    ...(valueType ? { valueType } : {}),
    ...(readOnly ? { readOnly: true as const } : {}),
    ...(signature.params ? { params: signature.params } : {}),
  };
}

const POINTS =
  /`([\p{L}_$][\p{L}\p{N}_$]*)`\s+(?:object|keyword|variable)?\s*(?:usually |always |normally )?(?:points|refers) to (?:the|an?) (?:current )?(`?)(\p{Lu}[\p{L}\p{N}_$]*)\2 object\b/gu;
const CONSTRUCTED =
  /\bconstructor (?:for (?:an?|the) `?[\p{L}\p{N}_$]+`? objects? )?is `([\p{L}_$][\p{L}\p{N}_$.]*)`/gu;

/** Ways to an instance that only its own page tells. */
function reachFacts(name: string, sections: Section[]): Fact[] {
  const lines = sections
    .flatMap(({ blocks }) => blocks.flatMap(proseLines))
    .map((line) => line.slice(0, 2000));
  const pointers = lines.flatMap((line) =>
    [...line.matchAll(POINTS)].flatMap(([, global = "", , type = ""]): Fact[] =>
      type === name ? [{ type: "global", name: global, valueType: type }] : [],
    ),
  );
  const made = lines.flatMap((line) =>
    [...line.matchAll(CONSTRUCTED)].flatMap(([, path = ""]) => constructedBy(name, path)),
  );
  const code = codeOf(sections);
  const shown: Fact[] = code.some((one) => constructs(one, name))
    ? [{ type: "constructor", interface: name }]
    : [];
  return [...pointers, ...made, ...shown, ...moduleFacts(name, code, lines)];
}

const proseLines = (block: Block): string[] => {
  if (block.type === "paragraph") return [block.lines.join(" ")];
  return block.type === "list" ? block.items.map(({ text }) => text) : [];
};

function constructedBy(name: string, path: string): Fact[] {
  const cut = path.lastIndexOf(".");
  const made: Fact = { type: "constructor", interface: name };
  if (cut < 0) return path === name ? [made] : [];
  return [
    made,
    {
      type: "member",
      interface: path.slice(0, cut),
      name: path.slice(cut + 1),
      kind: "method",
      valueType: name,
    },
  ];
}
