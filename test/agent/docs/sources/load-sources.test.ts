// docs.json: what a workspace may read, what waits for the owner, what is wrong and costs only itself.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { sha256 } from "../../../../store/hash.ts";
import { workspaceWith } from "./workspace-with.ts";

test("a folder inside the workspace is read without asking, and says whether it is complete", async (t) => {
  const { root, load } = workspaceWith(
    t,
    { $schema: "x", sources: [{ name: "loom", folder: "docs", complete: true, parser: "markdown" }] },
    { "docs/a.md": "# A\n" },
  );

  const { sources, needsTrust, notes } = await load();

  assert.deepEqual(sources, [
    {
      name: "loom",
      parser: "markdown",
      complete: true,
      place: { type: "folder", folder: path.join(root, "docs") },
    },
  ]);
  assert.deepEqual([needsTrust, notes], [null, []]);
});

test("a workspace without docs.json has no sources and the usual lookups", async (t) => {
  const { root, load } = workspaceWith(t, {});
  fs.rmSync(path.join(root, ".handrail"), { recursive: true });

  assert.deepEqual(await load(), {
    sources: [],
    lookups: { maxQueries: 3, rewriteGoals: false },
    needsTrust: null,
    notes: [],
  });
});

test("a bad source is told by name and the others go on", async (t) => {
  const { load } = workspaceWith(
    t,
    {
      sources: [
        { name: "good", folder: "docs" },
        { name: "both", folder: "docs", url: "https://loom.example/docs" },
        { name: "neither" },
        { name: "odd", folder: "docs", colour: "red" },
        { folder: "docs" },
        { name: "good", folder: "other" },
        { name: "sly", folder: "docs", include: ["{a,b}.md"] },
        "text",
      ],
    },
    { "docs/a.md": "# A\n" },
  );

  const { sources, notes } = await load();

  assert.deepEqual(
    sources.map(({ name }) => name),
    ["good"],
  );
  const told = notes.map(({ source, text }) => `${source}: ${text}`).join("\n");
  assert.ok(notes.every(({ kind }) => kind === "fault"));
  assert.match(told, /both: .*needs exactly one of folder, file, package, git, url, sitemap, feed/);
  assert.match(told, /neither: .*needs exactly one of/);
  assert.match(told, /odd: .*colour.* It may hold .*parser/);
  assert.match(told, /source 5: .*name/);
  assert.match(told, /good: .*stands there twice/);
  assert.match(told, /sly: .*a pattern is made of/);
  assert.match(told, /source 8: /);
});

test("a file that is no JSON, or holds unknown keys, is refused as a whole", async (t) => {
  await assert.rejects(
    workspaceWith(t, "{").load(),
    /^Error: \.handrail\/docs\.json is not JSON \(line 1 column 2\)\.$/,
  );
  await assert.rejects(workspaceWith(t, { source: [] }).load(), /It may hold \$schema, sources, lookups/);
  await assert.rejects(workspaceWith(t, []).load(), /docs\.json does not fit/);
});

test("what lies outside waits for a yes to exactly these bytes", async (t) => {
  const text =
    '{ "sources": [{ "name": "engine", "folder": "../outside" }, { "name": "own", "folder": "docs" }] }';
  const { outside, load } = workspaceWith(t, text, { "docs/a.md": "# A\n" });

  const before = await load(["0".repeat(64)]);
  const after = await load([sha256(text)]);

  assert.deepEqual(
    before.sources.map(({ name }) => name),
    ["own"],
  );
  assert.deepEqual(before.needsTrust, {
    hash: sha256(text),
    why: [`"engine" reads the folder ${outside}, which is outside the workspace.`],
  });
  assert.deepEqual(before.notes, [
    {
      source: "engine",
      kind: "waits",
      text: `"engine" is left out: ${outside} is outside the workspace; /trust shows it.`,
    },
  ]);
  assert.deepEqual(after.sources[0]?.place, { type: "folder", folder: outside });
  assert.deepEqual([after.needsTrust, after.notes], [before.needsTrust, []]);
});

test("a yes to other bytes is no yes: one more blank and it waits again", async (t) => {
  const text = '{"sources":[{"name":"engine","folder":"../outside"}]}';
  const { write, load } = workspaceWith(t, text);
  assert.equal((await load([sha256(text)])).sources.length, 1);

  write(".handrail/docs.json", `${text}\n`);

  assert.equal((await load([sha256(text)])).sources.length, 0);
});

