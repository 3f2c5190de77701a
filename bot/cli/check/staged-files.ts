// Files as git's index has them: what a commit is about to keep, whatever lies in the folder meanwhile. Promises names, folders
// and globs as for files of the disk. Refuses links and submodules, which hold no code.

import { realpath } from "node:fs/promises";
import path from "node:path";
import { globMatcher, isGlob } from "../../../agent/workspace/glob.ts";
import { expectRepository, type Git, gitIn, outOf } from "./git.ts";
import { type CodeFiles, isDomain, type Looking } from "./read-files.ts";

type Staging = Pick<Looking, "root" | "domain" | "io"> & {
  /** As git's environment names it, from the current folder. */
  indexFile: string | undefined;
};

export async function findStaged(asked: readonly string[], staging: Staging): Promise<CodeFiles> {
  const { root, domain, io, indexFile } = staging;
  const index = indexFile === undefined ? undefined : path.resolve(io.cwd, indexFile);
  const git = gitIn(root, { signal: io.signal, indexFile: index });
  await expectRepository(git, "--staged", root);
  const blobs = await stagedBlobs(git);
  const here = await realpath(io.cwd).catch(() => io.cwd);
  const found: CodeFiles = { files: [], problems: [], others: [] };
  const chosen = new Set<string>();
  for (const name of asked) {
    const at = slashed(path.relative(root, path.resolve(here, name)));
    const named = pathsOf(at, [...blobs.keys()]);
    const isOther = named[0] === at && !isDomain(at, domain);
    // A commit may hold scripts of other parts of the repository: those are no fault of it.
    if (isOther || at.startsWith("../")) found.others.push(at);
    else if (named.length === 0) found.problems.push({ path: name, text: "is not in git's index" });
    else for (const one of named.filter((file) => isDomain(file, domain))) chosen.add(one);
  }
  for (const one of [...chosen].sort()) {
    io.signal.throwIfAborted();
    const text = outOf(await git(["cat-file", "blob", blobs.get(one) ?? ""]));
    // Bytes that are no UTF-8 came out as this sign.
    if (text.includes("\0") || text.includes("\uFFFD"))
      found.problems.push({ path: one, text: "is no text in UTF-8" });
    else found.files.push({ path: one, text });
  }
  return found;
}

const slashed = (at: string): string => at.split(path.sep).join("/").replace(/\/$/, "");

async function stagedBlobs(git: Git): Promise<Map<string, string>> {
  const entries = outOf(await git(["ls-files", "--stage", "-z"])).split("\0");
  return new Map(
    entries.flatMap((entry) => {
      // Of a merge's three sides, our own.
      const match = /^100\d{3} ([0-9a-f]+) [02]\t([\s\S]+)$/.exec(entry);
      return match ? [[match[2] ?? "", match[1] ?? ""]] : [];
    }),
  );
}

function pathsOf(at: string, staged: readonly string[]): string[] {
  if (staged.includes(at)) return [at];
  const folder = at === "." || at === "" ? "" : `${at}/`;
  const inside = staged.filter((one) => one.startsWith(folder));
  if (inside.length > 0 || !isGlob(at)) return inside;
  return staged.filter(globMatcher(`./${at}`));
}
