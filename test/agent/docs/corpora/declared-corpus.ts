// A corpus of declarations for its tests: the pages as parsed, and the surface that a real build merges from them.

import fs from "node:fs";
import path from "node:path";
import type { TestContext } from "node:test";
import { type BuildOutcome, build } from "../../../../agent/docs/index/build.ts";
import { declarations } from "../../../../agent/docs/parse/declarations.ts";
import type { Surface } from "../../../../agent/docs/surface/surface.ts";
import { corpusFolder } from "../../../corpora.ts";
import { openHere, tempDocs } from "../docs-folder.ts";
import { countRoughly } from "./declarations-count.ts";

export type DeclaredCorpus = { folder: string; surface: Surface; report: BuildOutcome };

/** Built as a complete source; undefined, and the test skipped, where the corpus is not there. */
export async function declaredCorpus(t: TestContext, name: string): Promise<DeclaredCorpus | undefined> {
  const folder = corpusFolder(t, name);
  if (folder === undefined) return undefined;
  const { dir } = tempDocs(t);
  const sources = [{ name, folder, complete: true }];
  const report = build({ sources, dir, builtAt: 0 }, () => {});
  return { folder, surface: (await openHere(t, dir)).surface, report };
}

/** Members of an interface by name, its own and all that it inherits, static ones apart. */
export function allMembers(surface: Surface, name: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(name)) return new Set();
  seen.add(name);
  const own = surface.members(name).map((one) => `${one.static ? "static " : ""}${one.name}`);
  const above = surface.interface(name)?.parents ?? [];
  return new Set([...own, ...above.flatMap((parent) => [...allMembers(surface, parent, seen)])]);
}

/** Members that lines and brackets show and the parser does not, as `file: Type.member`. */
export function membersMissed(folder: string): string[] {
  return fs.globSync("**/*.d.ts", { cwd: folder }).flatMap((file) => {
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    const stated = new Set<string>();
    for (const { facts = [] } of declarations.parse({ path: file, text }).chunks)
      for (const fact of facts) {
        if (fact.type === "member") stated.add(`${fact.interface}.${fact.name}`);
        if (fact.type === "interface") stated.add(fact.name);
      }
    return [...countRoughly(text).types].flatMap(([type, members]) =>
      [type, ...[...members].map((member) => `${type}.${member}`)]
        .filter((name) => !stated.has(name))
        .map((name) => `${path.basename(file)}: ${name}`),
    );
  });
}
