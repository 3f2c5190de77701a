// Acrobat's reference in both of its forms, read where it lies: books in HTML, and one file per member cut from them.
// Promises that both give one programming interface, but for a listed difference, and floors that were counted apart.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { memberChunk } from "../../../../agent/docs/parse/member-chunk.ts";
import type { MemberFact } from "../../../../agent/docs/surface/facts.ts";
import type { Surface } from "../../../../agent/docs/surface/surface.ts";
import { corpusFolder } from "../../../corpora.ts";
import { type BuiltDocs, docsOfFolder } from "../surface-of.ts";

type Forms = { html: BuiltDocs; chunks: BuiltDocs };

async function built(t: TestContext): Promise<Forms | undefined> {
  const [html, chunks] = ["html", "chunks"].map((form) => corpusFolder(t, `acrobat/${form}`));
  if (html === undefined || chunks === undefined) return undefined;
  return { html: await docsOfFolder(t, html), chunks: await docsOfFolder(t, chunks) };
}

/** Everything that a surface says, line by line, but for the chunks that say it, and for gaps, which have a test. */
function lines(surface: Surface): Map<string, string> {
  const said = new Map<string, string>();
  for (const name of surface.interfaces()) {
    const info = surface.interface(name);
    said.set(name, JSON.stringify({ ...info, chunk: null, gaps: undefined }));
    for (const one of surface.members(name))
      said.set(
        `${name}.${one.name}${one.static ? " (static)" : ""}`,
        JSON.stringify({ ...one, chunk: null }),
      );
  }
  for (const one of surface.globals())
    said.set(`global ${one.name}`, JSON.stringify({ ...one, chunk: null }));
  for (const one of surface.functions())
    said.set(`function ${one.name}`, JSON.stringify({ ...one, chunk: null }));
  return said;
}

/** Their parameters are told in words, not by name. */
const UNNAMED = ["app.popUpMenuEx", "Events.add", "Events.remove", "Markers.get"];

test("a rough count of parameter headings, types and access agrees with every cut page", (t) => {
  const folder = corpusFolder(t, "acrobat/chunks");
  if (folder === undefined) return;
  const pages = fs
    .readdirSync(folder)
    .filter((file) => file.includes("-"))
    .map((file) => ({ path: file, text: fs.readFileSync(path.join(folder, file), "utf8") }));

  let typed = 0;
  const different = pages.flatMap((page) => {
    const [chunk] = memberChunk.parse(page).chunks;
    const name = `${chunk?.interface}.${chunk?.member}`;
    const own = (chunk?.facts ?? []).find(
      (fact): fact is MemberFact => fact.type === "member" && `${fact.interface}.${fact.name}` === name,
    );
    const parameters = /^\*\*Parameters\*\*$|^\| Parameter \|/m.test(page.text) && !UNNAMED.includes(name);
    const table = /^#[^\n]*\n+[^\n]*\n+\|[^\n]*\| Type \| Access[^\n]*\n[^\n]*\n\|([^\n]*)\|\n/.exec(
      page.text,
    );
    const cells = own?.kind === "method" ? undefined : table?.[1]?.split("|");
    const access = cells?.at(-1)?.trim();
    typed += cells === undefined ? 0 : 1;
    const wrong = [
      parameters && (own?.params ?? []).length === 0 ? "parameters" : "",
      cells !== undefined && own?.valueType === undefined ? "type" : "",
      access !== undefined && /^R\d?$/.test(access) !== (own?.readOnly === true) ? `access ${access}` : "",
    ];
    return wrong.filter((word) => word !== "").map((word) => `${name}: ${word}`);
  });

  assert.deepEqual(different, []);
  assert.ok(typed > 480, `${typed} pages with a type`);
});

