// The files of the page, read once. Promises that only what lies in the page's folder is ever served, by exact name.
// Refuses to look at a path on request, so that none can lead elsewhere.

import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";

export type Asset = { type: string; bytes: Uint8Array };
/** By the path behind the secret; the page itself is the empty one. */
export type Assets = ReadonlyMap<string, Asset>;

const folder = join(import.meta.dirname, "page");
const start = "index.html";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

export async function readAssets(): Promise<Assets> {
  const names = (await readdir(folder)).filter((name) => extname(name) in types);
  const read = async (name: string): Promise<[string, Asset]> => {
    const type = types[extname(name)] ?? "application/octet-stream";
    return [name === start ? "" : name, { type, bytes: await readFile(join(folder, name)) }];
  };
  return new Map(await Promise.all(names.map(read)));
}
