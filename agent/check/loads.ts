// Where a script loads another file: the profile's loaders, `require`, imports, the pragmas of old hosts. Promises only paths
// that stand there as text. Refuses packages, addresses, and paths of the machine.

import type { AnyNode } from "acorn";
import type { Checking } from "./check.ts";
import { dottedPath } from "./paths.ts";

/** `offset` is where the path's text begins; `isRelative` only to the file itself. */
export type Load = { target: string; offset: number; by: string };

const PRAGMA = /^[ \t]*(?:\/\/[ \t]*@|#[ \t]*)include(?![ \t]*[=;(])[ \t]+(["'<]?)([^"'>;\r\n]+)/gim;
const INCLUDE_PATH = /^[ \t]*(?:\/\/[ \t]*@|#[ \t]*)includepath(?![ \t]*[=;(])[ \t]+["']?([^"'\r\n]+)/gim;

export function loadsIn(checking: Checking): Load[] {
  return [...pragmasIn(checking.code.text), ...byCall(checking), ...byImport(checking)].filter(({ target }) =>
    isOfProject(target),
  );
}

/** Folders that a pragma adds to those that are searched. */
export const includePaths = (text: string): string[] =>
  [...text.matchAll(INCLUDE_PATH)].flatMap(([, paths = ""]) => paths.split(";").map((path) => path.trim()));

/** Loads by a line that is an order to the host; `offset` is behind the order's word. */
export function pragmasIn(text: string): Load[] {
  // Nearly no file has one, and the pattern is asked at each of its lines.
  if (!/include/i.test(text)) return [];
  return [...text.matchAll(PRAGMA)].map((match) => {
    const target = (match[2] ?? "").trim();
    return { target, offset: match.index + match[0].lastIndexOf(target), by: "include" };
  });
}

function byCall({ uses, world, receivers }: Checking): Load[] {
  const loaders = new Set(world.profile.loaders);
  return uses.calls.flatMap(({ callee, arguments: [first] }) => {
    const path = literalPath(first);
    const by = path === null ? "" : (dottedPath(callee) ?? "");
    if (path === null || (callee.type === "Identifier" && receivers.isOwn(callee))) return [];
    const isRequire = by === "require" && /^\.\.?\//.test(path.target);
    return loaders.has(by) || isRequire ? [{ ...path, by }] : [];
  });
}

/** `"a.js"`, `File("a.js")`, `new File("a.js")`. */
function literalPath(node: AnyNode | undefined): Omit<Load, "by"> | null {
  if (node?.type === "Literal" && typeof node.value === "string")
    return { target: node.value, offset: node.start + 1 };
  const isFile = node?.type === "CallExpression" || node?.type === "NewExpression";
  return isFile && dottedPath(node.callee) === "File" ? literalPath(node.arguments[0]) : null;
}

function byImport({ uses }: Checking): Load[] {
  return uses.imports.flatMap((node) => {
    const source = "source" in node ? node.source : null;
    const path = source ? literalPath(source) : null;
    return path && /^\.\.?\//.test(path.target) ? [{ ...path, by: "import" }] : [];
  });
}

const isOfProject = (target: string): boolean =>
  target !== "" &&
  !/(?:^|[\\/])node_modules[\\/]/.test(target) &&
  !/^(?:[a-z][\w+.-]*:|[\\/~]|%|\$)/i.test(target) &&
  !/[*?<>|]/.test(target);
