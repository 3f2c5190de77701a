// PhantomJS's posts, read where they lie: modules and members by front matter, parameters by signature lines. Promises a
// member for every file in a folder of members, and for what a page lists of them.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { corpusFolder } from "../../../corpora.ts";
import { docsOfFolder } from "../surface-of.ts";

test("PhantomJS's modules, members, kinds and signatures are those of its files", async (t) => {
  const folder = corpusFolder(t, "phantomjs/api");
  if (folder === undefined) return;
  const files = fs.globSync("*/{method,property,handler}/*.md", { cwd: folder });
  const { surface, report, chunk } = await docsOfFolder(t, folder);

  await t.test("every file of a member is one, of the kind that its folder says", () => {
    const kinds = { method: "method", property: "property", handler: "event" } as const;
    const wrong = files.flatMap((file) => {
      const [owner = "", folderName = "method"] = file.split("/");
      const title =
        /^title:\s*(.*)$/m.exec(fs.readFileSync(path.join(folder, file), "utf8"))?.[1]?.trim() ?? "";
      const expected = Object.entries(kinds).find(([name]) => name === folderName)?.[1];
      return surface.member(owner, title)?.kind === expected ? [] : [`${owner}.${title}`];
    });

    assert.equal(files.length, 139);
    // Its page lists twelve functions, each of them a member.
    assert.deepEqual(wrong, ["webpage.Callback Triggers"]);
    assert.equal(surface.member("webpage", "rawPageCreated")?.kind, "method");
  });

  await t.test("seven interfaces have 139 members and more, with what their pages show beside", () => {
    assert.deepEqual(surface.interfaces(), [
      "child_process",
      "fs",
      "phantom",
      "stream",
      "system",
      "webpage",
      "webserver",
    ]);
    assert.ok(report.members >= 150, `${report.members} members`);
    assert.ok(report.surface.membersWithParameters >= 58, JSON.stringify(report.surface));
    assert.deepEqual(report.skipped.map(({ reason }) => reason).sort(), [
      "empty",
      "examples use what nothing documents: callback; a name is not held for invented on it",
      'title "Callback Triggers" names no interface',
      'title "Module API" names no interface',
    ]);
  });

  await t.test("every signature line is a way to call, with types where it gives them", () => {
    assert.deepEqual(
      surface.member("webpage", "open")?.signatures.map((params) => params.map(({ name }) => name)),
      [
        ["url", "callback"],
        ["url", "method", "callback"],
        ["url", "settings", "callback"],
        ["url", "method", "data", "callback"],
      ],
    );
    assert.deepEqual(surface.member("fs", "copy")?.signatures, [
      [
        { name: "source", type: "string" },
        { name: "destination", type: "string" },
      ],
    ]);
    assert.deepEqual(
      surface.member("webpage", "render")?.options.map(({ name }) => name),
      ["format", "quality"],
    );
    assert.deepEqual(
      surface.member("fs", "open")?.options.map(({ name }) => name),
      ["mode", "charset"],
    );
  });

  await t.test("access, versions and what is gone are kept", () => {
    assert.equal(surface.member("system", "pid")?.readOnly, true);
    assert.equal(surface.member("system", "pid")?.since, "PhantomJS 1.8");
    assert.equal(surface.member("phantom", "args")?.deprecated, true);
    assert.equal(surface.member("webpage", "onCallback")?.deprecated, false);
  });

  await t.test(
    "the one global object is a global; modules are required, and one of them makes instances",
    () => {
      assert.deepEqual(
        surface.globals().map(({ name, interface: type }) => [name, type]),
        [["phantom", "phantom"]],
      );
      assert.ok(surface.fn("require"));
      assert.equal(surface.member("webpage", "create")?.valueType, "webpage");
      assert.equal(surface.member("child_process", "execFile")?.interface, "child_process");
      assert.match(chunk("fs")?.text ?? "", /var fs = require\('fs'\);/);
    },
  );
});
