// Cuts HTML references where one page holds many interfaces: h2 an interface, h3 "… properties" or "… methods", h4 a
// member. Promises one chunk per heading with text. Refuses to take a chapter for an interface on pages without members.

import path from "node:path";
import type { Parsed, ParsedChunk, Parser } from "../chunk.ts";
import { isDottedName, isIdentifier } from "../names.ts";
import { type HtmlSection, htmlSections } from "./html-text.ts";

const KIND = /^(?:(.+) )?(properties|methods|events|constants|functions|members|handlers)$/i;

export const htmlBook: Parser = {
  name: "html-book",

  detects: (page) => /\.html?$/i.test(page.path),

  parse(page) {
    const sections = htmlSections(page.text);
    const hasMembers = sections.some((section) => section.level === 3 && KIND.test(section.heading));
    const place: Place = { title: path.posix.basename(page.path).replace(/\.\w+$/, "") };
    const notes: string[] = [];
    const chunks = sections.flatMap((section, at) => {
      const named = hasMembers
        ? nameSection(place, section, sections.slice(at + 1))
        : nameProse(place, section);
      return toChunk(named, section, notes);
    });
    return { chunks, notes } satisfies Parsed;
  },
};

/** Where the walk stands: the page's title, and the chapter, interface and kind of member above the next heading. */
type Place = { title: string; chapter?: string; owner?: string; kind?: string };
type Named = { title: string; interface?: string; member?: string; kind?: string; noted?: string };

function nameSection(place: Place, section: HtmlSection, following: HtmlSection[]): Named {
  const { level, heading } = section;
  if (level <= 2) {
    delete place.owner;
    delete place.kind;
    if (level < 2) return nameProse(place, section);
    place.chapter = heading;
    if (!isDottedName(heading) && !leadsToMembers(following)) return { title: heading };
    place.owner = heading;
    return {
      title: heading,
      interface: heading,
      ...(isDottedName(heading) ? {} : { noted: "is no identifier" }),
    };
  }

  const kind = level === 3 ? KIND.exec(heading) : null;
  if (level === 3) delete place.kind;
  if (kind?.[2]) {
    place.kind = kind[2].toLowerCase();
    if (kind[1] && isDottedName(kind[1])) place.owner = kind[1];
    return { title: heading };
  }

  if (level === 4 && place.owner && place.kind && isIdentifier(heading)) {
    return { title: `${place.owner}.${heading}`, interface: place.owner, member: heading, kind: place.kind };
  }
  const above = place.owner ?? place.chapter;
  return { title: above ? `${above} > ${heading}` : heading };
}

function nameProse(place: Place, { level, heading }: HtmlSection): Named {
  if (level === 1) place.title = heading;
  if (level <= 1) return { title: place.title };
  if (level === 2) place.chapter = heading;
  return { title: level > 2 && place.chapter ? `${place.chapter} > ${heading}` : heading };
}

function leadsToMembers(following: HtmlSection[]): boolean {
  const end = following.findIndex((section) => section.level <= 2);
  const under = end < 0 ? following : following.slice(0, end);
  return under.some((section) => section.level === 3 && KIND.test(section.heading));
}

function toChunk(named: Named, section: HtmlSection, notes: string[]): ParsedChunk[] {
  const { title, interface: owner, member, kind, noted } = named;
  if (noted) notes.push(`line ${section.line}: the interface name "${title}" ${noted}`);
  if (section.text === "" && owner === undefined) return [];

  if (section.text === "" && member !== undefined)
    notes.push(`line ${section.line}: "${title}" says nothing`);
  const belongs = member === undefined ? "" : `Member of: ${owner} (${kind})\n\n`;
  const text = `${belongs}${section.text}`.trim() || `The ${title} interface.`;
  return [
    {
      title,
      ...(owner === undefined ? {} : { interface: owner }),
      ...(member === undefined ? {} : { member }),
      text,
      line: section.line,
    },
  ];
}
