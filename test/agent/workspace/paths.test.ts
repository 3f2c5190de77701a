// Paths before and on the disk: every attack on them that has happened to others. Promises that none reads or writes
// outside, and that a check which errs refuses.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { link, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, normalize } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { Workspace } from "../../../agent/ports.ts";
import { openWorkspace } from "../../../agent/workspace/folder.ts";
import { isProtectedName, plainPath } from "../../../agent/workspace/paths.ts";
import { isSecretPath } from "../../../agent/workspace/secrets.ts";
import { systemClock } from "../../../store/clock.ts";
import { noFailpoint } from "../../../store/failpoint.ts";
import { folderWith } from "../tools/tool-world.ts";

const { signal } = new AbortController();

async function world(files: Record<string, string> = { "main.js": "a\n" }): Promise<Workspace> {
  return openWorkspace(await folderWith(files), { clock: systemClock, failpoint: noFailpoint });
}

async function outside(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "outside-"));
  await writeFile(join(folder, "other.txt"), "not yours\n");
  return folder;
}

async function refusesBoth(workspace: Workspace, path: string, reason?: string): Promise<void> {
  const read = await workspace.read(path, signal);
  const write = await workspace.mayWrite(path);
  assert.equal(read.ok, false, `read of ${path}`);
  assert.equal(write.ok, false, `write of ${path}`);
  if (reason !== undefined && !read.ok && !write.ok)
    assert.deepEqual([read.reason, write.reason], [reason, reason]);
}

test("a plain path is read, and comes back normalised", async () => {
  const workspace = await world({ "lib/a.js": "x\n" });

  const read = await workspace.read("./lib//a.js", signal);
  const write = await workspace.mayWrite("./lib//a.js");

  assert.equal(read.ok && Buffer.from(read.bytes).toString(), "x\n");
  assert.deepEqual(write, { ok: true, path: "lib/a.js" });
});

test("a dotted path stays inside", async () => {
  const workspace = await world();

  await refusesBoth(workspace, "../x", "path");
  await refusesBoth(workspace, "lib/../../x", "path");
  await refusesBoth(workspace, "lib/..", "path");
});

test("a folder whose name begins like the workspace's is not the workspace", async () => {
  const workspace = await world();
  await mkdir(`${workspace.root}-evil`);
  await writeFile(`${workspace.root}-evil/a.txt`, "evil");
  await symlink(`${workspace.root}-evil/a.txt`, join(workspace.root, "a.txt"));

  await refusesBoth(workspace, `../${basename(workspace.root)}-evil/a.txt`, "path");
  await refusesBoth(workspace, "a.txt", "link");
});

test("absolute paths, drives, backslashes, control and invisible characters are refused", async () => {
  const workspace = await world();

  const hostile = [
    "/etc/hosts",
    "C:/x",
    "c:x",
    "a\\..\\b",
    "a\0b",
    "a\nb",
    "a\u0085b",
    "a\u202eb",
    "a\u200bb",
    "",
    ".",
  ];
  for (const path of [...hostile, "a\ud800", "lib/", "a\u2028b", `${"a".repeat(300)}`]) {
    await refusesBoth(workspace, path, "path");
  }
});

test("full-width twins of dots and separators are refused", async () => {
  const workspace = await world();

  for (const path of ["．．/x", "‥/x", "a／b", "a＼b", "․․/x"]) await refusesBoth(workspace, path, "path");
});

test("twins of .git and .handrail by case, width, accents and streams are not written", async () => {
  const workspace = await world();
  const twins = [
    ".GIT",
    ".Git",
    "．git",
    ".ｇｉｔ",
    ".git.",
    ".git ",
    ".git::$INDEX_ALLOCATION",
    "git~1",
    ".gıt",
    ".GİT",
  ];

  for (const twin of [...twins, ".HANDRAIL", ".handrail", ".Handraıl", "handra~1"]) {
    const write = await workspace.mayWrite(`${twin}/config`);
    assert.equal(write.ok, false, twin);
    assert.ok(isProtectedName(twin) || twin.includes(":"), twin);
  }
});

