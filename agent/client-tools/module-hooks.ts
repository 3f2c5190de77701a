// How the modules of a tool are found, inside its thread: from the approved texts alone, with zod given. Promises that
// an import which is not theirs fails with a line that says what to do. Refuses packages and whatever leaves the folder.

import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import type { Setup } from "./protocol.ts";

const FORMATS: Record<string, string> = {
  ts: "module-typescript",
  mts: "module-typescript",
  js: "module",
  mjs: "module",
  json: "json",
};

export function serveModules({ base, entry, files }: Setup): void {
  const zod = import.meta.resolve("zod");
  const root = fileURLToPath(base);
  const isOurs = (url: string | undefined) => url?.startsWith(base) === true;

  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === base + entry) return found(specifier);
      if (!isOurs(context.parentURL)) return next(specifier, context);
      if (specifier === "zod") return { url: zod, format: "module", shortCircuit: true };
      if (specifier.startsWith("node:")) return next(specifier, context);
      if (!/^\.{1,2}\//.test(specifier)) throw new Error(packageText(specifier));
      return found(new URL(specifier, context.parentURL).href);
    },
    load(url, context, next) {
      if (!isOurs(url)) return next(url, context);
      const path = pathOf(url);
      return { format: formatOf(path), source: files[path] ?? "", shortCircuit: true };
    },
  });

  function found(url: string) {
    const path = pathOf(url);
    if (!isOurs(url) || !Object.hasOwn(files, path)) throw new Error(missingText(path));
    return { url, format: formatOf(path), shortCircuit: true };
  }

  function pathOf(url: string): string {
    const { protocol, pathname } = new URL(url);
    const path = fileURLToPath(`${protocol}//${pathname}`);
    return path.startsWith(root) ? path.slice(root.length) : path;
  }
}

function formatOf(path: string): string {
  const format = FORMATS[/\.([a-z]+)$/.exec(path)?.[1] ?? ""];
  if (format === undefined) throw new Error(`${path} cannot be imported: it is no .ts, .js or .json file.`);
  return format;
}

const packageText = (name: string): string =>
  `it imports the package "${name}". Packages are not available to tools: zod is, Node's own modules are (node:…), and files beside the tool are (./name.ts).`;

const missingText = (path: string): string =>
  `it imports ${path}, which is not in its folder. Write the path with its ending, as in ./lib/name.ts.`;
