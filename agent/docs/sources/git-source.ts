// The files of a repository, cloned shallow into a cache folder. Promises the newest state of its ref, else the last good
// copy and a word on why; an interrupted clone leaves nothing that is read. Refuses prompts, hooks, filters, links,
// submodules, and every transport but https, ssh and local files.

import { execFile } from "node:child_process";
import { hash, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Clock } from "../../../store/clock.ts";
import { type Place, withoutPassword } from "./places.ts";

type Repository = Extract<Place, { type: "git" }>;

/** `kept` says why the copy is not fresh. */
export type Copy = { folder: string; kept: string | null };

type CloneOptions = { cacheDir: string; clock: Clock; signal: AbortSignal };

export async function cloneRepository(repository: Repository, options: CloneOptions): Promise<Copy> {
  const { repo, ref } = repository;
  const home = path.join(options.cacheDir, digest(JSON.stringify([repo, ref])));
  await fs.mkdir(home, { recursive: true, mode: 0o700 });
  const last = await lastCopy(home);
  try {
    const stamp = await stampOf(repository, options.signal);
    const name = digest(stamp);
    if (last !== name) await fetchInto(home, { name, repository, signal: options.signal });
    const now = new Date(options.clock.now());
    await fs.utimes(path.join(home, CURRENT), now, now);
    return { folder: path.join(home, name), kept: null };
  } catch (error) {
    options.signal.throwIfAborted();
    const why = withoutPassword(error instanceof Error ? error.message : String(error));
    if (last === undefined)
      throw new Error(`${withoutPassword(repo)} cannot be cloned: ${why}`, { cause: error });
    const age = options.clock.now() - (await fs.stat(path.join(home, CURRENT))).mtimeMs;
    return { folder: path.join(home, last), kept: `${why} (the copy is ${inWords(age)} old)` };
  }
}

const HOUR = 3_600_000;

function inWords(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / HOUR));
  if (hours < 1) return "less than an hour";
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

const CURRENT = "current";
const COPY = /^[0-9a-f]{16}$/;

const digest = (text: string): string => hash("sha256", text).slice(0, 16);

async function lastCopy(home: string): Promise<string | undefined> {
  const name = await fs.readFile(path.join(home, CURRENT), "utf8").catch(() => "");
  if (!COPY.test(name)) return undefined;
  const isThere = await fs.stat(path.join(home, name)).then(
    (stat) => stat.isDirectory(),
    () => false,
  );
  return isThere ? name : undefined;
}

const COMMIT = /^[0-9a-f]{40}$|^[0-9a-f]{64}$/i;

/** What a fresh clone would hold, in one text: asking costs one short exchange. */
async function stampOf({ repo, ref }: Repository, signal: AbortSignal): Promise<string> {
  if (ref !== null && COMMIT.test(ref)) return ref;
  const found = await git(["ls-remote", "--", addressOf(repo), ref ?? "HEAD"], { signal, timeoutMs: 30_000 });
  if (found.trim() === "")
    throw new Error(ref === null ? "it has no commit" : `it has no branch or tag "${ref}"`);
  return found;
}

type Fetching = { name: string; repository: Repository; signal: AbortSignal };

// Built under another name and renamed when whole: a build that runs at the same time sees the old copy or the new one.
async function fetchInto(home: string, { name, repository, signal }: Fetching): Promise<void> {
  const beside = path.join(home, `new-${randomUUID()}`);
  try {
    await git(["init", "-q", "--template=", "--", beside], { signal, timeoutMs: 30_000 });
    const asked = ["fetch", "-q", "--depth=1", "--no-tags", "--no-recurse-submodules", "--"];
    const from = [addressOf(repository.repo), repository.ref ?? "HEAD"];
    await git(["-C", beside, ...asked, ...from], { signal, timeoutMs: 180_000 });
    await git(["-C", beside, "checkout", "-q", "--detach", "FETCH_HEAD"], { signal, timeoutMs: 60_000 });
    await fs.rm(path.join(beside, ".git"), { recursive: true, force: true });
    await fs.rm(path.join(home, name), { recursive: true, force: true });
    await fs.rename(beside, path.join(home, name));
    const pointer = path.join(home, `new-${randomUUID()}`);
    await fs.writeFile(pointer, name);
    await fs.rename(pointer, path.join(home, CURRENT));
    await sweep(home, name);
  } finally {
    await fs.rm(beside, { recursive: true, force: true });
  }
}

async function sweep(home: string, current: string): Promise<void> {
  for (const name of await fs.readdir(home)) {
    if (COPY.test(name) && name !== current)
      await fs.rm(path.join(home, name), { recursive: true, force: true });
  }
}

// A bare path would be copied with its links and hooks, and cannot be cloned shallow.
const addressOf = (repo: string): string => (path.isAbsolute(repo) ? `file://${repo}` : repo);

const SETTINGS = [
  "core.hooksPath=/dev/null",
  "core.symlinks=false",
  "core.fsmonitor=false",
  "core.autocrlf=false",
  "credential.interactive=false",
  "fetch.recurseSubmodules=false",
  "submodule.recurse=false",
  "gc.auto=0",
  "maintenance.auto=false",
].flatMap((setting) => ["-c", setting]);

// The owner's own git settings and keys apply, since a private repository needs them; nothing of ours is handed on.
const ENVIRONMENT = {
  PATH: "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin",
  LC_ALL: "C",
  GIT_TERMINAL_PROMPT: "0",
  GIT_ALLOW_PROTOCOL: "https:ssh:file",
  GIT_SSH_COMMAND: "ssh -oBatchMode=yes",
  GIT_LFS_SKIP_SMUDGE: "1",
};

type Running = { signal: AbortSignal; timeoutMs: number };

function git(args: string[], { signal, timeoutMs }: Running): Promise<string> {
  const env = { ...ENVIRONMENT, HOME: os.homedir() };
  const options = { env, signal, timeout: timeoutMs, maxBuffer: 4 * 1024 * 1024, cwd: "/" };
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  execFile("git", [...SETTINGS, ...args], options, (error, stdout, stderr) => {
    if (!error) resolve(stdout);
    else if (error.killed && !signal.aborted) reject(new Error(`git took longer than ${timeoutMs / 1000} s`));
    else reject(new Error(saidBy(stderr, error.code), { cause: error }));
  });
  return promise;
}

function saidBy(stderr: string, code: unknown): string {
  if (code === "ENOENT") return "git is not installed";
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  const said = lines.find((line) => line.startsWith("fatal:")) ?? lines.at(-1) ?? "git failed";
  return said.replace(/^fatal: /, "").trim();
}