test("a zero-width twin of .git is refused, also deep inside and before it exists", async () => {
  const workspace = await world();

  await refusesBoth(workspace, ".gi\u200ct/hooks/pre-commit", "path");
  await refusesBoth(workspace, "sub/.git/config", "protected");
  assert.ok(isProtectedName(".g\u200bit"));
});

test("the temps of a landing can be neither named nor listed", async () => {
  const workspace = await world({ ".handrail-x-0123.tmp": "half", "main.js": "a\n" });

  await refusesBoth(workspace, ".handrail-x-0123.tmp", "protected");
  assert.deepEqual(
    (await workspace.list(signal)).map(({ path, bytes }) => ({ path, bytes })),
    [{ path: "main.js", bytes: 2 }],
  );
});

test("a link to the outside is neither read nor written", async () => {
  const workspace = await world();
  const other = await outside();
  await symlink(join(other, "other.txt"), join(workspace.root, "near.txt"));
  await symlink(other, join(workspace.root, "lib"));

  await refusesBoth(workspace, "near.txt", "link");
  await refusesBoth(workspace, "lib/other.txt", "link");
  await refusesBoth(workspace, "lib/not-there-yet.txt", "link");
  assert.deepEqual(
    (await workspace.list(signal)).map(({ path, bytes }) => ({ path, bytes })),
    [{ path: "main.js", bytes: 2 }],
  );
});

test("a dangling link to a target that does not exist yet is refused", async () => {
  const workspace = await world();
  await symlink(join(tmpdir(), "handrail-not-there"), join(workspace.root, "soon.txt"));

  await refusesBoth(workspace, "soon.txt", "link");
});

test("a link that stays inside is read, and written only at its own place", async () => {
  const workspace = await world({ "lib/a.js": "x\n" });
  await symlink("lib/a.js", join(workspace.root, "a.js"));
  await symlink(join(workspace.root, "lib"), join(workspace.root, "folder"));

  assert.equal((await workspace.read("a.js", signal)).ok, true);
  assert.equal((await workspace.read("folder/a.js", signal)).ok, true);
  assert.equal((await workspace.mayWrite("a.js")).ok, false);
});

test("a deny rule judges the place, not the name of the link to it", async () => {
  const workspace = await world({ ".env": "KEY=1", ".git/config": "url", "main.js": "a\n" });
  await symlink(".env", join(workspace.root, "settings.txt"));
  await symlink(".git", join(workspace.root, "history"));

  await refusesBoth(
    { ...workspace, mayWrite: async () => workspace.mayWrite(".env") },
    "settings.txt",
    "secret",
  );
  const read = await workspace.read("history/config", signal);
  assert.equal(!read.ok && read.reason, "protected");
});

test("links in a circle end in a refusal, and a listing ends", async () => {
  const workspace = await world();
  await symlink("two", join(workspace.root, "one"));
  await symlink("one", join(workspace.root, "two"));
  await symlink(".", join(workspace.root, "self"));

  await refusesBoth(workspace, "one", "link");
  assert.deepEqual(
    (await workspace.list(signal)).map(({ path, bytes }) => ({ path, bytes })),
    [{ path: "main.js", bytes: 2 }],
  );
});

test("a link planted after the proposal stops the landing", async () => {
  const workspace = await world();
  const other = await outside();
  const before = (await stat(other)).mtimeMs;
  assert.equal((await workspace.mayWrite("lib/new.js")).ok, true);
  await symlink(other, join(workspace.root, "lib"));

  const files = [{ path: "lib/new.js", before: null, after: Buffer.from("x"), mode: null }];
  const outcome = await workspace.land("planted", files, signal);

  assert.equal(outcome.type, "conflict");
  assert.deepEqual(await readdir(other), ["other.txt"]);
  assert.equal((await stat(other)).mtimeMs, before, "not even a temp was made there");
});

