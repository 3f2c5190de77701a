// What a statement about a mechanism rests on, resolved by code: `[chunk id]` and `Interface.member` in the index, `path:line` in
// the files with everything staged. Promises null where a citation holds, and otherwise what is missing and what would settle it.
// Refuses to weigh whether the source says so: that it is there is what code can tell.

import type { World } from "../check/world.ts";
import type { Docs } from "../docs/open-docs.ts";
import type { Surface } from "../docs/surface/surface.ts";
import type { Files } from "../ports.ts";
import { decodeText, splitText } from "../workspace/text.ts";
import { exposuresOf } from "./exposures.ts";
import type { Unverified } from "./plan.ts";

export type Sources = {
  docs: Docs | null;
  files: Pick<Files, "read" | "list">;
  exists: World["exists"];
  /** Chunks that lookups brought: a name that stands in one was checked. */
  lookedUp: ReadonlySet<string>;
  signal: AbortSignal;
};

/** Citations that stand in words: `[chunk 12]`, `lib/grid.js:40`. */
export function citationsIn(words: string): string[] {
  return words.match(/\[chunk [^\]\n]+\]|(?<![\w./-])[\w./-]+\.[a-z]\w*:\d+(?:-\d+)?\b/g) ?? [];
}

export async function unverifiedOf(citations: readonly string[], sources: Sources): Promise<Unverified[]> {
  const found: Unverified[] = [];
  for (const citation of citations) {
    sources.signal.throwIfAborted();
    const why = await unresolved(citation.trim(), sources);
    if (why !== null) found.push({ citation, why });
  }
  return found;
}

const CHUNK = /^\[?chunk\s+([^\]]+?)\]?$/i;
const PLACE = /^([^\s:]+):(\d+)(?:-(\d+))?$/;
const NAME = /^(?:new\s+)?([A-Za-z_$][\w$]*)(?:[.#-]([A-Za-z_$][\w$]*))?(?:\(.*\))?$/;

async function unresolved(citation: string, sources: Sources): Promise<string | null> {
  const chunk = citation.match(CHUNK)?.[1];
  if (chunk !== undefined) return unknownChunk(chunk, sources.docs);
  const place = citation.match(PLACE);
  if (place) return await missingPlace({ path: place[1] ?? "", line: Number(place[3] ?? place[2]) }, sources);
  const name = citation.match(NAME);
  if (name) return await unknownName({ owner: name[1] ?? "", member: name[2] ?? null }, sources);
  return "it is no [chunk id], no path:line and no Interface.member";
}

function unknownChunk(id: string, docs: Docs | null): string | null {
  if (!docs) return "this workspace has no documentation";
  return docs.chunk(id.trim()) ? null : "the documentation has no chunk of that id";
}

async function missingPlace(
  { path, line }: { path: string; line: number },
  { files, signal }: Sources,
): Promise<string | null> {
  const file = await files.read(path, signal);
  if (!file.ok) return "there is no such file to be read";
  const text = decodeText(file.bytes);
  const lines = text === null ? 0 : splitText(text).lines.length;
  return line >= 1 && line <= lines ? null : `the file has ${lines} lines`;
}

type Name = { owner: string; member: string | null };

async function unknownName(name: Name, sources: Sources): Promise<string | null> {
  const { docs } = sources;
  if (docs && (inSurface(name, docs.surface) || isLookedUp(name, docs, sources.lookedUp))) return null;
  if (name.member !== null && isOverruled(name, sources)) return null;
  if (await isInProject(name, sources)) return null;
  return docs
    ? "neither the documentation nor a script of the project has it; look it up"
    : "no script of the project has it";
}

function inSurface({ owner, member }: Name, surface: Surface): boolean {
  if (member === null)
    return [surface.interface(owner), surface.global(owner), surface.fn(owner)].some((one) => one);
  const held = surface.global(owner)?.interface;
  return [owner, held].some((one) => one != null && surface.member(one, member) !== undefined);
}

/** A lookup of this turn brought a text that has the name, word for word. */
function isLookedUp({ owner, member }: Name, docs: Docs, lookedUp: ReadonlySet<string>): boolean {
  const wanted = member === null ? [owner] : [owner, member];
  return [...lookedUp].some((id) => {
    const chunk = docs.chunk(id);
    const words = new Set(`${chunk?.title ?? ""} ${chunk?.text ?? ""}`.match(/[\w$]+/g));
    return wanted.every((word) => words.has(word));
  });
}

function isOverruled({ owner, member }: Name, { exists }: Sources): boolean {
  return exists?.({ family: "member", about: `${owner}.${member}` }) === true;
}

/** Larger ones are data, and no more are read for one name. */
const MOST_BYTES = 200_000;
const MOST_FILES = 200;

/** Declared or assigned by a script of the project, staged ones among them. */
async function isInProject({ owner, member }: Name, { files, signal }: Sources): Promise<boolean> {
  const name = member === null ? owner : `${owner}.${member}`;
  const scripts = (await files.list(signal)).filter(
    ({ path, bytes }) => /\.[cm]?[jt]sx?$|\.es3$/i.test(path) && bytes <= MOST_BYTES,
  );
  for (const { path } of scripts.slice(0, MOST_FILES)) {
    const file = await files.read(path, signal);
    const text = file.ok ? decodeText(file.bytes) : null;
    if (text === null || !text.includes(member ?? owner)) continue;
    if (exposuresOf(path, text)?.some((one) => one.name === name)) return true;
  }
  return false;
}
