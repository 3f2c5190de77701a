// What a staged script exposes, read from its syntax tree.

import assert from "node:assert/strict";
import { test } from "node:test";
import { exposuresOf } from "../../../agent/plans/exposures.ts";

const named = (code: string, path = "a.js"): string[] | null =>
  exposuresOf(path, code)?.map(({ kind, name }) => `${kind} ${name}`) ?? null;

test("declared functions, classes and variables are exposed, what is inside of them is not", () => {
  const code = `
    function draw(a) { var hidden = 1; function inner() {} }
    var width = 3, { left, right: [first] } = box;
    let build = function () {}, arrow = () => 1;
    class Grid { cell() {} }
    if (width) { late = 4; var hoisted; } else other = function () {};
  `;

  assert.deepEqual(named(code), [
    "function draw",
    "variable width",
    "variable left",
    "variable first",
    "function build",
    "function arrow",
    "class Grid",
    "variable late",
    "variable hoisted",
    "function other",
  ]);
});

test("members that it assigns are exposed by their whole name", () => {
  const code = `
    App.grid = { cell: 1 };
    App.grid.draw = function () {};
    Grid.prototype.rows = function () {};
    App["footer"] = 1, this.top = 2;
    first = second = 3;
  `;

  assert.deepEqual(named(code), [
    "member App.grid",
    "member App.grid.draw",
    "member Grid.prototype.rows",
    "member App.footer",
    "member top",
    "variable first",
    "variable second",
  ]);
});

test("a function that runs at once exposes what it assigns to others, and nothing of its own", () => {
  const code = `
    (function (root) { var own = {}; own.a = 1; root.load = function () {}; function helper() {} leaked = 2; })(this);
    (() => { App.start = 1; })();
    var kept = (function () { App.inner = 1; return {}; })();
  `;

  assert.deepEqual(named(code), [
    "member load",
    "variable leaked",
    "member App.start",
    "variable kept",
    "member App.inner",
  ]);
});

test("exports of modules of both kinds are exposed", () => {
  assert.deepEqual(
    named("export function a() {}\nexport const b = 1;\nconst c = 2;\nexport { c as d };\nexport default 3;"),
    ["export a", "export b", "variable c", "export d", "export default"],
  );
  assert.deepEqual(named("exports.a = 1;\nmodule.exports.b = 2;\nmodule.exports = { c, d: 3 };"), [
    "export a",
    "export b",
    "export module.exports",
    "export c",
    "export d",
  ]);
});

test("directives and a broken line leave what can be read; other files have nothing to be read", () => {
  assert.deepEqual(named('#include "lib.js"\nfunction a() {}\nvar b = ;\nfunction c() {}'), [
    "function a",
    "variable b",
    "function c",
  ]);
  assert.equal(named("# A page", "notes.md"), null);
});
