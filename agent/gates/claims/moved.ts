// What is said of a file that others changed under a review: "main.js was changed on disk in the meantime" is true, "Updated
// main.js" is not. Promises to tell them apart by where the name stands. Refuses words that take the change for one's own.

import type { ClaimFacts } from "./claim.ts";
import { isSame } from "./names.ts";

/** The file is the subject, and nothing is said of what it now has. */
const HAPPENED =
  /^[`*_"')\]]*\s+(?:(?:has|had|have|was|were|been|also|since|meanwhile)\s+)*(?:changed|modified|edited|altered)\b[*_]*\s*(?:$|[,;.!)]|(?:on|since|meanwhile|in|under|by|outside|while|after|before|and|so|too|when|elsewhere|between)\b)/i;

/** All of these names are of files that others changed, and `text` says no more of them than that. */
export function isOthersChange(text: string, names: readonly string[], { changed }: ClaimFacts): boolean {
  const moved = changed.moved ?? [];
  if (names.length === 0 || moved.length === 0) return false;
  return names.every((name) => {
    const at = text.indexOf(name);
    return (
      at !== -1 && moved.some((path) => isSame(name, path)) && HAPPENED.test(text.slice(at + name.length))
    );
  });
}
