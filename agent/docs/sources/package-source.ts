// The declarations of an installed npm package: where its package.json says that they are. Promises places inside of the
// package's own folder, and that folder inside of the workspace. Refuses the network, and to run anything of a package.

import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { DocsSource } from "../chunk.ts";
import { isMissing } from "../index/versions.ts";
import { declarationNames } from "./declaration-names.ts";
import { isInside } from "./places.ts";

const MAX_BYTES = 1024 * 1024;
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

const manifestSchema = z.looseObject({
  types: z.string().optional().catch(undefined),
  typings: z.string().optional().catch(undefined),
  main: z.string().optional().catch(undefined),
  exports: z.unknown().optional(),
});
type Manifest = z.infer<typeof manifestSchema>;

/** Looks in the workspace's node_modules: the package itself, then the declarations that others wrote for it. */
export async function findPackage(
  root: string,
  name: string,
): Promise<Pick<DocsSource, "folder" | "entries">> {
  const typed = `@types/${name.replace(/^@/, "").replace("/", "__")}`;
  const own = await entriesOf(root, name);
  if (own && own.entries.length > 0) return own;
  const others = await entriesOf(root, typed);
  if (others && others.entries.length > 0) return others;
  if (!own && !others) throw new Error(`there is no node_modules/${name}; install it, then build again.`);
  throw new Error(`neither node_modules/${name} nor ${typed} holds declarations (.d.ts).`);
}

type Entries = { folder: string; entries: string[] };

async function entriesOf(root: string, name: string): Promise<Entries | undefined> {
  const at = path.join(root, "node_modules", name);
  const folder = await realpath(at).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (folder === undefined) return undefined;
  // A linked package lies where its link leads: in a monorepo beside the workspace, which nobody has said yes to.
  if (!isInside(root, folder))
    throw new Error(
      `node_modules/${name} leads outside the workspace, to ${folder}: name that folder instead.`,
    );
  const manifest = manifestSchema.safeParse(await readManifest(path.join(folder, "package.json")));
  const stated = manifest.success ? statedEntries(manifest.data) : [];
  const entries = new Set<string>();
  for (const entry of stated) {
    const file = await declarationAt(folder, entry);
    if (file !== undefined) entries.add(file);
  }
  return { folder, entries: [...entries] };
}

async function readManifest(file: string): Promise<unknown> {
  try {
    // A pipe would keep whoever opens it waiting for its other end.
    await using opened = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stats = await opened.stat();
    return !stats.isFile() || stats.size > MAX_BYTES ? undefined : JSON.parse(await opened.readFile("utf8"));
  } catch {
    return undefined;
  }
}

function statedEntries({ types, typings, main, exports }: Manifest): string[] {
  const named = [types, typings].filter((entry) => entry !== undefined);
  const exported = exportedTypes(exports, 0);
  return named.length + exported.length > 0
    ? [...named, ...exported]
    : ["index.d.ts", ...(main ? [main] : [])];
}

const MAX_DEPTH = 12;

// Every subpath and condition: what is typed there is part of what the package offers.
function exportedTypes(stated: unknown, depth: number): string[] {
  if (depth > MAX_DEPTH || typeof stated === "number") return [];
  if (typeof stated === "string") return [stated];
  if (typeof stated !== "object" || stated === null) return [];
  if (Array.isArray(stated)) return stated.flatMap((entry) => exportedTypes(entry, depth + 1));
  const conditions = new Map(Object.entries(stated));
  if (conditions.has("types")) return exportedTypes(conditions.get("types"), depth + 1);
  return [...conditions.values()].flatMap((entry) => exportedTypes(entry, depth + 1));
}

/** The declaration file that an entry names or stands beside, relative to the folder. */
async function declarationAt(folder: string, entry: string): Promise<string | undefined> {
  if (entry.includes("*") || path.isAbsolute(entry)) return undefined;
  for (const candidate of declarationNames(entry)) {
    const at = path.join(folder, candidate);
    const real = await realpath(at).catch(() => undefined);
    if (real === at && isInside(folder, at)) return path.relative(folder, at).split(path.sep).join("/");
  }
  return undefined;
}
