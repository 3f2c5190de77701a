// The sample workspace of the playground: a copy that may be changed, made once and kept between starts. Promises
// that an interrupted copy is never taken for a whole one. Refuses to touch the one that is shipped.

import { cp, mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** First requests that the sample answers well. */
export const sampleRequests: readonly string[] = [
  "what does sheet.frameBegin do",
  "find json",
  "remove the footer",
];

/** First requests that any workspace answers, with any model. */
export const firstRequests: readonly string[] = ["list files", "what can you do"];

const shipped = join(import.meta.dirname, "sample", "quire");

export type SampleOptions = {
  dataDir: string;
  /** Drops what the playground kept: the copy, the chat, everything in its folder. */
  fresh: boolean;
};

/** The folder of the copy. */
export async function prepareSample({ dataDir, fresh }: SampleOptions): Promise<string> {
  const playground = join(dataDir, "playground");
  // The last name is what people see as the workspace's name.
  const workspace = join(playground, "workspace", "quire");
  if (fresh) await rm(playground, { recursive: true, force: true });
  if (await exists(workspace)) return workspace;
  await mkdir(dirname(workspace), { recursive: true, mode: 0o700 });
  // A copy under its final name could be half done after a kill, and would then be kept.
  const begun = join(playground, "workspace.begun");
  await rm(begun, { recursive: true, force: true });
  await cp(shipped, begun, { recursive: true });
  await rename(begun, workspace);
  return workspace;
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return false;
    throw cause;
  }
}
