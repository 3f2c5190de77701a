// What a path may look like before anything on disk is asked. Promises that a path which passes is relative,
// plain and visible, and names no protected place, not even by a twin. Refuses `..`, absolute paths, backslashes,
// control and invisible characters, and whatever it cannot judge.

import type { Refusal } from "../ports.ts";
import { foldName } from "./fold-name.ts";
import { isSecretPath } from "./secrets.ts";

export type PathUse = "read" | "write";
export type PlainPath = { ok: true; path: string; parts: string[] };

const MAX_PATH_BYTES = 1024;
const MAX_NAME_BYTES = 255;
const PROTECTED = new Set([".git", ".handrail"]);
// What NTFS calls the two by their short names.
const SHORT_NAMES = /^(git|handra)~\d+$/;
const TEMP_NAME = /^\.handrail-.*\.tmp$/;

/** Checks the text of a path and brings it into its one form (`./a//b` is `a/b`). */
export function plainPath(path: string, use: PathUse): PlainPath | Refusal {
  const shape = shapeFault(path);
  if (shape !== null) return refusal("path", path, shape);
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length === 0) return refusal("path", path, "names no file");
  for (const part of parts) {
    const fault = nameFault(part);
    if (fault !== null) return refusal("path", path, fault);
  }
  const plain = parts.join("/");
  const guarded = guardFault(parts, use);
  if (guarded !== null) return refusal("protected", plain, guarded);
  if (isSecretPath(plain)) return secretRefusal(plain);
  return { ok: true, path: plain, parts };
}

/** `.git` and `.handrail`, also under a twin's spelling, and temps of a landing. */
export function isProtectedName(name: string): boolean {
  const folded = foldName(name);
  return PROTECTED.has(folded) || SHORT_NAMES.test(folded) || TEMP_NAME.test(folded);
}

export function refusal(reason: string, path: string, why: string): Refusal {
  return { ok: false, reason, text: `"${shown(path)}" ${why}.${ADVICE[reason] ?? ""}` };
}

const ADVICE: Record<string, string> = {
  path: " Give a path relative to the workspace, with `/`, as list_files prints it.",
  protected: " Work on the project's own files instead.",
  not_found: " Look it up with list_files, then call again with the path as printed.",
};

function secretRefusal(path: string): Refusal {
  return refusal(
    "secret",
    path,
    "looks like a place for secrets, so it is neither read nor written here. Ask the person if you need something of it",
  );
}

function shapeFault(path: string): string | null {
  if (path === "") return "is empty";
  if (!path.isWellFormed()) return "is not well-formed Unicode";
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `is longer than ${MAX_PATH_BYTES} bytes`;
  if (/[\p{Cc}\u2028\u2029]/u.test(path)) return "contains a control character";
  if (/[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(path)) return "contains an invisible character";
  if (path.includes("\\")) return "contains a backslash";
  if (path.startsWith("/") || /^[a-z]:/i.test(path)) return "is absolute";
  if (path.endsWith("/")) return "names a folder";
  return null;
}

function nameFault(name: string): string | null {
  const folded = name.normalize("NFKC");
  // "．．" becomes ".." on file systems that normalise, and "／" a separator.
  if (name === ".." || /^\.{1,2}$/.test(folded.trim())) return "leaves its folder by `..`";
  if (/[/\\]/.test(folded)) return "contains a twin of a separator";
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return `has a name longer than ${MAX_NAME_BYTES} bytes`;
  return null;
}

function guardFault(parts: string[], use: PathUse): string | null {
  const guarded = parts.find(isProtectedName);
  if (guarded === undefined) return null;
  if (use === "write") return "is protected: nothing may be written there";
  const configuration = parts[0] === ".handrail" && parts.slice(1).every((name) => !isProtectedName(name));
  return configuration ? null : "is protected: it is not read";
}

function shown(path: string): string {
  const visible = path.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (char) => {
    return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
  });
  return visible.length > 120 ? `${visible.slice(0, 120)}…` : visible;
}
