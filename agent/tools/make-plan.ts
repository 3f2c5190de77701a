// Makes the plan of a request that decomposes, or changes what of it has not begun. Promises that each item names its files and
// something that can be seen, and that citations are looked up before anything rests on them. Refuses vague items; runs nothing:
// the runner stores the plan and hands each item to a worker.

import { z } from "zod";
import { citationsIn, type Sources, unverifiedOf } from "../plans/citations.ts";
import { isConcrete } from "../plans/concrete.ts";
import { storedText, VAGUE_ITEM } from "../plans/messages.ts";
import { isOpen, type PlanItem, type Planned } from "../plans/plan.ts";
import { plainPath } from "../workspace/paths.ts";
import { defineTool, done, refuse, type ToolContext, type ToolResult } from "./tool.ts";

const MAKE_PLAN = "make_plan";
const MOST_ITEMS = 12;
/** Plans and changes of plans in one turn. */
const MOST_PLANS = 6;

const MOST_FILES = 12;
const MOST_CITATIONS = 8;
const TITLE_CHARS = 160;
const DONE_CHARS = 600;

/** In every request of every turn, so it is short; what a schema could say of lengths is checked below. */
const itemSchema = z.strictObject({
  title: z.string(),
  files: z.array(z.string()).describe("Paths it may change or create."),
  done: z.string().describe("What is so then: name a file, member or behaviour."),
  rests_on: z.array(z.string()).optional().describe("[chunk id], path:line or Interface.member."),
});
type Given = z.infer<typeof itemSchema>;

export const makePlanTool = defineTool({
  name: MAKE_PLAN,
  description:
    "Only for several separate changes: hands each item to a worker, in order, and tells you what came of it. Called again, it " +
    "replaces the items that have not begun; after an item that failed, or words of the person, the rest waits for that.",
  effect: "stage",
  parameters: z.object({ items: z.array(itemSchema).min(1).max(MOST_ITEMS) }),
  label: ({ items }) => `planning ${items.length} ${items.length === 1 ? "item" : "items"}`,
  async run({ items: given }, ctx) {
    const { plan } = ctx;
    if ((plan?.made ?? 0) >= MOST_PLANS) {
      return refuse(
        "too_many",
        `A request makes at most ${MOST_PLANS} plans. Do what is left yourself, or say what is left.`,
      );
    }
    const refused = given.flatMap((one) => faultOf(one, ctx));
    if (refused.length > 0)
      return refuse("vague", `No plan was stored. ${refused.join(" ")} Call make_plan again with all items.`);
    return await made(given, ctx);
  },
});

function faultOf({ title, files, done }: Given, { docs }: ToolContext): string[] {
  const bad = files.flatMap((path) => {
    const plain = plainPath(path, "write");
    return plain.ok ? [] : [plain.text];
  });
  if (files.length === 0) bad.push("it names no file. Say which files it may change or create.");
  if (files.length > MOST_FILES) bad.push(`it has more than ${MOST_FILES} files. Make it two items.`);
  const isKnown = (word: string): boolean =>
    docs !== null &&
    [docs.surface.interface(word), docs.surface.fn(word), docs.surface.global(word)].some((one) => one);
  const vague = isConcrete({ title, files, done }, isKnown) ? [] : [VAGUE_ITEM];
  return [...bad, ...vague].map((why) => `"${title}": ${why}`);
}

async function made(given: readonly Given[], ctx: ToolContext): Promise<ToolResult> {
  const kept = (ctx.plan?.items ?? []).filter((item) => !isOpen(item));
  const last = Math.max(0, ...(ctx.plan?.items ?? []).map(({ n }) => n));
  const world = await ctx.world();
  const sources: Sources = {
    docs: ctx.docs,
    files: ctx.files,
    exists: world?.exists,
    lookedUp: ctx.plan?.lookedUp ?? new Set(),
    signal: ctx.signal,
  };
  const fresh: PlanItem[] = [];
  for (const [at, one] of given.entries()) fresh.push(await itemOf(one, last + at + 1, sources));
  const items: Planned[] = [...kept, ...fresh.map((item): Planned => ({ ...item, state: "open" }))];
  const result = done(storedText(items, kept.length === 0));
  return result.ok ? { ...result, plan: items.map(({ state: _, ...item }) => item) } : result;
}

async function itemOf(given: Given, n: number, sources: Sources): Promise<PlanItem> {
  const files = given.files.map((path) => {
    const plain = plainPath(path, "write");
    return plain.ok ? plain.path : path;
  });
  const citations = [
    ...new Set([...(given.rests_on ?? []), ...citationsIn(`${given.title}\n${given.done}`)]),
  ].slice(0, MOST_CITATIONS);
  const unverified = await unverifiedOf(citations, sources);
  const title = cut(oneLine(given.title), TITLE_CHARS);
  return {
    n,
    title,
    files: [...new Set(files)],
    done: cut(given.done.trim(), DONE_CHARS),
    citations,
    unverified,
  };
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();

const cut = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text;
