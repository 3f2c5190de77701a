// An approved change whose files have moved on since its review: carried onto what is there now, where it fits
// exactly, and shown again. Refuses to guess: no fuzz, and one file that does not take it leaves the whole.

import { applyPatch, structuredPatch } from "diff";
import { sha256 } from "../../store/hash.ts";
import type { Blob } from "../../store/ledger.ts";
import type { ChangesetFile } from "../changeset.ts";
import type { Change } from "../events.ts";
import { same } from "../landing.ts";
import { showsSecret } from "../workspace/unfit.ts";
import type { Work } from "./work.ts";

/** The same change on the files as they are now; null where one of them does not take it exactly. */
export async function carryOver(
  files: ChangesetFile[],
  { deps, signal }: Pick<Work, "deps" | "signal">,
): Promise<{ changes: Change[]; blobs: Blob[] } | null> {
  const changes: Change[] = [];
  const blobs: Blob[] = [];
  for (const file of files) {
    const now = await deps.workspace.read(file.path, signal);
    const disk = now.ok ? now.bytes : null;
    if (same(disk, file.before)) continue;
    if (file.op !== "modify" || !now.ok || !file.before || !file.after) return null;
    const merged = carried(file.before, file.after, now.bytes);
    if (merged === null) return null;
    const carriedFile = { path: file.path, op: "modify" as const, before: now.bytes, after: merged };
    if (showsSecret(carriedFile, deps.settings.secrets)) return null;
    const [before, after] = [sha256(now.bytes), sha256(merged)];
    changes.push({ path: file.path, op: "modify", before, after, mode: now.mode });
    blobs.push({ hash: before, bytes: now.bytes }, { hash: after, bytes: merged });
  }
  return changes.length > 0 ? { changes, blobs } : null;
}

function carried(before: Uint8Array, after: Uint8Array, disk: Uint8Array): Uint8Array | null {
  const text = (bytes: Uint8Array) =>
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  try {
    const patch = structuredPatch("a", "b", text(before), text(after), "", "", { context: 3, timeout: 1000 });
    const merged = patch
      ? applyPatch(text(disk), patch, { fuzzFactor: 0, autoConvertLineEndings: false })
      : false;
    return merged === false ? null : new TextEncoder().encode(merged);
  } catch {
    return null; // not text, so nothing can be carried onto it
  }
}
