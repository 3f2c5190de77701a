// What happens before a build: repositories are cloned and kept, packages found, files followed to what they reference;
// what goes wrong costs one source and is told.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { build } from "../../../../agent/docs/index/build.ts";
import { readFolder } from "../../../../agent/docs/index/read-pages.ts";
import { prepareSources } from "../../../../agent/docs/sources/prepare-sources.ts";
import type { Clock } from "../../../../store/clock.ts";
import { systemClock } from "../../../../store/clock.ts";
import { type TestWorkspace, workspaceWith } from "./workspace-with.ts";

const signal = new AbortController().signal;

/** Loads with the owner's yes to whatever docs.json says, and prepares. */
async function prepared({ load, cacheDir }: TestWorkspace, clock: Clock = systemClock) {
  const { needsTrust } = await load();
  const { sources } = await load(needsTrust ? [needsTrust.hash] : []);
  return await prepareSources(sources, { cacheDir, clock, signal });
}

const pathsRead = (source: Parameters<typeof readFolder>[0]): string[] =>
  (readFolder(source)?.pages ?? []).map(({ path: at }) => at);

function git(folder: string, ...args: string[]): string {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@localhost", "-c", "init.defaultBranch=main"];
  return execFileSync("git", [...identity, "-C", folder, ...args], {
    encoding: "utf8",
    env: { PATH: process.env.PATH },
  });
}

/** A repository outside of the workspace, with a page in `docs`. */
function repository(t: TestContext, docs: unknown = {}) {
  const workspace = workspaceWith(t, {
    sources: [{ name: "api", git: { repo: "../outside", folder: "docs", ...Object(docs) } }],
  });
  const { outside } = workspace;
  git(outside, "init", "-q");
  const commit = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(outside, file)), { recursive: true });
    fs.writeFileSync(path.join(outside, file), text);
    git(outside, "add", "-A");
    git(outside, "commit", "-q", "-m", "x");
  };
  commit("docs/Loom-warp.md", "# Loom.warp\n\nFirst.\n");
  return { ...workspace, commit };
}

test("a repository is cloned, and again only when it has moved on", async (t) => {
  const repo = repository(t);

  const first = await prepared(repo);
  const marker = path.join(first.sources[0]?.folder ?? "", "marker");
  fs.writeFileSync(marker, "");
  const again = await prepared(repo);
  const isSameCopy = fs.existsSync(marker);
  repo.commit("docs/Loom-weft.md", "# Loom.weft\n\nSecond.\n");
  const moved = await prepared(repo);

  assert.deepEqual([first.notes, again.sources, isSameCopy], [[], first.sources, true]);
  assert.deepEqual(pathsRead(moved.sources[0] ?? assert.fail()), ["Loom-warp.md", "Loom-weft.md"]);
  assert.equal(fs.existsSync(marker), false, "the old copy is gone");
});

test("a repository that cannot be reached keeps its last good copy, and says how old it is", async (t) => {
  const repo = repository(t);
  await prepared(repo);
  fs.rmSync(path.join(repo.outside, ".git"), { recursive: true });
  const later: Clock = { ...systemClock, now: () => systemClock.now() + 3 * 86_400_000 };

  const { sources, notes } = await prepared(repo, later);

  assert.deepEqual(pathsRead(sources[0] ?? assert.fail()), ["Loom-warp.md"]);
  assert.equal(notes[0]?.kind, "kept");
  assert.match(notes[0]?.text ?? "", /^"api" is read from its last good copy: .*\(the copy is 3 days old\)$/);
});

test("a place that holds something else, or nothing, is told with what to write instead", async (t) => {
  const sources = [
    { name: "page", folder: "docs/a.md" },
    { name: "folder", file: "docs" },
    { name: "gone", folder: "nowhere" },
    { name: "none", file: "docs/none.d.ts" },
  ];
  const { notes } = await prepared(workspaceWith(t, { sources }, { "docs/a.md": "# A\n" }));

  const said = notes.map(({ kind, text }) => `${kind}: ${text.replace(/\/\S*\/shop\//, "")}`);
  assert.deepEqual(said, [
    'fault: "page" cannot be read: docs/a.md is a file, not a folder: name it as "file".',
    'fault: "folder" cannot be read: docs is a folder, not a file: name it as "folder".',
    'fault: "gone" cannot be read: there is no folder nowhere.',
    'fault: "none" cannot be read: there is no file docs/none.d.ts.',
  ]);
});

