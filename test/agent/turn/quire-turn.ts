// A turn over a copy of the sample workspace that looks up once, does what a script says, and answers: for stories of what is
// staged and what is refused.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { TurnEvent } from "../../../agent/events.ts";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { docsTools } from "../../../agent/tools/docs-tools.ts";
import { layTools, plainLayer } from "../../../agent/tools/lay-tools.ts";
import type { Tool } from "../../../agent/tools/tool.ts";
import { fold } from "../../../agent/turn/fold.ts";
import { loadProfile } from "../../../agent/workspace/profile.ts";
import { call, type ScriptItem, say } from "../../servers/scripted-model.ts";
import { QUIRE, quireDocs } from "./quire-docs.ts";
import { openWorkshop, type WorkshopOptions } from "./workshop.ts";

export const docsOfQuire = quireDocs();
export const tools = layTools(plainLayer(baseTools), docsTools);

export const scripts = Object.fromEntries(
  readdirSync(QUIRE, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js") && statSync(join(QUIRE, path)).isFile())
    .map((path) => [path, readFileSync(join(QUIRE, path), "utf8")]),
);

export const lookUp = call("lookup_docs", { query: "Grid" });
export const write = (path: string, content: string) => call("write_file", { path, content });
export const edit = (path: string, old: string, fresh: string) =>
  call("edit_file", { path, old, new: fresh });

type Told = { results: string[]; events: TurnEvent[]; runs: (TurnEvent & { type: "tool_ran" })[] };
type Setting = Pick<WorkshopOptions, "deps"> & { files?: Record<string, string>; laid?: readonly Tool[] };

/** Looks up once, then does what the script says, and answers. */
export async function turnOf(
  script: ScriptItem[],
  { files = {}, laid = tools, deps = {} }: Setting = {},
): Promise<Told> {
  const docs = await docsOfQuire();
  const profile = await loadProfile(QUIRE);
  await using shop = await openWorkshop({
    files: { ...scripts, ...files },
    model: { script: [lookUp, ...script, say("There.")] },
    deps: { docs: async () => docs, tools: () => laid, profile, ...deps },
  });
  const turn = await shop.ask("go on");
  await shop.run(turn);
  const events = await shop.events(turn);
  const last: { messages: { role: string; content: string }[] } = JSON.parse(
    shop.model.requests.at(-1)?.raw.toString() ?? "",
  );
  const results = last.messages.filter(({ role }) => role === "tool").map(({ content }) => content);
  const runs = events.flatMap((e) => (e.type === "tool_ran" ? [e] : []));
  return { results: results.slice(1), events, runs: runs.slice(1) };
}

export const stagedPaths = ({ events }: Told) => fold(events).changes.map(({ path }) => path);
