// Where the workspace's own files use a construct: lines by number, to be read next. Promises a bounded search that says
// what it left out. Refuses to show the lines: read_file does, with what stands around them.

import { posix } from "node:path";
import type { Construct } from "../docs/surface/construct.ts";
import type { Profile } from "../workspace/profile.ts";
import { isSecretPath } from "../workspace/secrets.ts";
import { decodeText } from "../workspace/text.ts";
import { namesPattern } from "./names-pattern.ts";
import type { ToolContext } from "./tool.ts";

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_FILES = 8;
const MAX_LINES = 6;

export async function usesInWorkspace(construct: Construct, ctx: ToolContext): Promise<string> {
  const { opener, closer, interface: made, inner } = construct;
  const calls = [opener, ...(closer ? [closer] : [])].map(({ name }) => name);
  const inside = inner.map((name) => name.slice(name.lastIndexOf(".") + 1));
  const pattern = new RegExp(
    namesPattern({ calls: [...calls, ...inside], made: made === null ? [] : [made] }),
  );
  const found: string[] = [];
  let bytes = 0;
  for (const entry of await ctx.files.list(ctx.signal)) {
    // The documentation may lie in the workspace too, and its examples are no use of ours.
    if (isSecretPath(entry.path) || !isDomainFile(entry.path, ctx.profile)) continue;
    bytes += entry.bytes;
    if (bytes > MAX_BYTES) break;
    const lines = await linesOf(entry.path, pattern, ctx);
    if (lines.length > 0) found.push(`${entry.path} ${shown(lines)}`);
  }
  if (found.length === 0)
    return bytes > MAX_BYTES
      ? "Not used in the files that were searched."
      : "Not used in this workspace yet.";
  const more = found.length > MAX_FILES ? ` and ${found.length - MAX_FILES} more files` : "";
  return `Used in: ${found.slice(0, MAX_FILES).join("; ")}${more}`;
}

/** A file that the owner says speaks to the engine. */
export function isDomainFile(path: string, { domain }: Pick<Profile, "domain">): boolean {
  return domain.some((glob) => posix.matchesGlob(path, glob));
}

async function linesOf(path: string, pattern: RegExp, { files, signal }: ToolContext): Promise<number[]> {
  const file = await files.read(path, signal);
  const text = file.ok ? decodeText(file.bytes) : null;
  if (text === null || !pattern.test(text)) return [];
  return text.split("\n").flatMap((line, index) => (pattern.test(line) ? [index + 1] : []));
}

function shown(lines: readonly number[]): string {
  const more = lines.length > MAX_LINES ? ` and ${lines.length - MAX_LINES} more` : "";
  return `${lines.length === 1 ? "line" : "lines"} ${lines.slice(0, MAX_LINES).join(", ")}${more}`;
}
