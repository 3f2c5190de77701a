// Reads stub scripts: JavaScript that only declares, with JSDoc comments. Promises one chunk per class, namespace,
// enumeration, type, member and global, readable without the code. Refuses to be chosen unless a source names it: a
// project's own scripts must not be taken for documentation.

import path from "node:path";
import type { Parsed, ParsedChunk, Parser } from "../chunk.ts";
import { isDottedName, isIdentifier } from "../names.ts";
import type { Fact, Param } from "../surface/facts.ts";
import { declareComments } from "./jsdoc/comments.ts";
import { declaredFacts, descriptionOf, recordFields, type Typedefs } from "./jsdoc/facts.ts";
import { type Declared, readScript } from "./jsdoc/script.ts";
import { type Doc, tagsOf } from "./jsdoc/tags.ts";
import { exampleOf, memberText, typeText } from "./jsdoc/text.ts";
import { walkScript } from "./jsdoc/walk.ts";
import { distinct } from "./prose-facts.ts";

/** Files that hold JSDoc, when a source says that its files do. */
export const isStubFile = (fileName: string): boolean => /\.(?:jsx?|mjs|cjs|es6?|jsxinc)$/i.test(fileName);

export const jsdoc: Parser = {
  name: "jsdoc",

  detects: () => false,

  parse(page) {
    const { script, program, note } = readScript(page.text);
    walkScript(script, program.body);
    const lost = declareComments(script);
    const notes = [
      ...(note ? [note] : []),
      ...lost.map((line) => `line ${line}: a comment that stands before nothing and names nothing`),
    ];
    const found = script.found.filter(isNamed);
    for (const { name, line } of script.found.filter((one) => !isNamed(one)))
      notes.push(`line ${line}: "${name}" is no name`);
    const file = path.posix.basename(page.path).replace(/\.\w+$/, "");
    return { chunks: toChunks(found, typedefsOf(found), file), notes } satisfies Parsed;
  },
};

const isNamed = ({ what, name, owner }: Declared): boolean =>
  what === "page" ||
  (isDottedName(name) && (what !== "member" || (isIdentifier(name) && isDottedName(owner ?? ""))));

function typedefsOf(found: readonly Declared[]): Typedefs {
  const typedefs = new Map<string, Param[]>();
  for (const { what, name, doc } of found) {
    const properties = what === "typedef" ? tagsOf(doc, "property", "prop") : [];
    const fields = properties.flatMap(({ about, type, optional }): Param[] =>
      about === undefined || /[.[]/.test(about)
        ? []
        : [{ name: about, ...(type ? { type } : {}), ...(optional ? { optional: true as const } : {}) }],
    );
    const type = what === "typedef" ? (tagsOf(doc, "typedef")[0]?.type ?? "") : "";
    const inline = /^\{[\s\S]*\}$/.test(type) ? recordFields(type) : [];
    if (fields.length + inline.length > 0) typedefs.set(name, [...fields, ...inline]);
  }
  return typedefs;
}

function toChunks(found: readonly Declared[], typedefs: Typedefs, file: string): ParsedChunk[] {
  const interfaces = Map.groupBy(
    found.filter(({ what }) => what === "interface"),
    ({ name }) => name,
  );
  const byOwner = Map.groupBy(
    found.filter(({ what }) => what === "member"),
    ({ owner = "" }) => owner,
  );
  const written = new Set<string>();
  return found.flatMap((declared): ParsedChunk[] => {
    if (declared.what !== "interface") return [chunkOf(declared, typedefs, file)];
    if (written.has(declared.name)) return [];
    written.add(declared.name);
    const all = interfaces.get(declared.name) ?? [];
    return [interfaceChunk(mergeInterfaces(all), byOwner.get(declared.name) ?? [])];
  });
}

/** A class may be declared in one place and given its parent in another. */
function mergeInterfaces(all: readonly Declared[]): Declared {
  const [first = { what: "interface", name: "", line: 1 } satisfies Declared] = all;
  const docs = all.flatMap(({ doc }) => (doc ? [doc] : []));
  const doc: Doc | undefined =
    docs.length === 0
      ? undefined
      : {
          text: docs
            .map(({ text }) => text)
            .filter((text) => text !== "")
            .join("\n\n"),
          tags: docs.flatMap(({ tags }) => tags),
        };
  const interfaceKind = all.find((one) => one.interfaceKind !== undefined)?.interfaceKind;
  return {
    ...first,
    parents: all.flatMap(({ parents = [] }) => parents),
    ...(interfaceKind ? { interfaceKind } : {}),
    ...(doc ? { doc } : {}),
  };
}

function interfaceChunk(declared: Declared, members: readonly Declared[]): ParsedChunk {
  const { name, line } = declared;
  const facts = declaredFacts(declared, new Map());
  const groups = Map.groupBy(members, ({ kind = "property" }) => kind);
  const listing = [...groups].map(
    ([kind, some]) => `${kind}: ${[...new Set(some.map((member) => member.name))].join(", ")}`,
  );
  return {
    title: name,
    interface: name,
    text: typeText(declared, facts),
    ...(listing.length > 0 ? { listing: listing.join("\n\n") } : {}),
    line,
    facts: distinct([...facts, ...examplesOf(declared, name)]),
  };
}

function chunkOf(declared: Declared, typedefs: Typedefs, file: string): ParsedChunk {
  const { what, name, owner, line } = declared;
  const facts = declaredFacts(declared, typedefs);
  const title = titleOf(declared, file);
  const own = what === "typedef" && facts.length > 0 ? { interface: name } : {};
  return {
    title,
    ...(what === "member" ? { interface: owner ?? "", member: name } : own),
    text: what === "page" ? descriptionOf(declared.doc) || title : memberText(declared, facts),
    line,
    facts: distinct([...facts, ...examplesOf(declared, title)]),
  };
}

function titleOf({ what, name, owner }: Declared, file: string): string {
  if (what === "member") return `${owner}.${name}`;
  if (what === "constructor") return `new ${name}`;
  return what === "page" ? name || file : name;
}

const examplesOf = ({ doc }: Declared, title: string): Fact[] =>
  tagsOf(doc, "example").map(({ text }) => exampleOf(text, descriptionOf(doc), title));
