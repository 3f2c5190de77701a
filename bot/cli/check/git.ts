// Asks git about a project. Promises that nothing runs which the repository's own settings name, and that git waits for nobody.
// Refuses the environment that we were started in: only the index that a hook is meant to look at is handed on, by who asks.

import { execFile } from "node:child_process";
import { homedir } from "node:os";

export type Told = { ok: true; out: string } | { ok: false; said: string };
export type Git = (args: string[]) => Promise<Told>;

const SETTINGS = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  // A folder of the project that looks like a repository is none.
  "safe.bareRepository=explicit",
].flatMap((setting) => ["-c", setting]);

// Written out: a hook's own GIT_DIR is a path that is wrong in another folder.
const ENVIRONMENT = {
  PATH: "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin",
  LC_ALL: "C",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_LITERAL_PATHSPECS: "1",
  // A partial clone fetches what is missing, by a command that its own settings name.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
};
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** `indexFile` is an absolute path; left out, the repository's own. */
type Asking = { signal: AbortSignal; indexFile?: string | undefined };

export function gitIn(root: string, { signal, indexFile }: Asking): Git {
  const index = indexFile === undefined ? {} : { GIT_INDEX_FILE: indexFile };
  const env = { ...ENVIRONMENT, HOME: homedir(), ...index };
  const options = { env, signal, timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES, cwd: "/" };
  return (args) => {
    const { promise, resolve, reject } = Promise.withResolvers<Told>();
    execFile("git", [...SETTINGS, "-C", root, ...args], options, (error, out, err) => {
      if (!error) resolve({ ok: true, out });
      else if (signal.aborted) reject(error);
      else if (error.code === "ENOENT") reject(new Error("git is not installed.", { cause: error }));
      else resolve({ ok: false, said: firstLine(err) || error.message });
    });
    return promise;
  };
}

const firstLine = (text: string): string =>
  text
    .trim()
    .split("\n")[0]
    ?.replace(/^fatal: /, "") ?? "";

/** `asker` is the option that needs git. */
export async function expectRepository(git: Git, asker: string, root: string): Promise<void> {
  const place = await git(["rev-parse", "--show-prefix"]);
  if (place.ok) return;
  throw new Error(
    /not a git repository|bare repository/.test(place.said)
      ? `${asker} asks git, and ${root} is in no git repository.`
      : `${asker} asks git, which says: ${place.said}`,
  );
}

export function outOf(told: Told): string {
  if (told.ok) return told.out;
  throw new Error(`git could not tell what is there: ${told.said}`);
}
