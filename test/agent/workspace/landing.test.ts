// Landing on disk: whole or not at all, once, whatever stops when. Promises every state that a crash can leave, each
// once, and every conflict that another program can make.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync, renameSync, statSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import type { LandingFile, LandOutcome } from "../../../agent/ports.ts";
import { openWorkspace } from "../../../agent/workspace/folder.ts";
import { landingFailpoints } from "../../../agent/workspace/landing.ts";
import { systemClock } from "../../../store/clock.ts";
import { type Failpoint, noFailpoint } from "../../../store/failpoint.ts";
import { folderWith } from "../tools/tool-world.ts";
import { caseFiles, caseFolder, LANDING, modeOf, stateOf, temps } from "./landing-case.ts";

const { signal } = new AbortController();
const POINTS = landingFailpoints(caseFiles.length);

async function land(
  root: string,
  failpoint: Failpoint = noFailpoint,
  files = caseFiles,
): Promise<LandOutcome> {
  const workspace = await openWorkspace(root, { clock: systemClock, failpoint });
  return workspace.land(LANDING, files, signal);
}

const stopAt = (point: string): Failpoint => {
  return (name) => {
    if (name === point) throw new Error(`stopped at ${name}`);
  };
};

test("a changeset lands whole, modes kept, and nothing is left beside it", async () => {
  const root = await caseFolder();

  const outcome = await land(root);

  assert.deepEqual(outcome, { type: "landed" });
  assert.equal(await stateOf(root), "after");
  assert.deepEqual(await temps(root), []);
  assert.equal(await modeOf(root, "a.js"), 0o755);
  assert.equal(await modeOf(root, "new/deep/c.js"), 0o644 & ~process.umask());
});

test("a mode that was changed since the review is kept", async () => {
  const root = await caseFolder();
  await chmod(join(root, "a.js"), 0o700);

  await land(root);

  assert.equal(await modeOf(root, "a.js"), 0o700);
});

test("landing twice is landing once", async () => {
  const root = await caseFolder();

  await land(root);
  const again = await land(root);

  assert.deepEqual(again, { type: "landed" });
  assert.equal(await stateOf(root), "after");
});

test("stopped at any failpoint, a repeat makes it whole", async () => {
  for (const point of POINTS) {
    const root = await caseFolder();
    await land(root, stopAt(point)).catch(() => undefined);

    const outcome = await land(root);

    assert.deepEqual(outcome, { type: "landed" }, point);
    assert.equal(await stateOf(root), "after", point);
    assert.deepEqual(await temps(root), [], point);
  }
});

test("killed at any failpoint, a repeat makes it whole", async () => {
  const child = fileURLToPath(new URL("./landing-child.ts", import.meta.url));
  const run = (root: string, point: string) =>
    new Promise<string>((resolve) => {
      const proc = execFile(process.execPath, [child, root, point], (_error, stdout) => {
        resolve(proc.signalCode ?? stdout);
      });
    });

  for (const point of POINTS.filter((name) => name !== "land:restored")) {
    const root = await caseFolder();
    const end = await run(root, point);

    const outcome = await land(root);

    // A failpoint of a file that is not created is never passed.
    assert.match(end, point.startsWith("land:linked") ? /SIGKILL|landed/ : /SIGKILL/, point);
    assert.deepEqual(outcome, { type: "landed" }, point);
    assert.equal(await stateOf(root), "after", point);
    assert.deepEqual(await temps(root), [], point);
  }
});

test("stopped twice, at any two failpoints, it is still whole or nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...POINTS), fc.constantFrom(...POINTS), async (first, second) => {
      const root = await caseFolder();
      await land(root, stopAt(first)).catch(() => undefined);
      await land(root, stopAt(second)).catch(() => undefined);

      assert.deepEqual(await land(root), { type: "landed" });
      assert.equal(await stateOf(root), "after");
      assert.deepEqual(await temps(root), []);
    }),
    { numRuns: 40 },
  );
});

test("a file changed since the review keeps the whole changeset off the disk", async () => {
  for (const { path } of caseFiles) {
    const root = await caseFolder();
    await mkdir(join(root, "new/deep"), { recursive: true });
    await writeFile(join(root, path), "somebody else's\n");

    const outcome = await land(root);

    assert.ok(outcome.type === "conflict" && !outcome.partial, path);
    assert.deepEqual(outcome.type === "conflict" && outcome.files.map((file) => file.path), [path]);
    const others = caseFiles.filter((file) => file.path !== path);
    assert.equal(await stateOf(root, others), "before");
    assert.equal(await readFile(join(root, path), "utf8"), "somebody else's\n");
  }
});

