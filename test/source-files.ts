// The repository's own source files, as the tests of its architecture and style read them. Refuses fixtures and the
// sample project: those are somebody else's code.

import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, relative } from "node:path";
import { type Node, parse } from "acorn";

export const root = join(import.meta.dirname, "..");
export const LAYERS = ["store", "agent", "jobs", "bot", "test"];

export type Source = { path: string; layer: string; text: string; lines: string[] };

export const sources: Source[] = LAYERS.flatMap((layer) =>
  readdirSync(join(root, layer), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(ts|js)$/.test(path) && !/(^|\/)(fixtures|sample)\//.test(path))
    .map((path) => {
      const text = readFileSync(join(root, layer, path), "utf8");
      return { path: join(layer, path), layer, text, lines: text.trimEnd().split("\n") };
    }),
);
export const product = sources.filter((source) => source.layer !== "test");
export const typescript = sources.filter((source) => source.path.endsWith(".ts"));

/** The source without its types: each of them is blank, so that every place stays where it is. */
export function plainText({ path, text }: Source): string {
  return path.endsWith(".ts") ? stripTypeScriptTypes(text) : text;
}

export function treeOf(source: Source): Node {
  return parse(plainText(source), {
    ecmaVersion: "latest",
    sourceType: "module",
    locations: true,
    allowHashBang: true,
  });
}

export function lineAt({ text }: Source, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

const importsOf = ({ text }: Source): string[] =>
  [
    ...text.matchAll(
      /^\s*(?:import|export)\b[^;]*?from\s+"([^"]+)"|\bimport\("([^"]+)"\)|^import\s+"([^"]+)"/gms,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? "");

export const localImports = (source: Source): string[] =>
  importsOf(source)
    .filter((target) => target.startsWith("."))
    .map((target) => relative(root, join(root, dirname(source.path), target)));
