// `handrail check --format sarif` against what SARIF 2.1.0 asks of a log, with no key that the standard does not have.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { z } from "zod";
import { openCheckDesk } from "./desk.ts";
import { openRepository } from "./repository.ts";

const message = z.strictObject({ text: z.string().min(1) });
const level = z.enum(["none", "note", "warning", "error"]);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const relativeUri = z.string().regex(/^(?!\/)(?:[\w.~!*'()-]|%[0-9A-F]{2}|\/)+$/);

const rule = z.strictObject({
  id: z.string().min(1),
  name: z.string().regex(/^[A-Z]\w+$/),
  shortDescription: message,
  defaultConfiguration: z.strictObject({ level }),
});
const result = z.strictObject({
  ruleId: z.string(),
  ruleIndex: z.int().min(0),
  level,
  message,
  locations: z
    .array(
      z.strictObject({
        physicalLocation: z.strictObject({
          artifactLocation: z.strictObject({ uri: relativeUri, uriBaseId: z.literal("ROOT") }),
          region: z.strictObject({ startLine: z.int().min(1), startColumn: z.int().min(1) }),
        }),
      }),
    )
    .length(1),
  partialFingerprints: z.strictObject({ "handrail/v1": hash }),
  baselineState: z.enum(["new", "unchanged", "updated", "absent"]).optional(),
  properties: z.record(z.string(), z.unknown()),
});
const log = z.strictObject({
  $schema: z.url(),
  version: z.literal("2.1.0"),
  runs: z
    .array(
      z.strictObject({
        tool: z.strictObject({
          driver: z.strictObject({ name: z.literal("Handrail"), rules: z.array(rule).min(8) }),
        }),
        columnKind: z.literal("utf16CodeUnits"),
        originalUriBaseIds: z.strictObject({
          ROOT: z.strictObject({ uri: z.string().regex(/^file:\/\/.*\/$/) }),
        }),
        invocations: z.array(
          z.strictObject({
            executionSuccessful: z.boolean(),
            exitCode: z.int(),
            toolExecutionNotifications: z.array(z.strictObject({ level, message })),
          }),
        ),
        results: z.array(result),
      }),
    )
    .length(1),
});

const BAD = "sheet.gridCellEnd();\nsheet.gridCellEnd();\n";

test("a log fits the standard, whatever a file is called and whatever could not be read", async (t) => {
  const desk = await openCheckDesk(t, { "lib/a b#ü?.js": BAD, "likely.js": "sheet.columns;\n" });

  const { code, out } = await desk.run([".", "nowhere.js", "--format", "sarif"]);

  const [run] = log.parse(JSON.parse(out)).runs;
  assert.equal(code, 2);
  assert.ok(run);
  const rules = run.tool.driver.rules.map(({ id }) => id);
  assert.ok(run.results.every(({ ruleId, ruleIndex }) => rules[ruleIndex] === ruleId));
  assert.deepEqual(
    run.results.map((one) => one.level),
    ["error", "error", "note"],
  );
  const [first] = run.results[0]?.locations ?? [];
  assert.deepEqual(first?.physicalLocation, {
    artifactLocation: { uri: "lib/a%20b%23%C3%BC%3F.js", uriBaseId: "ROOT" },
    region: { startLine: 1, startColumn: 7 },
  });
  assert.equal(new Set(run.results.map((one) => one.partialFingerprints["handrail/v1"])).size, 3);
  assert.equal(run.results[0]?.baselineState, undefined);
  assert.deepEqual(
    run.invocations.map(({ executionSuccessful, exitCode }) => [executionSuccessful, exitCode]),
    [[false, 2]],
  );
});

test("with a baseline each result says whether it is new, and keeps its fingerprint when lines move", async (t) => {
  const desk = await openCheckDesk(t, { "a.js": BAD });
  openRepository(join(desk.root)).commit("first");
  const ask = async () => {
    const { out } = await desk.run(["a.js", "--introduced-since", "HEAD", "--format", "sarif"]);
    return log.parse(JSON.parse(out)).runs[0]?.results ?? [];
  };

  const before = await ask();
  await desk.write("a.js", `\n\n\n${BAD}sheet.gridRowEnd();\n`);
  const after = await ask();

  const prints = (results: typeof before) => results.map((one) => one.partialFingerprints["handrail/v1"]);
  assert.deepEqual(
    after.map((one) => one.baselineState),
    ["unchanged", "unchanged", "new"],
  );
  assert.deepEqual(prints(after).slice(0, 2), prints(before));
});
