// What stands in the chat after a review and while a turn runs.
// Promises that each is a message that Telegram takes as it is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { renderReceipt } from "../../../bot/render/receipt.ts";
import { foldProgress, initialProgress, renderProgress } from "../../../bot/render/status.ts";
import { assertMessage } from "./valid.ts";

const context = {
  workspace: "quire",
  changeset: "ab".repeat(32),
  at: Date.UTC(2027, 1, 28, 23, 5),
  nameOf: () => "Ann",
};

test("a receipt names files, counts, hash, person, time and generation", () => {
  const end = {
    type: "landed",
    generation: 3,
    by: "1001",
    files: [{ path: "main.js", op: "modify", added: 1, removed: 4 }],
  } as const;

  const { text } = renderReceipt({ ...end, files: [...end.files] }, context);

  assert.equal(
    text,
    "✅ Landed as generation 3, applied by Ann\n• main.js +1 −4\nquire · abababababab · 2027-02-28 23:05 UTC",
  );
});

test("a receipt of an undo says what it takes back", () => {
  const files = [{ path: "main.js", op: "modify" as const, added: 4, removed: 1 }];

  const { text } = renderReceipt(
    { type: "landed", generation: 4, by: "1001", files },
    { ...context, undoes: 3 },
  );

  assert.match(
    text,
    /^↩️ Landed as generation 4, applied by Ann\nIt takes generation 3 back:\n• main\.js \+4 −1\n/,
  );
});

test("a conflict whose files are not known any more still says why", () => {
  const { text } = renderReceipt(
    { type: "conflicted", files: [{ path: "", why: "changed since" }] },
    context,
  );

  assert.match(text, /\n• changed since\n/);
});

test("every end fits a message, however many files it has", () => {
  const files = Array.from({ length: 500 }, (_, i) => ({
    path: `lib/${"deep/".repeat(20)}${i}.js`,
    op: "delete" as const,
    added: 0,
    removed: i,
    why: "changed on the disk",
  }));

  for (const end of [
    { type: "landed", generation: 1, by: "1001", files },
    { type: "conflicted", files },
    { type: "rejected", by: "1001" },
    { type: "revised", by: "1001" },
    { type: "stopped" },
  ] as const) {
    assertMessage(
      renderReceipt(
        end.type === "landed" || end.type === "conflicted" ? { ...end, files: [...end.files] } : end,
        context,
      ),
    );
  }
});

test("the status says what is being done, how long, and at what cost", () => {
  let state = initialProgress(0);
  for (const progress of [
    { type: "tool", step: 2, tool: "read_file", label: "Reading main.js" },
    { type: "usage", step: 2, promptTokens: 1_200, completionTokens: 300, cachedTokens: 600 },
  ] as const) {
    state = foldProgress(state, progress, 75_000);
  }

  assert.equal(
    renderProgress(state).text,
    "⏳ Reading main.js\n1 min 15 s · 2 steps · 1.5 k tokens · 50 % cached",
  );
});

test("the status shows the plan as a checklist, and what rests on nothing", () => {
  const items = [
    { title: "Write grid.js", state: "completed" as const, unverified: [] },
    { title: "Load grid.js", state: "working" as const, unverified: [] },
    { title: "Sort rows", state: "waiting" as const, unverified: ["Sheet.glimmer"] },
    { title: "Footer", state: "orphaned" as const, unverified: [] },
  ];

  const state = foldProgress(initialProgress(0), { type: "plan", items }, 500);

  assert.equal(
    renderProgress(state).text.trimEnd(),
    "⏳ Thinking…\n✅ Write grid.js\n▶️ Load grid.js\n⏸ Sort rows (unverified: Sheet.glimmer)\n⚠️ Footer (orphaned)",
  );
});
