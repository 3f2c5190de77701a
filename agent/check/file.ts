// The file family: a script loads a file of the project that is not there, nor staged. Promises to look beside the file, at the
// root, beside the entry scripts and on the paths that the file names. Refuses paths that are made at run time.

import { posix } from "node:path";
import { type Check, type Checking, finding } from "./check.ts";
import type { Finding } from "./finding.ts";
import { includePaths, type Load, loadsIn } from "./loads.ts";
import { nearest } from "./nearest.ts";

export const fileCheck: Check = {
  family: "file",
  run: (checking) =>
    asked(checking).flatMap(({ load, has }) => (has(load.target) ? [] : missing(load, checking))),
  judged: (checking) =>
    asked(checking).map(({ load: { target, offset }, has }) => ({ name: target, offset, has })),
};

type Asked = { load: Load; has(target: string): boolean };

function asked(checking: Checking): Asked[] {
  const { path, world } = checking;
  const loads = path === null || world.project === null ? [] : loadsIn(checking);
  if (path === null || world.project === null || loads.length === 0) return [];
  const files = new Set(world.project.paths());
  const bases = basesOf(path, checking);
  return loads.map((load) => ({ load, has: (target) => isThere(target, bases, files) }));
}

function basesOf(path: string, { world, code }: Checking): string[] {
  const own = posix.dirname(path);
  const added = includePaths(code.text).map((folder) => posix.join(own, slashed(folder)));
  return [...new Set([own, ".", ...world.profile.entry.map((entry) => posix.dirname(entry)), ...added])];
}

const ENDINGS = [
  "",
  ".js",
  ".jsx",
  ".jsxinc",
  ".mjs",
  ".cjs",
  ".ts",
  ".json",
  "/index.js",
  "/index.ts",
  "/index.json",
];

function isThere(target: string, bases: readonly string[], files: ReadonlySet<string>): boolean {
  return bases.some((base) =>
    spellings(target).some((spelling) => {
      const path = posix.join(base, spelling).replace(/\/$/, "");
      // Outside the workspace nobody knows what is there.
      if (path.startsWith("..")) return base === bases[0];
      return ENDINGS.some((ending) => files.has(path + ending)) || isTyped(path, files);
    }),
  );
}

/** TypeScript's imports name the file that it will write. */
const isTyped = (path: string, files: ReadonlySet<string>): boolean =>
  files.has(path.replace(/\.([cm]?)js(x?)$/, ".$1ts$2"));

const slashed = (path: string): string => path.replaceAll("\\", "/");

/** Old hosts read paths as addresses: `My%20Script.jsx`. */
function spellings(target: string): string[] {
  const plain = slashed(target);
  try {
    return [...new Set([plain, decodeURIComponent(plain)])];
  } catch {
    return [plain];
  }
}

function missing({ target, offset, by }: Load, checking: Checking): Finding {
  const paths = checking.world.project?.paths() ?? [];
  const name = posix.basename(slashed(target));
  const sameName = paths.filter((path) => posix.basename(path).toLowerCase() === name.toLowerCase());
  const suggestions = sameName.length > 0 ? sameName.slice(0, 4) : nearestPaths(name, paths);
  const near = suggestions.length > 0 ? ` Near to it: ${suggestions.join(", ")}.` : "";
  return finding(checking, {
    family: "file",
    confidence: "certain",
    symbol: target,
    offset,
    suggestions,
    message: `${by} asks for ${target}, and the project has no such file, beside this one or at its root; nothing is staged under that name.${near} Write the path of a file that is there, or write that file first.`,
  });
}

function nearestPaths(name: string, paths: readonly string[]): string[] {
  const byBase = Map.groupBy(paths, (path) => posix.basename(path));
  return nearest(name, byBase.keys()).flatMap((base) => byBase.get(base)?.slice(0, 1) ?? []);
}
