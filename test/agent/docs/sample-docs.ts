// The documentation of sample engines through a real build, with their profiles. Promises the files that the playground has.
// Refuses a copy: what is tested is what people see.

import { join } from "node:path";
import type { TestContext } from "node:test";
import { build } from "../../../agent/docs/index/build.ts";
import type { Docs } from "../../../agent/docs/open-docs.ts";
import { loadProfile, type Profile } from "../../../agent/workspace/profile.ts";
import { openHere, tempDocs } from "./docs-folder.ts";

const workspaces = {
  quire: { root: join(import.meta.dirname, "../../../bot/playground/sample/quire"), docs: "docs" },
  loom: { root: join(import.meta.dirname, "../../fixtures/workspaces/loom"), docs: "reference" },
};

export type SampleDocs = { docs: Docs; profile: Profile; root: string };

/** Quire, or the loom of the test fixtures, whose calls end otherwise. */
export async function sampleDocs(t: TestContext, name: keyof typeof workspaces): Promise<SampleDocs> {
  const { root, docs: folder } = workspaces[name];
  const { dir } = tempDocs(t);
  build({ sources: [{ name, folder: join(root, folder), complete: true }], dir, builtAt: 0 }, () => {});
  return { docs: await openHere(t, dir), profile: await loadProfile(root), root };
}
