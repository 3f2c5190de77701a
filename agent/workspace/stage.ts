// The turn's proposed contents, laid over the workspace: reads see them, the disk does not. Promises that a change
// keeps the pre-image of its first staging, and that staging back to it drops the change. Refuses what is too much,
// with the limit in words, and content that a review could not or must not show.

import { sha256 } from "../../store/hash.ts";
import type { Blob, Hash } from "../../store/ledger.ts";
import type { Change } from "../events.ts";
import type { FileContent, Files, Refusal, Workspace } from "../ports.ts";
import { redact } from "../redact.ts";
import type { StageWrite } from "../tools/tool.ts";
import { refusal } from "./paths.ts";
import { limit, secretRefusal, showsSecret, unfitContent } from "./unfit.ts";

const STAGE_LIMITS = {
  files: 50,
  turnBytes: 4 * 1024 * 1024,
  /** With what goes away: the `.diff` prints both sides, and Telegram takes no more than 50 MB. */
  reviewBytes: 16 * 1024 * 1024,
} as const;

/** `change.before === change.after` says that the path is as it was: nothing of it is staged any more. */
export type Proposal = { change: Change; blobs: Blob[]; note: string | null };
export type Stage = Files & {
  propose(write: StageWrite, signal: AbortSignal): Promise<({ ok: true } & Proposal) | Refusal>;
  /** Several writes of one call: all of them or none. */
  proposeAll(
    writes: StageWrite[],
    signal: AbortSignal,
  ): Promise<{ ok: true; proposals: Proposal[] } | Refusal>;
  /** What is staged, net, sorted by path. */
  changes(): Change[];
};

export type StageDeps = {
  /** Finds what an earlier step staged. */
  blob(hash: Hash): Promise<Uint8Array | undefined>;
  /** Values that no review may print. */
  secrets: readonly string[];
};

