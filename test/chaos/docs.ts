// The sample engine's documentation, indexed in a folder that goes when the process does.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "../../agent/docs/index/build.ts";
import { type Docs, openDocs } from "../../agent/docs/open-docs.ts";
import { QUIRE } from "../agent/turn/quire-docs.ts";

export async function openQuire(): Promise<{ docs: Docs } & AsyncDisposable> {
  const dir = await mkdtemp(join(tmpdir(), "handrail-chaos-"));
  const sources = [{ name: "quire", folder: join(QUIRE, "docs"), complete: true }];
  build({ sources, dir, builtAt: 0 }, () => {});
  const docs = await openDocs(dir, { signal: new AbortController().signal });
  if (!docs) throw new Error("the sample's documentation gave no index");
  return {
    docs,
    async [Symbol.asyncDispose]() {
      await docs[Symbol.asyncDispose]();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
