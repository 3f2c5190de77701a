// What taking a landed generation back would write: its exact inverse, where the disk still is what it made.
// Promises file by file why it cannot be. Refuses to land: a tap approves the plan's own hash.

import type { Blob, Generation, Hash } from "../store/ledger.ts";
import { type ChangesetFile, changesetBlob, inverse, loadChangeset } from "./changeset.ts";
import type { Change } from "./events.ts";
import { type FileWhy, type LandDeps, same } from "./landing.ts";

export type UndoPlan =
  | { type: "exact"; changeset: Hash; blobs: Blob[]; changes: Change[] }
  | { type: "changed"; files: FileWhy[] }
  | { type: "already"; by: number }
  | { type: "unknown" };

export async function planUndo(n: number, deps: LandDeps, signal: AbortSignal): Promise<UndoPlan> {
  const { ledger, settings, workspace } = deps;
  const generation = await ledger.generation(settings.workspaceId, n);
  if (!generation) return { type: "unknown" };
  const by = await undoneBy(generation, ledger);
  if (by !== null) return { type: "already", by };
  const { files, changes } = await loadChangeset(ledger, generation.changeset);
  const changed: FileWhy[] = [];
  for (const file of files) {
    const disk = await workspace.read(file.path, signal);
    const bytes = disk.ok ? disk.bytes : null;
    if (!same(bytes, file.after)) changed.push({ path: file.path, why: whyChanged(bytes, file) });
  }
  if (changed.length > 0) return { type: "changed", files: changed };
  const blob = changesetBlob(settings.workspaceId, inverse(changes));
  return { type: "exact", changeset: blob.hash, blobs: [blob], changes: inverse(changes) };
}

function whyChanged(disk: Uint8Array | null, { after }: ChangesetFile): string {
  if (disk === null) return "can no longer be read there";
  return after === null ? "is there again" : "changed since";
}

/** The generation that has taken this one back, unless it was taken back itself. */
async function undoneBy(of: Generation, ledger: LandDeps["ledger"]): Promise<number | null> {
  const by = of.undoneBy === null ? undefined : await ledger.generation(of.workspace, of.undoneBy);
  if (!by) return of.undoneBy;
  return (await undoneBy(by, ledger)) === null ? by.n : null;
}
