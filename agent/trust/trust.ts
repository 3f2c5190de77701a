// What of a workspace's `.handrail/` is inert until its owner says yes, and what the owner has said. Promises that a yes
// binds to bytes: to others it means nothing, and what was approved is kept as it was. Refuses to decide: the ledger
// takes decisions, from taps alone.

import { realpath } from "node:fs/promises";
import type { TrustEntry } from "../../store/consent.ts";
import { sha256 } from "../../store/hash.ts";
import type { Hash, Ledger } from "../../store/ledger.ts";
import { wordsOf } from "../../store/words-of.ts";
import { loadSources } from "../docs/sources/load-sources.ts";
import { fsCode, type OpenedFolder, openRoot } from "../workspace/opened-folder.ts";
import { OWN_FOLDER, readOwnFile } from "../workspace/own-file.ts";
import { keptTrees } from "./kept-trees.ts";
import { type OwnFile, type OwnTree, readTree, stampOf, treeOf, UnfitTree } from "./own-tree.ts";

export const SUBJECTS = ["tools", "docs"] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Where each lies, as people call it. */
export const PLACES: Record<Subject, string> = {
  tools: `${OWN_FOLDER}/tools/`,
  docs: `${OWN_FOLDER}/docs.json`,
};

/** What lies there now; `why` is a line for each thing that a yes would allow. */
export type Found =
  | { type: "nothing" }
  | { type: "unfit"; why: string }
  | { type: "found"; tree: OwnTree; why: string[] };

export type Standing = {
  subject: Subject;
  found: Found;
  /** The yes that stands, to whatever bytes it was given. */
  yes: TrustEntry | null;
  /** The last yes of all, also one that was taken back. */
  lastYes: TrustEntry | null;
};

export type Trust = {
  standing(subject: Subject): Promise<Standing>;
  /** Of what may be read on a yes: the hashes that have one. */
  trusted(subject: Subject): Promise<ReadonlySet<Hash>>;
  keep(tree: OwnTree): Promise<void>;
  /** The approved bytes, exactly; null when the copy is gone or was changed. */
  kept(subject: Subject, hash: Hash): Promise<OwnTree | null>;
  /** Cheap: what the system says of the files of tools, null where there are none. */
  look(): Promise<{ stamp: string; newestMs: number } | null>;
};

export type TrustDeps = {
  workspace: string;
  root: string;
  /** Where copies of what was approved are kept, for all workspaces. */
  dir: string;
  ledger: Pick<Ledger, "trustOf">;
};

export function createTrust({ workspace, root, dir, ledger }: TrustDeps): Trust {
  const { keep, kept } = keptTrees(dir);
  const entriesOf = (subject: Subject) => entriesAbout(ledger, workspace, subject);

  return {
    async standing(subject) {
      const entries = await entriesOf(subject);
      const found = subject === "tools" ? await findTools(root) : await findDocs(root);
      const lastYes = entries.findLast((entry) => entry.verdict === "trusted") ?? null;
      return { subject, found, yes: yesOf(entries), lastYes };
    },
    trusted: (subject) => trustedHashes(ledger, workspace, subject),
    keep,
    kept: (subject, hash) => kept(hash, HASHES[subject]),
    look: () => inTools(root, stampOf),
  };
}

/** The hashes of a workspace's own that have a yes. */
export async function trustedHashes(
  ledger: Pick<Ledger, "trustOf">,
  workspace: string,
  subject: Subject,
): Promise<ReadonlySet<Hash>> {
  const yes = yesOf(await entriesAbout(ledger, workspace, subject));
  return new Set(yes === null ? [] : [yes.hash]);
}

async function entriesAbout(
  ledger: Pick<Ledger, "trustOf">,
  workspace: string,
  subject: Subject,
): Promise<TrustEntry[]> {
  return (await ledger.trustOf(workspace)).filter((entry) => entry.subject === subject);
}

/** The standing is a yes to exactly what lies there. */
export function isTrusted({ found, yes }: Standing): boolean {
  return found.type === "found" && yes?.hash === found.tree.hash;
}

function yesOf(entries: readonly TrustEntry[]): TrustEntry | null {
  const last = entries.findLast((entry) => entry.verdict !== "declined");
  return last?.verdict === "trusted" ? last : null;
}

const HASHES: Record<Subject, (files: readonly OwnFile[]) => Hash> = {
  tools: (files) => treeOf(files).hash,
  docs: (files) => sha256(files.length === 1 ? (files[0]?.bytes ?? "") : ""),
};

const WHY_TOOLS =
  "It is code: its tools run in Handrail's process, with your rights, whenever the model calls them.";

async function findTools(root: string): Promise<Found> {
  try {
    const tree = await inTools(root, readTree);
    return tree === null || tree.files.length === 0
      ? { type: "nothing" }
      : { type: "found", tree, why: [WHY_TOOLS] };
  } catch (error) {
    if (error instanceof UnfitTree)
      return { type: "unfit", why: `${PLACES.tools} is refused: ${error.message}.` };
    throw error;
  }
}

async function inTools<T>(root: string, use: (folder: OpenedFolder) => Promise<T>): Promise<T | null> {
  await using stack = new AsyncDisposableStack();
  let folder = stack.use(await openRoot(await realpath(root)));
  try {
    for (const name of [OWN_FOLDER, "tools"]) folder = stack.use(await folder.child(name));
  } catch (error) {
    if (fsCode(error) === "ENOENT") return null;
    throw new UnfitTree("it is a link or no folder, or cannot be opened", { cause: error });
  }
  return await use(folder);
}

/** A docs.json that stays inside the workspace needs nobody's yes. */
async function findDocs(root: string): Promise<Found> {
  try {
    const { needsTrust } = await loadSources(root, new Set());
    if (needsTrust === null) return { type: "nothing" };
    const text = await readOwnFile(root, "docs.json", DOCS_BYTES);
    // Written in between: whoever asks next sees one state of it.
    if (text === null || sha256(text) !== needsTrust.hash)
      return { type: "unfit", why: `${PLACES.docs} changed while it was read: look again.` };
    const bytes = new TextEncoder().encode(text);
    return {
      type: "found",
      tree: { hash: needsTrust.hash, files: [{ path: "docs.json", bytes }] },
      why: needsTrust.why,
    };
  } catch (error) {
    return { type: "unfit", why: wordsOf(error) };
  }
}

const DOCS_BYTES = 256 * 1024;