test("hard-linked and special files are not written, and a pipe does not hang a read", async () => {
  const workspace = await world({ "a.txt": "a" });
  await link(join(workspace.root, "a.txt"), join(workspace.root, "b.txt"));
  execFileSync("mkfifo", [join(workspace.root, "pipe")]);

  const linked = await workspace.mayWrite("a.txt");
  const pipe = await workspace.read("pipe", signal);

  assert.equal(!linked.ok && linked.reason, "hard_link");
  assert.equal(!pipe.ok && pipe.reason, "special");
  assert.equal((await workspace.mayWrite("pipe")).ok, false);
});

test("a check that errs refuses: here the workspace itself is gone", async () => {
  const workspace = await world({ "a.txt": "a" });
  await rm(workspace.root, { recursive: true });

  await refusesBoth(workspace, "a.txt", "unreadable");
});

test("a name that begins with a dash is a name", async () => {
  const workspace = await world({ "-rf": "a" });

  assert.deepEqual(await workspace.mayWrite("-rf"), { ok: true, path: "-rf" });
});

test("a name that the system rejects is refused and not thrown", async () => {
  const workspace = await world({ file: "a" });

  await refusesBoth(workspace, "file/x/y");
  await refusesBoth(workspace, `${"ab/".repeat(400)}x`, "path");
});

test("a file over the limit is named and not read", async () => {
  const workspace = await world({ "big.txt": "x".repeat(1024 * 1024 + 1) });

  const read = await workspace.read("big.txt", signal);

  assert.equal(!read.ok && read.reason, "too_large");
});

test("secret-looking names are listed, and neither read nor written", async () => {
  const workspace = await world({ ".env.local": "KEY=1", "keys/id_ed25519": "x", "src/tokens.js": "1\n" });

  const listed = (await workspace.list(signal)).map((file) => file.path);

  assert.deepEqual(listed, [".env.local", "keys/id_ed25519", "src/tokens.js"]);
  await refusesBoth(workspace, ".env.local", "secret");
  await refusesBoth(workspace, "keys/id_ed25519", "secret");
  assert.equal((await workspace.read("src/tokens.js", signal)).ok, true);
});

test("names of secrets are told from names of code", () => {
  const secret = [
    ".env",
    "a/.ENV",
    "x.pem",
    "credentials",
    "aws-credentials.json",
    "token.txt",
    "client_secret_1.json",
    "deploy/prod.env",
    "main.tfstate",
  ];
  const plain = [
    "tokenizer.js",
    "env.js",
    "secrets.ts",
    "keyboard.json",
    "design-tokens.json",
    "parts.json",
    "password.js",
  ];

  assert.deepEqual(secret.filter(isSecretPath), secret);
  assert.deepEqual(plain.filter(isSecretPath), []);
});

test("hostile paths never resolve outside of the workspace", () => {
  const bit = fc.constantFrom(
    "..",
    ".",
    "/",
    "\\",
    "a",
    ".git",
    "．．",
    "~",
    "C:",
    "\0",
    "%2e%2e",
    " ",
    "…",
    "\u200b",
    "／",
  );
  const path = fc.oneof(
    fc.array(bit, { maxLength: 8 }).map((bits) => bits.join("")),
    fc.string({ unit: "binary" }),
  );

  fc.assert(
    fc.property(path, (hostile) => {
      const plain = plainPath(hostile, "write");
      if (!plain.ok) return;
      const place = normalize(join("/ws", plain.path));
      assert.ok(place.startsWith("/ws/") && place === `/ws/${plain.path}`);
      assert.equal(
        plain.parts.some((part) => part === ".." || isProtectedName(part)),
        false,
      );
    }),
    { numRuns: 3000 },
  );
});
