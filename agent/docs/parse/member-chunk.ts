// Cuts documentation that has one file per member: `Interface-member.md`, or front matter or a line that names the member
// and its interface. Promises one chunk a file. Refuses to invent an interface: a title it cannot read is kept, and noted.

import type { Parsed, ParsedChunk, Parser } from "../chunk.ts";
import { isDottedName, isIdentifier, splitTitle } from "../names.ts";
import type { Fact } from "../surface/facts.ts";
import {
  bareTitle,
  type FrontEntry,
  fileBase,
  frontEntry,
  type Named,
  nameChunk,
  withoutProduct,
} from "./chunk-names.ts";
import { type FrontMatter, readFrontMatter } from "./front-matter.ts";
import { objectHeading } from "./html-headings.ts";
import { chapterFacts, interfaceFacts, looseFacts, madeFacts } from "./interface-facts.ts";
import { saysObject } from "./member-headings.ts";
import { distinct } from "./prose-facts.ts";
import { memberKind } from "./reference-attributes.ts";
import { type EntryFacts, memberFacts } from "./reference-facts.ts";

const MEMBER_LINE = /^(?:[-*] )?(?:\*\*)?(?:Member of|Interface|Class|Object)(?:\*\*)?:/m;

/** What lies in any folder, and is about the software as a whole. */
const PAPER =
  /^(?:readme|change-?log|changes|history|news|release-?notes|contributing|security|authors|credits|install(?:ation)?|todo|upgrad(?:e|ing)|migrat(?:ion|ing)|roadmap|faq)$/i;

export const memberChunk: Parser = {
  name: "member-chunk",

  detects(page) {
    if (!/\.(?:md|markdown)$/i.test(page.path)) return false;
    const { keys, body } = readFrontMatter(page.text);
    if (frontEntry(keys)) return true;
    const owned = keys.has("interface") || keys.has("class") || keys.has("object");
    if (keys.has("title") && (keys.has("categories") || keys.has("interface"))) return true;
    if (owned && (keys.has("member") || isIdentifier(keys.get("name") ?? keys.get("title") ?? "")))
      return true;

    const headings = body.match(/^#{1,2} .+$/gm) ?? [];
    const first = headings[0]?.replace(/^#+ /, "").trim();
    if (first === undefined || !body.trimStart().startsWith("#")) return false;
    const base = fileBase(page.path);
    if (PAPER.test(base)) return false;
    const bare = bareTitle(withoutProduct(first));
    if (saysObject(withoutProduct(first)) && isIdentifier(bare)) return true;
    if (splitTitle(bare) !== undefined || (isDottedName(bare) && sameName(base, bare))) return true;
    return isIdentifier(bare) && MEMBER_LINE.test(body.slice(0, 2000));
  },

  parse(page) {
    const front = readFrontMatter(page.text);
    const { keys, body, bodyLine } = front;
    const first = /^\s*(#{1,2}) +([^\n]+?)[ \t#\r]*(?:\n|$)/.exec(body);
    // Where front matter names the entry, a second level is already a part of it.
    const heading = first?.[1] === "##" && frontEntry(keys) ? null : first;
    const written = keys.get("title") ?? heading?.[2] ?? keys.get("name") ?? fileBase(page.path);
    const stated = withoutProduct(written);
    const unlinked = withoutMacros(heading ? body.slice(heading[0].length) : body);
    const text = clean(unlinked, keys.has("layout"));
    const named = nameChunk({ stated, keys, path: page.path, text });
    if (text === "" && named.interface === undefined)
      return { chunks: [], notes: ["empty"] } satisfies Parsed;

    const notes =
      named.interface === undefined && !named.made ? [`title "${stated}" names no interface`] : [];
    if (text === "") notes.push(`"${stated}" says nothing`);
    const { facts, unnamed } = factsOf(named, { front, text, stated });
    if (unnamed > 0)
      notes.push(
        `${unnamed} table${unnamed > 1 ? "s" : ""} of objects without a name under "${named.title}"`,
      );
    return { chunks: [toChunk(named, { text, line: bodyLine, facts })], notes } satisfies Parsed;
  },
};

type Told = { text: string; line: number; facts: Fact[] };

function toChunk(
  { title, interface: owner, member, titleOnly }: Named,
  { text, line, facts }: Told,
): ParsedChunk {
  return {
    title,
    ...(owner === undefined ? {} : { interface: owner }),
    ...(member === undefined ? {} : { member }),
    ...(titleOnly ? { titleOnly } : {}),
    text,
    line,
    ...(facts.length > 0 ? { facts } : {}),
  };
}

type Source = { front: FrontMatter; text: string; stated: string };

function factsOf(named: Named, { front, text, stated }: Source): EntryFacts {
  const whole = `${frontLines(front)}${text}`;
  const { interface: owner, member, title, group, made } = named;
  if (owner !== undefined && member !== undefined) {
    const kind = memberKind(group ?? "");
    const of = {
      interface: owner,
      member,
      ...(kind ? { kind } : {}),
      ...(/\bstatic\b/i.test(group ?? "") ? { static: true as const } : {}),
      ...(named.params ? { params: named.params } : {}),
      ...(named.book ? { namedArguments: true as const } : {}),
    };
    const found = memberFacts(of, whole);
    // Nothing but the dot says member: what it says as the page of an interface holds as well.
    const chapter = named.titleOnly ? chapterFacts(title, whole) : { facts: [], unnamed: 0 };
    return { facts: [...found.facts, ...chapter.facts], unnamed: found.unnamed };
  }
  if (owner !== undefined) {
    const titled = objectHeading(stated);
    const kind = titled?.name === owner ? titled.kind : undefined;
    return interfaceFacts({ name: owner, ...(kind ? { kind } : {}) }, whole);
  }
  if (made !== undefined) {
    const { facts } = interfaceFacts({ name: made }, `## Constructor\n\n${whole}`);
    const own = facts.filter((fact) => fact.type !== "interface");
    const stated = own.some((fact) => fact.type === "constructor" && fact.params !== undefined);
    return { facts: stated ? own : distinct([...own, ...madeFacts(made, undefined, whole)]), unnamed: 0 };
  }
  const [above = "", below = ""] = title.split(" > ");
  return below === ""
    ? { facts: looseFacts(whole, title), unnamed: 0 }
    : chapterFacts(above, whole, group ? `${group}s` : below);
}

const LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    kind: "Kind",
    type: "Type",
    access: "Access",
    since: "Since",
    version: "Since",
    introduced: "Since",
    returns: "Returns",
    deprecated: "Deprecated",
    status: "Status",
    static: "Static",
    parent: "Parent interface",
    extends: "Parent interface",
  }),
);

