// What an index was built of, kept beside it: the sources as docs.json and its owner's yes had them. Promises that whoever
// opens the index can tell whether it fits them now. Refuses to stand for an index that was held back: its builder keeps
// the note of the one that stayed.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "../../../store/hash.ts";
import type { WorkspaceSource } from "./load-sources.ts";

const BUILT_OF = "built-of";

/** The sources in one text, for comparing. */
export const stampOf = (sources: readonly WorkspaceSource[]): string => sha256(JSON.stringify(sources));

/** The stamp of the sources that the index in `dir` was built of; null where nobody has said. */
export const builtOf = (dir: string): Promise<string | null> =>
  readFile(join(dir, BUILT_OF), "utf8").catch(() => null);

export const writeBuiltOf = (dir: string, sources: readonly WorkspaceSource[]): Promise<void> =>
  writeFile(join(dir, BUILT_OF), stampOf(sources), { mode: 0o600 });
