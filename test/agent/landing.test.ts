// Undo: what a generation did is taken back byte for byte, by kind of change; twice, late and after other changes.

import assert from "node:assert/strict";
import { chmod, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { landReview, undoCommand } from "../../agent/landing.ts";
import type { ReviewEnd } from "../../agent/ports.ts";
import { planUndo, type UndoPlan } from "../../agent/undo.ts";
import { call, type ScriptedReply, say } from "../servers/scripted-model.ts";
import { ME, openWorkshop, type Workshop } from "./turn/workshop.ts";

const signal = new AbortController().signal;
const BYTES = "var a = 1;\r\nvar b = 2;\n\ttail without newline";

const kinds: Record<string, ScriptedReply> = {
  create: call("write_file", { path: "deep/in/new.js", content: "var x = 1;\n" }),
  modify: call("edit_file", { path: "main.js", old: "var b = 2;", new: "var b = 20;" }),
  delete: call("delete_file", { path: "main.js" }),
  move: call("move_file", { from: "main.js", to: "lib/main.js" }),
};

async function landed(
  replies: ScriptedReply[],
  files: Record<string, string> = { "main.js": BYTES },
): Promise<Workshop> {
  const shop = await openWorkshop({ files, model: { script: [...replies, say("Done.")] } });
  const turn = await shop.ask("do it");
  await shop.run(turn);
  await shop.decide(turn, "apply");
  await shop.run(turn);
  assert.equal(shop.notifier.answers[0]?.outcome, "landed");
  return shop;
}

const plan = (shop: Workshop, n: number): Promise<UndoPlan> => planUndo(n, shop.deps, signal);

/** What the button does: the exact inverse, approved and landed. */
async function undo(shop: Workshop, n: number): Promise<ReviewEnd> {
  const exact = await plan(shop, n);
  assert.equal(exact.type, "exact");
  if (exact.type !== "exact") throw new Error("not exact");
  return await land(shop, n, exact);
}

async function land(
  shop: Workshop,
  n: number,
  exact: Extract<UndoPlan, { type: "exact" }>,
): Promise<ReviewEnd> {
  const { ledger, clock } = shop.deps;
  const review = `undo-${n}-${clock.now()}-${Math.random()}`;
  const origin = { type: "command" as const, command: undoCommand(n), by: ME };
  const place = { workspace: "ws", chat: "1", topic: null, allowed: [ME] };
  await ledger.openReview(
    {
      review,
      changeset: exact.changeset,
      origin,
      ...place,
      openedAt: 1,
      expiresAt: null,
      buttons: [],
      replaces: null,
    },
    exact.blobs,
  );
  await ledger.decideByReply({ review, by: ME, verdict: "apply", comment: "", at: 2 });
  const row = await ledger.review(review);
  assert.equal(row?.state, "approved");
  if (!row) throw new Error("no review");
  return await landReview(row, shop.deps, signal);
}

for (const [kind, reply] of Object.entries(kinds)) {
  test(`undo of a ${kind} brings back the exact bytes, and is a generation of its own`, async () => {
    await using shop = await landed([reply]);

    const end = await undo(shop, 1);

    assert.deepEqual(
      { type: end.type, generation: end.type === "landed" && end.generation },
      { type: "landed", generation: 2 },
    );
    assert.equal(await shop.file("main.js"), BYTES);
    for (const path of ["deep/in/new.js", "lib/main.js"]) {
      await assert.rejects(shop.file(path), { code: "ENOENT" });
    }
    assert.equal((await shop.deps.ledger.generation("ws", 1))?.undoneBy, 2);
  });
}

test("undo of a deletion brings back the file's mode too", async () => {
  await using shop = await openWorkshop({
    files: { "run.sh": "#!/bin/sh\n" },
    model: { script: [call("delete_file", { path: "run.sh" }), say("Done.")] },
  });
  await chmod(join(shop.root, "run.sh"), 0o755);
  const turn = await shop.ask("delete it");
  await shop.run(turn);
  await shop.decide(turn, "apply");
  await shop.run(turn);

  await undo(shop, 1);

  assert.equal((await stat(join(shop.root, "run.sh"))).mode & 0o777, 0o755);
});

test("a second undo is refused and names the first; an undo can be undone, and then undone anew", async () => {
  await using shop = await landed([kinds.modify ?? say("")]);
  await undo(shop, 1);

  assert.deepEqual(await plan(shop, 1), { type: "already", by: 2 });
  await undo(shop, 2);
  assert.match(await shop.file("main.js"), /var b = 20;/);
  assert.deepEqual(await plan(shop, 2), { type: "already", by: 3 });
  await undo(shop, 1);

  assert.equal(await shop.file("main.js"), BYTES);
});

test("a generation that is not there is unknown", async () => {
  await using shop = await landed([kinds.modify ?? say("")]);

  assert.deepEqual(await plan(shop, 9), { type: "unknown" });
});

test("undo after other changes is refused, and each such file is named", async () => {
  const edits = ["a", "b", "c", "d"].map((name) =>
    call("edit_file", { path: `${name}.js`, old: "1", new: "2" }),
  );
  const files = Object.fromEntries(["a", "b", "c", "d"].map((name) => [`${name}.js`, "var x = 1;\n"]));
  await using shop = await landed([...edits, call("delete_file", { path: "gone.js" })], {
    ...files,
    "gone.js": "1\n",
  });
  await writeFile(join(shop.root, "b.js"), "var x = 3;\n");
  await rm(join(shop.root, "c.js"));
  await writeFile(join(shop.root, "gone.js"), "another\n");

  const refused = await plan(shop, 1);

  assert.deepEqual(refused, {
    type: "changed",
    files: [
      { path: "b.js", why: "changed since" },
      { path: "c.js", why: "can no longer be read there" },
      { path: "gone.js", why: "is there again" },
    ],
  });
});

test("a file that changes between the plan and its landing is not overwritten, and nothing lands", async () => {
  await using shop = await landed(
    [
      call("edit_file", { path: "a.js", old: "1", new: "2" }),
      call("edit_file", { path: "b.js", old: "1", new: "2" }),
    ],
    { "a.js": "1\n", "b.js": "1\n" },
  );
  const exact = await plan(shop, 1);
  assert.equal(exact.type, "exact");
  await writeFile(join(shop.root, "b.js"), "mine\n");

  const end = exact.type === "exact" ? await land(shop, 1, exact) : null;

  assert.equal(end?.type, "conflicted");
  assert.deepEqual(end?.type === "conflicted" && end.files.map((file) => file.path), ["b.js"]);
  assert.equal(await shop.file("a.js"), "2\n");
  assert.equal(await shop.file("b.js"), "mine\n");
  assert.deepEqual((await plan(shop, 1)).type, "changed");
});

test("landing again what has landed writes nothing and tells the same end", async () => {
  await using shop = await landed([kinds.modify ?? say("")]);
  await undo(shop, 1);
  const row = (await shop.deps.ledger.reviewsIn(["landed"])).find((one) => one.origin.type === "command");
  assert.ok(row);
  await writeFile(join(shop.root, "main.js"), "later\n");

  const end = await landReview(row, shop.deps, signal);

  assert.equal(end.type === "landed" && end.generation, 2);
  assert.equal(await readFile(join(shop.root, "main.js"), "utf8"), "later\n");
});
