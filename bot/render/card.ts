// The review card: what would change, what is worth a second look, and the whole diff in pages. Promises that the
// pages together show every line of the `.diff`, and that each fits a message. Refuses to hide, shorten or narrate
// the change; what the model says stands apart and is marked as the model's.

import type { ReviewCard } from "../../agent/ports.ts";
import { unifiedDiff } from "../../agent/workspace/unified-diff.ts";
import {
  bold,
  clip,
  code,
  concat,
  type FormattedText,
  fmt,
  italic,
  join,
  plain,
  pre,
  quote,
} from "./formatted.ts";
import { type FileSummary, summarise } from "./labels.ts";
import { unlinked } from "./markdown.ts";
import { paginate } from "./pages.ts";
import { showHidden, showName, showPath, type VisibleDiff, visibleDiff } from "./visible.ts";

export type RenderedCard = {
  text: FormattedText;
  pages: number;
  /** The whole diff stands on this one card. */
  complete: boolean;
};

const MESSAGE = 4_096;
/** Room for the diff on the first page at least, whatever the header has to say. */
const HEADER = 2_600;
/** Later pages carry one line above and one below the diff. */
const FRAME = 200;
const FILES_ROOM = 700;
const ROAD_LINES = 8;
const CHECK_LINES = 6;
/** Enough of a draft for what is shown of it; naming the signs of a megabyte takes seconds. */
const DRAFT = 2_000;

export const shortHash = (hash: string): string => hash.slice(0, 12);

/** `page` counts from 1; a page that is not there shows the nearest one that is. */
export function renderCard(card: ReviewCard, page: number): RenderedCard {
  const diff = visibleDiff(unifiedDiff(card.files));
  const header = clip(renderHeader(card, diff), HEADER);
  const sizes = { first: MESSAGE - header.text.length - FRAME, next: MESSAGE - FRAME };
  const pages = paginate(diff.lines, sizes);
  const at = Math.min(Math.max(1, Math.trunc(page)), pages.length);
  const body = pre(pages[at - 1] ?? "", "diff");
  const place =
    pages.length === 1 ? "the whole diff" : `page ${at} of ${pages.length}; the .diff file holds it all`;
  const footer = fmt`${italic(place)} · ${code(shortHash(card.changeset))}`;
  const top = at === 1 ? header : fmt`${bold("Review")} · ${clip(concat([showName(card.workspace)]), 60)}`;
  return { text: join([top, body, footer], "\n\n"), pages: pages.length, complete: pages.length === 1 };
}

/** The exact bytes that the card's pages show. */
export function diffDocument(card: ReviewCard): { name: string; bytes: Uint8Array } {
  return {
    name: `review-${shortHash(card.changeset)}.diff`,
    bytes: new TextEncoder().encode(unifiedDiff(card.files)),
  };
}

/** What stands in the chat before the card itself does; it carries no buttons. */
export function cardLead(card: ReviewCard): string {
  const [first] = card.files;
  const what = card.files.length === 1 && first ? showPath(first.path, 120) : `${card.files.length} files`;
  return clip(concat([`Review: a change to ${what} waits for your verdict.`]), 200).text;
}

function renderHeader(card: ReviewCard, diff: VisibleDiff): FormattedText {
  const summaries = card.files.map((file) => summarise(file, card.request));
  return join(
    [
      fmt`${bold("Review")} · ${clip(concat([showName(card.workspace)]), 60)}${totals(summaries)}`,
      card.request === "" ? "" : quote(clip(concat([showHidden(card.request)]), 240)),
      renderWarnings(diff),
      renderFiles(summaries),
      renderChecks(card.checks),
      renderRoad(card.road),
      card.draft.trim() === ""
        ? ""
        : fmt`The model says:\n${quote(clip(unlinked(showHidden(card.draft.trim().slice(0, DRAFT)), 10), 360), { folded: true })}`,
    ],
    "\n",
  );
}

/** One file's counts stand beside its name. */
function totals(summaries: readonly FileSummary[]): string {
  if (summaries.length === 1) return "";
  const added = summaries.reduce((sum, file) => sum + file.added, 0);
  const removed = summaries.reduce((sum, file) => sum + file.removed, 0);
  return ` · ${summaries.length} files, +${added} −${removed}`;
}

/** As many files as there is room for; the kinds of labels on the others are named all the same. */
function renderFiles(summaries: readonly FileSummary[]): FormattedText {
  const lines = summaries.map(renderFile);
  let used = 0;
  const fits = lines.findIndex((line) => {
    used += line.text.length + 1;
    return used > FILES_ROOM;
  });
  if (fits < 0) return join(lines, "\n");
  const others = summaries.slice(fits);
  const kinds = new Set(others.flatMap((file) => file.labels.map((label) => label.replace(/\d+/g, "n"))));
  const more = `… and ${others.length} more files, all in the diff`;
  return join(
    [...lines.slice(0, fits), kinds.size === 0 ? more : `${more}\n   ⚠ ${[...kinds].join(" · ")}`],
    "\n",
  );
}

function renderFile({ file, added, removed, labels }: FileSummary): FormattedText {
  const sign = { create: "+", modify: "•", delete: "✕" }[file.op];
  const line = fmt`${sign} ${code(showPath(file.path, 100))} +${added} −${removed}${file.op === "create" ? " · new" : ""}`;
  const note =
    file.note === null || labels.includes(file.note)
      ? plain("")
      : clip(unlinked(showName(file.note), 2), 100);
  return join(
    [
      line,
      labels.length === 0 ? "" : fmt`   ⚠ ${labels.join(" · ")}`,
      note.text === "" ? "" : fmt`   ${note}`,
    ],
    "\n",
  );
}

function renderWarnings(diff: VisibleDiff): FormattedText {
  return join(
    [
      diff.hidden === 0 ? "" : `⚠ ${diff.hidden} hidden or look-alike characters, shown by name in the diff`,
      diff.collapsed === 0 ? "" : `⚠ ${diff.collapsed} long blank runs, shown as counts in the diff`,
      diff.rightToLeft ? "⚠ right-to-left letters: the order on the screen is not that of the bytes" : "",
    ],
    "\n",
  );
}

/** What the checks said of exactly these bytes; where none ran there is nothing to say. */
function renderChecks(checks: readonly string[]): FormattedText {
  const lines = checks
    .slice(0, CHECK_LINES)
    .map((line) => clip(unlinked(showName(line.slice(0, DRAFT)), 2), 160));
  const more = checks.length - CHECK_LINES;
  return join([...lines, more > 0 ? `… and ${more} more lines of the checks` : ""], "\n");
}

function renderRoad(road: readonly string[]): FormattedText {
  const lines = road
    .slice(0, ROAD_LINES)
    .map((line) => fmt`◦ ${clip(unlinked(showName(inWords(line.slice(0, DRAFT))), 2), 160)}`);
  const more = road.length > ROAD_LINES ? `◦ … and ${road.length - ROAD_LINES} more` : "";
  return lines.length === 0 ? concat([]) : fmt`On the way here:\n${join([...lines, more], "\n")}`;
}

/** Tools and reasons have names with underscores. */
const inWords = (line: string): string =>
  line.startsWith("refused: ") ? line.replace(/(?<=[a-z])_(?=[a-z])/g, " ") : line;
