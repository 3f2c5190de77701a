// Everything that the entry of a reference says of the programming interface: of an interface, of a member, of a chapter
// between them. Promises the same facts for the same text, whether it came from HTML or Markdown. Refuses to cut: it gets
// the text of one entry.

import type { Fact, MemberFact, MemberKind, Param } from "../surface/facts.ts";
import { codeOf, constructs, globalUse, moduleFacts } from "./code-facts.ts";
import { declaredCalls } from "./declared-code.ts";
import { exampleFacts } from "./examples.ts";
import { isVague, optionFacts } from "./option-facts.ts";
import type { Parameters } from "./parameters.ts";
import { plain } from "./prose.ts";
import { distinct, proseFacts } from "./prose-facts.ts";
import {
  type Entry,
  listedFacts,
  type Records,
  readRecords,
  recordFacts,
  valueFacts,
} from "./record-facts.ts";
import {
  type Attributes,
  attributeName,
  isDeprecated,
  isReadOnly,
  memberKind,
  readAttributes,
  sinceText,
} from "./reference-attributes.ts";
import { type Block, labelOf, readSections, type Section } from "./reference-blocks.ts";
import { type Call, listedParams, mergeCalls, signatureCalls } from "./reference-params.ts";
import { tableFacts } from "./table-facts.ts";
import { typePhrase, typeText } from "./type-phrase.ts";

/** What its place says of a member before its text is read. */
export type MemberEntry = {
  interface: string;
  member: string;
  kind?: MemberKind;
  static?: true;
  /** From the heading: `weave(count, options)`. */
  params?: Param[];
  valueType?: string;
  readOnly?: true;
  /** Its parameters are the keys of one object, as in books whose tables name them so. */
  namedArguments?: true;
};

/** `unnamed` counts the tables of objects that have no name to be known by. */
export type EntryFacts = { facts: Fact[]; unnamed: number };

export function memberFacts(place: MemberEntry, text: string): EntryFacts {
  const sections = readSections(text);
  const lead = leadLines(sections);
  const attributes = readAttributes(sections);
  const declared = declaredCalls(place.member, sections);
  const stated = callsOf(place, sections);
  const calls = stated.some(({ params }) => params?.length)
    ? stated
    : [...declared, ...stated.filter(({ params }) => declared.length === 0 || params === undefined)];
  const listed = listedParams(sections);
  const kind = place.kind ?? statedKind(attributes) ?? kindOf(attributes, calls, listed);
  const entry: Entry = { interface: place.interface, member: place.member, ...(kind ? { kind } : {}) };
  const found = readRecords(entry, sections);
  // A number's page may list constants: its value has no properties of its own.
  const type = typeText(attributes.get("type") ?? "");
  const holds = type === undefined || isVague(type);
  const records = { ...found, records: found.records.filter((record) => holds || !record.own) };
  const read: Read = { place, entry, sections, attributes, lead, records };

  const overloads = mergeCalls(calls, listed);
  const isStatic = declared.length > 0 && declared.every((call) => call.isStatic);
  const base = {
    ...memberFact(read, calls, overloads.length > 0),
    ...(isStatic ? { static: true as const } : {}),
  };
  const facts: Fact[] = [
    ...(overloads.length === 0 ? [base] : overloads.map((params): Fact => ({ ...base, params }))),
    ...constructorOf(read, overloads),
    ...optionFacts({ ...read, calls, listed }),
    ...recordFacts(entry, records),
    ...valueFacts(entry, sections),
    ...listedFacts(entry, sections),
    ...tableFacts({ interface: place.interface, member: place.member }, text),
    ...proseFacts(undefined, text),
    ...moduleFacts(place.interface, codeOf(sections)),
    ...globalUse(place.interface, codeOf(sections), place.member),
    ...exampleFacts(text, `${place.interface}.${place.member}`),
  ];
  return { facts: distinct(facts), unnamed: records.unnamed };
}

type Read = {
  place: MemberEntry;
  entry: Entry;
  sections: Section[];
  attributes: Attributes;
  lead: string[];
  records: Records;
};

