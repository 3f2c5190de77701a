// How a file of declarations is called from outside: by a script's name, a module's, or its own. Promises the candidates
// in the order in which a compiler tries them. Refuses nothing: whoever asks checks what is there, and where.

/** For a path as an import, a reference or a package.json states it. */
export function declarationNames(entry: string): string[] {
  if (/\.d\.[cm]?ts$/.test(entry)) return [entry];
  const script = /^(.*)\.([cm]?)[jt]sx?$/.exec(entry);
  if (script) return [`${script[1]}.d.${script[2]}ts`, `${entry}.d.ts`];
  return ["d.ts", "d.mts", "d.cts"].flatMap((ending) => [`${entry}.${ending}`, `${entry}/index.${ending}`]);
}
