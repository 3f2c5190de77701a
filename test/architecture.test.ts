// What a machine can check of how code reads here: which way imports run, how large files grow, what every file
// opens with, and who may look at the environment and the clock.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { LAYERS, localImports, product, root, type Source, sources, typescript } from "./source-files.ts";

const MAX_LINES = 400;

const offenders = (list: Source[], isBad: (source: Source) => boolean) =>
  list.filter(isBad).map((s) => s.path);

test("imports run one way: bot to jobs to agent to store", () => {
  const isUpstream = (source: Source, target: string) =>
    LAYERS.indexOf(target.split("/")[0] ?? "") > LAYERS.indexOf(source.layer);

  const wrong = sources.flatMap((source) =>
    localImports(source)
      .filter((target) => isUpstream(source, target))
      .map((target) => `${source.path} imports ${target}`),
  );

  assert.deepEqual(wrong, []);
});

test("only test folders import from test", () => {
  assert.deepEqual(
    offenders(product, (s) => localImports(s).some((t) => t.startsWith("test/"))),
    [],
  );
});

test("no file imports itself by way of others", () => {
  const graph = new Map(typescript.map((s) => [s.path, valueImports(s)]));
  const cycles: string[] = [];
  const state = new Map<string, "open" | "closed">();
  const visit = (path: string, trail: string[]): void => {
    if (state.get(path) === "closed") return;
    if (state.get(path) === "open") {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
      return;
    }
    state.set(path, "open");
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    state.set(path, "closed");
  };

  for (const path of graph.keys()) visit(path, []);

  assert.deepEqual(cycles, []);
});

/** Types are gone at run time; only values can go round in a circle. */
function valueImports(source: Source): string[] {
  const text = source.text.replace(/^\s*(?:import|export) type\b[^;]*;/gm, "");
  return localImports({ ...source, text });
}

test(`no file is longer than ${MAX_LINES} lines`, () => {
  assert.deepEqual(
    offenders(sources, (s) => s.lines.length > MAX_LINES),
    [],
  );
});

test("every file opens with lines that say what it is for", () => {
  const opening = ({ lines }: Source) => {
    const start = lines[0]?.startsWith("#!") ? 1 : 0;
    const count = lines.slice(start).findIndex((line) => !line.startsWith("//"));
    return count === -1 ? lines.length - start : count;
  };

  assert.deepEqual(
    offenders(sources, (s) => opening(s) < (s.layer === "test" ? 1 : 2) || opening(s) > 6),
    [],
  );
});

test("only bot/config.ts reads the environment", () => {
  const reads = (s: Source) => /\bprocess\.env\b/.test(s.text) && s.path !== "bot/config.ts";

  assert.deepEqual(offenders(product, reads), []);
});

test("only store/clock.ts reads the clock", () => {
  const browser = "bot/playground/page/";
  const reads = (s: Source) =>
    /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/.test(s.text) &&
    s.path !== "store/clock.ts" &&
    !s.path.startsWith(browser);

  assert.deepEqual(offenders(product, reads), []);
});

test("no default exports, any, enums or module-level let", () => {
  const bad = (s: Source) =>
    /^export default\b/m.test(s.text) ||
    /^(export )?(const )?enum\b/m.test(s.text) ||
    /^(export )?let\b/m.test(s.text);

  assert.deepEqual(offenders(sources, bad), []);
});

test("relative imports end in .ts or .js", () => {
  assert.deepEqual(
    offenders(typescript, (s) => localImports(s).some((t) => !/\.(ts|js)$/.test(t))),
    [],
  );
});

test("nothing stands at the top but what belongs there", () => {
  const allowed =
    /^(bot|agent|jobs|store|test|package(-lock)?\.json|tsconfig\.json|biome\.json|README\.md|ARCHITECTURE\.md|CHANGELOG\.md|SECURITY\.md|LICENSE|Dockerfile|compose\.ya?ml|handrail\.service|node_modules|\..*)$/;

  assert.deepEqual(
    readdirSync(root).filter((name) => !allowed.test(name)),
    [],
  );
});

test("the agent has never heard of Telegram", () => {
  const agent = sources.filter((s) => s.layer === "agent" || s.layer === "store");

  assert.deepEqual(
    offenders(agent, (s) => /from "grammy/.test(s.text) || /\bgrammy\b/i.test(s.text)),
    [],
  );
});

test("the offline model sees only what a model would see", () => {
  const folder = "bot/playground/offline-model/";
  const allowed = /^(store\/clock\.ts|agent\/gates\/envelope\.ts|agent\/workspace\/line-diff\.ts)$/;
  const beyond = product
    .filter((s) => s.path.startsWith(folder))
    .flatMap((s) => [
      ...localImports(s).filter((target) => !target.startsWith(folder) && !allowed.test(target)),
      ...[...s.text.matchAll(/from "(node:[\w:/]+)"/g)]
        .map(([, name]) => name)
        .filter((name) => name !== "node:http"),
    ]);

  assert.deepEqual(beyond, []);
});

test("every test that ARCHITECTURE.md names is there", () => {
  const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const named = [...text.matchAll(/`(test\/[\w./-]+\.test\.ts)`: "([^"]+)"/g)];
  const missing = named.filter(
    ([, path, name]) => !sources.some((s) => s.path === path && s.text.includes(name ?? "")),
  );

  assert.ok(named.length > 20);
  assert.deepEqual(
    missing.map(([, path, name]) => `${path}: ${name}`),
    [],
  );
});