test("a branch, a tag, a commit; what does not exist is told", async (t) => {
  const repo = repository(t, { ref: "v1" });
  const missing = await prepared(repo);
  git(repo.outside, "tag", "v1");
  const commit = git(repo.outside, "rev-parse", "HEAD").trim();
  repo.commit("docs/Loom-weft.md", "# Loom.weft\n");

  const tagged = await prepared(repo);
  repo.write(
    ".handrail/docs.json",
    JSON.stringify({ sources: [{ name: "api", git: { repo: "../outside", ref: commit } }] }),
  );
  const exact = await prepared(repo);

  assert.match(
    missing.notes[0]?.text ?? "",
    /^"api" cannot be read: .* cannot be cloned: it has no branch or tag "v1"\.$/,
  );
  assert.deepEqual(pathsRead(tagged.sources[0] ?? assert.fail()), ["Loom-warp.md"]);
  assert.deepEqual(pathsRead(exact.sources[0] ?? assert.fail()), ["docs/Loom-warp.md"]);
});

test("hooks of a repository do not run, and its links become text", async (t) => {
  const repo = repository(t);
  const ran = path.join(repo.root, "ran");
  for (const hook of ["post-checkout", "post-merge", "reference-transaction"]) {
    const at = path.join(repo.outside, ".git/hooks", hook);
    fs.writeFileSync(at, `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
  }
  fs.symlinkSync("/etc/passwd", path.join(repo.outside, "docs/link.md"));
  repo.commit("docs/b.md", "# B\n");
  fs.rmSync(ran, { force: true });

  const { sources } = await prepared(repo);

  const link = path.join(sources[0]?.folder ?? "", "link.md");
  assert.equal(fs.lstatSync(link).isSymbolicLink(), false);
  assert.equal(fs.readFileSync(link, "utf8"), "/etc/passwd");
  assert.equal(fs.existsSync(ran), false);
});

test("a clone that is stopped throws the stop, and leaves nothing half", async (t) => {
  const repo = repository(t);
  const stop = new AbortController();
  stop.abort(new Error("enough"));
  const { needsTrust } = await repo.load();
  const { sources } = await repo.load([needsTrust?.hash ?? ""]);

  const stopped = prepareSources(sources, {
    cacheDir: repo.cacheDir,
    clock: systemClock,
    signal: stop.signal,
  });

  await assert.rejects(stopped, /enough/);
  assert.equal(fs.existsSync(repo.cacheDir) && fs.readdirSync(repo.cacheDir).length > 0, false);
});

// Spelled apart, so that nobody takes it for an import of this file.
const FROM = "from";

const PACKAGE = {
  "node_modules/@loom/core/package.json": JSON.stringify({
    exports: {
      ".": {
        import: { types: "./dist/index.d.mts", default: "./dist/index.mjs" },
        require: "./dist/index.cjs",
      },
      "./dye": { types: "./dist/dye.d.ts" },
      "./*": "./dist/*.js",
    },
  }),
  "node_modules/@loom/core/dist/index.d.mts": `export * ${FROM} "./parts/band.mjs";
import type { X } ${FROM} "other";
`,
  "node_modules/@loom/core/dist/parts/band.d.mts": "export interface Band { colour: string }\n",
  "node_modules/@loom/core/dist/dye.d.ts":
    '/// <reference path="./tones.d.ts" />\n/// <reference types="node" />\n',
  "node_modules/@loom/core/dist/tones.d.ts": "interface Tone { name: string }\n",
  "node_modules/@loom/core/dist/unused.d.ts": "interface Unused {}\n",
};

test("an installed package is read from its types entries and what they reference, and nothing else", async (t) => {
  const workspace = workspaceWith(t, { sources: [{ name: "core", package: "@loom/core" }] }, PACKAGE);

  const { sources, notes } = await prepared(workspace);

  assert.deepEqual(notes, []);
  const pages = readFolder(sources[0] ?? assert.fail());
  assert.deepEqual(
    pages?.pages.map(({ path: at }) => at),
    ["dist/dye.d.ts", "dist/index.d.mts", "dist/parts/band.d.mts", "dist/tones.d.ts"],
  );
  assert.deepEqual([...(pages?.notRead ?? [])], [["reference to another package", 2]]);
});

test("types that others wrote for a package, types beside its main file, a package without any", async (t) => {
  const workspace = workspaceWith(
    t,
    {
      sources: ["plain", "@loom/old", "main", "none", "absent"].map((name, at) => ({
        name: `s${at}`,
        package: name,
      })),
    },
    {
      "node_modules/plain/package.json": '{"types":"api"}',
      "node_modules/plain/api.d.ts": "interface Plain {}\n",
      "node_modules/@loom/old/package.json": "{}",
      "node_modules/@types/loom__old/package.json": '{"types":"index.d.ts"}',
      "node_modules/@types/loom__old/index.d.ts": "interface Old {}\n",
      "node_modules/main/package.json": '{"main":"lib/main.js"}',
      "node_modules/main/lib/main.d.ts": "interface Main {}\n",
      "node_modules/none/package.json": '{"main":"main.js"}',
    },
  );

  const { sources, notes } = await prepared(workspace);

  assert.deepEqual(
    sources.map(({ entries }) => entries),
    [["api.d.ts"], ["index.d.ts"], ["lib/main.d.ts"], [], []],
  );
  assert.match(
    notes[0]?.text ?? "",
    /^"s3" cannot be read: neither node_modules\/none nor @types\/none holds declarations/,
  );
  assert.match(notes[1]?.text ?? "", /^"s4" cannot be read: there is no node_modules\/absent/);
});

test("a package that is a link out of the workspace is not followed", async (t) => {
  const workspace = workspaceWith(
    t,
    { sources: [{ name: "core", package: "core" }] },
    { "node_modules/x/a": "" },
  );
  fs.writeFileSync(path.join(workspace.outside, "index.d.ts"), "interface A {}\n");
  fs.symlinkSync(workspace.outside, path.join(workspace.root, "node_modules/core"));

  const { notes } = await prepared(workspace);

  assert.match(notes[0]?.text ?? "", /leads outside the workspace, to .*: name that folder instead\./);
});

test("a folder that becomes a link between the look and the build is not followed", async (t) => {
  const workspace = workspaceWith(t, { sources: [{ name: "d", folder: "docs" }] }, { "docs/a.md": "# A\n" });
  fs.writeFileSync(path.join(workspace.outside, "canary.md"), "# Canary\n");
  const { sources } = await prepared(workspace);
  const [source] = sources;
  assert.ok(source);
  assert.deepEqual(pathsRead(source), ["a.md"]);

  fs.rmSync(path.join(workspace.root, "docs"), { recursive: true });
  fs.symlinkSync(workspace.outside, path.join(workspace.root, "docs"));

  assert.deepEqual(pathsRead(source), []);
});

test("a package.json that is a pipe or a link is none, and nobody waits for it", async (t) => {
  const workspace = workspaceWith(
    t,
    {
      sources: [
        { name: "pipe", package: "pipe" },
        { name: "link", package: "link" },
      ],
    },
    { "node_modules/pipe/a.js": "", "node_modules/link/api.d.ts": "interface A {}\n" },
  );
  const packages = path.join(workspace.root, "node_modules");
  execFileSync("mkfifo", [path.join(packages, "pipe/package.json")]);
  fs.writeFileSync(path.join(workspace.outside, "package.json"), JSON.stringify({ types: "api.d.ts" }));
  fs.symlinkSync(path.join(workspace.outside, "package.json"), path.join(packages, "link/package.json"));

  const { notes } = await prepared(workspace);

  assert.deepEqual(
    notes.map(({ text }) => /holds declarations/.test(text)),
    [true, true],
  );
});

test("a file brings what it references, up to the workspace's edge and not through links", async (t) => {
  const workspace = workspaceWith(
    t,
    { sources: [{ name: "api", file: "types/api.d.ts" }] },
    {
      "types/api.d.ts": `/// <reference path="../lib/base.d.ts" />
/// <reference path="../../outside/secret.d.ts" />
/// <reference path="./linked.d.ts" />
/// <reference path="./gone.d.ts" />
/** import { x } ${FROM} "./not-this" */
interface A {}`,
      "types/other.d.ts": "interface Other {}\n",
      "lib/base.d.ts": "interface Base {}\n",
    },
  );
  fs.writeFileSync(path.join(workspace.outside, "secret.d.ts"), "interface Secret {}\n");
  fs.symlinkSync(path.join(workspace.outside, "secret.d.ts"), path.join(workspace.root, "types/linked.d.ts"));

  const { sources } = await prepared(workspace);

  const pages = readFolder(sources[0] ?? assert.fail())?.pages ?? [];
  assert.deepEqual(
    pages.map((page) => ("problem" in page ? `${page.path}: ${page.problem}` : page.path)),
    [
      "lib/base.d.ts",
      "types/api.d.ts",
      'types/api.d.ts → ../../outside/secret.d.ts: "../../outside/secret.d.ts" is outside of the source, not followed',
      'types/api.d.ts → ./gone.d.ts: references "./gone.d.ts", which is not there',
      "types/linked.d.ts: a link, not followed",
    ],
  );
});

test("include and exclude choose by path, and what they leave out is counted", async (t) => {
  const docs = { name: "docs", folder: "docs", include: ["api/**/*.md", "*.md"], exclude: ["**/draft-?.md"] };
  const files = ["a.md", "b.html", "api/one.md", "api/deep/two.md", "api/deep/draft-1.md", "other/three.md"];
  const workspace = workspaceWith(
    t,
    { sources: [docs] },
    Object.fromEntries(files.map((file) => [`docs/${file}`, "# X\n"])),
  );

  const { sources } = await prepared(workspace);

  const pages = readFolder(sources[0] ?? assert.fail());
  assert.deepEqual(
    pages?.pages.map(({ path: at }) => at),
    ["a.md", "api/deep/two.md", "api/one.md"],
  );
  assert.deepEqual([...(pages?.notRead ?? [])], [["left out by patterns", 3]]);
});

test("pages and feeds of the web are noted for the refresh, and the rest goes on", async (t) => {
  const workspace = workspaceWith(
    t,
    {
      sources: [
        { name: "news", feed: "https://loom.example/news.xml" },
        { name: "docs", folder: "docs" },
      ],
    },
    { "docs/a.md": "# A\n" },
  );

  const { sources, notes } = await prepared(workspace);

  assert.deepEqual(
    sources.map(({ name }) => name),
    ["docs"],
  );
  assert.deepEqual(notes, [
    {
      source: "news",
      kind: "note",
      text: '"news" is not read: nothing is fetched from the web yet. Put a copy of https://loom.example/news.xml into a folder, and name that.',
    },
  ]);
});

test("a source that cannot be prepared any more keeps its pages in the index", async (t) => {
  const workspace = workspaceWith(t, { sources: [{ name: "core", package: "@loom/core" }] }, PACKAGE);
  const dir = path.join(workspace.root, "index");
  const before = build({ sources: (await prepared(workspace)).sources, dir, builtAt: 0 }, () => {});
  fs.rmSync(path.join(workspace.root, "node_modules"), { recursive: true });

  const { sources, notes } = await prepared(workspace);
  const after = build({ sources, dir, builtAt: 0 }, () => {});

  assert.equal(notes[0]?.kind, "fault");
  assert.equal(after.chunks, before.chunks);
});
