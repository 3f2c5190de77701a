// What the entry of one member on a reference page states: signature, type, parameters, what it returns, since when.
// Promises the section that is about a thing over any other words for it. Refuses to take the receiver of an example
// ("app.project.item(index)") for an interface.

import type { Fact, MemberFact, Param } from "../surface/facts.ts";
import { type DeclaredCall, declaredCalls } from "./declared-code.ts";
import { exampleFacts } from "./examples.ts";
import type { PlannedMember } from "./member-plan.ts";
import { bare, returnsOf, typeOf } from "./member-types.ts";
import type { Parameters } from "./parameters.ts";
import { plain } from "./prose.ts";
import { distinct, proseFacts } from "./prose-facts.ts";
import { readAttributes } from "./reference-attributes.ts";
import { type Block, readSections, type Section } from "./reference-blocks.ts";
import { listedParams, mergeCalls } from "./reference-params.ts";
import { remarksIn } from "./remarks.ts";
import { readSignature, type Signature } from "./signature.ts";
import { type Place, tableFacts } from "./table-facts.ts";
import type { TypeText } from "./type-text.ts";

/** A function or a constructor is called like a member, but belongs to no interface or is none. */
export type Called = { name: string; params?: Param[]; valueType?: string };
export type Entry = { overloads: Param[][]; keys: Param[]; type: TypeText; returns?: string; facts: Fact[] };

export function memberEntryFacts(place: PlannedMember): Fact[] {
  const { interface: owner, member } = place;
  const entry = readEntry({ name: member, ...pick(place) }, place.text, { interface: owner, member });
  const isCall =
    place.kind === "method" ||
    entry.overloads.length > 0 ||
    (place.kind === undefined && entry.returns !== undefined);
  const kind =
    place.kind === "property" && place.params !== undefined
      ? "method"
      : (place.kind ?? kindOf(place, isCall));
  const valueType = isCall
    ? (place.valueType ?? entry.returns ?? entry.type.valueType)
    : (place.valueType ?? entry.type.valueType);
  const base: MemberFact = {
    type: "member",
    interface: owner,
    name: member,
    ...(kind ? { kind } : {}),
    ...(place.static || saysStatic(place.text) ? { static: true as const } : {}),
    ...(valueType ? { valueType } : {}),
    ...((place.readOnly || entry.type.readOnly) && kind !== "method" ? { readOnly: true as const } : {}),
    ...remarksIn(leadText(place.text)),
    ...(place.deprecated ? { deprecated: true as const } : {}),
  };
  const calls = kind === "property" || kind === "value" ? [] : entry.overloads;
  return distinct([
    ...(calls.length === 0 ? [base] : calls.map((params): Fact => ({ ...base, params }))),
    ...(entry.keys.length > 0
      ? [{ type: "options", of: `${owner}.${member}`, keys: entry.keys } satisfies Fact]
      : []),
    ...entry.facts,
  ]);
}

/** "Kind: static method of Pen", "- Site **open**(name: String) static". */
const saysStatic = (text: string): boolean =>
  /^- [^\n]{0,400}\)(?: \w+)* static$/.test(text.split("\n", 1)[0]?.trim() ?? "") ||
  /^static\b/i.test(readAttributes(readSections(text)).get("kind") ?? "");

const pick = ({ params, valueType }: Called | PlannedMember): Omit<Called, "name"> => ({
  ...(params ? { params } : {}),
  ...(valueType ? { valueType } : {}),
});

function kindOf(place: PlannedMember, isCall: boolean): MemberFact["kind"] {
  if (isCall) return "method";
  const stated = readAttributes(readSections(place.text)).get("kind") ?? "";
  if (/method|function/i.test(stated)) return "method";
  if (/event|handler/i.test(stated)) return "event";
  const { valueType } = typeOf(readSections(place.text));
  return /propert|attribute|field/i.test(stated) || valueType !== undefined ? "property" : undefined;
}

