// The card that asks for a yes to something of a workspace's own: what it is, why it needs one, every file with its size,
// and the whole code, or what changed since the last yes, as a document. Promises that hidden and look-alike characters
// stand there by name. Refuses to judge the code: its owner reads it.

import { setImmediate } from "node:timers/promises";
import type { OwnFile, OwnTree } from "../agent/trust/own-tree.ts";
import { isTrusted, PLACES, type Standing, type Subject } from "../agent/trust/trust.ts";
import { type DiffFile, unifiedDiff } from "../agent/workspace/unified-diff.ts";
import type { TrustEntry } from "../store/consent.ts";
import type { Hash } from "../store/ledger.ts";
import { ago } from "./commands/ago.ts";
import { shortHash } from "./render/card.ts";
import { bold, code, type FormattedText, fmt, join } from "./render/formatted.ts";
import { showPath, visibleDiff } from "./render/visible.ts";

const FILES_SHOWN = 24;
const WHY_SHOWN = 12;
const PATH_UNITS = 80;

export type TrustLook = {
  workspace: string;
  standing: Standing;
  nameOf(actor: string): string;
  now: number;
};

export function trustText(look: TrustLook, document: "whole" | "diff"): FormattedText {
  const { standing, workspace } = look;
  const title = bold(`${workspace}: ${PLACES[standing.subject]}`);
  const { found } = standing;
  if (found.type !== "found") return join([title, stateOf(look), fmt`${nothingText(found)}`], "\n");
  const { files, hash } = found.tree;
  const file =
    document === "diff"
      ? "The file below shows what changed since your last yes."
      : "The file below is all of it.";
  const parts = [
    join([title, stateOf(look)], "\n"),
    linesOf(found.why, WHY_SHOWN, (why) => fmt`• ${why}`),
    linesOf(
      files,
      FILES_SHOWN,
      ({ path, bytes }) => fmt`${code(showPath(path, PATH_UNITS))} ${sizeOf(bytes)}`,
    ),
    fmt`${file} It comes to ${code(shortHash(hash))}; a yes is to exactly that.`,
  ];
  return join(parts, "\n\n");
}

/** The line that says where it stands. */
function stateOf({ standing, nameOf, now }: TrustLook): FormattedText {
  const { found, yes, lastYes } = standing;
  const said = (entry: TrustEntry) => `${nameOf(entry.by)}, ${ago(entry.at, now)}`;
  if (isTrusted(standing)) return fmt`✅ Trusted${yes ? ` by ${said(yes)}` : ""}.`;
  if (found.type === "nothing") return fmt`Nothing of it is loaded.`;
  if (yes) return fmt`⚠ Changed since the yes of ${said(yes)}: unloaded until you say yes again.`;
  return lastYes
    ? fmt`✋ Waits for your yes; the last one, of ${said(lastYes)}, was taken back or was to other bytes.`
    : fmt`✋ Waits for your yes. Until then ${LEFT_OUT[standing.subject]}.`;
}

/** What lies inside the workspace is read without a yes. */
const LEFT_OUT = {
  tools: "nothing of it is used",
  docs: "what is listed here is left out, and the rest is used",
} as const satisfies Record<Standing["subject"], string>;

function nothingText(found: Exclude<Standing["found"], { type: "found" }>): string {
  return found.type === "unfit" ? found.why : "There is nothing there that needs a yes.";
}

function linesOf<T>(items: readonly T[], most: number, line: (item: T) => FormattedText): FormattedText {
  const left = items.length - most;
  const more = left > 0 ? [fmt`… and ${left} more; the file below has them all`] : [];
  return join([...items.slice(0, most).map(line), ...more], "\n");
}

const sizeOf = (bytes: Uint8Array): string =>
  bytes.length < 1024 ? `${bytes.length} B` : `${(bytes.length / 1024).toFixed(1)} KB`;

type TrustDocument = { name: string; bytes: Uint8Array };

/** What changed since the last yes, where the copy of that is still there; else all of it. */
export async function trustDocument(
  { found, subject, lastYes, yes }: Standing,
  kept: (subject: Subject, hash: Hash) => Promise<OwnTree | null>,
  name: string,
): Promise<{ document: TrustDocument | null; kind: "whole" | "diff" }> {
  if (found.type !== "found") return { document: null, kind: "whole" };
  const { hash, files } = found.tree;
  const isOther = lastYes !== null && lastYes.hash !== hash && yes?.hash !== hash;
  const before = isOther ? await kept(subject, lastYes.hash) : null;
  if (before) return { document: await diffDocument(before.files, files, name), kind: "diff" };
  return { document: await wholeDocument(files, name), kind: "whole" };
}

/** All files, one after another: a line of theirs begins with a space, so that none passes for the next one's heading. */
async function wholeDocument(files: readonly OwnFile[], name: string): Promise<TrustDocument> {
  const parts: string[] = [];
  for (const { path, bytes } of files)
    parts.push(`===== ${path} (${sizeOf(bytes)})\n`, indented(new TextDecoder().decode(bytes)), "\n");
  return { name: `${name}.txt`, bytes: await visibly(parts.join("")) };
}

const indented = (text: string): string =>
  text
    .split("\n")
    .map((line) => ` ${line}`)
    .join("\n");

async function diffDocument(
  before: readonly OwnFile[],
  after: readonly OwnFile[],
  name: string,
): Promise<TrustDocument> {
  return { name: `${name}.diff`, bytes: await visibly(unifiedDiff(changesOf(before, after))) };
}

function changesOf(before: readonly OwnFile[], after: readonly OwnFile[]): DiffFile[] {
  const paths = [...new Set([...before, ...after].map((file) => file.path))].sort();
  return paths.flatMap((path): DiffFile[] => {
    const old = before.find((file) => file.path === path)?.bytes ?? null;
    const now = after.find((file) => file.path === path)?.bytes ?? null;
    if (old && now && Buffer.from(old).equals(now)) return [];
    const op = old === null ? "create" : now === null ? "delete" : "modify";
    return [{ path, op, before: old, after: now }];
  });
}

const LINES_AT_ONCE = 500;

/** Signs by name, screens of blanks as a count. A megabyte takes a while; others have their turn in between. */
async function visibly(text: string): Promise<Uint8Array> {
  const lines = text.split("\n");
  const shown: string[] = [];
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    shown.push(...visibleDiff(`${lines.slice(at, at + LINES_AT_ONCE).join("\n")}\n`).lines);
    await setImmediate();
  }
  return new TextEncoder().encode(shown.join("\n"));
}
