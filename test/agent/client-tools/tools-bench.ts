// A workspace with tools of its owner's, a ledger in memory, and a way to say yes without a chat. Promises threads that
// are ended after the test. Refuses patience: a call may take a second of its own, and no more.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { createOwnTools, type OwnTools } from "../../../agent/client-tools/own-tools.ts";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { layTools, plainLayer } from "../../../agent/tools/lay-tools.ts";
import type { Tool, ToolResult } from "../../../agent/tools/tool.ts";
import { createTrust, isTrusted, type Subject, type Trust } from "../../../agent/trust/trust.ts";
import { systemClock as clock } from "../../../store/clock.ts";
import type { TrustVerdict } from "../../../store/consent.ts";
import { openLedger } from "../../../store/open.ts";
import { type ToolWorld, toolWorld } from "../tools/tool-world.ts";

export type ToolsBench = {
  world: ToolWorld;
  root: string;
  dir: string;
  trust: Trust;
  own: OwnTools;
  told: string[];
  write(path: string, text: string): Promise<void>;
  say(verdict: TrustVerdict, subject?: Subject): Promise<void>;
  names(): string[];
  call(name: string, args?: object): Promise<ToolResult>;
};

/** `tools` are files below `.handrail/tools/`. */
export async function toolsBench(
  t: TestContext,
  tools: Record<string, string>,
  files: Record<string, string> = { "main.js": "var a = 1;\n" },
): Promise<ToolsBench> {
  const placed = Object.entries(tools).map(([name, text]) => [`.handrail/tools/${name}`, text]);
  const world = await toolWorld({ ...files, ...Object.fromEntries(placed) });
  const { root } = world;
  const dir = await mkdtemp(join(tmpdir(), "handrail-kept-"));
  const ledger = await openLedger("memory:", { clock });
  const trust = createTrust({ workspace: "shop", root, dir, ledger });
  const told: string[] = [];
  const own = createOwnTools({
    trust,
    dir,
    clock,
    signal: new AbortController().signal,
    tell: (_once, text) => void told.push(text),
    limits: { startMs: 20_000, callMs: 1_000, graceMs: 100 },
  });
  t.after(async () => {
    await own[Symbol.asyncDispose]();
    await ledger[Symbol.asyncDispose]();
    for (const folder of [root, dir]) await rm(folder, { recursive: true, force: true });
  });
  const offered = (): readonly Tool[] => layTools(plainLayer(baseTools), own.layer());
  const cards = { count: 0 };
  return {
    world,
    root,
    dir,
    trust,
    own,
    told,
    async write(path, text) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    },
    async say(verdict, subject = "tools") {
      const { found } = await trust.standing(subject);
      if (found.type !== "found") throw new Error(`there is nothing to say ${verdict} to`);
      const card = `card-${cards.count++}`;
      await ledger.addButtons([
        { token: card, action: "trust", subject: card, chat: "chat", allowed: ["owner"], once: true },
      ]);
      if (verdict === "trusted") await trust.keep(found.tree);
      const tap = { token: card, by: "owner", chat: "chat", messageId: 1, at: 1 };
      await ledger.decideTrust(tap, { card, workspace: "shop", subject, hash: found.tree.hash, verdict });
    },
    names: () => own.layer().map((tool) => tool.name),
    async call(name, args = {}) {
      const tool = offered().find((one) => one.name === name);
      if (!tool) throw new Error(`there is no tool ${name}`);
      return await world.call(tool, args);
    },
  };
}

/** A bench whose tools have their yes and are loaded. */
export async function trustedBench(...given: Parameters<typeof toolsBench>): Promise<ToolsBench> {
  const bench = await toolsBench(...given);
  await bench.say("trusted");
  await bench.own.refresh();
  if (!isTrusted(await bench.trust.standing("tools"))) throw new Error("the yes did not take");
  return bench;
}

/** A module with one tool; `run` is its body. */
export const toolFile = (name: string, run: string, more = 'effect: "read",'): string =>
  `export const tool = ({ z }) => ({
  name: ${JSON.stringify(name)},
  description: "A tool of the story.",
  parameters: z.object({ word: z.string().optional() }),
  ${more}
  async run(args, ctx) { ${run} },
});
`;
