// The file family: loads of files that are not there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFile } from "../../../../agent/check/check-file.ts";
import { pressroom, told } from "../engine-world.ts";

const files = { "lib/grid.js": "", "lib/old list.jsx": "", "data/parts.json": "", "src/start.js": "" };

test("a load of a file that does not exist is named, with one that does", (t) => {
  const { file } = pressroom(t, {
    files,
    profile: { loaders: ["use", "host.run"], globals: ["File", "require"] },
  });

  const found = file(
    'use("lib/gird.js");\nhost.run(File("grid.js"));\n#include "lib/none.jsx"\n//@include "helper.js"\nvar a = require("./missing");\n',
  );

  assert.deepEqual(told(found), [
    "file lib/gird.js",
    "file grid.js",
    "file lib/none.jsx",
    "file helper.js",
    "file ./missing",
  ]);
  assert.deepEqual([found[0]?.line, found[0]?.column], [1, 6]);
  assert.deepEqual(found[1]?.suggestions, ["lib/grid.js"]);
  assert.deepEqual([found[2]?.line, found[2]?.column], [3, 11]);
});

test("known-good: files beside, at the root, beside the entry, on a path that is named", (t) => {
  const { world } = pressroom(t, { files, profile: { loaders: ["use"], entry: ["src/start.js"] } });
  const good = [
    "use('lib/grid.js'); use('./grid.js'); use('grid'); use('../data/parts.json');",
    "use('lib\\\\grid.js'); use('start.js');",
    '#include "old%20list.jsx"\n#include <grid.js>',
    '#includepath "../data"\n#include "parts.json"',
    "use('/usr/share/x.js'); use('~/x.js'); use('http://a/b.js'); use('../../outside.js'); use('C:/x.js');",
    "var name = 'x'; use(name + '.js'); use('lib/' + name); use();",
    "var use = function () {}; use('nowhere.js');",
  ];

  assert.deepEqual(
    good.filter((text) =>
      checkFile({ path: "lib/main.js", text }, world).some(({ family }) => family === "file"),
    ),
    [],
  );
});

test("modules name each other without endings, or by the name that will be written", (t) => {
  const { world } = pressroom(t, {
    files: { "a/index.ts": "", "b.ts": "" },
    profile: { level: 2022, domain: ["**/*.ts"] },
  });
  const check = (text: string): string[] => told(checkFile({ path: "main.ts", text }, world));

  assert.deepEqual(
    check(
      'import a from "./a";\nimport { b } from "./b.js";\nimport x from "package";\nexport { a, b, x };\n',
    ),
    [],
  );
  assert.deepEqual(check('export * from "./c";\n'), ["file ./c"]);
});

test("known-good: a text may speak of files that are yet to come", (t) => {
  const { snippet } = pressroom(t, { profile: { loaders: ["use"] } });

  assert.deepEqual(snippet('```js\nuse("lib/new.js");\n```'), []);
});
