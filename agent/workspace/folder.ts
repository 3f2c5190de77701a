// The real workspace: one project folder on disk. Promises that every call checks its path again, on opened folders,
// and that a check which errs refuses. Refuses to read secrets and what is too large, and to write anywhere but
// through a landing.

import { realpath, stat } from "node:fs/promises";
import type { Clock } from "../../store/clock.ts";
import type { Failpoint } from "../../store/failpoint.ts";
import type { FileContent, Refusal, Workspace } from "../ports.ts";
import { type Found, openRegular, readUpTo, withFile } from "./find-file.ts";
import { landFiles } from "./landing.ts";
import { listFiles } from "./listing.ts";
import { fsCode } from "./opened-folder.ts";
import { refusal } from "./paths.ts";

export const MAX_FILE_BYTES = 1024 * 1024;

export async function openWorkspace(
  folder: string,
  deps: { clock: Clock; failpoint: Failpoint },
): Promise<Workspace> {
  const root = await realpath(folder);
  if (!(await stat(root)).isDirectory()) throw new Error(`${folder} is not a folder.`);
  return {
    root,
    list: (signal) => listFiles(root, signal),
    async read(path, signal) {
      signal.throwIfAborted();
      return orRefuse(path, () => withFile(root, { path, use: "read" }, (found) => readFound(path, found)));
    },
    mayWrite: (path) =>
      orRefuse(path, () => withFile(root, { path, use: "write" }, async (found) => writable(found))),
    land: (landing, files, signal) => landFiles({ root, landing, files, failpoint: deps.failpoint, signal }),
  };
}

async function readFound(asked: string, { found, folder, name }: Found): Promise<FileContent | Refusal> {
  if (found === null || folder === null) return refusal("not_found", asked, "does not exist");
  if (found.isDirectory()) return refusal("path", asked, "is a folder");
  if (!found.isFile()) return refusal("special", asked, "is no regular file, so it is not read");
  await using file = await openRegular(folder, name);
  const bytes = file === null ? null : await readUpTo(file, MAX_FILE_BYTES);
  if (file === null || bytes === null) {
    return refusal("too_large", asked, `is larger than ${MAX_FILE_BYTES / 1024} KB, so it is not read`);
  }
  const mode = (await file.stat()).mode & 0o777;
  if (process.platform !== "linux" && !(await folder.inPlace())) {
    return refusal("moved", asked, "moved while it was read; call again");
  }
  return { ok: true, bytes, mode };
}

function writable({ path, found }: Found): { ok: true; path: string } | Refusal {
  if (found === null) return { ok: true, path };
  if (found.isDirectory()) return refusal("path", path, "is a folder");
  if (!found.isFile()) return refusal("special", path, "is no regular file, so it is not written");
  if (found.nlink > 1) {
    return refusal("hard_link", path, "has a second name elsewhere (a hard link), so it is not written");
  }
  return { ok: true, path };
}

async function orRefuse<T>(path: string, look: () => Promise<T | Refusal>): Promise<T | Refusal> {
  try {
    return await look();
  } catch (error) {
    const code = fsCode(error);
    if (code === null) throw error;
    return refusal("unreadable", path, `could not be looked at (${code}); try again, or tell the person`);
  }
}