/** The paragraphs before the first heading of the text; a labelled line is none. */
const leadLines = (sections: Section[]): string[] =>
  sections
    .filter((section, at) => at === 0 || (at === 1 && section.level === 1))
    .flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === "paragraph" ? unlabelled(block.lines) : [])),
    );

/** What a member is stands at the beginning. */
const MAX_LEAD = 2000;

function unlabelled(lines: string[]): string[] {
  const first =
    lines.findLastIndex(
      (line) => labelOf(line) !== undefined && attributeName(labelOf(line)?.label ?? "") !== undefined,
    ) + 1;
  return lines.length > first ? [plain(lines.slice(first).join(" ").slice(0, MAX_LEAD))] : [];
}

const statedKind = (attributes: Attributes): MemberKind | undefined =>
  memberKind(attributes.get("kind") ?? "");

/** What has a type or an access, and is neither called nor returns anything, is a property. */
function kindOf(
  attributes: Attributes,
  calls: Call[],
  listed: Parameters | undefined,
): MemberKind | undefined {
  const called = attributes.has("returns") || listed !== undefined || calls.some(({ params }) => params);
  const holds = attributes.has("type") || attributes.has("access");
  return holds && !called ? "property" : undefined;
}

function callsOf(place: MemberEntry, sections: Section[]): Call[] {
  const stated = signatureCalls(place.member, sections);
  const ofHeading = place.params ? [{ params: place.params, keys: [] }] : [];
  return stated.some(({ params }) => params !== undefined) ? stated : [...ofHeading, ...stated];
}

function memberFact(read: Read, calls: Call[], called: boolean): MemberFact {
  const { place, entry, attributes, lead } = read;
  const kind = entry.kind ?? (called ? "method" : undefined);
  const valueType = valueTypeOf(read, calls);
  const since = sinceText(attributes.get("since") ?? "");
  const said = [...lead, attributes.get("type") ?? ""];
  const readOnly = place.readOnly || isReadOnly(attributes.get("access") ?? "") || said.some(saysReadOnly);
  const isStatic =
    /^(?:yes|true)\b/i.test(attributes.get("static") ?? "") ||
    /\bstatic\b/i.test(attributes.get("kind") ?? "");
  return {
    type: "member",
    interface: place.interface,
    name: place.member,
    ...(kind ? { kind } : {}),
    ...(place.static || isStatic ? { static: true as const } : {}),
    ...(valueType ? { valueType } : {}),
    ...(readOnly && kind !== "method" ? { readOnly: true as const } : {}),
    ...(since ? { since } : {}),
    ...(isDeprecated(attributes, lead) ? { deprecated: true as const } : {}),
  };
}

