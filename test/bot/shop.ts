// A workspace opened as the bot opens it, in a temporary folder: its files, and the faults that it told.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openLookupCache } from "../../agent/lookups/lookup-cache.ts";
import { defaultBounds } from "../../agent/turn/deps.ts";
import { openWorkspaceEntry } from "../../bot/workspace-entry.ts";
import { systemClock as clock } from "../../store/clock.ts";
import { noFailpoint } from "../../store/failpoint.ts";
import { openStore } from "../../store/open.ts";

const signal = new AbortController().signal;

export async function openShop(
  files: Record<string, string>,
  arrange: (root: string) => Promise<void> = async () => undefined,
) {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), "handrail-shop-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const root = join(dir, "shop");
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) await write(path, text);
  await arrange(root);
  const faults: string[] = [];
  const store = stack.use(await openStore("memory:", { clock }));
  const workspace = stack.use(
    await openWorkspaceEntry({
      folder: root,
      dataDir: join(dir, "data"),
      ledger: store.ledger,
      clock,
      failpoint: noFailpoint,
      model: { complete: async () => assert.fail("no model is asked") },
      cache: openLookupCache(store, clock),
      embedder: null,
      settings: {
        model: "none",
        smallModel: "none",
        tokenField: "max_tokens",
        bounds: defaultBounds,
        secrets: [],
        owners: [],
      },
      onFault: (text) => void faults.push(text),
      signal,
    }),
  );
  const kept = stack.move();
  return { root, workspace, faults, write, [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose]() };
}