/** `changes` are those of the log so far, in order. */
export function createStage(workspace: Workspace, changes: Change[], { blob, secrets }: StageDeps): Stage {
  let staged = fold(new Map(), changes);
  const held = new Map<Hash, Uint8Array>();

  async function bytesOf(hash: Hash): Promise<Uint8Array> {
    const bytes = held.get(hash) ?? (await blob(hash));
    if (bytes === undefined) throw new Error(`The staged content ${hash} is missing from the ledger.`);
    held.set(hash, bytes);
    return bytes;
  }

  async function read(path: string, signal: AbortSignal) {
    const change = staged.get(plainKey(path));
    if (change === undefined) return asUnstaged(await workspace.read(path, signal));
    if (change.after === null) return refusal("not_found", path, "is deleted in the stage");
    return {
      ok: true as const,
      bytes: await bytesOf(change.after),
      mode: change.mode ?? 0o644,
      staged: true,
    };
  }

  async function printsSecret({ path, op, before, after }: Change): Promise<boolean> {
    if (secrets.length === 0) return false;
    const bytes = async (hash: Hash | null) => (hash === null ? null : await bytesOf(hash));
    return showsSecret({ path, op, before: await bytes(before), after: await bytes(after) }, secrets);
  }

  async function overLimit(next: Map<string, Change>): Promise<Refusal | null> {
    if (next.size > STAGE_LIMITS.files) {
      return limit(`a changeset holds at most ${STAGE_LIMITS.files} files`, "Finish with what is staged.");
    }
    const sides = [...next.values()];
    const fresh = await sizeOf(sides.map((change) => change.after));
    if (fresh > STAGE_LIMITS.turnBytes)
      return limit("a turn stages at most 4 MB in all", "Finish with what is staged, and say what is left.");
    if (fresh + (await sizeOf(sides.map((change) => change.before))) <= STAGE_LIMITS.reviewBytes) return null;
    return limit(
      "one review shows at most 16 MB, old and new together",
      "Finish with what is staged, and say what is left.",
    );
  }

  async function sizeOf(hashes: (Hash | null)[]): Promise<number> {
    let total = 0;
    for (const hash of hashes) if (hash !== null) total += (await bytesOf(hash)).length;
    return total;
  }

  async function proposeAll(writes: StageWrite[], signal: AbortSignal) {
    const batch: Batch = { staged, movedModes: new Map() };
    const proposals: Proposal[] = [];
    // Deletions first, so that a moved file finds the mode of what it was.
    for (const write of writes.toSorted((a, b) => Number(a.after !== null) - Number(b.after !== null))) {
      const proposal = await proposalOf(write, { workspace, batch, signal });
      if ("ok" in proposal) return proposal;
      for (const { hash, bytes } of proposal.blobs) held.set(hash, bytes);
      if (await printsSecret(proposal.change)) return secretRefusal(proposal.change.path);
      batch.staged = fold(batch.staged, [proposal.change]);
      proposals.push(proposal);
    }
    const over = fileAsFolder(batch.staged) ?? (await overLimit(batch.staged));
    if (over !== null) return over;
    staged = batch.staged;
    return { ok: true as const, proposals };
  }

  return {
    read,
    mayWrite: (path) => workspace.mayWrite(path),
    conceal: (text) => redact(text, secrets),
    async list(signal) {
      const onDisk = (await workspace.list(signal)).filter((entry) => !staged.has(entry.path));
      const files = onDisk.map(({ path, bytes }) => ({ path, bytes, staged: false }));
      for (const { path, after } of staged.values()) {
        if (after !== null) files.push({ path, bytes: (await bytesOf(after)).length, staged: true });
      }
      return files.sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    proposeAll,
    async propose(write, signal) {
      const all = await proposeAll([write], signal);
      const [proposal] = all.ok ? all.proposals : [];
      if (!all.ok) return all;
      if (proposal === undefined) throw new Error("A write gave no proposal.");
      return { ok: true, ...proposal };
    },
    changes: () => [...staged.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

type Proposing = { workspace: Workspace; batch: Batch; signal: AbortSignal };

async function proposalOf(
  write: StageWrite,
  { workspace, batch, signal }: Proposing,
): Promise<Proposal | Refusal> {
  const may = await workspace.mayWrite(write.path);
  if (!may.ok) return may;
  const { path } = may;
  const known = batch.staged.get(path);
  const disk = known === undefined ? await workspace.read(path, signal) : null;
  if (disk !== null && !disk.ok && disk.reason !== "not_found") return disk;
  const first = disk?.ok ? disk.bytes : null;
  const before = known === undefined ? hashOf(first) : known.before;
  if (write.after === null && before === null && known === undefined) {
    return refusal("not_found", path, "does not exist");
  }
  const after = hashOf(write.after);
  const isMoved = after !== null && (after === before || batch.movedModes.has(after));
  const unfit = write.after === null ? null : unfitContent(path, write.after, isMoved);
  if (unfit !== null) return unfit;
  const found = disk?.ok ? disk.mode : (known?.mode ?? null);
  const mode = found ?? (after === null ? null : (batch.movedModes.get(after) ?? null));
  const change: Change = { path, op: opOf(before, after), before, after, mode };
  const blobs = [first, write.after].flatMap((bytes) =>
    bytes === null ? [] : [{ hash: sha256(bytes), bytes }],
  );
  if (after === null && mode !== null) noteMove(batch, { change, known, mode });
  return { change, blobs, note: write.note };
}

type Batch = { staged: Map<string, Change>; movedModes: Map<Hash, number> };

function fold(staged: ReadonlyMap<string, Change>, changes: Change[]): Map<string, Change> {
  const next = new Map(staged);
  for (const change of changes) {
    if (change.before === change.after) next.delete(change.path);
    else next.set(change.path, change);
  }
  return next;
}

function noteMove(batch: Batch, gone: { change: Change; known: Change | undefined; mode: number }) {
  const content = gone.known === undefined ? gone.change.before : gone.known.after;
  if (content !== null) batch.movedModes.set(content, gone.mode);
}

/** `lib` and `lib/a.js` cannot both be files: the landing would fail on what was approved. */
function fileAsFolder(staged: ReadonlyMap<string, Change>): Refusal | null {
  for (const { path, after } of staged.values()) {
    if (after === null) continue;
    const parts = path.split("/");
    for (let depth = 1; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join("/");
      if (!staged.get(folder)?.after) continue;
      return refusal("path", path, `would lie in "${folder}", which is staged as a file`);
    }
  }
  return null;
}

function hashOf(bytes: Uint8Array | null): Hash | null {
  return bytes === null ? null : sha256(bytes);
}

function opOf(before: Hash | null, after: Hash | null): Change["op"] {
  if (after === null) return "delete";
  return before === null ? "create" : "modify";
}

function asUnstaged(file: FileContent | Refusal): (FileContent & { staged: boolean }) | Refusal {
  return file.ok ? { ...file, staged: false } : file;
}

/** Staged paths are kept in their plain form. */
function plainKey(path: string): string {
  return path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}