/** "Type: Block. Read only." */
const ACCESS = /\s*[.;,(]\s*read[- ]only\b.*$/i;

const saysReadOnly = (line: string): boolean =>
  /(?:^|[.;]\s)\W*read[- ]only\b(?!\s+(?:in|if|when|for)\b)|\(read[- ]only\)|^the \S+ (?:static )?read[- ]only property\b/i.test(
    line,
  );

function valueTypeOf(read: Read, calls: Call[]): string | undefined {
  const { place, entry, attributes, records } = read;
  const own = records.records.find((record) => record.own)?.name ?? enumerationOf(read);
  const stated =
    place.valueType ??
    calls.find((call) => call.valueType)?.valueType ??
    worded((attributes.get("type") ?? "").replace(ACCESS, ""));
  if (entry.kind === "property" || entry.kind === "value") {
    if (stated === undefined) return own ?? described(read);
    return isVague(stated) ? (own ?? described(read) ?? stated) : stated;
  }
  return stated ?? returned(read);
}

/** "A number, in metres." says a type in a sentence. */
const worded = (text: string): string | undefined =>
  (/^(?:an?|the)\s/i.test(text) ? typePhrase(text) : undefined) ?? typeText(text);

function enumerationOf({ entry, sections }: Read): string | undefined {
  const name = `${entry.interface}.${entry.member}`;
  const facts = [...valueFacts(entry, sections), ...listedFacts(entry, sections)];
  return facts.some(
    (fact) => fact.type === "interface" && (fact.name === name || fact.name.startsWith(`${name}.`)),
  )
    ? name
    : undefined;
}

const HOLDS =
  /(?:^(?:this (?:property|object|value) (?:is|returns|contains|represents|holds)|the value of this property is|returns?|gets?|contains?|represents?|holds?)|\breturns) ((?:an?|the)? ?(?:(?:new|read-only|current) )?(?:arrays? of )?`?\p{Lu}[\p{L}\p{N}_$]*`? (?:objects?|collection))\b/iu;
/** "Read/write Number.", "Read-only `Kind`." */
const ACCESSED = /\b[Rr]ead(?:\/write|[- ]only)\s+`?(\p{Lu}[\p{L}\p{N}_$.]*[\p{L}\p{N}])`?(?=[.;,]|$)/u;

/** "Returns an array of `CatalogJob` objects", "A `Thermometer` object", "The value of this property is a `Usage` object". */
function described({ lead }: Read): string | undefined {
  const accessed = lead.map((line) => ACCESSED.exec(line)?.[1]).find((type) => type !== undefined);
  if (accessed !== undefined) return accessed;
  const phrases = lead.map((line) => HOLDS.exec(line)?.[1]?.replace(/ collection$/i, " object"));
  const opening = /^(?:returns?\s+)?(?:an?|the|one)\s/i.test(lead[0] ?? "") ? lead[0] : undefined;
  const types = [...phrases, opening].map((phrase) =>
    phrase === undefined ? undefined : typePhrase(phrase),
  );
  return types.find((type) => type !== undefined && /\p{Lu}/u.test(type));
}

/** A longer line under "Return type" is a sentence. */
const MAX_TYPE = 80;

/** What a call gives back: the section, the label, or the sentence that begins with "Returns". */
function returned({ sections, attributes, lead }: Read): string | undefined {
  const stated = sections.filter(({ heading }) =>
    /^(?:returns?|return(?:ed)? (?:value|type))$/i.test(heading.replace(/:$/, "")),
  );
  const headed = sections
    .map(({ heading }) => /^returns?:?\s+(\S.*)$/i.exec(heading)?.[1])
    .find((text) => text);
  const lines = [
    ...(headed === undefined ? [] : [headed]),
    ...stated.flatMap(({ blocks }) => blocks.flatMap(linesOf).slice(0, 2)),
  ];
  const typed = stated.find(({ heading }) => /\btype\W*$/i.test(heading))?.blocks.flatMap(linesOf)[0];
  if (typed !== undefined && typed.length <= MAX_TYPE) return typeText(typed);
  const label = attributes.get("returns");
  const end = lines.findIndex((line) => /^\W*(?:examples?|notes?|see)\b/i.test(line));
  const said = lines.slice(0, end < 0 ? 2 : Math.min(2, end));
  const texts = [...said, ...(label === undefined ? [] : [label])];
  for (const text of texts) {
    const type = typePhrase(text);
    if (type !== undefined) return type;
  }
  const sentence = lead.find((line) => /^returns?\s/i.test(line));
  return sentence === undefined || texts.length > 0
    ? undefined
    : typePhrase(sentence.replace(/^returns?\s+/i, ""));
}

function linesOf(block: Block): string[] {
  if (block.type === "paragraph") return [block.lines.join(" ")];
  return block.type === "list" ? block.items.map(({ text }) => text) : [];
}

/** A member that is called like its interface, and says that it constructs one. */
function constructorOf({ place, attributes, lead, sections }: Read, overloads: Param[][]): Fact[] {
  const name = place.interface.split(".").at(-1);
  const stated =
    /constructor/i.test(attributes.get("kind") ?? "") ||
    lead.some((line) => /^(?:the |an? )?constructor\b/i.test(line));
  const made = codeOf(sections).some((code) => constructs(code, place.interface));
  if (place.member !== name || !(stated || made)) return [];
  const all: (Param[] | undefined)[] = overloads.length === 0 ? [undefined] : overloads;
  return all.map(
    (params): Fact => ({ type: "constructor", interface: place.interface, ...(params ? { params } : {}) }),
  );
}
