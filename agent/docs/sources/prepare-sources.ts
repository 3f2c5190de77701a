// What has to happen before a build can read the sources: repositories cloned, packages found. Promises that every source
// ends as something to read, as its last good copy, or as a line that says why not. Refuses to let one stop the others.

import { stat } from "node:fs/promises";
import path from "node:path";
import type { Clock } from "../../../store/clock.ts";
import { wordsOf } from "../../../store/words-of.ts";
import type { DocsSource } from "../chunk.ts";
import type { Unread } from "../index/report.ts";
import { isMissing } from "../index/versions.ts";
import { cloneRepository } from "./git-source.ts";
import type { SourceNote, WorkspaceSource } from "./load-sources.ts";
import { findPackage } from "./package-source.ts";

export type PrepareOptions = {
  /** Where copies of repositories are kept from one build to the next. */
  cacheDir: string;
  clock: Clock;
  signal: AbortSignal;
};

export type PreparedSources = { sources: DocsSource[]; notes: SourceNote[] };

/** Copies live beside the index versions of a workspace, whose sweep leaves them alone. */
export const cacheDirOf = (indexDir: string): string => path.join(indexDir, "sources");

export async function prepareSources(
  sources: readonly WorkspaceSource[],
  options: PrepareOptions,
): Promise<PreparedSources> {
  const prepared: PreparedSources = { sources: [], notes: [] };
  for (const source of sources) {
    options.signal.throwIfAborted();
    try {
      const found = await prepare(source, options);
      if (found.at) prepared.sources.push({ ...asDocs(source), ...found.at });
      if (found.note) prepared.notes.push({ source: source.name, ...found.note });
    } catch (error) {
      options.signal.throwIfAborted();
      const text = `"${source.name}" cannot be read: ${asSentence(wordsOf(error))}`;
      prepared.notes.push({ source: source.name, kind: "fault", text });
      // Without files, so that a build keeps the pages that it has of it.
      prepared.sources.push({ ...asDocs(source), folder: options.cacheDir, entries: [] });
    }
  }
  return prepared;
}

type Found = {
  at?: Pick<DocsSource, "folder" | "entries" | "linkless">;
  note?: Pick<SourceNote, "kind" | "text">;
};

async function prepare(source: WorkspaceSource, options: PrepareOptions): Promise<Found> {
  const { place, name } = source;
  switch (place.type) {
    case "folder":
      await expect("folder", place.folder);
      return { at: { folder: place.folder, linkless: true } };
    case "file":
      await expect("file", place.file);
      return {
        at: {
          folder: place.within,
          entries: [slashed(path.relative(place.within, place.file))],
          linkless: true,
        },
      };
    case "package":
      return { at: { ...(await findPackage(place.root, place.package)), linkless: true } };
    case "git": {
      const copy = await cloneRepository(place, options);
      const at = { folder: path.join(copy.folder, place.folder) };
      await expect("folder", at.folder, `"${place.folder}" in the repository`);
      return copy.kept === null
        ? { at }
        : { at, note: { kind: "kept", text: `"${name}" is read from its last good copy: ${copy.kept}` } };
    }
    case "fetched":
      return {
        note: {
          kind: "note",
          text: `"${name}" is not read: nothing is fetched from the web yet. Put a copy of ${place.url} into a folder, and name that.`,
        },
      };
  }
}

/** What was found before a build, with what became of the pages of each source that it could not read. */
export function afterBuild(notes: readonly SourceNote[], unread: readonly Unread[]): SourceNote[] {
  const left = new Map(unread.map(({ source, reason }) => [source, reason]));
  const told = notes.map((note): SourceNote => {
    const reason = left.get(note.source);
    if (note.kind !== "fault" || reason === undefined) return note;
    left.delete(note.source);
    return { ...note, text: `${note.text} ${reason[0]?.toUpperCase()}${reason.slice(1)}.` };
  });
  const others = [...left].map(
    ([source, reason]): SourceNote => ({
      source,
      kind: "fault",
      text: `"${source}" cannot be read: ${reason}.`,
    }),
  );
  return [...told, ...others];
}

/** Says what is wrong where something else lies there, or nothing. */
async function expect(kind: "folder" | "file", at: string, shown = at): Promise<void> {
  const found = await stat(at).catch((error: unknown) => {
    if (isMissing(error)) throw new Error(`there is no ${kind} ${shown}.`, { cause: error });
    throw error;
  });
  if (kind === "folder" && found.isFile())
    throw new Error(`${shown} is a file, not a folder: name it as "file".`);
  if (kind === "file" && found.isDirectory())
    throw new Error(`${shown} is a folder, not a file: name it as "folder".`);
}

function asDocs({ name, parser, complete, include, exclude }: WorkspaceSource): Omit<DocsSource, "folder"> {
  return {
    name,
    ...(parser ? { parser } : {}),
    ...(complete ? { complete } : {}),
    ...(include ? { include } : {}),
    ...(exclude ? { exclude } : {}),
  };
}

const asSentence = (words: string): string => (/[.)]$/.test(words) ? words : `${words}.`);

const slashed = (at: string): string => at.split(path.sep).join("/");
