// Where a source lies, and whether reading it reaches out of the workspace. Promises paths that are absolute and, inside
// the workspace, free of links. Refuses a path that says inside and leads outside: a yes is given to what is written.

import { lstat, realpath } from "node:fs/promises";
import path from "node:path";
import { isProtectedName } from "../../workspace/paths.ts";
import { isSecretPath } from "../../workspace/secrets.ts";
import { isMissing } from "../index/versions.ts";
import { DOCS_FILE, type StatedSource } from "./docs-json.ts";

/** `within` bounds what a file's references may lead to. */
export type Place =
  | { type: "folder"; folder: string }
  | { type: "file"; within: string; file: string }
  | { type: "package"; root: string; package: string }
  | { type: "git"; repo: string; ref: string | null; folder: string }
  | { type: "fetched"; what: "url" | "sitemap" | "feed"; url: string };

/** `why` for the card that asks, `what` for the line that says what is missing. */
export type Widening = { why: string; what: string };

/** Throws, with a line for the owner, where a place cannot be one. */
export async function placeOf(
  root: string,
  source: StatedSource,
): Promise<{ place: Place; widens: Widening | null }> {
  const top = await realpath(root);
  if (source.folder !== undefined) return await folderPlace(top, source.name, source.folder);
  if (source.file !== undefined) return await filePlace(top, source.name, source.file);
  if (source.package !== undefined)
    return { place: { type: "package", root: top, package: source.package }, widens: null };
  if (source.git !== undefined) return gitPlace(top, source.name, source.git);
  return fetchedPlace(source);
}

type Placed = { place: Place; widens: Widening | null };

async function folderPlace(top: string, name: string, stated: string): Promise<Placed> {
  const { at, inside } = await locate(top, name, stated);
  const widens = inside
    ? null
    : {
        why: `"${name}" reads the folder ${at}, which is outside the workspace.`,
        what: `${at} is outside the workspace`,
      };
  return { place: { type: "folder", folder: at }, widens };
}

async function filePlace(top: string, name: string, stated: string): Promise<Placed> {
  const { at, inside } = await locate(top, name, stated);
  if (isSecretPath(at)) throw new Error(told(name, `${stated} looks like a place for secrets.`));
  const within = inside ? top : path.dirname(at);
  const widens = inside
    ? null
    : {
        why: `"${name}" reads the file ${at}, which is outside the workspace, and what it references beside it.`,
        what: `${at} is outside the workspace`,
      };
  return { place: { type: "file", within, file: at }, widens };
}

type Located = { at: string; inside: boolean };

async function locate(top: string, name: string, stated: string): Promise<Located> {
  if (/\p{Cc}/u.test(stated)) throw new Error(told(name, "its path holds a control character."));
  const at = path.resolve(top, stated);
  const real = await realOf(at);
  if (!isInside(top, at)) return { at: real, inside: false };

  if (!isInside(top, real))
    throw new Error(told(name, `${stated} leads outside the workspace by a link: write where it really is.`));
  // `.handrail` is the owner's: documentation may lie there. What git keeps for itself is no documentation.
  const guarded = path
    .relative(top, real)
    .split(path.sep)
    .find((part) => isProtectedName(part) && part !== ".handrail");
  if (guarded !== undefined)
    throw new Error(told(name, `${stated} is inside ${guarded}, which is never read.`));
  return { at: real, inside: true };
}

// What is not there yet is still a place: a build keeps what it read there last. Then its folder is what must be real.
async function realOf(at: string): Promise<string> {
  try {
    return await realpath(at);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const above = path.dirname(at);
    if (above === at) return at;
    if ((await lstat(at).catch(() => null))?.isSymbolicLink()) throw new Error(`${at} is a link to nothing.`);
    return path.join(await realOf(above), path.basename(at));
  }
}

export function isInside(folder: string, at: string): boolean {
  const step = path.relative(folder, at);
  return step !== ".." && !step.startsWith(`..${path.sep}`) && !path.isAbsolute(step);
}

function gitPlace(top: string, name: string, git: NonNullable<StatedSource["git"]>): Placed {
  const folder = (git.folder ?? ".").split("/").filter((part) => part !== "" && part !== ".");
  if (git.folder?.startsWith("/") || folder.some((part) => part === ".." || part.includes("\\")))
    throw new Error(told(name, `git.folder "${git.folder}" has to lie inside the repository.`));
  if (folder.some(isProtectedName)) throw new Error(told(name, `git.folder "${git.folder}" is never read.`));

  const repo = isRemote(git.repo) ? git.repo : path.resolve(top, git.repo);
  const shown = withoutPassword(repo);
  const widens = {
    why: `"${name}" clones ${shown}${git.ref ? ` at ${git.ref}` : ""} and reads ${folder.join("/") || "all of it"}.`,
    what: `it clones ${shown}`,
  };
  return { place: { type: "git", repo, ref: git.ref ?? null, folder: folder.join("/") }, widens };
}

const isRemote = (repo: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(repo) || /^[^/]+@[^/]+:/.test(repo);

/** A repository as it may be shown. */
export const withoutPassword = (text: string): string =>
  text.replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, "$1");

function fetchedPlace(source: StatedSource): Placed {
  const { name } = source;
  const what = source.url !== undefined ? "url" : source.sitemap !== undefined ? "sitemap" : "feed";
  const url = source[what] ?? "";
  const widens = { why: `"${name}" fetches the ${what} ${url}.`, what: `it fetches ${url}` };
  return { place: { type: "fetched", what, url }, widens };
}

const told = (name: string, fault: string): string => `${DOCS_FILE}: "${name}": ${fault}`;