test("a file changed between the renames restores those that were done", async () => {
  const root = await caseFolder();

  const outcome = await land(root, (name) => {
    if (name === "land:renamed:0") rewriteNow(join(root, "b.js"));
  });

  assert.ok(outcome.type === "conflict" && !outcome.partial);
  assert.deepEqual(
    await stateOf(
      root,
      caseFiles.filter((file) => file.path !== "b.js"),
    ),
    "before",
  );
  assert.equal(await modeOf(root, "a.js"), 0o755);
  assert.deepEqual(await temps(root), []);
  assert.deepEqual((await readdir(root)).sort(), ["a.js", "b.js", "gone.js"]);
});

test("after a kill and a change by another program, what was done is restored", async () => {
  const root = await caseFolder();
  await land(root, stopAt("land:renamed:1")).catch(() => undefined);
  await writeFile(join(root, "gone.js"), "kept by somebody\n");

  const outcome = await land(root);

  assert.ok(outcome.type === "conflict" && !outcome.partial);
  assert.equal(
    await stateOf(
      root,
      caseFiles.filter((file) => file.path !== "gone.js"),
    ),
    "before",
  );
});

test("stopped while restoring, a repeat restores the rest", async () => {
  const root = await caseFolder();
  await land(root, stopAt("land:renamed:2")).catch(() => undefined);
  await writeFile(join(root, "gone.js"), "kept by somebody\n");
  await land(root, stopAt("land:restored")).catch(() => undefined);

  await land(root);

  assert.equal(
    await stateOf(
      root,
      caseFiles.filter((file) => file.path !== "gone.js"),
    ),
    "before",
  );
  assert.deepEqual(await temps(root), []);
});

test("a landed file that somebody changed meanwhile is told as partial, not overwritten", async () => {
  const root = await caseFolder();
  const chain = (name: string) => {
    if (name !== "land:renamed:1") return;
    rewriteNow(join(root, "a.js"));
    rewriteNow(join(root, "gone.js"));
  };

  const outcome = await land(root, chain);

  assert.ok(outcome.type === "conflict" && outcome.partial);
  const landed = outcome.type === "conflict" ? outcome.files.filter((file) => file.landed) : [];
  assert.deepEqual(
    landed.map((file) => file.path),
    ["a.js"],
  );
  assert.equal(await readFile(join(root, "a.js"), "utf8"), "rewritten\n");
});

test("what already had the new content before a first landing is not taken back", async () => {
  const root = await caseFolder();
  await writeFile(join(root, "a.js"), "new a\n");
  await writeFile(join(root, "b.js"), "changed\n");

  const outcome = await land(root);

  assert.equal(await readFile(join(root, "a.js"), "utf8"), "new a\n");
  assert.ok(outcome.type === "conflict" && outcome.files.some((file) => file.path === "a.js" && file.landed));
});

test("a file that appears where one was to be created is never replaced", async () => {
  const root = await folderWith({ "x.js": "x" });
  const files: LandingFile[] = [
    { path: "new.js", before: null, after: Buffer.from("ours"), mode: null },
    { path: "x.js", before: Buffer.from("x"), after: Buffer.from("y"), mode: null },
  ];

  const outcome = await land(
    root,
    (name) => {
      if (name === "land:temps") rewriteNow(join(root, "new.js"));
    },
    files,
  );

  assert.equal(outcome.type, "conflict");
  assert.equal(await readFile(join(root, "new.js"), "utf8"), "rewritten\n");
  assert.equal(await readFile(join(root, "x.js"), "utf8"), "x");
});

test("a write into a file in the very moment of its rename is noticed and kept", async () => {
  for (const path of ["a.js", "gone.js"]) {
    const root = await caseFolder();
    const index = path === "a.js" ? 0 : 3;

    const outcome = await land(root, (name) => {
      if (name === `land:checked:${index}`) rewriteNow(join(root, path));
    });

    const others = caseFiles.filter((file) => file.path !== path);
    assert.equal(outcome.type, "conflict", path);
    assert.equal(await readFile(join(root, path), "utf8"), "rewritten\n");
    assert.equal(await stateOf(root, others), "before");
  }
});

