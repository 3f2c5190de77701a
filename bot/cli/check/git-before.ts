// What files held at a revision, for telling what a change brings from what was there. Promises the file's old content under
// its old name where it was renamed, and none for a new one. Refuses a revision that git could take for an option, and runs
// nothing that a repository's own settings name.

import { execFile } from "node:child_process";
import { homedir } from "node:os";

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
  const run = (args: string[]) => git(["-C", root, ...args], signal);
  const place = await run(["rev-parse", "--show-prefix"]);
  if (!place.ok) throw new Error(notHere(root, place.said));
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

const notHere = (root: string, said: string): string =>
  /not a git repository|bare repository/.test(said)
    ? `--introduced-since asks git, and ${root} is in no git repository.`
    : `--introduced-since asks git, which says: ${said}`;

type Run = (args: string[]) => Promise<Told>;

async function contentOf(path: string, tree: string, run: Run): Promise<string | undefined> {
  const [entry = ""] = outOf(await run(["ls-tree", "-z", tree, "--", path])).split("\0");
  // A link's blob is a path, a submodule has none.
  const blob = /^100\d{3} blob ([0-9a-f]+)\t/.exec(entry)?.[1];
  // Not `show`: that runs what the settings name for turning a file into text.
  return blob === undefined ? undefined : outOf(await run(["cat-file", "blob", blob]));
}

/** New names, with the old ones. Of the index: what lies in the folder would be read through the settings' own filters. */
async function renamesSince(tree: string, run: Run): Promise<Map<string, string>> {
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

function outOf(told: Told): string {
  if (told.ok) return told.out;
  throw new Error(`git could not tell what was there before: ${told.said}`);
}

type Told = { ok: true; out: string } | { ok: false; said: string };

const SETTINGS = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  // A folder of the project that looks like a repository is none.
  "safe.bareRepository=explicit",
].flatMap((setting) => ["-c", setting]);

// Written out: a hook's own GIT_DIR and GIT_INDEX_FILE are paths that are wrong in another folder.
const ENVIRONMENT = {
  PATH: "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin",
  LC_ALL: "C",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_LITERAL_PATHSPECS: "1",
};
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 32 * 1024 * 1024;

function git(args: string[], signal: AbortSignal): Promise<Told> {
  const env = { ...ENVIRONMENT, HOME: homedir() };
  const options = { env, signal, timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES, cwd: "/" };
  const { promise, resolve, reject } = Promise.withResolvers<Told>();
  execFile("git", [...SETTINGS, ...args], options, (error, out, err) => {
    if (!error) resolve({ ok: true, out });
    else if (signal.aborted) reject(error);
    else if (error.code === "ENOENT") reject(new Error("git is not installed.", { cause: error }));
    else resolve({ ok: false, said: firstLine(err) || error.message });
  });
  return promise;
}

const firstLine = (text: string): string =>
  text
    .trim()
    .split("\n")[0]
    ?.replace(/^fatal: /, "") ?? "";