/** Reads the text below a heading; `call` is what the heading itself says. */
export function readEntry(call: Called, text: string, place: Place = {}): Entry {
  const sections = readSections(text);
  const said = signaturesIn(call.name, sections);
  const declared = said.length > 0 || call.params?.length ? [] : declaredCalls(call.name, sections);
  const signatures = [...said, ...declared.map(asSignature(call.name))];
  const listed = listedParams(sections) ?? leadParams(sections);
  const own = signatures.flatMap(({ params }) => (params ? [{ params, keys: [] }] : []));
  const heading =
    call.params && (call.params.length > 0 || own.length === 0) ? [{ params: call.params, keys: [] }] : [];
  const calls = own.length > 0 ? own : heading;
  const returns = call.valueType ?? signatures.find((one) => one.returns)?.returns ?? returnsOf(sections);
  const title = place.interface === undefined ? call.name : `${place.interface}.${place.member ?? call.name}`;
  return {
    overloads: mergeCalls(withListed(calls, listed), listed),
    keys: listed?.keys ?? [],
    type: typeOf(sections),
    ...(returns ? { returns } : {}),
    facts: distinct([
      ...enumerations(text, sections),
      ...tableFacts(place, text),
      ...proseFacts(undefined, text),
      ...exampleFacts(text, title),
    ]),
  };
}

const asSignature =
  (name: string) =>
  ({ params, valueType }: DeclaredCall): Signature => ({
    name,
    ...(params ? { params } : {}),
    ...(valueType ? { returns: valueType } : {}),
  });

const ENUMERATED =
  /`(\p{Lu}[\p{L}\p{N}_$]*)`(?:\s|<br\s*\/?>)*(?:enumerated values?|enumerations?|enumerators?|enums?(?: values?)?)\b/giu;

/** "An `EasingKind` enumerated value": the name is that of an enumeration, which may have no page of its own. */
function enumerations(text: string, sections: readonly Section[]): Fact[] {
  const names = [...text.matchAll(ENUMERATED)].flatMap(([, name = ""]) =>
    /^\p{Lu}/u.test(name) ? [name] : [],
  );
  const stated = names.map((name): Fact => ({ type: "interface", name, kind: "enumeration" }));
  return names.length === 0 ? [] : [...stated, ...sections.flatMap(bareValues)];
}

/** "… enums; one of:" over a list of bare names. */
function bareValues({ blocks }: Section): Fact[] {
  return blocks.flatMap((block, at): Fact[] => {
    const before = blocks[at - 1];
    const lead = before?.type === "paragraph" ? before.lines.join(" ") : "";
    const [only, more] = [...lead.matchAll(ENUMERATED)].map(([, name = ""]) => name);
    if (block.type !== "list" || only === undefined || more !== undefined) return [];
    const values = block.items.map(({ text }) => /^`([\p{L}_$][\p{L}\p{N}_$]*)`/u.exec(text)?.[1]);
    if (values.some((value) => value === undefined)) return [];
    return values.flatMap((name = ""): Fact[] => [
      { type: "member", interface: only, name, kind: "value", static: true },
    ]);
  });
}

/** "open()" in a heading says that it is called, not that nothing is passed: the table knows better. */
function withListed(calls: { params: Param[]; keys: Param[] }[], listed: Parameters | undefined) {
  const only = calls.length === 1 ? calls[0] : undefined;
  return only && only.params.length === 0 && listed && listed.params.length > 0 ? [] : calls;
}

const SYNTAX = /^(?:syntax|signatures?|declaration|synopsis|prototype|usage)$/i;

/** Lines of code alone before any heading, and the code under "Syntax". */
function signaturesIn(name: string, sections: readonly Section[]): Signature[] {
  const found: Signature[] = [];
  for (const [at, { heading, blocks }] of sections.entries()) {
    if (at > 0 && !SYNTAX.test(plain(heading))) continue;
    for (const line of blocks.flatMap((block) => codeLines(block, at > 0))) {
      const signature = readSignature(line);
      if (signature?.name === name && signature.params) found.push(signature);
    }
  }
  return found.filter(
    (one, at) =>
      found.findIndex((other) => JSON.stringify(other.params) === JSON.stringify(one.params)) === at,
  );
}

/** A longer one is a sentence. */
const MAX_ITEM = 500;

