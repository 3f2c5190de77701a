// Deletions as a turn makes them: marks by a side model, lines dropped by code. Promises a shorter subsequence of the
// file, whole constructs, and loud failures.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isShorterSubsequence } from "../../../agent/delete/checks.ts";
import { droppedLines } from "../../../agent/delete/delete-pass.ts";
import { parseMarks } from "../../../agent/delete/marks.ts";
import { deleteLinesTool } from "../../../agent/tools/delete-lines.ts";
import { dropLines, parseText, renderText, splitText } from "../../../agent/workspace/text.ts";
import { toolWorld } from "../tools/tool-world.ts";

const MAIN = `// header
var head = new Frame();
head.height = 24;
sheet.frameBegin(head);
sheet.frameEnd();
// footer
var foot = new Frame();
foot.height = 20;
foot.align = "left";
sheet.frameBegin(foot, {
  clip: true
});
sheet.text("Page");
sheet.frameEnd();
sheet.finish();
`;
const marks = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `L${from + index}: DELETE`).join("\n");

test("the marked lines go, everything else stays, and the result says so", async () => {
  const world = await toolWorld({ "main.js": MAIN }, [marks(6, 14)]);

  const result = await world.call(deleteLinesTool, { path: "main.js", what: "the footer" });

  assert.equal(result.text, "Staged main.js: deletes 9 of 15 lines, changes none.");
  const lines = MAIN.split("\n");
  assert.equal(await world.text("main.js"), [...lines.slice(0, 5), ...lines.slice(14)].join("\n"));
  assert.ok(result.ok && result.writes[0]?.note === "deletes 9 of 15 lines, changes none");
});

test("the side model sees numbered lines and footprints, and no tools", async () => {
  const world = await toolWorld({ "main.js": MAIN }, [marks(6, 14)]);

  await world.call(deleteLinesTool, { path: "main.js", what: "the\nfooter" });

  const [ask] = world.asks;
  assert.equal(ask?.purpose, "marks");
  const user = ask?.messages[1]?.content ?? "";
  assert.ok(user.startsWith("FILE: main.js\nDELETE: the footer\nLINES:\nL1: // header\n"));
  assert.match(user, /\nFOOTPRINTS:\nfoot: L7 L8 L9 L10 L11 L12\nhead: L2 L3 L4$/);
});

test("half a construct is refused, with the lines left over", async () => {
  const world = await toolWorld({ "main.js": MAIN }, [marks(6, 13)]);

  const result = await world.call(deleteLinesTool, { path: "main.js", what: "the footer" });

  assert.equal(!result.ok && result.reason, "unbalanced");
  assert.match(result.text, /frameBegin and frameEnd would no longer pair up.*\n14\| sheet\.frameEnd\(\);/);
  assert.deepEqual(world.stage.changes(), []);
});

test("half a bracket is refused, also where nothing parses", async () => {
  const script = await toolWorld({ "main.js": MAIN }, ["L10: DELETE"]);
  const other = await toolWorld({ "a.conf": "server {\n  port 1;\n}\n# end\n" }, ["L1: DELETE"]);

  const first = await script.call(deleteLinesTool, { path: "main.js", what: "the call" });
  const second = await other.call(deleteLinesTool, { path: "a.conf", what: "the server" });

  assert.equal(!first.ok && first.reason, "unbalanced");
  assert.match(second.text, /Left over:\n3\| \}/);
});

test("a file that parsed must still parse", async () => {
  const world = await toolWorld({ "a.js": "var a =\n  1;\nvar b = a;\nif (b)\n  go();\n" }, ["L5: DELETE"]);

  const result = await world.call(deleteLinesTool, { path: "a.js", what: "the call" });

  assert.equal(!result.ok && result.reason, "no_longer_parses");
});

test("what still uses a deleted declaration is listed in the numbers of the staged file", async () => {
  const world = await toolWorld({ "a.js": "var foot = 1;\nfoot.a = 1;\nother();\nfoot.b = 2;\n" }, [
    marks(1, 2),
  ]);

  const result = await world.call(deleteLinesTool, { path: "a.js", what: "foot" });

  assert.match(result.text, /\n1 line still uses foot: 2 \(its declaration is deleted\)\n/);
});

test("lines of the same footprint that stay are listed", async () => {
  const source = "var foot = make();\nfoot.a = 1;\nfoot.b = 2;\nfoot.c = 3;\n";
  const world = await toolWorld({ "a.js": source }, ["L3: DELETE"]);

  const result = await world.call(deleteLinesTool, { path: "a.js", what: "b" });

  assert.match(result.text, /\n3 lines still configure foot: 1 2 3\n/);
});

