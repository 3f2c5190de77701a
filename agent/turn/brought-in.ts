// Which lookup of this turn brought a name in: a model repeats the lookup that misled it, unless it is named. Promises the
// first lookup whose result has the name as code, though its query did not. Refuses what tells that there is no such name,
// and files of the workspace: those are not looked up.

import { z } from "zod";
import type { EventOf, TurnEvent } from "../events.ts";
import { CORRECTIONS } from "../lookups/messages.ts";
import { type Named, namesIt, wordOf } from "../overlay/words.ts";
import { baseTools } from "../tools/base-tools.ts";
import type { Log } from "./log.ts";

export type Source = { tool: string; query: string };

const MAX_QUERY = 80;
/** They show files, or answer about a name that was asked. */
const NO_LOOKUP = new Set([...baseTools.map(({ name }) => name), "check_symbols", "dry_run", "make_plan"]);

export async function broughtIn(named: Named, log: Pick<Log, "events" | "blob">): Promise<Source | null> {
  if (named.family === "syntax" || named.family === "file" || named.family === "engine") return null;
  for (const event of log.events) {
    if (event.type !== "tool_ran" || !event.ok || NO_LOOKUP.has(event.tool)) continue;
    const query = queryOf(event, log.events);
    if (namesIt(query, named) || query.includes(wordOf(named))) continue;
    const text = contentOf(await log.blob(event.fragment));
    if (namesIt(claimed(text, named), named)) return { tool: event.tool, query: query.slice(0, MAX_QUERY) };
  }
  return null;
}

/** Without our own corrections, and without what says that there is no such thing. */
function claimed(text: string, named: Named): string {
  const word = wordOf(named).replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  const before = `\\b(?:no|not|neither|nor|without|instead of)\\s+(?:a |an |the |any )?[\\w.\`]*${word}`;
  const behind = `${word}[()\`'"]*\\s+(?:(?:does|is|are|do)(?: not|n['’]t)|never|cannot)\\b`;
  const denied = new RegExp(`${before}|${behind}`, "gi");
  const [answer = "", ...corrected] = text.split(CORRECTIONS);
  const kept = [answer, ...corrected.map((part) => part.split("\n\n").slice(1).join("\n\n"))];
  return kept.join("\n").replace(denied, "");
}

const fragmentSchema = z.object({ content: z.string() });

function contentOf(fragment: Uint8Array): string {
  try {
    return fragmentSchema.safeParse(JSON.parse(new TextDecoder().decode(fragment))).data?.content ?? "";
  } catch {
    return "";
  }
}

/** The first text among the call's arguments, on one line. */
function queryOf(run: EventOf<"tool_ran">, events: readonly TurnEvent[]): string {
  const reply = events.findLast(
    (e) => e.type === "replied" && e.thread === run.thread && e.seq < run.seq && e.calls.some(isOf(run)),
  );
  const call = reply?.type === "replied" ? reply.calls.find(isOf(run)) : undefined;
  const [text = ""] = textsIn(call?.args ?? "");
  return text.replace(/\s+/g, " ").trim();
}

const isOf =
  ({ call }: EventOf<"tool_ran">) =>
  ({ id }: { id: string }): boolean =>
    id === call;

function textsIn(args: string): string[] {
  try {
    const parsed = z.record(z.string(), z.unknown()).safeParse(JSON.parse(args));
    return Object.values(parsed.data ?? {}).filter((value) => typeof value === "string");
  } catch {
    return [];
  }
}
