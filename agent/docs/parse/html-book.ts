// Cuts HTML references where one page holds many interfaces: a heading for an interface, under it "… properties" or "…
// methods", under those a heading for each member, at whatever levels. Promises one chunk per heading with text. Refuses
// to take a chapter for an interface on pages without members.

import path from "node:path";
import type { Parsed, ParsedChunk, Parser } from "../chunk.ts";
import { type Planned, planSections } from "./html-plan.ts";
import { htmlSections } from "./html-sections.ts";
import { chapterFacts, interfaceFacts, looseFacts, madeFacts } from "./interface-facts.ts";
import { type EntryFacts, memberFacts } from "./reference-facts.ts";

export const htmlBook: Parser = {
  name: "html-book",

  detects: (page) => /\.html?$/i.test(page.path),

  parse(page) {
    const title = path.posix.basename(page.path).replace(/\.\w+$/, "");
    const notes: string[] = [];
    const chunks = planSections(title, htmlSections(page.text)).flatMap((planned) => toChunk(planned, notes));
    return { chunks, notes } satisfies Parsed;
  },
};

function toChunk(planned: Planned, notes: string[]): ParsedChunk[] {
  const { title, line, text } = planned;
  const note = (words: string): void => {
    notes.push(`line ${line}: ${words}`);
  };
  if (planned.type === "interface" && planned.noted) note(`the interface name "${title}" ${planned.noted}`);
  if (planned.type === "member" && text === "") note(`"${title}" says nothing`);

  const { facts, unnamed } = factsOf(planned);
  if (unnamed > 0)
    note(`${unnamed} table${unnamed > 1 ? "s" : ""} of objects without a name under "${title}"`);
  const named = namesOf(planned);
  if (text === "" && named.interface === undefined && facts.length === 0) return [];

  const belongs =
    planned.type === "member" ? `Member of: ${planned.entry.interface} (${planned.words})\n\n` : "";
  const shown = `${belongs}${text}`.trim() || `The ${title} interface.`;
  return [{ title, ...named, text: shown, line, ...(facts.length > 0 ? { facts } : {}) }];
}

function namesOf(planned: Planned): Pick<ParsedChunk, "interface" | "member"> {
  if (planned.type === "interface") return { interface: planned.object.name };
  if (planned.type !== "member") return {};
  return { interface: planned.entry.interface, member: planned.entry.member };
}

function factsOf(planned: Planned): EntryFacts {
  switch (planned.type) {
    case "interface":
      return interfaceFacts(planned.object, planned.text);
    case "member":
      return memberFacts(planned.entry, planned.text);
    case "constructor":
      return { facts: madeFacts(planned.interface, planned.params, planned.text), unnamed: 0 };
    case "chapter":
      return chapterFacts(planned.interface, planned.text, planned.heading);
    case "function": {
      const { type, name, params } = planned;
      return { facts: [{ type, name, params }, ...looseFacts(planned.text, planned.title)], unnamed: 0 };
    }
    case "prose":
      return { facts: looseFacts(planned.text, planned.title), unnamed: 0 };
  }
}