test("a helper that nothing uses any more is named", async () => {
  const world = await toolWorld({ "a.js": "var gap = 3;\nother();\nspace(gap);\n" }, ["L3: DELETE"]);

  const result = await world.call(deleteLinesTool, { path: "a.js", what: "the space" });

  assert.match(result.text, /\n1 line still declares gap: 1 \(nothing uses it now\)\n/);
});

test("marking nothing says so and stages nothing", async () => {
  const world = await toolWorld({ "a.txt": "a\nb\n" }, [""]);

  const result = await world.call(deleteLinesTool, { path: "a.txt", what: "the moon" });

  assert.equal(!result.ok && result.reason, "nothing_marked");
  assert.deepEqual(world.stage.changes(), []);
});

test("marking every line is refused with the way to delete a file", async () => {
  const world = await toolWorld({ "a.txt": "a\nb\n" }, [marks(1, 2)]);

  const result = await world.call(deleteLinesTool, { path: "a.txt", what: "all" });

  assert.equal(!result.ok && result.reason, "every_line");
  assert.match(result.text, /delete_file/);
});

test("a reply that is no mark is asked for once more, and then fails loudly", async () => {
  const better = await toolWorld({ "a.txt": "a\nb\n" }, ["Sure! L1: DELETE", "L1: DELETE"]);
  const worse = await toolWorld({ "a.txt": "a\nb\n" }, ["```\nL1: DELETE\n```", "L1: KEEP"]);

  const first = await better.call(deleteLinesTool, { path: "a.txt", what: "a" });
  const second = await worse.call(deleteLinesTool, { path: "a.txt", what: "a" });

  assert.equal(first.ok, true);
  assert.ok(better.asks[1]?.messages.at(-1)?.content.startsWith("[automated check, not the person]\n"));
  assert.equal(!second.ok && second.reason, "bad_marks");
  assert.equal(worse.asks.length, 2);
});

test("a line outside of the region is an error, and only the region is shown", async () => {
  const world = await toolWorld({ "a.txt": "a\nb\nc\nd\n" }, ["L1: DELETE", "L4: DELETE"]);

  const result = await world.call(deleteLinesTool, { path: "a.txt", what: "b", from: 2, to: 3 });

  assert.equal(result.ok, false);
  assert.ok(world.asks[0]?.messages[1]?.content.endsWith("LINES:\nL2: b\nL3: c"));
});

test("CRLF, BOM and a missing final newline survive", async () => {
  const crlf = "\uFEFFone\r\ntwo\r\nthree";
  const first = await toolWorld({ "a.txt": crlf }, ["L1: DELETE"]);
  const last = await toolWorld({ "a.txt": crlf }, ["L3: DELETE"]);

  await first.call(deleteLinesTool, { path: "a.txt", what: "x" });
  await last.call(deleteLinesTool, { path: "a.txt", what: "x" });

  assert.equal(await first.text("a.txt"), "\uFEFFtwo\r\nthree");
  assert.equal(await last.text("a.txt"), "\uFEFFone\r\ntwo");
});

test("names that only end like a pair are no reason to refuse", async () => {
  const world = await toolWorld({ "a.js": "if (door.itBegin()) go();\nvar x = 1;\nuse(x);\n" }, [
    "L1: DELETE",
  ]);

  assert.equal((await world.call(deleteLinesTool, { path: "a.js", what: "the door" })).ok, true);
});

test("marks are read strictly", () => {
  const region = { from: 1, to: 9 };

  assert.deepEqual(parseMarks("L1: DELETE\r\n\nL1: DELETE\nL9: DELETE ", region), {
    ok: true,
    lines: new Set([1, 9]),
  });
  for (const bad of [
    "L1",
    "1: DELETE",
    "L0: DELETE",
    "L10: DELETE",
    "L1: delete",
    "L1: DELETE x",
    "L1-3: DELETE",
  ]) {
    assert.equal(parseMarks(bad, region).ok, false, bad);
  }
});

test("a deletion's result is a shorter subsequence of the file, whatever is marked", () => {
  const line = fc.constantFrom("a", "b", "}", "{", "x.y = 1;", "");
  const file = fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n")), { minLength: 1, maxLength: 20 });

  fc.assert(
    fc.property(file, fc.array(fc.nat(19), { minLength: 1 }), fc.boolean(), (lines, marked, final) => {
      const text = lines.map(([words, end]) => words + end).join("");
      const before = splitText(final ? text : text.replace(/\r?\n$/, ""));
      const drop = new Set(
        marked.map((index) => (index % lines.length) + 1).filter((n) => n <= before.lines.length),
      );
      fc.pre(drop.size > 0);

      const after = parseText(renderText(dropLines(before, drop)));

      assert.ok(after !== null && isShorterSubsequence(before.lines, after.lines));
      assert.equal(after.lines.length, before.lines.length - drop.size);
      const found = droppedLines(before.lines, after.lines);
      assert.deepEqual(found && dropLines(before, found).lines, after.lines);
    }),
  );
});
