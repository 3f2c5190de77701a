// The file that a loader's path names. Promises to look where hosts look: beside the script that asks, at the root, beside the
// entry scripts, on the paths that a script adds. Refuses paths that lead out of the workspace.

import { posix } from "node:path";
import type { World } from "../check/world.ts";

export type FoundFile = { path: string } | { path: null; isOurs: boolean };

const ENDINGS = ["", ".js", ".jsx", ".jsxinc", ".mjs", ".cjs", ".ts", ".json", "/index.js", "/index.ts"];

type From = { path: string; more?: readonly string[] };
type Asked = World & { project: NonNullable<World["project"]> };

/** `isOurs`: the project would have to have it. */
export function findFile(target: string, { path, more = [] }: From, { profile, project }: Asked): FoundFile {
  const files = setOf(project.paths());
  const bases = [posix.dirname(path), ".", ...profile.entry.map((one) => posix.dirname(one)), ...more];
  const asked = spellings(target);
  for (const base of new Set(bases))
    for (const spelling of asked) {
      const at = posix.join(base, spelling);
      const found = [...ENDINGS.map((ending) => at + ending), at.replace(/\.([cm]?)js(x?)$/, ".$1ts$2")];
      const there = found.find((one) => files.has(one));
      if (there !== undefined) return { path: there };
    }
  const isElsewhere = /^(?:[a-z][\w+.-]*:|[\\/~]|%|\$)/i.test(target) || /[*?<>|]/.test(target);
  return isElsewhere ? ofMachine(target, files) : { path: null, isOurs: !leadsOut(target, path) };
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** One listing is asked for a path again and again. */
function setOf(paths: readonly string[]): ReadonlySet<string> {
  const known = sets.get(paths) ?? new Set(paths);
  sets.set(paths, known);
  return known;
}

const leadsOut = (target: string, path: string): boolean =>
  posix.join(posix.dirname(path), target.replaceAll("\\", "/")).startsWith("..");

/** `/lib/x.js` of a folder that is not known when a script is only tried. */
function ofMachine(target: string, files: ReadonlySet<string>): FoundFile {
  const end = target.replaceAll("\\", "/").replace(/^[~/]+/, "");
  const found =
    /[a-z]:/i.test(end) || end === "" ? [] : [...files].filter((one) => `/${one}`.endsWith(`/${end}`));
  return found.length === 1 && found[0] !== undefined ? { path: found[0] } : { path: null, isOurs: false };
}

/** Old hosts read paths as addresses: `My%20Script.jsx`. */
function spellings(target: string): string[] {
  const plain = target.replaceAll("\\", "/");
  try {
    return [...new Set([plain, decodeURIComponent(plain)])];
  } catch {
    return [plain];
  }
}
