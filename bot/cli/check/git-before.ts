// What files held at a revision, for telling what a change brings from what was there. Promises the file's old content under
// its old name where it was renamed, and none for a new one. Refuses a revision that git could take for an option.

import { expectRepository, type Git, gitIn, outOf } from "./git.ts";

/** `before` is undefined for a file that was not there. */
export type Revision = {
  /** As it was asked for, and the tree that it meant. */
  name: string;
  tree: string;
  before(path: string): Promise<string | undefined>;
};

/** Throws one line for who typed it. */
export async function revisionOf(
  name: string,
  { root, signal }: { root: string; signal: AbortSignal },
): Promise<Revision> {
  if (name.startsWith("-") || name.trim() === "" || /[\p{Cc}]/u.test(name))
    throw new Error(`"${name}" is no revision of git.`);
  const run = gitIn(root, { signal });
  await expectRepository(run, "--introduced-since", root);
  const found = await run(["rev-parse", "--quiet", "--verify", "--end-of-options", `${name}^{tree}`]);
  const tree = found.ok ? found.out.trim() : "";
  if (!/^[0-9a-f]{40,64}$/.test(tree)) throw new Error(`There is no revision ${name} in ${root}.`);

  const state: { renames: Promise<Map<string, string>> | null } = { renames: null };
  return {
    name,
    tree,
    async before(path) {
      const same = await contentOf(path, tree, run);
      if (same !== undefined) return same;
      state.renames ??= renamesSince(tree, run);
      const old = (await state.renames).get(path);
      return old === undefined ? undefined : await contentOf(old, tree, run);
    },
  };
}

async function contentOf(path: string, tree: string, run: Git): Promise<string | undefined> {
  const [entry = ""] = outOf(await run(["ls-tree", "-z", tree, "--", path])).split("\0");
  // A link's blob is a path, a submodule has none.
  const blob = /^100\d{3} blob ([0-9a-f]+)\t/.exec(entry)?.[1];
  // Not `show`: that runs what the settings name for turning a file into text.
  return blob === undefined ? undefined : outOf(await run(["cat-file", "blob", blob]));
}

/** New names, with the old ones. Of the index: what lies in the folder would be read through the settings' own filters. */
async function renamesSince(tree: string, run: Git): Promise<Map<string, string>> {
  const plain = ["--no-ext-diff", "--no-textconv", "--no-color", "-z"];
  const args = [
    "diff",
    "--cached",
    ...plain,
    "--name-status",
    "--find-renames",
    "--diff-filter=R",
    "--relative",
  ];
  const parts = outOf(await run([...args, tree, "--"])).split("\0");
  const renames = new Map<string, string>();
  for (let at = 0; at + 2 < parts.length; at += 3) renames.set(parts[at + 2] ?? "", parts[at + 1] ?? "");
  return renames;
}
