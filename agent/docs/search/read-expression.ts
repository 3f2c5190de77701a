// A query read as a piece of code: `app.doc.getField("x")`, `new Report()`, `page.zoom = 2;`. Promises its names in their
// order, without arguments, indexes and what is assigned. Refuses prose: words side by side are none of its business.

export type Expression = { names: string[] };

const MAX_CHARS = 400;
const NAMES = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u;

export function readExpression(query: string): Expression | null {
  if (query.length > MAX_CHARS) return null;
  const code = withoutValues(withoutKind(query))
    .replace(/\s*\?\.\s*/g, ".")
    .replace(/^(?:(?:var|let|const)\s+[\p{L}\p{N}_$]+\s*=|return|await|typeof|void|delete)(?=[\s])\s*/u, "")
    .replace(/\s*(?:[=!<>+*/%&|^?:]|-(?![\p{L}])).*$/su, "")
    .replace(/\s*;\s*$/, "")
    .replace(/\s*\.\s*/g, ".")
    .replace(/^\.|\.$/g, "");
  const path = code.replace(/^new\s+/, "").replace(/^this\./, "");
  return NAMES.test(path) ? { names: path.split(".") } : null;
}

const KIND =
  "method|function|property|object|class|interface|event|enum|enumeration|constant|constructor|attribute|collection|callback";
const KIND_BEHIND = new RegExp(`\\s+(?:${KIND})$`, "i");
const KIND_BEFORE = new RegExp(`^(?:the\\s+)?(?:(?:${KIND})\\s+)?`, "i");

/** "the `alert` method" names alert. */
function withoutKind(query: string): string {
  const bare = query.trim().replace(/^(?:the\s+)?/i, "");
  return bare
    .replace(KIND_BEHIND, "")
    .replace(KIND_BEFORE, "")
    .replace(/^`+|`+$/g, "");
}

/** Strings first, since a bracket in one closes nothing; then what stands in brackets, from the inside out. */
function withoutValues(code: string): string {
  let text = code
    .replace(/\[\s*["']([\p{L}_$][\p{L}\p{N}_$]*)["']\s*\]/gu, ".$1")
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, "");
  for (let depth = 0; depth < 8; depth++) {
    const less = text.replace(/\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g, "");
    if (less === text) break;
    text = less;
  }
  // Cut off in the middle of a call.
  return text.replace(/[([{].*$/s, "");
}

/** `Interface member`, `Interface#member`, `Interface::member`, `Interface > member`: two names, in their own case. */
export function pairedName(query: string): string | null {
  const found = /^([\p{L}_$][\p{L}\p{N}_$]*)(?:\s+|\s*(?:#|::|\/|>|->)\s*)([\p{L}_$][\p{L}\p{N}_$]*)$/u.exec(
    query.trim(),
  );
  return found ? `${found[1]}.${found[2]}` : null;
}

/** `switch-to-frame` and `switch_to_frame` as `switchtoframe`: another spelling of one name. */
export function joinedName(query: string): string | null {
  const bare = query.trim().replace(/\s*\(\s*\)\s*;?$/, "");
  if (!/^[\p{L}\p{N}$]+(?:[-_][\p{L}\p{N}$]+)+$/u.test(bare)) return null;
  return bare.replace(/[-_]/g, "");
}
