// InDesign's class pages, read where they lie: every quoted signature is a member, every row of a parameter table a
// parameter, counted apart from the parser and page by page.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { type TestContext, test } from "node:test";
import type { ParsedChunk } from "../../../../agent/docs/chunk.ts";
import { classPage } from "../../../../agent/docs/parse/class-page.ts";
import type { Fact, MemberFact } from "../../../../agent/docs/surface/facts.ts";
import { corpusFolder } from "../../../corpora.ts";

type PageRead = { path: string; text: string; chunks: ParsedChunk[]; notes: string[] };

function readCorpus(t: TestContext): PageRead[] | undefined {
  const folder = corpusFolder(t, "indesign/api");
  if (folder === undefined) return undefined;
  return fs
    .globSync("**/*.md", { cwd: folder })
    .sort()
    .map((file) => ({ path: file, text: fs.readFileSync(path.join(folder, file), "utf8") }))
    .filter((page) => classPage.detects(page))
    .map((page) => ({ ...page, ...classPage.parse(page) }));
}

const facts = (page: PageRead): Fact[] => page.chunks.flatMap((chunk) => chunk.facts ?? []);
const members = (page: PageRead): MemberFact[] => facts(page).filter((fact) => fact.type === "member");

test("every class, enumeration and member of the pages is a fact", (t) => {
  const pages = readCorpus(t);
  if (!pages) return;

  const all = pages.flatMap(facts);
  const kinds = Map.groupBy(all, (fact) => (fact.type === "interface" ? fact.kind : fact.type));

  assert.equal(pages.length, 1078);
  assert.ok((kinds.get("class")?.length ?? 0) >= 659);
  assert.ok((kinds.get("enumeration")?.length ?? 0) >= 419);
  assert.ok((kinds.get("member")?.length ?? 0) >= 27_017);
  assert.deepEqual(
    pages.flatMap(({ notes }) => notes),
    [],
  );
});

test("a rough count of signatures and of parameter rows agrees with every page", (t) => {
  const pages = readCorpus(t);
  if (!pages) return;

  const different = pages.flatMap((page) => {
    const signatures = page.text.split("\n").filter((line) => /^> .*\*\*[^*]+\*\*/.test(line)).length;
    const tables = page.text.matchAll(/^#### Parameters\n\|.*\n\|[-|]+\n((?:\|.*\n?)*)/gm);
    const rows = [...tables].flatMap(([, body = ""]) => body.trim().split("\n")).length;
    const found = [members(page).length, members(page).flatMap(({ params }) => params ?? []).length];
    return found[0] === signatures && found[1] === rows
      ? []
      : [`${page.path}: ${signatures}, ${rows}; ${found}`];
  });

  assert.deepEqual(different, []);
});

test("what the pages state of members is kept: types, access, values, parameters", (t) => {
  const pages = readCorpus(t);
  if (!pages) return;

  const all = pages.flatMap(members);
  const count = (is: (member: MemberFact) => boolean) => all.filter(is).length;
  const named = (owner: string, name: string) =>
    all.find((member) => member.interface === owner && member.name === name);

  assert.ok(count(({ kind }) => kind === "method") >= 8233);
  assert.ok(count(({ kind, static: isStatic }) => kind === "value" && isStatic === true) >= 2396);
  assert.ok(count(({ readOnly }) => readOnly === true) >= 7873);
  assert.equal(
    count(({ kind, valueType }) => kind === "property" && valueType === undefined),
    0,
  );
  assert.equal(
    count(({ params }) => params?.some(({ type }) => type === undefined) ?? false),
    0,
  );
  assert.ok(all.flatMap(({ params }) => params ?? []).filter(({ optional }) => optional).length >= 4156);
  assert.equal(named("Page", "appliedTrapPreset")?.valueType, "TrapPreset or String");
  assert.equal(
    named("Page", "masterPageItems")?.valueType,
    "Array of PageItems, Guides, Graphics, Movies or Sounds",
  );
  assert.equal(named("Page", "parent")?.valueType, "Spread or MasterSpread");
  assert.deepEqual(named("Pages", "add")?.params, [
    { name: "at", type: "LocationOptions", optional: true },
    { name: "reference", type: "Page, Spread, MasterSpread or Document", optional: true },
    { name: "withProperties", type: "Object", optional: true },
  ]);
  assert.equal(named("Page", "placeAndLink")?.deprecated, true);
});
