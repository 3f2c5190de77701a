// Keys of the one object that a call takes, or that a property holds: rows such as `options.size`, a table of the object,
// lists under "the options object can contain", parameters that are passed by name. Promises only names that the entry
// gives. Refuses them where the first parameter is itself an object: its keys would not be those.

import type { Fact, MemberKind, Param } from "../surface/facts.ts";
import { codeOf, literalKeys } from "./code-facts.ts";
import type { Parameters } from "./parameters.ts";
import type { Records } from "./record-facts.ts";
import type { Attributes } from "./reference-attributes.ts";
import type { Block, Section } from "./reference-blocks.ts";
import type { Call } from "./reference-params.ts";
import { typePhrase } from "./type-phrase.ts";

export type Options = {
  place: { interface: string; member: string; namedArguments?: true };
  entry: { kind?: MemberKind | undefined };
  sections: Section[];
  attributes: Attributes;
  records: Records;
  calls: Call[];
  listed: Parameters | undefined;
};

export function optionFacts(read: Options): Fact[] {
  const { place, calls, listed, records } = read;
  const of = `${place.interface}.${place.member}`;
  const keys = [...calls.flatMap((call) => call.keys), ...(listed?.keys ?? []), ...keysInText(read)];
  const only = listed?.params.length === 1 ? listed.params[0] : undefined;
  const record = records.records.find(({ name }) => only?.type !== undefined && name === only.type);
  if (record) keys.push(...record.rows.map(({ param }) => param));
  const all = keys.length > 0 ? keys : namedParams(read, listed?.params ?? []);
  return all.length > 0 ? [{ type: "options", of, keys: unique(all) }] : [];
}

/** Parameters that calls pass by name, as examples show or as the kind of book tells. */
function namedParams({ place, sections, calls }: Options, params: Param[]): Param[] {
  const named = new Set(params.map(({ name }) => name));
  const literals = codeOf(sections).flatMap((code) => literalKeys(code, place.member));
  const used = literals.filter((names) => names.length > 0);
  // Examples have misprints ("cCC"): half of the names are enough to tell, and no name that is used is called wrong.
  const fits = used.filter((names) => names.filter((name) => named.has(name)).length * 2 >= names.length);
  const takesLiteral = /object|\p{Lu}/u.test(params[0]?.type ?? "");
  // A signature that gives the parameters in order tells that they are passed so.
  const ordered = calls.some((call) => call.params !== undefined);
  const convention = place.namedArguments === true && used.length === 0 && !takesLiteral && !ordered;
  if (params.length === 0 || (fits.length === 0 && !convention)) return [];
  return [...params, ...fits.flat().map((name) => ({ name }))];
}

const unique = (keys: Param[]): Param[] =>
  keys.filter((key, at) => keys.findIndex(({ name }) => name === key.name) === at);

/** "Object", "Array": the description may say of what. */
export const isVague = (type: string): boolean =>
  /^(?:object|array|various|object \(enumeration\))$/i.test(type);

const OBJECT =
  /\b(?:parameters?|options?|settings?|configuration|config)\s+(?:object|argument|parameter|literal)\b[^.:]*\b(?:contain|have|has|propert|key|field|take|accept|support)\w*/i;
const STORED = /\b(?:propert(?:y|ies)|settings|fields|attributes|keys|options|members)\b/i;
const ITEM = /^[`*]*([\p{L}_$][\p{L}\p{N}_$]*)[`*]*\s*[:–—-]\s*(.*)$/su;
const MARKED = /^`([\p{L}_$][\p{L}\p{N}_$]*)`\s*[:–—-]?\s*(.*)$/su;

/** "The parameter object can contain:" and a list; on a property's page "stores various settings:" and a list. */
function keysInText({ sections, entry, attributes }: Options): Param[] {
  const type = attributes.get("type");
  const holds = entry.kind === "property" && (type === undefined || isVague(type));
  return sections.flatMap(({ blocks, level }) =>
    blocks.flatMap((block, at): Param[] => {
      const before = blocks[at - 1];
      const lead = before?.type === "paragraph" ? before.lines.join(" ") : "";
      if (entry.kind !== "property") return OBJECT.test(lead) ? keysOf(block, ITEM) : [];
      const keys = holds && level <= 1 && STORED.test(lead) ? keysOf(block, MARKED) : [];
      return block.type === "list" && keys.length === topItems(block).length ? keys : [];
    }),
  );
}

const topItems = ({ items }: Extract<Block, { type: "list" }>): string[] =>
  items.filter(({ depth }) => depth === items[0]?.depth).map(({ text }) => text);

function keysOf(block: Block, shape: RegExp): Param[] {
  if (block.type !== "list") return [];
  return topItems(block).flatMap((text) => {
    const [, name, rest = ""] = shape.exec(text) ?? [];
    const type = typePhrase(rest);
    return name === undefined ? [] : [{ name, ...(type ? { type } : {}) }];
  });
}
