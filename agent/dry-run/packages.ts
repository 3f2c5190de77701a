// What a module takes from elsewhere: packages that a build would bring, and types that a compiler drops. Promises that each
// imported name of a package is there, as a stub. Refuses the names of a package taken as a whole: nobody wrote them down.

import type { ImportDeclaration } from "acorn";
import type { Code } from "../check/code.ts";
import type { Script } from "./script.ts";

/** The global name of the stub that stands for every package. */
export const PACKAGE = "__handrail_package__";
const PREFIX = "package ";

export const isPackage = ({ path }: Script): boolean => path.startsWith(PREFIX);

/** A module that exports what `from` imports of it; null where it imports nothing of this name. */
export function packageFor(target: string, from: Script): Script | null {
  const imports = importsIn(from.code).filter(({ source }) => source.value === target);
  if (imports.length === 0) return null;
  const names = imports.flatMap(({ specifiers }) =>
    specifiers.flatMap((one) =>
      one.type === "ImportSpecifier" && one.imported.type === "Identifier" ? one.imported.name : [],
    ),
  );
  const named = [...new Set(names)].filter((name) => name !== "default").toSorted();
  const locals = named.map((name) => `export { stub as ${name} };`);
  const text = `const stub = ${PACKAGE};\n${locals.join("\n")}\nexport default stub;\n`;
  return {
    path: `${PREFIX}${target} ${named.join(" ")}`,
    text,
    source: text,
    code: null,
    marks: [],
    functions: [],
    throws: [],
    returnsAtTop: false,
  };
}

function importsIn(code: Code | null): ImportDeclaration[] {
  if (code === null) return [];
  return code.program.body.flatMap((one) => (one.type === "ImportDeclaration" ? [one] : []));
}

/** TypeScript drops imports that only name types: those that no code refers to. */
export function withoutTypes(code: Code): string {
  const used = new Set(code.scopes.scopes.flatMap((scope) => scope.references.map((one) => one.resolved)));
  const top = code.scopes.scopes.find(({ type }) => type === "module");
  const isUsed = (name: string): boolean => used.has(top?.set.get(name) ?? null) || isExported(name, code);
  return importsIn(code).reduce((source, one) => {
    const unused = one.specifiers.filter(({ local }) => !isUsed(local.name));
    if (one.specifiers.length === 0 || unused.length === 0) return source;
    if (unused.length === one.specifiers.length) return blanked(source, one.start, one.end);
    return unused.reduce((text, { start, end, type }) => {
      const comma = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0;
      return type === "ImportSpecifier" ? blanked(text, start, end + comma) : text;
    }, source);
  }, code.source);
}

const isExported = (name: string, { program }: Code): boolean =>
  program.body.some(
    (one) =>
      one.type === "ExportNamedDeclaration" &&
      !one.source &&
      one.specifiers.some(({ local }) => local.type === "Identifier" && local.name === name),
  );

const blanked = (text: string, start: number, end: number): string =>
  text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, " ") + text.slice(end);
