// Real documentation, each built once and asked by many tests. Promises the same surface to whoever asks for the same folder.
// Refuses a folder that is not there: the test that asked is skipped, with a word.

import type { TestContext } from "node:test";
import type { Surface } from "../../../../agent/docs/surface/surface.ts";
import { defaultProfile } from "../../../../agent/workspace/profile.ts";
import { corpusFolder } from "../../../corpora.ts";
import { type Corpus, openCorpus } from "../../../eval/corpus.ts";

export type SharedCorpora = {
  surface(t: TestContext, folder: string): Promise<Surface | undefined>;
  close(): Promise<void>;
};

export function createShared(): SharedCorpora {
  const open = new Map<string, Promise<Corpus>>();
  return {
    async surface(t, name) {
      const folder = corpusFolder(t, name);
      if (folder === undefined) return undefined;
      const corpus =
        open.get(folder) ??
        openCorpus({ name, docs: [folder], profile: defaultProfile }, new AbortController().signal);
      open.set(folder, corpus);
      return (await corpus).surface;
    },
    async close() {
      for (const corpus of open.values()) await (await corpus)[Symbol.asyncDispose]();
    },
  };
}