test("Acrobat's two forms", async (t) => {
  const forms = await built(t);
  if (!forms) return;
  const { html, chunks } = forms;

  await t.test(
    "both forms give the same interfaces, members, types, parameters, keys, constructors and globals",
    () => {
      const [book, cut] = [lines(html.surface), lines(chunks.surface)];

      const differing = [...book].filter(([name, said]) => cut.has(name) && cut.get(name) !== said);
      assert.deepEqual(differing, []);
      assert.deepEqual(
        [...cut.keys()].filter((name) => !book.has(name)),
        [],
      );
    },
  );

  await t.test("where the cut left members out, its own examples say so", () => {
    const gapsOf = (surface: Surface) => surface.interfaces().filter((name) => surface.interface(name)?.gaps);

    assert.deepEqual(gapsOf(html.surface), []);
    assert.deepEqual(gapsOf(chunks.surface), ["color", "security"]);
  });

  await t.test(
    "what the cut leaves out are members that the books give in chapters which head no member",
    () => {
      const cut = lines(chunks.surface);

      const left = [...lines(html.surface).keys()].filter((name) => !cut.has(name));

      const owners = Map.groupBy(left, (name) => name.replace(/\.[^.]*$/, ""));
      assert.deepEqual(
        [...owners].map(([owner, names]) => [owner, names.filter((name) => name !== owner).length]).sort(),
        [
          ["EncryptTarget", 2], // chapter "security constants", with the interface itself
          ["HandlerName", 3], // the same chapter, with the interface itself
          ["Net", 3], // chapter "Net methods"
          ["SecurityPolicy", 5], // chapter "SecurityPolicy properties"
          ["ServiceInfo", 3], // chapter "oResult parameter" of SOAP, with the interface itself
          ["SignatureInfo", 35], // two chapters of properties
          ["color", 12], // chapter "color properties"
          ["security", 5], // chapter "security constants"
        ],
      );
    },
  );

  await t.test("the floors of a quick extractor are passed in both forms", () => {
    for (const form of ["html", "chunks"] as const) {
      const { report }: BuiltDocs = forms[form];

      assert.ok(report.interfaces >= 164, `${form}: ${report.interfaces} interfaces`);
      assert.ok(report.members >= 1450, `${form}: ${report.members} members`);
      assert.ok(report.surface.membersWithParameters >= 336, `${form}: ${JSON.stringify(report.surface)}`);
      assert.ok(report.surface.optionKeys >= 700, `${form}: ${JSON.stringify(report.surface)}`);
      assert.ok(report.surface.values >= 240, `${form}: ${JSON.stringify(report.surface)}`);
      assert.equal(report.surface.constructors, 3);
    }
  });

  await t.test(
    "a method takes its parameters in order or as keys of one object, and says what it gives back",
    () => {
      const { surface } = html;

      const addField = surface.member("Doc", "addField");
      const openPlayer = surface.member("app.media", "createPlayer");

      assert.deepEqual(
        addField?.signatures.map((params) => params.map(({ name }) => name)),
        [["cName", "cFieldType", "nPageNum", "oCoords"]],
      );
      assert.deepEqual(
        addField?.options.map(({ name }) => name),
        ["cName", "cFieldType", "nPageNum", "oCoords"],
      );
      assert.equal(addField?.valueType, "Field");
      assert.deepEqual(
        openPlayer?.options.slice(0, 4).map(({ name }) => name),
        ["doc", "annot", "rendition", "URL"],
      );
      assert.equal(surface.member("app", "alert")?.signatures[0]?.[1]?.optional, true);
    },
  );

  await t.test(
    "interfaces are reached: the document as this, static objects by name, others by what gives them",
    () => {
      const { surface } = html;

      assert.equal(surface.global("this")?.interface, "Doc");
      for (const name of ["app", "util", "console", "color", "security", "search", "spell", "SOAP", "Collab"])
        assert.equal(surface.global(name)?.interface, name, name);
      assert.equal(surface.interface("Doc")?.reach, "this");
      assert.equal(surface.interface("Thermometer")?.reach, "app.thermometer");
      assert.equal(surface.member("border", "s")?.static, true);
      assert.equal(surface.member("app.media.windowType", "docked")?.kind, "value");
      assert.equal(surface.member("PrintParams.constants.interactionLevel", "silent")?.kind, "value");
      assert.deepEqual(surface.interface("Report")?.constructors, [
        [
          { name: "aMedia", optional: true },
          { name: "aBBox", optional: true },
        ],
      ]);
    },
  );
});
