// Which documentation a workspace has: `.handrail/docs.json`, checked source by source. Promises that a bad source is
// told and the others go on. Refuses, without the owner's yes to exactly these bytes, whatever reaches out of the
// workspace: a project's own file must not widen what may be read.

import { sha256 } from "../../../store/hash.ts";
import { wordsOf } from "../../../store/words-of.ts";
import { readOwnFile } from "../../workspace/own-file.ts";
import type { ParserName } from "../chunk.ts";
import { DEFAULT_LOOKUPS, type LookupSettings, parseDocsJson, type StatedSource } from "./docs-json.ts";
import { type Place, placeOf, type Widening } from "./places.ts";

export type { LookupSettings } from "./docs-json.ts";

const NAME = "docs.json";
const MAX_BYTES = 256 * 1024;

export type WorkspaceSource = {
  name: string;
  parser?: ParserName;
  complete: boolean;
  include?: string[];
  exclude?: string[];
  place: Place;
};

/** `fault`: somebody has to mend it. `waits`: for the owner's yes. `kept`: an older copy is read. `note`: nothing is wrong. */
export type SourceNote = { source: string; kind: "fault" | "waits" | "kept" | "note"; text: string };

/** `hash` is the sha256 of docs.json as it lies there; `why` is a line for each source that reaches further. */
export type NeedsTrust = { hash: string; why: string[] };

export type LoadedSources = {
  /** What may be read now. */
  sources: WorkspaceSource[];
  lookups: LookupSettings;
  /** Set whenever something reaches out of the workspace, trusted or not. */
  needsTrust: NeedsTrust | null;
  notes: SourceNote[];
};

/** Empty when the workspace has no docs.json; throws when the file as a whole cannot be read. */
export async function loadSources(root: string, trusted: ReadonlySet<string>): Promise<LoadedSources> {
  const text = await readOwnFile(root, NAME, MAX_BYTES);
  if (text === null) return { sources: [], lookups: DEFAULT_LOOKUPS, needsTrust: null, notes: [] };
  return await sourcesIn(text, root, trusted);
}

/** The same, of a text in the shape of docs.json. */
export async function sourcesIn(
  text: string,
  root: string,
  trusted: ReadonlySet<string>,
): Promise<LoadedSources> {
  const stated = parseDocsJson(text);
  const hash = sha256(text);
  const loaded: LoadedSources = { sources: [], lookups: stated.lookups, needsTrust: null, notes: [] };
  for (const { source, text: fault } of stated.faults)
    loaded.notes.push({ source, kind: "fault", text: fault });

  for (const source of stated.sources) {
    const found = await place(root, source);
    if ("fault" in found) loaded.notes.push({ source: source.name, kind: "fault", text: found.fault });
    else if (found.widens === null) loaded.sources.push(complete(source, found.place));
    else {
      loaded.needsTrust ??= { hash, why: [] };
      loaded.needsTrust.why.push(found.widens.why);
      if (trusted.has(hash)) loaded.sources.push(complete(source, found.place));
      else loaded.notes.push(leftOut(source.name, found.widens));
    }
  }
  return loaded;
}

type Placed = { place: Place; widens: Widening | null } | { fault: string };

async function place(root: string, source: StatedSource): Promise<Placed> {
  try {
    return await placeOf(root, source);
  } catch (error) {
    return { fault: wordsOf(error) };
  }
}

function leftOut(name: string, { what }: Widening): SourceNote {
  return { source: name, kind: "waits", text: `"${name}" is left out: ${what}; /trust shows it.` };
}

function complete(source: StatedSource, place: Place): WorkspaceSource {
  const { name, parser, complete, include, exclude } = source;
  return {
    name,
    complete,
    place,
    ...(parser ? { parser } : {}),
    ...(include ? { include } : {}),
    ...(exclude ? { exclude } : {}),
  };
}
