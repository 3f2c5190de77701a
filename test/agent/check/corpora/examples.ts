// The code blocks inside real documentation: known-good but for the vendors' own misprints. Promises that nothing in them is
// accused for certain beside what is named here, each with its reason, and that most of what they ask is judged at all.

import assert from "node:assert/strict";
import fs from "node:fs";
import { type TestContext, test } from "node:test";
import { shareJudged } from "../../../../agent/check/census.ts";
import { checkingOf } from "../../../../agent/check/check.ts";
import { checkSnippet } from "../../../../agent/check/check-snippet.ts";
import { readCode } from "../../../../agent/check/code.ts";
import { NO_PROJECT } from "../../../../agent/check/project.ts";
import type { World } from "../../../../agent/check/world.ts";
import { defaultProfile, type Profile } from "../../../../agent/workspace/profile.ts";
import { corpusFolder } from "../../../corpora.ts";
import type { SharedCorpora } from "./shared.ts";

type Corpus = {
  name: string;
  folder: string;
  files: string;
  /** The code in one file. */
  blocks(text: string): string[];
  profile: Partial<Profile>;
  atLeast: { blocks: number; share: number };
  /** Accused for certain, and why that is right or known. */
  known: Record<string, string>;
};

const ENTITIES: Record<string, string> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  nbsp: " ",
  "#39": "'",
  "#x27": "'",
};

const preBlocks = (html: string): string[] =>
  [...html.matchAll(/<pre[^>]*>([\s\S]*?)<\/pre>/g)].map(([, inner = ""]) =>
    inner.replace(/<[^>]+>/g, "").replace(/&([#\w]+);/g, (whole, name) => ENTITIES[name] ?? whole),
  );

const fencedBlocks = (text: string): string[] =>
  [...text.matchAll(/^[ \t]*(`{3,})[^`\n]*\n([\s\S]*?)^[ \t]*\1/gm)].map(([, , code = ""]) => code);

const commentBlocks = (text: string): string[] =>
  [...text.matchAll(/\/\*\*([\s\S]*?)\*\//g)].flatMap(([, comment = ""]) =>
    fencedBlocks(comment.replace(/^[ \t]*\*[ ]?/gm, "")),
  );

const corpora: Corpus[] = [
  {
    name: "Acrobat",
    folder: "acrobat/html",
    files: "*.html",
    blocks: preBlocks,
    profile: { level: 3 },
    atLeast: { blocks: 700, share: 0.7 },
    known: {
      "constructor Event": "an example makes one; the guide documents no constructor",
      "constructor Matrix2D": "an example uses it; the guide does not have it",
      "constructor MultiPlayer": "an object of the example's own, of which the page only speaks",
      "member action.constants.objFlags": "the guide documents these constants without their owner",
      "member this.insertPages": "the guide has no page of this method",
      "member this.requirements": "a misprint for the global of that name",
      "option cCC": "a misprint for cCc",
      "option cUrl": "a misprint for cURL",
      "member w1.Attestation": "the table of what is returned leaves it out",
    },
  },
  {
    name: "PhantomJS",
    folder: "phantomjs/api",
    files: "**/*.md",
    blocks: fencedBlocks,
    profile: { level: 5 },
    atLeast: { blocks: 150, share: 0.55 },
    known: {
      "member phantom.callback": "an example uses it; the guide has no page of it",
    },
  },
  {
    name: "Figma",
    folder: "figma-dts",
    files: "**/*.d.ts",
    blocks: commentBlocks,
    profile: { level: 2022 },
    atLeast: { blocks: 100, share: 0.8 },
    known: {
      "member child2.setGridPosition": "a misprint for setGridChildPosition",
      "member figma.widget": "declared in another file, which is not among these",
      "member figma.closePluginWithFailure": "an example uses it; the declarations do not have it",
    },
  },
];

export function testExamples(shared: SharedCorpora): void {
  for (const corpus of corpora)
    test(`the examples of ${corpus.name} are not accused`, async (t) => {
      const measured = await measure(t, corpus, shared);
      if (!measured) return;
      const { blocks, accused, judged, open } = measured;
      t.diagnostic(
        `${blocks} blocks, ${judged} of ${judged + open} accesses judged, ${accused.length} accused`,
      );

      assert.ok(blocks >= corpus.atLeast.blocks, `${blocks} blocks`);
      assert.deepEqual([...new Set(accused)].filter((one) => !(one in corpus.known)).sort(), []);
      assert.ok(judged / (judged + open) >= corpus.atLeast.share, `${judged} of ${judged + open}`);
    });
}

async function measure(t: TestContext, corpus: Corpus, shared: SharedCorpora) {
  const folder = corpusFolder(t, corpus.folder);
  const surface = folder && (await shared.surface(t, corpus.folder));
  if (!folder || !surface) return undefined;
  const world: World = { surface, profile: { ...defaultProfile, ...corpus.profile }, project: null };
  const blocks = fs
    .globSync(corpus.files, { cwd: folder })
    .flatMap((file) => corpus.blocks(fs.readFileSync(`${folder}/${file}`, "utf8")));
  const found = { blocks: blocks.length, accused: [] as string[], judged: 0, open: 0 };
  for (const block of new Set(blocks)) {
    for (const one of checkSnippet(`~~~~~~js\n${block}\n~~~~~~\n`, world))
      if (one.confidence === "certain" && one.family !== "syntax")
        found.accused.push(`${one.family} ${one.symbol}`);
    const code = readCode(block);
    if (code === null) continue;
    const share = shareJudged(checkingOf(code, { world, project: NO_PROJECT, path: null }));
    found.judged += share.judged;
    found.open += share.open;
  }
  return found;
}