function codeLines(block: Block, inSyntax: boolean): string[] {
  if (block.type === "code") return inSyntax ? block.code.split("\n") : [];
  // "- float **dig**(metres: float) const": the declaration as an item.
  if (block.type === "list")
    return block.items.flatMap(({ text }) =>
      /^(?:[^*(]+\s)?\*\*[\p{L}_$][\p{L}\p{N}_$]*\*\*\(.*\)[\s\w]*$/u.test(text) && text.length <= MAX_ITEM
        ? [bare(text).replace(/(?<=\))[\s\w]+$/, "")]
        : [],
    );
  if (block.type !== "paragraph") return [];
  const lines = block.lines.flatMap((line) => line.split(/<br\s*\/?>|(?<=`)\s+(?:or\s+)?(?=`)/));
  const code = lines.map((line) => /^[\s>]*(?:\*\*)?`([^`]+)`(?:\*\*)?[\s;,.]*$/.exec(line)?.[1] ?? "");
  // TypeDoc writes "> **weave**(`rows`): `Cloth`".
  const marked = lines.map((line) =>
    /^(?:[▸•]\s*)?\*\*(?:new )?[\p{L}_$][\p{L}\p{N}_$]*\*\*(?:<.*?>)?\(.*\)/u.test(line)
      ? bare(line).replace(/^[▸•]\s*/, "")
      : "",
  );
  return [...code, ...marked].filter((line) => line !== "");
}

/** A list directly under the heading, before any words: its parameters, as some references put them. */
function leadParams([first]: readonly Section[]): Parameters | undefined {
  const block = first?.blocks.find(({ type }) => type !== "paragraph");
  if (block?.type !== "list") return undefined;
  const items = block.items.filter(({ text }) => !/^\**returns?\b/i.test(text));
  const isParams =
    items.length > 0 && items.every(({ text }) => /^`[^`]+`(?:\s*[({[<]|\s+[`\p{L}{]|\s*[:–—-])/u.test(text));
  const isValues = items.every(({ text }) => /^`[^`]*\.[^`]*`|^`["']/.test(text));
  if (!isParams || isValues) return undefined;
  return listedParams([
    { heading: "Parameters", level: 6, blocks: [{ type: "list", items: items.map(typedItem) }] },
  ]);
}

/** "`exitCode` Integer (optional) - …" as "`exitCode` {Integer} (optional): …". */
function typedItem<T extends { text: string }>(item: T): T {
  const [, name, type, rest] =
    /^(`[^`]+`)\s+(?!-|–|—|:|\(|\{)([^\s(–—-][^(–—]*?)(\s+\(optional\)|\s*[-–—:]\s.*|)$/s.exec(item.text) ??
    [];
  const optional = /^(`[^`]+`)\s+([^(]+?)\s+\(optional\)(.*)$/s.exec(item.text);
  if (optional)
    return {
      ...item,
      text: `${optional[1]} (${plain(optional[2] ?? "").replaceAll("`", "")}, optional): ${optional[3]?.replace(/^\s*[-–—:]\s*/, "") ?? ""}`,
    };
  if (name === undefined || type === undefined || type.split(/\s+/).length > 4) return item;
  return { ...item, text: `${name} (${plain(type).replaceAll("`", "")}): ${rest ?? ""}` };
}

/** The first paragraphs, where a page says since when something is there, and whether it still should be used. */
function leadText(text: string): string {
  const [first, second] = readSections(text);
  const blocks = [
    ...(first?.blocks ?? []),
    ...(/^descri|^remark|^note|^version|^since|^avail/i.test(second?.heading ?? "")
      ? (second?.blocks ?? [])
      : []),
  ];
  const lines = blocks.flatMap((block) => (block.type === "paragraph" ? [plain(block.lines.join(" "))] : []));
  const stated =
    /^\s*added:\s*\[?\s*(v?[\d.]+)/m.exec(text)?.[1] ??
    /^<span\b[^>]*\bclass="[^"]*version[^"]*"[^>]*>\s*(v?\d[\w.]*)\s*<\/span>/im.exec(text)?.[1];
  return [...lines.slice(0, 4), ...(stated ? [`Added in ${stated}`] : [])].join(" ");
}