test("a parent that is swapped for a link between check and rename takes nothing outside", async () => {
  const root = await folderWith({ "lib/a.js": "old" });
  const outside = await folderWith({ "a.js": "old" });
  const files: LandingFile[] = [
    { path: "lib/a.js", before: Buffer.from("old"), after: Buffer.from("new"), mode: null },
  ];

  const outcome = await land(
    root,
    (name) => {
      if (name !== "land:temps") return;
      renameSync(join(root, "lib"), join(root, "lib-moved"));
      symlinkSync(outside, join(root, "lib"));
    },
    files,
  );

  assert.equal(await readFile(join(outside, "a.js"), "utf8"), "old");
  assert.deepEqual(await readdir(outside), ["a.js"]);
  assert.equal(outcome.type, "conflict");
  assert.equal(await readFile(join(root, "lib-moved/a.js"), "utf8"), "old");
  assert.deepEqual(await temps(root), []);
});

test("a stop before the first rename leaves nothing, and after it changes nothing", async () => {
  for (const [point, state] of [
    ["land:temps", "before"],
    ["land:renamed:0", "after"],
  ] as const) {
    const root = await caseFolder();
    const stop = new AbortController();
    const failpoint: Failpoint = (name) => {
      if (name === point) stop.abort(new Error("stopped by the person"));
    };
    const workspace = await openWorkspace(root, { clock: systemClock, failpoint });

    await workspace.land(LANDING, caseFiles, stop.signal).catch(() => undefined);

    assert.equal(await stateOf(root), state);
    assert.deepEqual(await temps(root), []);
  }
});

test("an undo of a landing brings back bytes and modes", async () => {
  const root = await caseFolder();
  await land(root);
  const undo = caseFiles.map((file) => ({ ...file, before: file.after, after: file.before }));

  const workspace = await openWorkspace(root, { clock: systemClock, failpoint: noFailpoint });
  const outcome = await workspace.land("undo-1", undo, signal);

  assert.deepEqual(outcome, { type: "landed" });
  assert.equal(await stateOf(root), "before");
  assert.equal(await modeOf(root, "gone.js"), 0o600);
  assert.equal(await modeOf(root, "a.js"), 0o755);
});

test("a write that fails takes back what was done and says why", async () => {
  const root = await folderWith({ "a/x.js": "x", "b/y.js": "y" });
  const files = ["a/x.js", "b/y.js"].map((path) => {
    return { path, before: Buffer.from(path.slice(2, 3)), after: Buffer.from("z"), mode: null };
  });
  const loseTemp = (name: string) => {
    if (name !== "land:temps") return;
    for (const temp of readdirSync(join(root, "b")))
      if (temp.endsWith(".tmp")) unlinkSync(join(root, "b", temp));
  };

  const outcome = await land(root, loseTemp, files);

  assert.ok(outcome.type === "conflict" && !outcome.partial);
  assert.equal(await readFile(join(root, "a/x.js"), "utf8"), "x");
  assert.equal(await readFile(join(root, "b/y.js"), "utf8"), "y");
});

test("a temp has a name that nobody can guess and the mode of its file", async () => {
  const names: string[] = [];
  for (const _ of [1, 2]) {
    const root = await caseFolder();
    await land(root, (name) => {
      if (name !== "land:temps") return;
      const found = readdirSync(root).filter((file) => file.endsWith(".tmp"));
      names.push(...found);
      assert.deepEqual(
        found.map((file) => statSync(join(root, file)).mode & 0o777).sort(),
        [0o600, 0o644, 0o755],
      );
    });
  }

  assert.equal(new Set(names).size, 6);
  for (const name of names) assert.match(name, /^\.handrail-landing-1-[0-9a-f]{24}\.tmp$/);
});

test("a file where a folder must be made is a conflict, and no folder stays", async () => {
  const root = await folderWith({ lib: "a file" });
  const files: LandingFile[] = [
    { path: "fresh/deep/x.js", before: null, after: Buffer.from("x"), mode: null },
    { path: "lib/y.js", before: null, after: Buffer.from("y"), mode: null },
  ];

  const outcome = await land(root, noFailpoint, files);

  assert.ok(outcome.type === "conflict" && !outcome.partial);
  assert.deepEqual(await readdir(root), ["lib"]);
  await rm(root, { recursive: true });
});

test("protected and secret paths never land", async () => {
  const root = await folderWith({ "a.js": "a" });
  for (const path of [".git/hooks/x", ".handrail/tools/x.ts", "../x", ".env", "./a.js"]) {
    const outcome = await land(root, noFailpoint, [
      { path, before: null, after: Buffer.from("x"), mode: null },
    ]);

    assert.equal(outcome.type, "conflict", path);
  }
});

// Failpoints are synchronous: what another program does there must have happened when they return.
function rewriteNow(path: string): void {
  writeFileSync(path, "rewritten\n");
}
