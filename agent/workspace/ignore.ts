// Which files a workspace does not show: what `.gitignore` says in each folder, and `.handrail/ignore` for the
// whole. Promises git's order: the deepest file that speaks of a path decides. Refuses to show `.git`,
// `node_modules`, its own folder and the temps of a landing, whatever the files say.

import ignore, { type Ignore } from "ignore";
import { openRegular, readUpTo } from "./find-file.ts";
import { fsCode, type OpenedFolder } from "./opened-folder.ts";
import { readOwnFileIn, UnreadableOwnFile } from "./own-file.ts";
import { isProtectedName } from "./paths.ts";

const MAX_BYTES = 64 * 1024;
// A pattern becomes a regular expression; a long run of stars, and many `**/`, would make one that never ends.
const MAX_PATTERN = 300;
const MAX_DEEP_STARS = 3;
// Every name is tried with every rule.
const MAX_RULES = 1_000;

type Matcher = { matcher: Ignore; size: number };
/** Rules of one folder; `base` is its path with a closing slash, or "". */
type Rules = Matcher & { base: string };
/** `size` is their number: what one question costs. */
export type IgnoreRules = { gitignores: Rules[]; own: Ignore | null; size: number };

export async function rootRules(root: OpenedFolder): Promise<IgnoreRules> {
  const own = await ownRules(root);
  return { gitignores: [], own: own?.matcher ?? null, size: own?.size ?? 0 };
}

/** The rules inside `folder`: those of the folders above and its own. */
export async function rulesIn(folder: OpenedFolder, above: IgnoreRules): Promise<IgnoreRules> {
  const read = await readRules(folder, ".gitignore");
  if (read === null) return above;
  const base = folder.path === "" ? "" : `${folder.path}/`;
  const gitignores = [...above.gitignores, { base, ...read }];
  return { ...above, gitignores, size: above.size + read.size };
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
async function ownRules(root: OpenedFolder): Promise<Matcher | null> {
  try {
    const text = await readOwnFileIn(root, "ignore", MAX_BYTES);
    return text === null ? null : matcherOf(text);
  } catch (error) {
    if (error instanceof UnreadableOwnFile) return null;
    throw error;
  }
}

async function readRules(folder: OpenedFolder, name: string): Promise<Matcher | null> {
  try {
    await using file = await openRegular(folder, name);
    const bytes = file === null ? null : await readUpTo(file, MAX_BYTES);
    return bytes === null ? null : matcherOf(new TextDecoder().decode(bytes));
  } catch (error) {
    if (fsCode(error) !== null) return null;
    throw error;
  }
}

function matcherOf(text: string): Matcher {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const fits = lines.filter((line) => {
    const deep = line.split("**").length - 1;
    return line.length <= MAX_PATTERN && !line.includes("****") && deep <= MAX_DEEP_STARS;
  });
  const kept = fits.slice(0, MAX_RULES);
  return { matcher: ignore().add(kept), size: kept.length };
}
