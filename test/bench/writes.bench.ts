// What the static check costs a write in a project of 500 scripts of 20 KB: the first look at it, and every write after that.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "../../agent/docs/index/build.ts";
import { openDocs } from "../../agent/docs/open-docs.ts";
import { checkWrites } from "../../agent/turn/check-writes.ts";
import { openWorkspace } from "../../agent/workspace/folder.ts";
import { loadProfile } from "../../agent/workspace/profile.ts";
import { createStage } from "../../agent/workspace/stage.ts";
import { noFailpoint } from "../../store/failpoint.ts";
import { openWorkshop } from "../agent/turn/workshop.ts";
import { type BenchRow, median } from "./bench.ts";

const SAMPLE = join(import.meta.dirname, "../../bot/playground/sample/quire");
const { signal } = new AbortController();
const WRITES = 20;

export async function bench(): Promise<BenchRow[]> {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), "handrail-writes-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const [root, index] = [join(dir, "project"), join(dir, "index")];
  await project(root);
  build(
    { sources: [{ name: "quire", folder: join(SAMPLE, "docs"), complete: true }], dir: index, builtAt: 0 },
    () => {},
  );
  const docs = stack.use(await openDocs(index, { signal }));
  if (!docs) throw new Error("no index");
  const shop = stack.use(await openWorkshop({ files: {}, model: { script: [] } }));
  const workspace = await openWorkspace(root, { clock: shop.deps.clock, failpoint: noFailpoint });
  const profile = await loadProfile(SAMPLE);
  const deps = { ...shop.deps, workspace, profile, docs: async () => docs };
  const stage = createStage(workspace, [], { blob: async () => undefined, secrets: [] });
  const log = { turn: "t", events: [], careful: false, append: nothing, note: () => {}, blob: unread };
  const write = async (n: number, size: number): Promise<number> => {
    const after = new TextEncoder().encode(`${script(1_000, size)}// ${n}\n`);
    const began = performance.now();
    const checked = await checkWrites([{ path: "new.js", after, note: null }], stage, { log, deps, signal });
    if (!checked.ok) throw new Error(checked.text);
    return performance.now() - began;
  };
  const first = await write(0, 2_000);
  const small: number[] = [];
  const large: number[] = [];
  for (let n = 1; n <= WRITES; n++) small.push(await write(n, 2_000));
  for (let n = 1; n <= WRITES; n++) large.push(await write(n, 20_000));
  return [
    { name: "check of the first write, 500 scripts of 20 KB", value: first, unit: "ms" },
    { name: "check of a later write of 2 KB, median", value: median(small), unit: "ms", op: "<", target: 10 },
    { name: "check of a later write of 20 KB, median", value: median(large), unit: "ms" },
  ];
}

const nothing = async (): Promise<void> => {};
const unread = async (): Promise<never> => {
  throw new Error("nothing is staged");
};

async function project(root: string): Promise<void> {
  for (let n = 0; n < 500; n++) {
    const folder = join(root, `part${n % 20}`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `script${n}.js`), script(n, 20_000));
  }
  const helpers = Array.from({ length: 9 }, (_, n) => `function help${n}(a, b) { return a; }\n`);
  await writeFile(join(root, "help.js"), helpers.join(""));
}

function script(n: number, size: number): string {
  const parts: string[] = [];
  let length = 0;
  for (let i = 0; length < size; i++) {
    const part = `function draw${n}_${i}(part, value) {\n  var grid = new Grid();\n  grid.columns = [${i}, 20];\n  sheet.gridBegin(grid);\n  sheet.gridCell(value + " ${i}");\n  sheet.gridEnd();\n  return help${i % 9}(value, part);\n}\n`;
    parts.push(part);
    length += part.length;
  }
  return parts.join("");
}
