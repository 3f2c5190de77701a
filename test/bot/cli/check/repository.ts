// A git repository of a test's own, whatever git is told on this machine. Promises commits without a person's name or hooks
// that are not the test's.

import { execFileSync, spawnSync } from "node:child_process";

export type Repository = {
  git(...args: string[]): string;
  /** Commits, by default after staging everything; returns how git ended, hooks included. */
  commit(message: string, flags?: string[]): { code: number | null; said: string };
};

export function openRepository(root: string, env: Record<string, string> = {}): Repository {
  const settings = [
    "-c",
    "user.name=Test",
    "-c",
    "user.email=test@example.org",
    "-c",
    "commit.gpgSign=false",
  ];
  const options = {
    cwd: root,
    encoding: "utf8",
    env: {
      PATH: "/usr/bin:/bin",
      HOME: root,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      ...env,
    },
  } as const;
  const git = (...args: string[]) => execFileSync("git", [...settings, ...args], options);
  git("init", "-q", "--initial-branch=main", "--template=");
  return {
    git,
    commit(message, flags) {
      if (flags === undefined) git("add", "-A");
      const { status, stdout, stderr } = spawnSync(
        "git",
        [...settings, "commit", "-q", "-m", message, ...(flags ?? [])],
        options,
      );
      return { code: status, said: stdout + stderr };
    },
  };
}
