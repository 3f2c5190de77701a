// Lists the files that the model may see, with sizes. Promises that what is left out is said. Refuses folders and
// ignored files: they are not listed.

import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { globMatcher, isGlob } from "../workspace/glob.ts";
import { MAX_LISTED } from "../workspace/listing.ts";
import { isSecretPath } from "../workspace/secrets.ts";
import { SHORTER_PART } from "./advice.ts";
import { shownSize } from "./shown.ts";
import { defineTool, done, refuse } from "./tool.ts";

const MAX_SHOWN = 300;
const MAX_PATTERN = 200;
const AT_ONCE = 50;

export const listFilesTool = defineTool({
  name: "list_files",
  description: "List files.",
  effect: "read",
  parameters: z.object({ pattern: z.string().describe("Glob or part of a path").optional() }),
  label: ({ pattern }) => (pattern === undefined ? "listing files" : `listing files like ${pattern}`),
  async run({ pattern }, { files, signal }) {
    const all = await files.list(signal);
    if ((pattern?.length ?? 0) > MAX_PATTERN)
      return refuse(
        "pattern",
        `The pattern is longer than ${MAX_PATTERN} characters. Give a part of a path.`,
      );
    const chosen = pattern === undefined ? all : await matching(all, fitting(pattern), signal);
    if (chosen.length === 0) {
      return done(`No file fits "${pattern ?? ""}"; the workspace shows ${all.length}. ${SHORTER_PART}`);
    }
    const rows = chosen.slice(0, MAX_SHOWN).map(({ path, bytes, staged }) => {
      const secret = isSecretPath(path) ? " secret, not read" : "";
      return `${path} (${shownSize(bytes)})${staged ? " staged" : ""}${secret}`;
    });
    const left = chosen.length - rows.length;
    if (left > 0) rows.push(`… ${left} more files left out: narrow with pattern.`);
    if (all.length >= MAX_LISTED) rows.push(`The listing stops at ${MAX_LISTED} files; there are more.`);
    return done(rows.join("\n"));
  },
});

function fitting(pattern: string): (path: string) => boolean {
  if (isGlob(pattern)) return globMatcher(pattern);
  const part = pattern.toLowerCase();
  return (path) => path.toLowerCase().includes(part);
}

/** Twenty thousand paths against a slow pattern take seconds; the event loop is let go in between. */
async function matching<T extends { path: string }>(
  all: readonly T[],
  fits: (path: string) => boolean,
  signal: AbortSignal,
): Promise<T[]> {
  const chosen: T[] = [];
  for (const [index, entry] of all.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) {
      await setImmediate();
      signal.throwIfAborted();
    }
    if (fits(entry.path)) chosen.push(entry);
  }
  return chosen;
}
