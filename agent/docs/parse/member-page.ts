// Cuts reference pages that head their members: `## Properties`, `### PathItem.area`, `#### Type`. Promises one chunk per
// object, member and constructor, the text of every other heading, and what each states. Refuses pages on which no
// heading names a member.

import path from "node:path";
import type { Page, Parsed, ParsedChunk, Parser } from "../chunk.ts";
import { withFencedMembers } from "./fenced-members.ts";
import { readFrontMatter } from "./front-matter.ts";
import { withoutGrids } from "./grid-tables.ts";
import { chapterFacts } from "./interface-facts.ts";
import { markdownSections, sectionText } from "./markdown-sections.ts";
import { type Planned, planPage } from "./member-plan.ts";
import { isValueTable, objectFacts, receiversIn, toChunk } from "./page-chunks.ts";

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
    const enumerations = planned.filter(
      (one) => one.type === "object" && (one.kind === "enumeration" || isValueTable(one.text)),
    );
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

/** The same for pages that give the members of an object in tables and lists alone. */
export const memberTables: Parser = {
  ...memberPage,

  detects(page) {
    if (!/\.(?:md|mdx|markdown)$/i.test(page.path) || !/^#{1,6} +\S/m.test(page.text)) return false;
    return plan(page).some((one) => {
      if (one.type !== "object" && one.type !== "chapter") return false;
      const name = one.type === "object" ? one.name : one.interface;
      const facts =
        one.type === "object" ? objectFacts(one) : chapterFacts(name, one.text, one.heading).facts;
      return facts.some((fact) => fact.type === "member" && fact.interface === name);
    });
  },
};

function plan(page: Page): Planned[] {
  const { keys, body, bodyLine } = readFrontMatter(page.text);
  const title = keys.get("title") ?? path.posix.basename(page.path).replace(/\.\w+$/, "");
  const sections = markdownSections(withoutGrids(body), bodyLine, title).map((section) => ({
    level: section.level,
    heading: section.heading,
    line: section.line,
    text: sectionText(section),
  }));
  return planPage(withFencedMembers(sections), title);
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
