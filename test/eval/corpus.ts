// One documentation as an evaluation reads it: an index in a temporary place, its surface, its words. Promises that nothing
// is written beside the documentation, and that the index is gone afterwards. Refuses a folder without any documentation.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { World } from "../../agent/check/world.ts";
import { build } from "../../agent/docs/index/build.ts";
import { openDocs } from "../../agent/docs/open-docs.ts";
import { defaultProfile, loadProfile, type Profile } from "../../agent/workspace/profile.ts";

export type Corpus = Pick<World, "surface" | "profile"> & {
  name: string;
  docs: readonly string[];
  docsText(word: string): boolean;
  buildMs: number;
  [Symbol.asyncDispose](): Promise<void>;
};

export type CorpusAsked = { name: string; docs: readonly string[]; profile: Profile };

export async function openCorpus(asked: CorpusAsked, signal: AbortSignal): Promise<Corpus> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "handrail-eval-"));
  const remove = (): void => fs.rmSync(root, { recursive: true, force: true });
  try {
    const sources = asked.docs.map((folder, at) => ({ name: `docs${at || ""}`, folder, complete: true }));
    const started = performance.now();
    build({ sources, dir: path.join(root, "index"), builtAt: 0 }, () => {});
    const buildMs = performance.now() - started;
    const docs = await openDocs(path.join(root, "index"), { signal });
    if (!docs || docs.surface.interfaces().length === 0)
      throw new Error(`No interface is documented in ${asked.docs.join(", ")}: nothing can be judged on it.`);
    return {
      ...asked,
      surface: docs.surface,
      docsText: (word) => docs.hasWord(word),
      buildMs,
      async [Symbol.asyncDispose]() {
        await docs[Symbol.asyncDispose]();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

const ALL = ["**/*"];

/** The profile in a file, for scripts of every ending; without a file what holds where nobody said anything. */
export async function profileAt(file: string | undefined): Promise<Profile> {
  if (file === undefined) return { ...defaultProfile, domain: ALL };
  if (!fs.existsSync(file)) throw new Error(`There is no profile ${file}.`);
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "handrail-profile-"));
  try {
    fs.mkdirSync(path.join(root, ".handrail"));
    fs.copyFileSync(file, path.join(root, ".handrail", "engine.json"));
    return { ...(await loadProfile(root)), domain: ALL };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${file}: ${why}`, { cause: error });
  } finally {
    fs.rmSync(root, { recursive: true, force: true });
  }
}
