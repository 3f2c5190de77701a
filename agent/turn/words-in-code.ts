// The words that a text has in its code, and not in its comments or its texts: what a deletion of lines may bring up is none of
// them. Promises names, keys and whole string literals. Refuses a text that cannot be read: then nobody knows.

import { full } from "acorn-walk";
import { readable, readCode } from "../check/code.ts";

/** Null where the text could not be read. */
export function wordsInCode(text: string, path: string): ReadonlySet<string> | null {
  const code = readCode(text, path);
  if (code === null) return null;
  const words = new Set<string>();
  const [isRead = false] = readable(() => {
    full(code.program, (node) => {
      if (node.type === "Identifier" || node.type === "PrivateIdentifier") words.add(node.name);
      if (node.type === "MemberExpression" && node.property.type === "Identifier")
        words.add(node.property.name);
      if (node.type === "Property" && node.key.type === "Identifier") words.add(node.key.name);
      if (node.type === "Literal" && typeof node.value === "string") words.add(node.value);
    });
    return [true];
  });
  return isRead ? words : null;
}
