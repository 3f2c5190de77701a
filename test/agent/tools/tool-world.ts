// A workspace on disk with a stage over it, and a way to call tools as a turn does. Promises that what a call writes
// is staged before the next call reads. Refuses to answer a side call that the test did not script.

import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { SideAsk, Tool, ToolResult } from "../../../agent/tools/tool.ts";
import { openWorkspace } from "../../../agent/workspace/folder.ts";
import { loadProfile } from "../../../agent/workspace/profile.ts";
import { createStage, type Stage } from "../../../agent/workspace/stage.ts";
import { systemClock } from "../../../store/clock.ts";
import { noFailpoint } from "../../../store/failpoint.ts";
import { lookupServices } from "../lookups/lookup-services.ts";
import { noBudget } from "../lookups/no-budget.ts";

export type ToolWorld = {
  root: string;
  stage: Stage;
  asks: SideAsk[];
  call(tool: Tool, args: object): Promise<ToolResult>;
  /** What a read of the stage gives, as text; null when there is no file. */
  text(path: string): Promise<string | null>;
};

export async function toolWorld(
  files: Record<string, string | Uint8Array>,
  replies: string[] = [],
): Promise<ToolWorld> {
  const root = await folderWith(files);
  const workspace = await openWorkspace(root, { clock: systemClock, failpoint: noFailpoint });
  const stage = createStage(workspace, [], { blob: async () => undefined, secrets: [] });
  const profile = await loadProfile(root);
  const lookups = await lookupServices();
  const { signal } = new AbortController();
  const asks: SideAsk[] = [];
  const seen = new Set<string>();
  const script = [...replies];
  return {
    root: workspace.root,
    stage,
    asks,
    async call(tool, args) {
      const result = await tool.call(JSON.stringify(args), {
        files: stage,
        profile,
        docs: null,
        world: async () => null,
        lookups,
        plan: null,
        seen,
        budget: noBudget,
        async side(ask) {
          asks.push(structuredClone(ask));
          const text = script.shift();
          if (text === undefined) throw new Error("An unscripted side call.");
          return { ok: true, text };
        },
        clock: systemClock,
        signal,
      });
      if (!result.ok) return result;
      const staged = await stage.proposeAll(result.writes, signal);
      if (!staged.ok) return staged;
      if (result.evidence?.path !== undefined) seen.add(result.evidence.path);
      return result;
    },
    async text(path) {
      const file = await stage.read(path, signal);
      return file.ok ? Buffer.from(file.bytes).toString("utf8") : null;
    },
  };
}

export async function folderWith(files: Record<string, string | Uint8Array>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "handrail-test-"));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}
