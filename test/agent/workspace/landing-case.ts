// One changeset with every kind of change, and the question that all landing tests ask of a folder: is it whole, or
// untouched? Refuses to count files of nobody: a temp left over is a fault.

import { chmod, mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LandingFile } from "../../../agent/ports.ts";

export const LANDING = "landing-1";

export const caseFiles: LandingFile[] = [
  { path: "a.js", before: Buffer.from("old a\n"), after: Buffer.from("new a\n"), mode: 0o755 },
  { path: "b.js", before: Buffer.from("old b\r\n"), after: Buffer.from("new b"), mode: 0o644 },
  { path: "gone.js", before: Buffer.from("bye\n"), after: null, mode: 0o600 },
  { path: "new/deep/c.js", before: null, after: Buffer.from("made\n"), mode: null },
];

export async function caseFolder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "landing-"));
  for (const { path, before, mode } of caseFiles) {
    if (before === null) continue;
    await writeFile(join(root, path), before);
    await chmod(join(root, path), mode ?? 0o644);
  }
  return root;
}

/** "before", "after", or a list of what is neither. */
export async function stateOf(root: string, files = caseFiles): Promise<"before" | "after" | string[]> {
  const seen: string[] = [];
  for (const { path, before, after } of files) {
    const bytes = await readFile(join(root, path)).catch(() => null);
    const is = (wanted: Uint8Array | null) =>
      wanted === null || bytes === null ? wanted === bytes : bytes.equals(wanted);
    seen.push(is(before) ? "before" : is(after) ? "after" : `${path} is neither`);
  }
  if (seen.every((state) => state === "before")) return "before";
  if (seen.every((state) => state === "after")) return "after";
  return seen;
}

export async function temps(root: string): Promise<string[]> {
  const names = await readdir(root, { recursive: true });
  return names.filter((name) => name.endsWith(".tmp"));
}

export async function modeOf(root: string, path: string): Promise<number> {
  return (await stat(join(root, path))).mode & 0o777;
}
