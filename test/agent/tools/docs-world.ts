// A sample workspace with its documentation, and a way to call docs tools as a turn does. Promises the real files, index
// and profile. Refuses side calls and budgets: these tools are free.

import type { TestContext } from "node:test";
import type { Docs } from "../../../agent/docs/open-docs.ts";
import type { Named } from "../../../agent/overlay/words.ts";
import type { Tool, ToolResult } from "../../../agent/tools/tool.ts";
import { openWorkspace } from "../../../agent/workspace/folder.ts";
import type { Profile } from "../../../agent/workspace/profile.ts";
import { createStage } from "../../../agent/workspace/stage.ts";
import { systemClock } from "../../../store/clock.ts";
import { noFailpoint } from "../../../store/failpoint.ts";
import { sampleDocs } from "../docs/sample-docs.ts";
import { lookupServices } from "../lookups/lookup-services.ts";
import { noBudget } from "../lookups/no-budget.ts";

export type DocsWorld = {
  docs: Docs;
  profile: Profile;
  call(tool: Tool, args: object): Promise<ToolResult>;
};

export type WorldOptions = {
  name?: "quire" | "loom";
  docs?: Docs | null;
  profile?: Partial<Profile>;
  existing?: Named[];
};

/** `docs` and `profile` stand in place of the sample's own. */
export async function docsWorld(t: TestContext, options: WorldOptions = {}): Promise<DocsWorld> {
  const sample = await sampleDocs(t, options.name ?? "quire");
  const docs = options.docs === undefined ? sample.docs : options.docs;
  const profile = { ...sample.profile, ...options.profile };
  const workspace = await openWorkspace(sample.root, { clock: systemClock, failpoint: noFailpoint });
  const stage = createStage(workspace, [], { blob: async () => undefined, secrets: [] });
  const said = (options.existing ?? []).map((one) => ({ ...one, workspace: "ws", by: "telegram:1", at: 1 }));
  const lookups = await lookupServices({ existing: async () => said });
  const unused = () => {
    throw new Error("A free lookup makes no side call.");
  };
  return {
    docs: sample.docs,
    profile,
    call: (tool, args) =>
      tool.call(JSON.stringify(args), {
        files: stage,
        profile,
        docs,
        world: async () =>
          docs && {
            surface: docs.surface,
            profile,
            project: { paths: () => [], read: () => null },
            docsText: (word) => docs.hasWord(word),
          },
        lookups,
        plan: null,
        seen: new Set(),
        side: unused,
        budget: noBudget,
        clock: systemClock,
        signal: t.signal,
      }),
  };
}
