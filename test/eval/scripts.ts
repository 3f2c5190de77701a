// The scripts of a folder as a project: every script is judged, every file is there to be loaded. Promises text for whatever
// can be read, in the encodings that old engines wrote. Refuses packages that the scripts only installed.

import fs from "node:fs";
import path from "node:path";
import { createProjectTexts } from "../../agent/check/project-files.ts";
import type { ProjectFiles } from "../../agent/check/world.ts";

export type Script = { path: string; text: string };
export type Unread = { path: string; reason: string };
export type Scripts = {
  name: string;
  root: string;
  files: Script[];
  unread: Unread[];
  project: ProjectFiles;
};

const SCRIPT = /\.(?:[cm]?js|jsx|jsxinc|es|[cm]?tsx?)$/i;
const MAX_BYTES = 2_000_000;

/** `globs` names the scripts that are judged; without it all are. */
export async function readScripts(
  root: string,
  name: string,
  globs: readonly string[] = ["**/*"],
): Promise<Scripts> {
  if (!fs.existsSync(root) || !fs.statSync(root).isDirectory())
    throw new Error(`There is no folder ${root}: name one with scripts.`);
  const all = listed(root);
  const isAsked = (one: string): boolean =>
    globs.some((glob) => path.posix.matchesGlob(one, glob)) &&
    !globs.some((glob) => glob.startsWith("!") && path.posix.matchesGlob(one, glob.slice(1)));
  const asked = all.filter((one) => SCRIPT.test(one) && !/\.d\.[cm]?ts$/i.test(one) && isAsked(one));
  const files: Script[] = [];
  const unread: Unread[] = [];
  for (const one of asked) {
    const read = readText(path.join(root, one));
    if ("text" in read) files.push({ path: one, text: read.text });
    else unread.push({ path: one, reason: read.reason });
  }
  return { name, root, files, unread, project: await projectOf(root, all) };
}

function listed(root: string): string[] {
  const isLeft = (one: string): boolean => one.split(/[\\/]/).includes("node_modules");
  return fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .filter((one) => !isLeft(one))
    .sort();
}

/** As a turn holds a project: read once, and searched by its words. */
async function projectOf(root: string, all: readonly string[]): Promise<ProjectFiles> {
  const listing = all.map((one) => ({
    path: one,
    bytes: fs.statSync(path.join(root, one)).size,
    version: "",
  }));
  const loaded = await createProjectTexts().load(listing, async (one) => {
    const read = readText(path.join(root, one));
    return "text" in read ? read.text : null;
  });
  return loaded.under(new Map());
}

function readText(file: string): { text: string } | { reason: string } {
  try {
    const bytes = fs.readFileSync(file);
    if (bytes.length > MAX_BYTES) return { reason: `${bytes.length} bytes: data, and no script` };
    return { text: decoded(bytes) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
