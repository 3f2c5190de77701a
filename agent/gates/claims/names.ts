// What in a text is the name of a file, and whether it means a given path. Promises to take a word for a file only by its
// ending or because the project has it: members ("sheet.width") and products ("Node.js") are none. Refuses the disk.

import type { ClaimFacts } from "./claim.ts";
import { DOUBTFUL_ENDINGS, FILE_ENDINGS, isFileAnyway, isPlainName, PRODUCTS } from "./endings.ts";

const SHAPE = /^(?:[\p{L}\p{N}_$@.~+[(-][\p{L}\p{N}_$@.~+[\]() -]*)?\.[A-Za-z][A-Za-z0-9]{0,11}$/u;
const COMMAND =
  /^(?:node|npm|npx|git|cd|cat|python3?|deno|bun|yarn|pnpm|import|require|rm|mv|cp|touch|mkdir|from|const|let|var|new|return|export|load|include|await|ls|less|open|vim?|code|in|the|and|to|see|use|update[ds]?|creat\w*|add\w*|delet\w*|remov\w*|renam\w*|chang\w*|modif\w*)$/i;

export type Names = {
  /** Whether this is a file's name, or a folder's, or a pattern of names. */
  isName(text: string): boolean;
  /** Whether this, with blanks in it, is one. */
  isSpaced(text: string): boolean;
  /** Known names with blanks in them, longest first. */
  spaced: readonly string[];
};

/** What is known by name in a turn. */
export function namesOf({ changed, read, files }: ClaimFacts): Names {
  const near = [...changed.staged, ...changed.landed, ...changed.rejected, ...read];
  const known = new Set(near.flatMap((path) => [path.toLowerCase(), baseOf(path).toLowerCase()]));
  const isKnown = (text: string) => known.has(text) || projectOf(files).has(text);
  return {
    isName: (text) => isName(text, isKnown),
    isSpaced: (text) => isKnown(plain(text)) || isSpacedName(text),
    spaced: [...spacedIn(near), ...spacedIn(files)].sort((a, b) => b.length - a.length),
  };
}

/** The same list may be asked about again. */
const projects = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Files that no ending gives away; a project has few of them, and may have many others. */
function projectOf(files: readonly string[]): ReadonlySet<string> {
  const known = projects.get(files);
  if (known !== undefined) return known;
  const odd = files.filter((path) => !FILE_ENDINGS.has(path.slice(path.lastIndexOf(".") + 1)));
  const made = new Set(odd.flatMap((path) => [path.toLowerCase(), baseOf(path).toLowerCase()]));
  projects.set(files, made);
  return made;
}

/** At most so many names with blanks are looked for in each line. */
const MAX_SPACED = 100;

function spacedIn(paths: readonly string[]): string[] {
  const found = new Set<string>();
  for (const path of paths) {
    if (found.size >= MAX_SPACED) break;
    if (!path.includes(" ")) continue;
    found.add(path);
    if (baseOf(path).includes(" ")) found.add(baseOf(path));
  }
  return [...found];
}

function isName(text: string, isKnown: (text: string) => boolean): boolean {
  if (text.length > 200 || text.length < 2) return false;
  const path = plain(text);
  if (/^[~./]*$/.test(path) || path.startsWith("//")) return false;
  if (path.endsWith("/")) return /^[\w@.][\w@./ -]*\/$/.test(path) && !/^(?:and|or|i|n|w)\/$/.test(path);
  if (/^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|dev|app|de|uk|eu|co|cloud|example|local)(?::\d+)?\//.test(path))
    return false;
  const [base, hasFolder] = [baseOf(path), path.includes("/")];
  if (base.includes("*"))
    return /^[\w.*-]*\*[\w.*-]*\.\w+$/.test(base) && FILE_ENDINGS.has(base.slice(base.lastIndexOf(".") + 1));
  if (isPlainName(baseOf(text))) return true;
  const ending = /\.([a-z][a-z0-9]{0,11})$/.exec(base)?.[1];
  if (ending !== undefined && SHAPE.test(base) && !/\s/.test(base)) {
    if (FILE_ENDINGS.has(ending)) return !PRODUCTS.test(base) || isKnown(path);
    if (DOUBTFUL_ENDINGS.has(ending) && isFileAnyway(base, hasFolder)) return true;
  }
  if (hasFolder && /^(?:bin|scripts|src|lib|tools|cmd|internal|pkg|tests?|docs)\/[\w@./-]+$/.test(path))
    return true;
  return (hasFolder || base.includes(".") || /^[A-Z]/.test(text)) && isKnown(path);
}

function isSpacedName(text: string): boolean {
  const words = text.split(" ");
  const ending = /\.([a-z][a-z0-9]{0,11})$/i.exec(text)?.[1]?.toLowerCase() ?? "";
  if (words.length < 2 || words.length > 6 || !FILE_ENDINGS.has(ending) || COMMAND.test(words[0] ?? ""))
    return false;
  return words.every(
    (word, at) =>
      /^[\p{L}\p{N}_$@.~+()/-]+$/u.test(word) && (at === words.length - 1 || !/\.\w+$/.test(word)),
  );
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A name without what leads to it or points into it, for comparison. */
function plain(name: string): string {
  return name
    .replace(/\\/g, "/")
    .replace(/^(?:\.\/)+/, "")
    .replace(/[?#].*$/, "")
    .toLowerCase();
}

/** Whether a name in a draft means this path. */
export function isSame(name: string, path: string): boolean {
  const [said, real] = [plain(name), plain(path)];
  if (said.endsWith("/")) return real.startsWith(said) || `/${real}`.includes(`/${said.replace(/^\//, "")}`);
  if (said.includes("*")) return fits(said, real) || fits(said, baseOf(real));
  if (said === real || real.endsWith(`/${said}`)) return true;
  const isFolder = said.includes("/") && !baseOf(said).includes(".");
  if (isFolder && `/${real}`.includes(`/${said}/`)) return true;
  // "the README" is README.md.
  if (isPlainName(name) && baseOf(real).startsWith(`${said}.`)) return true;
  return /^(?:\/|[a-z]:\/|~\/)/.test(said) && said.endsWith(`/${real}`);
}

/** A pattern's pieces, in their order; no backtracking. */
function fits(pattern: string, path: string): boolean {
  const pieces = pattern.split(/\*+/);
  const [first, last] = [pieces[0] ?? "", pieces.at(-1) ?? ""];
  if (!path.startsWith(first) || !path.endsWith(last) || path.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= path.length - last.length;
}
