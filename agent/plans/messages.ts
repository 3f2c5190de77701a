// What code says to the model about a plan: what was stored, what waits, what a worker is to do, what came of it. Promises one
// place for these words. Refuses to take a worker's words for what happened: they are quoted as a claim.

import type { BoundName } from "../events.ts";
import { asContext, boundName, enveloped } from "../gates/envelope.ts";
import type { Compared } from "./compare.ts";
import type { FileExposures, ItemEnd, PlanItem, Planned, Unverified } from "./plan.ts";

export function storedText(items: readonly Planned[], isNew: boolean): string {
  const open = items.filter(({ state }) => state === "open");
  const waiting = open.filter(({ unverified }) => unverified.length > 0);
  const lines = items.map((item) => `${item.n}. ${item.title} [${item.files.join(", ")}]${mark(item)}`);
  const parts = [isNew ? "Plan stored:" : "Plan changed; items that began stay as they are:", ...lines];
  for (const item of waiting) parts.push(waitsLine(item.n, item.unverified));
  if (open[0] && !waiting.includes(open[0]))
    parts.push("Each item goes to a worker now, in this order; what comes of it is told here.");
  return parts.join("\n");
}

const mark = ({ state, unverified }: Planned): string => {
  if (state !== "open") return ` (${state})`;
  return unverified.length > 0 ? " (waits)" : "";
};

function waitsLine(n: number, unverified: readonly Unverified[]): string {
  const list = unverified.map(({ citation, why }) => `${citation} is unverified: ${why}`).join("; ");
  return `Item ${n} does not begin: ${list}. Check it with a lookup or by reading the file, or call make_plan with a citation that holds.`;
}

export function waitsMessage(n: number, unverified: readonly Unverified[]): string {
  return enveloped(waitsLine(n, unverified));
}

export const VAGUE_ITEM =
  "its words name no file, no member and no behaviour. Say what will be there that is not there now: a file, a function or member by name, or what a person or caller will see.";

const REQUEST_CHARS = 1_500;

/** What a worker has to know before its item. */
export function workerContext(known: {
  request: string;
  earlier: readonly FileExposures[];
  documented: string | null;
}): string {
  const parts = [
    `The person's whole request, of which you do one part:\n${cut(known.request, REQUEST_CHARS)}`,
  ];
  if (known.earlier.length > 0)
    parts.push(`Earlier items expose, as their files stand now:\n${exposesText(known.earlier)}`);
  if (known.documented !== null) parts.push(known.documented);
  return asContext(parts.join("\n\n"));
}

/** The item itself, as the worker's request. */
export function itemRequest(item: PlanItem): string {
  const lines = [
    `Item ${item.n} of the plan: ${item.title}`,
    `Done means: ${item.done}`,
    `Files that you may touch: ${item.files.join(", ")}. A change of any other file stops the work and asks the person.`,
  ];
  if (item.citations.length > 0) lines.push(`It rests on: ${item.citations.join(", ")}`);
  lines.push(
    "Nobody answers questions here. Stage the change, then report in two or three sentences what you staged and what you could " +
      "not do. The files are looked at, whatever the report says.",
  );
  return lines.join("\n");
}

const PLURAL = {
  function: "functions",
  class: "classes",
  variable: "variables",
  export: "exports",
  member: "members",
};

function exposesText(files: readonly FileExposures[]): string {
  return files
    .map(({ path, exposes }) => {
      const kinds = [...new Set(exposes.map(({ kind }) => kind))];
      const lists = kinds.map((kind) => {
        const names = exposes.filter((one) => one.kind === kind).map(({ name }) => name);
        return `${names.length === 1 ? kind : PLURAL[kind]} ${names.join(", ")}`;
      });
      return `- ${path}: ${lists.join("; ") || "nothing"}`;
    })
    .join("\n");
}

/** A worker reported, and its item is not done. */
export function notDoneMessage(problems: readonly string[]): string {
  const list = problems.map((one) => `- ${one}`).join("\n");
  return enveloped(
    `The item is not done:\n${list}\nMend this with tool calls now. If it cannot be done, report plainly what stands in the way.`,
  );
}

export const nothingStaged = (files: readonly string[]): string =>
  `nothing of it is staged: ${files.join(", ")} stand as they were before this item. A report does not change a file`;

export function itemBoundMessage(bound: BoundName): string {
  return enveloped(
    `This item has reached ${boundName(bound)}. Tools are off now. Report in two or three sentences what is staged and what is left undone.`,
  );
}

export type Ended = {
  item: PlanItem;
  state: ItemEnd;
  files: readonly string[];
  exposes: readonly FileExposures[];
  /** Files that code cannot read for names. */
  opaque: readonly string[];
  problems: readonly string[];
  report: string;
  /** Sentences of the report that the log does not bear out. */
  contradicted: readonly string[];
  /** What the whole came to, after the last item. */
  compared: Compared | null;
  isHeld: boolean;
};

const REPORT_CHARS = 1_500;

export function endedMessage(ended: Ended): string {
  const { item, state, files, exposes, opaque, problems, report, contradicted, compared, isHeld } = ended;
  const parts = [
    `Item ${item.n} (${item.title}): ${state}. Staged by it: ${files.length === 0 ? "nothing" : files.join(", ")}.`,
  ];
  if (problems.length > 0) parts.push(`Open: ${problems.join("; ")}.`);
  if (exposes.length > 0) parts.push(`It exposes, read from the staged files:\n${exposesText(exposes)}`);
  if (report.trim() !== "") {
    const what = opaque.length > 0 ? `, which is all there is on ${opaque.join(", ")}` : "";
    parts.push(`The worker's words (a claim, not checked${what}): ${cut(report, REPORT_CHARS)}`);
  }
  if (contradicted.length > 0) parts.push(`Of these the files show nothing: ${contradicted.join("; ")}`);
  if (isHeld)
    parts.push(
      "The rest of the plan waits: call make_plan with the items that remain, or finish without them and say so.",
    );
  if (compared) parts.push(comparedText(compared));
  return asContext(parts.join("\n"));
}

const cut = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text;

function comparedText({ completed, all, untouched, unplanned, dropped }: Compared): string {
  const lines = [`That was the last item: ${completed} of ${all} completed.`];
  if (dropped.length > 0) lines.push(`Dropped from the plan: ${dropped.join("; ")}.`);
  if (untouched.length > 0) lines.push(`Planned and untouched: ${untouched.join(", ")}.`);
  if (unplanned.length > 0) lines.push(`Touched and unplanned: ${unplanned.join(", ")}.`);
  lines.push("Answer the person now: what changed and where, and what did not get done.");
  return lines.join("\n");
}

/** Our own sentences, for whoever tells them from questions. */
export const planMessages: readonly string[] = [
  VAGUE_ITEM,
  notDoneMessage([]),
  nothingStaged(["a file"]),
  itemBoundMessage("item_steps"),
  itemBoundMessage("item_calls"),
];
