// The real documentation that Handrail is measured on, read where it lies: floors for every form, through the merged
// surface. Promises whole builds of every corpus; without the corpora these tests say that they are skipped.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Surface } from "../../../agent/docs/surface/surface.ts";
import { corpusFolder } from "../../corpora.ts";
import { buildHere, openHere, tempDocs } from "./docs-folder.ts";

function corpus(t: TestContext, name: string): { folder: string; dir: string } | undefined {
  const folder = corpusFolder(t, name);
  return folder === undefined ? undefined : { folder, dir: tempDocs(t).dir };
}

test("InDesign: one page per class gives at least 20,000 chunks, each class and member by name", async (t) => {
  const at = corpus(t, "indesign");
  if (!at) return;

  const report = buildHere(at);

  const { classes, enumerations, members } = report.surface;
  assert.ok(report.chunks >= 28_000, `${report.chunks} chunks`);
  assert.ok(classes >= 659 && enumerations >= 419, `${classes} classes, ${enumerations} enumerations`);
  assert.ok(members >= 25_488, `${members} members`);
  assert.deepEqual(report.skipped, []);
  const docs = await openHere(t, at.dir);
  assert.match(
    docs.chunk("Article-move")?.text ?? "",
    /`Article move\(LocationOptions to, Article reference\)`/,
  );
  assert.equal(
    (await docs.lookup("documentpreference.pagewidth")).hits[0]?.chunk,
    "DocumentPreference-pageWidth",
  );
  assert.equal((await docs.lookup("the unique id of the article")).hits[0]?.chunk, "Article-id");
  assert.equal((await docs.lookup("Documnt.exprotFile")).hits[0]?.chunk, "Document-exportFile");
});

test("InDesign: an unchanged rebuild costs under a tenth of a full one", (t) => {
  const at = corpus(t, "indesign");
  if (!at) return;
  const times = [1, 2, 3].map(() => {
    const startedAt = performance.now();
    buildHere(at);
    return performance.now() - startedAt;
  });

  const [full = 0, ...again] = times;

  assert.ok(Math.min(...again) < full / 10, `${times.map(Math.round)} ms`);
});

test("Acrobat: the HTML books and the cut chunks give the same members", async (t) => {
  const [html, chunks] = [corpus(t, "acrobat/html"), corpus(t, "acrobat/chunks")];
  if (!html || !chunks) return;

  const [book, cut] = [buildHere(html), buildHere(chunks)];

  for (const report of [book, cut]) {
    assert.ok(report.interfaces >= 84, `${report.interfaces} interfaces`);
    assert.ok(report.members >= 988, `${report.members} members`);
  }
  for (const { dir } of [html, chunks]) {
    const docs = await openHere(t, dir);
    assert.match(docs.chunk("Doc-addField")?.text ?? "", /\| `cFieldType` \| The type of form field/);
    assert.equal((await docs.lookup("app.media")).hits[0]?.chunk, "app.media");
  }
});

test("PhantomJS: posts with front matter give their modules and members", async (t) => {
  const at = corpus(t, "phantomjs");
  if (!at) return;

  const report = buildHere(at);

  assert.equal(report.interfaces, 7);
  assert.ok(report.members >= 139, `${report.members} members`);
  // The 139th file under a module's members is prose about several of them.
  assert.ok(report.skipped.some(({ reason }) => reason === 'title "Callback Triggers" names no interface'));
  assert.equal((await openHere(t, at.dir)).chunk("phantom-exit")?.member, "exit");
});

test("After Effects: declarations give types, enumerations and members, inherited ones too", async (t) => {
  const at = corpus(t, "aftereffects-dts");
  if (!at) return;

  const report = buildHere(at);

  const { classes, enumerations } = report.surface;
  assert.ok(classes >= 199 && enumerations >= 59, `${classes} classes, ${enumerations} enumerations`);
  const { surface } = await openHere(t, at.dir);
  const inherited = surface.interfaces().reduce((sum, name) => sum + namesOn(surface, name).size, 0);
  assert.ok(inherited >= 6_242, `${inherited} members, inherited ones counted again`);
  assert.equal(surface.global("app")?.interface, "Application");
  assert.match(surface.interface("CompItem")?.reach ?? "", /^app\./);
});

test("Figma: the plugin interface is reached by its global", async (t) => {
  const at = corpus(t, "figma-dts");
  if (!at) return;

  const report = buildHere(at);

  assert.ok(report.members >= 2_000, `${report.members} members`);
  const { surface } = await openHere(t, at.dir);
  assert.equal(surface.global("figma")?.interface, "PluginAPI");
  assert.equal(surface.member("FrameNode", "layoutMode")?.kind, "property");
  assert.equal(surface.interface("FrameNode")?.reach, "figma.createFrame()");
});

function namesOn(surface: Surface, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return new Set();
  seen.add(name);
  const parents = surface.interface(name)?.parents ?? [];
  const names = surface.members(name).map((member) => member.name);
  return parents.reduce((all, parent) => all.union(namesOn(surface, parent, seen)), new Set(names));
}
