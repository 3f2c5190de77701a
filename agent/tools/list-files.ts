// Lists the files that the model may see, with sizes. Promises that what is left out is said. Refuses folders and
// ignored files: they are not listed.

import { z } from "zod";
import { isGlob, matchesGlob } from "../workspace/glob.ts";
import { MAX_LISTED } from "../workspace/listing.ts";
import { isSecretPath } from "../workspace/secrets.ts";
import { shownSize } from "./shown.ts";
import { defineTool, done } from "./tool.ts";

const MAX_SHOWN = 300;

export const listFilesTool = defineTool({
  name: "list_files",
  description: "List files.",
  effect: "read",
  parameters: z.object({ pattern: z.string().describe("Glob or part of a path").optional() }),
  label: ({ pattern }) => (pattern === undefined ? "listing files" : `listing files like ${pattern}`),
  async run({ pattern }, { files, signal }) {
    const all = await files.list(signal);
    const chosen = all.filter(({ path }) => pattern === undefined || fits(path, pattern));
    if (chosen.length === 0) {
      return done(
        `No file fits "${pattern ?? ""}"; the workspace shows ${all.length}. Try a shorter part of the name.`,
      );
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

function fits(path: string, pattern: string): boolean {
  return isGlob(pattern) ? matchesGlob(path, pattern) : path.toLowerCase().includes(pattern.toLowerCase());
}
