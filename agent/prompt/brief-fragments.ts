// One piece of the brief: what the documentation says of one construct family, or of one interface where an engine opens
// and closes nothing. Generated from the index: declaration, calls, members with types, one worked example, the negative
// fact. Promises to name exactly what it shows. Refuses whatever the index does not have.

import type { Docs } from "../docs/open-docs.ts";
import { familyOf } from "../docs/phrasebook/find-constructs.ts";
import {
  callLines,
  factLines,
  inheritedOf,
  listed,
  memberOf,
  nameOf,
  signed,
} from "../docs/phrasebook/tell-members.ts";
import type { Topic } from "../docs/phrasebook/topic.ts";
import type { Construct } from "../docs/surface/construct.ts";
import type { Surface } from "../docs/surface/surface.ts";
import { exampleIn } from "./worked-example.ts";

/** `levels`: the fragment as a whole, then ever shorter; what is left out is not provided either. */
export type Fragment = { construct: string | null; levels: { text: string; provides: string[] }[] };

const MAX_OWN = 16;
const MAX_INHERITED = 12;
const MAX_WAYS = 4;

/** A construct with all that belongs to it; `example` is the chunk whose example shows it best. */
export function constructFragment(
  construct: Construct,
  { docs, example }: { docs: Docs; example: string | null },
): Fragment {
  const { surface } = docs;
  const info = construct.interface === null ? undefined : surface.interface(construct.interface);
  const own = info ? surface.members(info.name).slice(0, MAX_OWN) : [];
  const inherited = info ? inheritedOf(info, surface).slice(0, MAX_INHERITED) : [];
  const places = [example, construct.opener.chunk, info?.chunk ?? null, construct.closer?.chunk ?? null];
  const shown = exampleOf(docs, places, familyOf(construct));
  const head = [`${construct.id}:`, ...callLines(construct, surface, shown?.code)];
  const has = own.length > 0 ? [`${construct.interface} has ${listed(own)}.`] : [];
  const also = inherited.length > 0 ? [`From its parents: ${listed(inherited)}.`] : [];
  const facts = factLines(construct);
  const worked = exampleLines(shown);
  const names = [...familyOf(construct), ...own.map(nameOf)];
  const all = [...names, ...inherited.map(nameOf)];
  return {
    construct: construct.id,
    levels: [
      { text: [...head, ...has, ...also, ...facts, ...worked].join("\n"), provides: all },
      { text: [...head, ...has, ...facts, ...worked].join("\n"), provides: names },
      { text: [...head, ...has, ...facts].join("\n"), provides: names },
    ],
  };
}

/** The interface that a topic is about: how code gets one, the members that the topic uses, its example. */
export function interfaceFragment(topic: Topic, docs: Docs): Fragment | null {
  const { surface } = docs;
  const symbols = [...topic.symbols, ...topic.common];
  const members = symbols.flatMap((symbol) => memberOf(symbol, surface));
  const owner = symbols.find((symbol) => surface.interface(symbol)) ?? members[0]?.interface;
  const info = owner === undefined ? undefined : surface.interface(owner);
  if (!info) return null;
  const owners = new Set([info.name, ...members.map((member) => member.interface)]);
  const ways = [...owners].slice(0, MAX_WAYS).flatMap((name) => wayTo(name, surface));
  const head = [
    `${topic.title}:`,
    ...ways,
    ...members.slice(0, MAX_OWN).map((member) => `- ${signed(member)}`),
  ];
  const provides = members.slice(0, MAX_OWN).map(nameOf);
  return {
    construct: null,
    levels: [
      {
        text: [...head, ...exampleLines(exampleOf(docs, [topic.chunk], symbols))].join("\n"),
        provides,
      },
      { text: head.join("\n"), provides },
    ],
  };
}

/** `new Grid()`, or how the documentation says that one is reached. */
function wayTo(name: string, surface: Surface): string[] {
  const info = surface.interface(name);
  if (!info) return [];
  const [made] = info.constructors ?? [];
  if (made) return [`${name}: made with new ${name}(${made.map((param) => param.name).join(", ")})`];
  return info.reach === null ? [] : [`${name}: reached as ${info.reach}`];
}

type Example = { chunk: string; code: string };

/** The example of the first chunk that has one. */
function exampleOf(
  docs: Docs,
  chunks: readonly (string | null)[],
  symbols: readonly string[],
): Example | null {
  const names = symbols.map((symbol) => symbol.slice(symbol.lastIndexOf(".") + 1));
  for (const id of chunks) {
    const chunk = id === null ? undefined : docs.chunk(id);
    const code = chunk ? exampleIn(chunk.text, names) : null;
    if (chunk && code !== null) return { chunk: chunk.id, code };
  }
  return null;
}

const exampleLines = (example: Example | null): string[] =>
  example === null ? [] : [`Example, from [chunk ${example.chunk}]:`, "```", example.code, "```"];
