// The owner's own files in `.handrail/`: what is not there, what cannot be read, and what is no file of the folder's.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readOwnFile } from "../../../agent/workspace/own-file.ts";

const LIMIT = 1024;

async function workspace(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "own-file-"));
  await mkdir(join(root, ".handrail"));
  return root;
}

test("an own file is read as text, without its byte order mark", async () => {
  const root = await workspace();
  await writeFile(join(root, ".handrail/AGENT.md"), "\uFEFFKeep it short.\n");

  assert.equal(await readOwnFile(root, "AGENT.md", LIMIT), "Keep it short.\n");
});

test("a file or a folder that is not there is no error", async () => {
  const root = await workspace();
  const bare = await mkdtemp(join(tmpdir(), "own-file-"));

  assert.equal(await readOwnFile(root, "AGENT.md", LIMIT), null);
  assert.equal(await readOwnFile(bare, "AGENT.md", LIMIT), null);
});

test("a link in place of the file or of its folder is not followed", async () => {
  const [root, other, bare] = [await workspace(), await workspace(), await mkdtemp(join(tmpdir(), "own-"))];
  await writeFile(join(other, ".handrail/AGENT.md"), "Another project's.");
  await symlink(join(other, ".handrail/AGENT.md"), join(root, ".handrail/AGENT.md"));
  await symlink(join(other, ".handrail"), join(bare, ".handrail"));

  await assert.rejects(
    readOwnFile(root, "AGENT.md", LIMIT),
    /\.handrail\/AGENT\.md cannot be read: .*a link/,
  );
  await assert.rejects(readOwnFile(bare, "AGENT.md", LIMIT), /cannot be read: \.handrail is no folder/);
});

test("a pipe, a folder and a file that is too large are refused by name", async () => {
  const root = await workspace();
  execFileSync("mkfifo", [join(root, ".handrail/pipe")]);
  await mkdir(join(root, ".handrail/folder"));
  await writeFile(join(root, ".handrail/large"), "x".repeat(LIMIT + 1));

  await assert.rejects(readOwnFile(root, "pipe", LIMIT), /pipe cannot be read: it is no regular file/);
  await assert.rejects(readOwnFile(root, "folder", LIMIT), /folder cannot be read: it is no regular file/);
  await assert.rejects(readOwnFile(root, "large", LIMIT), /large cannot be read: it is larger than 1 KB/);
});

test("a workspace that is gone is an error, and not a file that is missing", async () => {
  const root = join(await workspace(), "gone");

  await assert.rejects(
    readOwnFile(root, "AGENT.md", LIMIT),
    /cannot be read: the workspace cannot be opened/,
  );
});
