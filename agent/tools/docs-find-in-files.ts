// Searching the workspace where there is documentation: a search without hits is tried again with the engine's real names
// for its words, and the result says so. Promises that a search with hits is the plain one's, byte for byte. Refuses to
// expand names of code: those are literal.

import { EXPANDED, EXPANDED_IN_VAIN } from "../docs/phrasebook/messages.ts";
import { memberOf } from "../docs/phrasebook/tell-members.ts";
import type { Surface } from "../docs/surface/surface.ts";
import { findInFilesTool } from "./find-in-files.ts";
import { isMiss } from "./found.ts";
import type { ToolLayer } from "./lay-tools.ts";
import { type CodeNames, namesPattern } from "./names-pattern.ts";
import { conceptNames } from "./terminology.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";
import { isDomainFile } from "./uses-in-workspace.ts";

/** Stands over the plain search, whoever ships that. */
export const docsFindInFiles: ToolLayer[number] = {
  name: findInFilesTool.name,
  over: (shadowed) => docsAware(shadowed ?? findInFilesTool),
};

function docsAware(plain: Tool): Tool {
  return {
    ...plain,
    description: `${plain.description} Without hits it tries the documentation's own names for the words.`,
    async call(args, ctx) {
      const result = await plain.call(args, ctx);
      if (!result.ok || !isMiss(result.text)) return result;
      const asked = patternOf(args);
      return asked === null ? result : ((await tryAgain({ plain, asked, result }, ctx)) ?? result);
    },
  };
}

type Asked = { pattern: string; path: string | null };
type Trying = { plain: Tool; asked: Asked; result: Extract<ToolResult, { ok: true }> };

async function tryAgain({ plain, asked, result }: Trying, ctx: ToolContext): Promise<ToolResult | null> {
  const { docs, profile } = ctx;
  if (!docs) return null;
  const { strict, weak } = conceptNames(wordsOf(asked.pattern), { docs, profile });
  const names = strict.length > 0 ? strict : weak;
  const pattern = namesPattern(codeNames(names, docs.surface));
  if (pattern === "") return null;
  const again = { pattern: `/${pattern}/`, ...(asked.path === null ? {} : { path: asked.path }) };
  const expanded = await secondSearch(plain, JSON.stringify(again), ctx);
  if (!expanded?.ok) return null;
  const listed = names.join(", ");
  if (isMiss(expanded.text)) return { ...result, text: `${result.text}\n${EXPANDED_IN_VAIN} ${listed}.` };
  const weakly = strict.length > 0 ? "" : " (a weak match, a hint only)";
  const found = expanded.text.replace(`"${again.pattern}"`, "them");
  const text = `No hits for "${asked.pattern}" itself; it ${EXPANDED} ${listed}${weakly}.\n${found}`;
  return { ...expanded, text };
}

/** It is an extra: where it fails (its thread may not start on a busy machine) the first search's result stands. */
async function secondSearch(plain: Tool, args: string, ctx: ToolContext): Promise<ToolResult | null> {
  try {
    return await plain.call(args, { ...ctx, files: domainFiles(ctx) });
  } catch {
    ctx.signal.throwIfAborted();
    return null;
  }
}

/** Documentation may lie in the workspace too: its pages hold every name, and use none. */
function domainFiles({ files, profile }: ToolContext): ToolContext["files"] {
  const list: typeof files.list = async (signal) =>
    (await files.list(signal)).filter((entry) => isDomainFile(entry.path, profile));
  return { ...files, list };
}

function patternOf(args: string): Asked | null {
  const value: unknown = JSON.parse(args);
  if (typeof value !== "object" || value === null || !("pattern" in value)) return null;
  if (typeof value.pattern !== "string") return null;
  const path = "path" in value && typeof value.path === "string" ? value.path : null;
  return { pattern: value.pattern, path };
}

/** The plain words of a pattern; an expression's letters, without what makes it one. */
function wordsOf(pattern: string): string {
  const source = /^\/(.+)\/[a-z]*$/s.exec(pattern)?.[1]?.replace(/\\[a-zA-Z]/g, " ") ?? pattern;
  const words = source.match(/[\p{L}\p{N}_$.]+/gu) ?? [];
  return words.filter((word) => !/[_$.(]|\p{Ll}\p{Lu}/u.test(word)).join(" ");
}

/** How each name shows in code. */
function codeNames(names: readonly string[], surface: Surface): CodeNames {
  const shown: Record<keyof CodeNames, string[]> = { calls: [], made: [], read: [], functions: [] };
  for (const name of names) {
    const [member] = memberOf(name, surface);
    if (member) (member.kind === "method" ? shown.calls : shown.read).push(member.name);
    else if (surface.fn(name)) shown.functions.push(name);
    else if (surface.interface(name)) shown.made.push(name);
  }
  return shown;
}
