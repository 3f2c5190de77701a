// A changeset: all of a turn's changes at review, named by the sha256 of its canonical JSON. What a verdict
// binds to is that hash, so path, pre-image, content and mode are all in it. Refuses to land anything.

import { sha256 } from "../store/hash.ts";
import type { Blob, Hash, Ledger } from "../store/ledger.ts";
import type { Change } from "./events.ts";
import type { ReviewCard } from "./ports.ts";

export type Changeset = { workspace: string; changes: Change[] };
export type ChangesetFile = ReviewCard["files"][number] & { mode: number | null };

/** The changeset as the blob whose hash names it. */
export function changesetBlob(workspace: string, changes: Change[]): Blob {
  const ordered = [...changes].sort((a, b) => (a.path < b.path ? -1 : 1));
  const canonical = ordered.map(({ path, op, before, after, mode }) => ({ path, op, before, after, mode }));
  const bytes = new TextEncoder().encode(JSON.stringify({ workspace, changes: canonical }));
  return { hash: sha256(bytes), bytes };
}

/** Reads a changeset and the bytes of its files. Throws when a blob is lost: nothing may land then. */
export async function loadChangeset(
  ledger: Pick<Ledger, "blob">,
  hash: Hash,
): Promise<Changeset & { files: ChangesetFile[] }> {
  const blob = async (of: Hash): Promise<Uint8Array> => {
    const bytes = await ledger.blob(of);
    if (!bytes) throw new Error(`the ledger has lost the blob ${of}`);
    return bytes;
  };
  const changeset = JSON.parse(new TextDecoder().decode(await blob(hash))) as Changeset;
  const files = changeset.changes.map(async (change) => ({
    path: change.path,
    op: change.op,
    mode: change.mode,
    before: change.before === null ? null : await blob(change.before),
    after: change.after === null ? null : await blob(change.after),
    note: null,
  }));
  return { ...changeset, files: await Promise.all(files) };
}

/** The changeset that takes `changes` back: before and after swap places. */
export function inverse(changes: Change[]): Change[] {
  const op = { create: "delete", delete: "create", modify: "modify" } as const;
  return changes.map((c) => ({ ...c, op: op[c.op], before: c.after, after: c.before }));
}
