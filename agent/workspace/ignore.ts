// Which files a workspace does not show: what `.gitignore` says in each folder, and `.handrail/ignore` for the
// whole. Promises git's order: the deepest file that speaks of a path decides. Refuses to show `.git`,
// `node_modules`, its own folder and the temps of a landing, whatever the files say.

import ignore, { type Ignore } from "ignore";
import { openRegular, readUpTo } from "./find-file.ts";
import { fsCode, type OpenedFolder } from "./opened-folder.ts";
import { readOwnFileIn, UnreadableOwnFile } from "./own-file.ts";
import { isProtectedName } from "./paths.ts";

const MAX_BYTES = 64 * 1024;
// A pattern becomes a regular expression; a long run of stars would make a slow one.
const MAX_PATTERN = 300;

/** Rules of one folder; `base` is its path with a closing slash, or "". */
type Rules = { base: string; matcher: Ignore };
export type IgnoreRules = { gitignores: Rules[]; own: Ignore | null };

export async function rootRules(root: OpenedFolder): Promise<IgnoreRules> {
  return { gitignores: [], own: await ownRules(root) };
}

/** The rules inside `folder`: those of the folders above and its own. */
export async function rulesIn(folder: OpenedFolder, above: IgnoreRules): Promise<IgnoreRules> {
  const matcher = await readRules(folder, ".gitignore");
  if (matcher === null) return above;
  const base = folder.path === "" ? "" : `${folder.path}/`;
  return { ...above, gitignores: [...above.gitignores, { base, matcher }] };
}

export function isHidden(rules: IgnoreRules, path: string, isFolder: boolean): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "node_modules" || isProtectedName(name)) return true;
  const asked = isFolder ? `${path}/` : path;
  if (rules.own?.ignores(asked)) return true;
  let hidden = false;
  for (const { base, matcher } of rules.gitignores) {
    const verdict = matcher.test(asked.slice(base.length));
    if (verdict.ignored) hidden = true;
    else if (verdict.unignored) hidden = false;
  }
  return hidden;
}

// A listing shows what it can: an unreadable file of rules hides nothing, and stops nothing.
async function ownRules(root: OpenedFolder): Promise<Ignore | null> {
  try {
    const text = await readOwnFileIn(root, "ignore", MAX_BYTES);
    return text === null ? null : matcherOf(text);
  } catch (error) {
    if (error instanceof UnreadableOwnFile) return null;
    throw error;
  }
}

async function readRules(folder: OpenedFolder, name: string): Promise<Ignore | null> {
  try {
    await using file = await openRegular(folder, name);
    const bytes = file === null ? null : await readUpTo(file, MAX_BYTES);
    return bytes === null ? null : matcherOf(new TextDecoder().decode(bytes));
  } catch (error) {
    if (fsCode(error) !== null) return null;
    throw error;
  }
}

function matcherOf(text: string): Ignore {
  const lines = text.split(/\r?\n/);
  return ignore().add(lines.filter((line) => line.length <= MAX_PATTERN && !line.includes("****")));
}
