// Every documented name of whole documentations, asked for in a running script: none of them is a finding, and each can be
// called, made or read as its page says.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { globalSince } from "../../../agent/check/built-ins.ts";
import type { Surface } from "../../../agent/docs/surface/surface.ts";
import { dryRun } from "../../../agent/dry-run/dry-run.ts";
import { defaultProfile } from "../../../agent/workspace/profile.ts";
import { systemClock } from "../../../store/clock.ts";
import { corpusFolder } from "../../corpora.ts";
import { sampleDocs } from "../docs/sample-docs.ts";
import { docsOfFolder } from "../docs/surface-of.ts";

const isName = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name);

/** An object of each interface, with every member that code can name; calls are made where the page says so. */
function everything(surface: Surface): string[] {
  const names = surface.interfaces().filter((name) => isName(name) && globalSince(name) === undefined);
  const globals = new Set([...surface.globals(), ...surface.functions()].map(({ name }) => name));
  return names.flatMap((name) => {
    if (globals.has(name) && surface.global(name)?.isClass !== true) return [];
    const members = surface.members(name).filter((one) => isName(one.name) && !one.static);
    const uses = members.map((one) => `it.${one.name}${one.kind === "method" ? "()" : ""};`);
    return [`it = new ${name}(); ${uses.join(" ")}`];
  });
}

async function ranWhole(t: TestContext, surface: Surface): Promise<{ lines: number; told: unknown[] }> {
  const lines = everything(surface);
  const text = `var it;\n${lines.join("\n")}\n`;
  const project = { paths: () => ["main.js"], read: () => text };
  const profile = { ...defaultProfile, entry: ["main.js"] };

  const report = await dryRun(
    { world: { surface, profile, project }, changed: null },
    { clock: systemClock, signal: t.signal, limits: { ms: 20_000 } },
  );

  const told = report.findings.map(({ about, line }) => `${about} ${lines[line - 2]?.slice(0, 80)}`);
  const ends = report.entries.map(({ end, error }) =>
    error ? `${end} ${error.message} ${lines[error.line - 2]?.slice(0, error.column + 20)}` : end,
  );
  return { lines: lines.length, told: [...told, ...ends] };
}

test("every name of the sample's documentation is there", async (t) => {
  const { docs } = await sampleDocs(t, "quire");

  const { lines, told } = await ranWhole(t, docs.surface);

  assert.ok(lines > 5);
  assert.deepEqual(told, ["completed"]);
});

for (const corpus of ["indesign/api", "figma-dts", "acrobat/chunks", "phantomjs/api", "aftereffects-dts"])
  test(`every name of ${corpus} is there`, async (t) => {
    const folder = corpusFolder(t, corpus);
    if (folder === undefined) return;
    const { surface } = await docsOfFolder(t, folder);

    const { lines, told } = await ranWhole(t, surface);

    assert.ok(lines > 0);
    assert.deepEqual(told, ["completed"]);
  });
