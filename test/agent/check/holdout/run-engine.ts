// One engine of the holdout through the real index: its known-good scripts, its inventions one at a time, its snippets.
// Promises that each invention is a change to a script that stood clean. Refuses to judge: it only says what was found.

import fs from "node:fs";
import path from "node:path";
import type { TestContext } from "node:test";
import { z } from "zod";
import { checkFile } from "../../../../agent/check/check-file.ts";
import { checkSnippet } from "../../../../agent/check/check-snippet.ts";
import type { Finding } from "../../../../agent/check/finding.ts";
import { createProjectTexts } from "../../../../agent/check/project-files.ts";
import { weighFile } from "../../../../agent/check/weigh-file.ts";
import type { World } from "../../../../agent/check/world.ts";
import type { ParserName } from "../../../../agent/docs/chunk.ts";
import { build } from "../../../../agent/docs/index/build.ts";
import { parseProfile } from "../../../../agent/workspace/profile.ts";
import { openHere, tempDocs } from "../../docs/docs-folder.ts";

const rows = z.array(
  z.strictObject({
    script: z.string(),
    find: z.string(),
    replace: z.string(),
    family: z.string(),
    kind: z.string(),
    line: z.int(),
    why: z.string(),
  }),
);
export type Invention = z.infer<typeof rows>[number];
export type Verdict = "certain" | "likely" | "missed";
export type Tried = { row: Invention; verdict: Verdict; findings: Finding[] };
export type Snippet = { title: string; text: string; findings: Finding[] };
export type Ran = {
  /** Of the scripts as they stand: each of these is false. */
  accused: { path: string; finding: Finding }[];
  judged: number;
  open: number;
  tried: Tried[];
  snippets: Snippet[];
};

const JSDOC: ParserName = "jsdoc";

export type WorldOf = (laid?: Map<string, string>) => World;

export async function runEngine(t: TestContext, name: string): Promise<Ran> {
  const home = path.join(import.meta.dirname, "fixtures", name);
  const scripts = readScripts(path.join(home, "scripts"));
  const worldOf = await openWorld(t, home, scripts);
  const world = worldOf();
  const accused: Ran["accused"] = [];
  let judged = 0;
  let open = 0;
  for (const [file, text] of scripts) {
    for (const finding of checkFile({ path: file, text }, world)) accused.push({ path: file, finding });
    const share = weighFile({ path: file, text }, world);
    judged += share?.judged ?? 0;
    open += share?.open ?? 0;
  }
  const tried = readRows(home).map((row) => tryRow(row, { scripts, worldOf }));
  const snippets = readSnippets(home).map((one) => ({ ...one, findings: checkSnippet(one.text, world) }));
  return { accused, judged, open, tried, snippets };
}

/** The documentation of an engine as an index, and its scripts as the project, with texts over them. */
async function openWorld(
  t: TestContext,
  home: string,
  scripts: ReadonlyMap<string, string>,
): Promise<WorldOf> {
  const { dir } = tempDocs(t);
  const name = path.basename(home);
  const folder = path.join(home, "docs");
  const stubs = fs.readdirSync(folder).every((file) => file.endsWith(".js"));
  // Scripts are documentation only where the source says that they are.
  const source = { name, folder, complete: true, ...(stubs && { parser: JSDOC }) };
  build({ sources: [source], dir, builtAt: 0 }, () => {});
  const docs = await openHere(t, dir);
  const profile = parseProfile(fs.readFileSync(path.join(home, "engine.json"), "utf8"), "engine.json");
  const listed = [...scripts].map(([file, text]) => ({ path: file, bytes: text.length, version: "" }));
  const project = await createProjectTexts().load(listed, async (file) => scripts.get(file) ?? null);
  return (laid = new Map()) => ({
    surface: docs.surface,
    profile,
    project: project.under(laid, new Set(laid.keys())),
    docsText: (word) => docs.hasWord(word),
  });
}

type Trying = { scripts: ReadonlyMap<string, string>; worldOf: WorldOf };

/** What the changed script raises on the changed line that the script as it stands does not. */
function tryRow(row: Invention, { scripts, worldOf }: Trying): Tried {
  const before = scripts.get(row.script);
  if (!before?.includes(row.find)) throw new Error(`${row.script} does not have ${row.find}`);
  const text = before.replace(row.find, () => row.replace);
  const clean = new Set(checkFile({ path: row.script, text: before }, worldOf()).map(keyOf));
  const world = worldOf(new Map([[row.script, text]]));
  const findings = checkFile({ path: row.script, text }, world).filter((one) => !clean.has(keyOf(one)));
  const here = findings.filter(({ line }) => line === row.line);
  const held = here.some(({ confidence }) => confidence === "certain");
  return { row, verdict: held ? "certain" : here.length > 0 ? "likely" : "missed", findings };
}

const keyOf = ({ family, symbol, line }: Finding): string => `${family} ${symbol} ${line}`;

function readRows(home: string): Invention[] {
  return rows.parse(JSON.parse(fs.readFileSync(path.join(home, "inventions.json"), "utf8")));
}

/** Each answer stands under a heading of its own that says whether it is good. */
function readSnippets(home: string): { title: string; text: string }[] {
  const text = fs.readFileSync(path.join(home, "snippets.md"), "utf8");
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf("\n");
      return { title: part.slice(0, end), text: part.slice(end + 1) };
    });
}

function readScripts(folder: string): Map<string, string> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => name.endsWith(".js")).sort();
  return new Map(files.map((name) => [name, fs.readFileSync(path.join(folder, name), "utf8")]));
}