test("repositories, pages and feeds reach out too, and say what they reach", async (t) => {
  const { load } = workspaceWith(t, {
    sources: [
      { name: "git", git: { repo: "https://loom.example/docs.git", ref: "v2", folder: "api" } },
      { name: "here", git: { repo: "." } },
      { name: "page", url: "https://loom.example/api.html" },
      { name: "map", sitemap: "https://loom.example/sitemap.xml" },
      { name: "news", feed: "https://loom.example/news.xml" },
    ],
  });

  const { sources, needsTrust, notes } = await load();

  assert.deepEqual(sources, []);
  assert.equal(needsTrust?.why[0], '"git" clones https://loom.example/docs.git at v2 and reads api.');
  assert.equal(needsTrust?.why.length, 5);
  assert.match(notes[4]?.text ?? "", /^"news" is left out: it fetches https:.*; \/trust shows it\.$/);
  const trusted = await load([needsTrust?.hash ?? ""]);
  assert.deepEqual(
    trusted.sources.map(({ place }) => place.type),
    ["git", "git", "fetched", "fetched", "fetched"],
  );
});

test("a link that leads out is refused, trusted or not: a yes is given to what is written", async (t) => {
  const text = '{"sources":[{"name":"sly","folder":"docs"},{"name":"page","file":"a.md"}]}';
  const { root, outside, load } = workspaceWith(t, text);
  fs.writeFileSync(path.join(outside, "a.md"), "# A\n");
  fs.symlinkSync(outside, path.join(root, "docs"));
  fs.symlinkSync(path.join(outside, "a.md"), path.join(root, "a.md"));

  const { sources, needsTrust, notes } = await load([sha256(text)]);

  assert.deepEqual([sources, needsTrust], [[], null]);
  assert.ok(
    notes.every(({ kind, text }) => kind === "fault" && /leads outside the workspace by a link/.test(text)),
  );
});

const REFUSED_REPOS = [
  "ext::sh -c touch% /tmp/x",
  "--upload-pack=touch",
  "http://loom.example/docs.git",
  "git://loom.example/docs.git",
  "fd::17/loom",
];
for (const repo of REFUSED_REPOS) {
  test(`the repository "${repo}" is refused before git hears of it`, async (t) => {
    const { load } = workspaceWith(t, { sources: [{ name: "sly", git: { repo } }] });

    const { sources, needsTrust, notes } = await load();

    assert.deepEqual([sources, needsTrust, notes[0]?.kind], [[], null, "fault"]);
  });
}

test("refs and folders of a repository cannot be options, nor leave it", async (t) => {
  const repo = "https://loom.example/docs.git";
  const bad = [
    { repo, ref: "--upload-pack=touch" },
    { repo, ref: "a b" },
    { repo, folder: "../x" },
    { repo, folder: "/etc" },
    { repo, folder: ".git/hooks" },
  ];

  const { load } = workspaceWith(t, { sources: bad.map((git, at) => ({ name: `s${at}`, git })) });
  const { sources, notes } = await load();

  assert.deepEqual([sources, notes.length], [[], bad.length]);
});

test("a password in an address is refused, since docs.json is shown in the chat before its yes", async (t) => {
  const { load } = workspaceWith(t, {
    sources: [
      { name: "page", url: "https://me:pw@loom.example/" },
      { name: "git", git: { repo: "https://me:pw@loom.example/docs.git" } },
      { name: "token", git: { repo: "https://pw@loom.example/docs.git" } },
      { name: "ssh", git: { repo: "ssh://me:pw@loom.example/docs.git" } },
      { name: "user", git: { repo: "ssh://git@loom.example/docs.git" } },
      { name: "short", git: { repo: "git@loom.example:docs.git" } },
    ],
  });

  const { needsTrust, notes } = await load();

  assert.deepEqual(
    notes.map(({ kind }) => kind),
    ["fault", "fault", "fault", "fault", "waits", "waits"],
  );
  assert.match(notes[1]?.text ?? "", /git\.repo: without a password: .* git keeps it in a credential helper/);
  assert.ok(!JSON.stringify([needsTrust, notes]).includes("pw"), "nowhere");
});

test("what git and secrets keep for themselves is no documentation", async (t) => {
  const { load } = workspaceWith(
    t,
    {
      sources: [
        { name: "a", folder: ".git" },
        { name: "b", file: ".env" },
        { name: "c", folder: ".handrail/docs" },
      ],
    },
    { ".git/a.md": "x", ".env": "KEY=1", ".handrail/docs/a.md": "# A\n" },
  );

  const { sources } = await load();

  assert.deepEqual(
    sources.map(({ name }) => name),
    ["c"],
  );
});

test("lookups are settings of their own, and bad ones cost only themselves", async (t) => {
  const asked = async (lookups: unknown) => await workspaceWith(t, { sources: [], lookups }).load();

  assert.deepEqual((await asked({ maxQueries: -1, rewriteGoals: true })).lookups, {
    maxQueries: -1,
    rewriteGoals: true,
  });
  assert.deepEqual((await asked({ maxQueries: 0 })).lookups, { maxQueries: 0, rewriteGoals: false });
  const bad = await asked({ maxQueries: 7 });
  assert.deepEqual(bad.lookups, { maxQueries: 3, rewriteGoals: false });
  assert.match(bad.notes[0]?.text ?? "", /docs\.json: lookups does not fit: maxQueries/);
});
