// The documentation of the sample engine through a real index, for tests of turns. Promises one build a test file.

import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { build } from "../../../agent/docs/index/build.ts";
import { type Docs, openDocs } from "../../../agent/docs/open-docs.ts";

export const QUIRE = join(import.meta.dirname, "../../../bot/playground/sample/quire");

/** Opened when it is first asked for, closed after the last test. */
export function quireDocs(): () => Promise<Docs> {
  const dir = mkdtempSync(join(tmpdir(), "handrail-quire-"));
  const state: { docs: Promise<Docs> | null } = { docs: null };
  after(async () => {
    await (await state.docs)?.[Symbol.asyncDispose]();
    await rm(dir, { recursive: true, force: true });
  });
  const open = async (): Promise<Docs> => {
    build(
      { sources: [{ name: "quire", folder: join(QUIRE, "docs"), complete: true }], dir, builtAt: 0 },
      () => {},
    );
    const docs = await openDocs(dir, { signal: new AbortController().signal });
    if (!docs) throw new Error("no index");
    return docs;
  };
  return () => {
    state.docs ??= open();
    return state.docs;
  };
}