/** Keys of front matter as the lines that readers of facts know, and lists of parameters as a table. */
function frontLines(front: FrontMatter): string {
  const { keys, lists } = front;
  const lines = [...keys].flatMap(([key, value]) => {
    const label = labelFor(key, value, frontEntry(keys));
    return label === undefined ? [] : [`${label}: ${value}\n`];
  });
  const global = keys.get("global");
  if (global !== undefined) lines.push(`It is accessed using the global property \`${global}\`.\n`);
  if (/^(?:true|yes)$/i.test(keys.get("readonly") ?? keys.get("read-only") ?? ""))
    lines.push("Access: read only\n");
  const none = PARAMETER_KEY.test([...keys].find(([, value]) => value === "[]")?.[0] ?? "");
  const tables = [...lists].flatMap(([key, items]) => frontTable(key, items));
  const made = madeLines(front);
  const empty = none && made.length === 0 ? ["## Parameters\n\nNone.\n", "## Description\n"] : [];
  return [...lines, ...made, ...empty, ...tables].map((line) => `${line}\n`).join("");
}

const PARAMETER_KEY = /^(?:param|arg)/;

/** `type` says what kind of thing it is where no other key does; then `value` holds the type. */
function labelFor(key: string, value: string, entry: FrontEntry | undefined): string | undefined {
  if (entry === undefined) return LABELS.get(key);
  if (value === entry.kind) return "Kind";
  if (key === "parent" && entry.owner !== undefined) return undefined;
  if (key === "extends" && value.startsWith("[")) return undefined;
  return /^(?:value|value-?type|data-?type)$/.test(key) ? "Type" : LABELS.get(key);
}

/** A list under `constructor` holds its parameters. */
function madeLines({ keys, lists }: FrontMatter): string[] {
  const name = frontEntry(keys)?.name;
  const items = lists.get("constructor");
  if (name === undefined || items === undefined) return [];
  const params = items.map((item) => {
    const optional = /^(?:true|yes)$/i.test(item.get("optional") ?? "");
    const type = item.get("type");
    return `${item.get("name") ?? item.get("") ?? ""}${optional ? "?" : ""}${type ? `: ${type}` : ""}`;
  });
  return [`## Constructor\n\n\`new ${name}(${params.join(", ")})\`\n`, "## Description\n"];
}

function frontTable(key: string, items: readonly ReadonlyMap<string, string>[]): string[] {
  const heading = PARAMETER_KEY.test(key)
    ? "Parameters"
    : /^(?:propert|method|event|value|option)/.test(key)
      ? key
      : "";
  const columns = [...new Set(items.flatMap((item) => [...item.keys()]))].filter((column) => column !== "");
  if (heading === "" || !columns.includes("name")) return [];
  const order = ["name", ...columns.filter((column) => column !== "name")];
  const rows = items.map((item) => order.map((column) => (item.get(column) ?? "").replaceAll("|", "\\|")));
  const table = [order, order.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  return [`## ${heading}\n\n${table.join("\n")}\n`, "## Description\n"];
}

const sameName = (base: string, title: string): boolean => base.toLowerCase() === title.toLowerCase();

const MACRO = /\{\{\s*([\w-]+)\s*(?:\(\s*(?:"([^"]*)"|'([^']*)')?[^{}]*\))?\s*\}\}/g;

/** `{{xref("Echo")}}` is a link, `{{optional_inline}}` a remark; any other call of a site's own stands for decoration. */
function withoutMacros(body: string): string {
  if (!body.includes("{{")) return body;
  return body.replace(MACRO, (whole, name: string, double?: string, single?: string) => {
    const about = double ?? single;
    if (/^\w*x?ref$/i.test(name) && about !== undefined && !/^api/i.test(name)) return `\`${about}\``;
    if (/optional/i.test(name)) return "(optional)";
    if (/read-?only/i.test(name)) return "(read only)";
    if (/^deprecated/i.test(name)) return "**Deprecated.**";
    return about !== undefined || /inline|header|diagram|sidebar/i.test(name) ? "" : whole;
  });
}

// Template tags of a site generator are noise to a reader; only pages that name a layout carry them.
function clean(body: string, templated: boolean): string {
  const text = templated ? body.replace(/\{\{\s*site\.[\w.]+\s*\}\}/g, "") : body;
  return text
    .replace(/\r\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
