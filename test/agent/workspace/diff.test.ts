// Line counts and the exact `.diff`. Promises that `git apply` makes of `before` exactly `after`, for any text.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { lineStats } from "../../../agent/workspace/line-stats.ts";
import { parseText, renderText } from "../../../agent/workspace/text.ts";
import { type DiffFile, unifiedDiff } from "../../../agent/workspace/unified-diff.ts";

type Case = { path: string; before: string | null; after: string | null };

function diffFile({ path, before, after }: Case): DiffFile {
  const op = before === null ? "create" : after === null ? "delete" : "modify";
  return {
    path,
    op,
    before: before === null ? null : Buffer.from(before),
    after: after === null ? null : Buffer.from(after),
  };
}

/** What git makes of the files by the diff. */
function applied(cases: Case[]): (string | null)[] {
  const root = mkdtempSync(join(tmpdir(), "diff-"));
  for (const { path, before } of cases) {
    if (before === null) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), before);
  }
  writeFileSync(join(root, "the.diff"), unifiedDiff(cases.map(diffFile)));
  execFileSync("git", ["apply", "--whitespace=nowarn", "the.diff"], { cwd: root, stdio: "pipe" });
  return cases.map(({ path }) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null,
  );
}

test("git applies creations, deletions, edits, odd names and missing final newlines", () => {
  const cases: Case[] = [
    { path: "a.js", before: "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n", after: "1\ntwo\n3\n4\n5\n6\n7\n8\n9\n10\n11" },
    { path: "crlf.txt", before: "\uFEFFa\r\nb\r\n", after: "\uFEFFa\r\nc\r\nd\n" },
    { path: "new folder/a file.txt", before: null, after: "x\n" },
    { path: "with space.txt", before: "x", after: "y" },
    { path: 'quo"te.txt', before: "x\n", after: "y\n" },
    { path: "größe.txt", before: "ß\n", after: "ss\n" },
    { path: "gone.js", before: "bye\nbye", after: null },
    { path: "empty.txt", before: null, after: "" },
    { path: "emptied.txt", before: "x\n", after: "" },
    { path: "was-empty.txt", before: "", after: "now\n" },
  ];

  assert.deepEqual(
    applied(cases),
    cases.map((one) => one.after),
  );
});

test("any two texts come out as they went in", () => {
  const line = fc.constantFrom(
    "a",
    "b",
    "c",
    "",
    " ",
    "\t",
    "--- x",
    "+++ y",
    "@@ -1 +1 @@",
    "\\ No newline",
    "a\r",
  );
  const text = fc.tuple(fc.array(line, { maxLength: 30 }), fc.boolean()).map(([lines, final]) => {
    return lines.join("\n") + (final ? "\n" : "");
  });

  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after);
      assert.deepEqual(applied([{ path: "f.txt", before, after }]), [after]);
    }),
    { numRuns: 25 },
  );
});

test("a binary file is named with sizes and hashes, and not printed", () => {
  const file: DiffFile = {
    path: "b.png",
    op: "modify",
    before: Buffer.from([0, 1]),
    after: Buffer.from([0, 2, 3]),
  };

  const diff = unifiedDiff([file]);

  assert.match(
    diff,
    /^# binary file b\.png \(modify\): 2 bytes, sha256 [0-9a-f]{64} -> 3 bytes, sha256 [0-9a-f]{64}\n$/,
  );
});

test("lines are counted by what is added and removed, line endings included", () => {
  assert.deepEqual(lineStats(Buffer.from("a\nb\nc\n"), Buffer.from("a\nx\ny\nc\n")), {
    added: 2,
    removed: 1,
  });
  assert.deepEqual(lineStats(null, Buffer.from("a\nb")), { added: 2, removed: 0 });
  assert.deepEqual(lineStats(Buffer.from("a\nb\n"), null), { added: 0, removed: 2 });
  assert.deepEqual(lineStats(Buffer.from("a\n"), Buffer.from("a\r\n")), { added: 1, removed: 1 });
});

test("a diff of two long and foreign files ends soon", () => {
  const lines = (seed: number) =>
    Array.from({ length: 12_000 }, (_, index) => `${(index * seed) % 9973}\n`).join("");
  const before = performance.now();

  const stats = lineStats(Buffer.from(lines(31)), Buffer.from(lines(47)));

  assert.ok(stats.added > 1000);
  assert.ok(performance.now() - before < 5000);
});

test("a text is put together again byte for byte", () => {
  const bit = fc.constantFrom("a", "\n", "\r\n", "\r", "\uFEFF", "ß", " ");

  fc.assert(
    fc.property(fc.array(bit), (bits) => {
      const bytes = Buffer.from(bits.join(""));
      const text = parseText(bytes);
      assert.ok(text !== null && Buffer.from(renderText(text)).equals(bytes));
    }),
  );
});
