// Programs that are made of nothing but documented names, for every documentation at hand: whatever is found in one is wrong.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { checkFile } from "../../../../agent/check/check-file.ts";
import { checkSnippet } from "../../../../agent/check/check-snippet.ts";
import type { World } from "../../../../agent/check/world.ts";
import { defaultProfile } from "../../../../agent/workspace/profile.ts";
import { told } from "../engine-world.ts";
import { programs } from "../programs.ts";
import type { SharedCorpora } from "./shared.ts";

const corpora: { folder: string; level: 3 | 5 | 2022 }[] = [
  { folder: "acrobat/html", level: 3 },
  { folder: "phantomjs/api", level: 5 },
  { folder: "aftereffects-dts", level: 3 },
  { folder: "figma-dts", level: 2022 },
];

export function testPrograms(shared: SharedCorpora): void {
  for (const { folder, level } of corpora)
    test(`programs of the documented names of ${folder} raise nothing`, async (t) => {
      const surface = await shared.surface(t, folder);
      if (surface === undefined) return;
      const project = { paths: () => ["main.js", "there.js"], read: () => "" };
      const world: World = { surface, profile: { ...defaultProfile, level, globals: ["require"] }, project };

      const findings = (text: string): string[] => [
        ...told(checkFile({ path: "main.js", text }, world)),
        ...told(checkSnippet(`Like so:\n\n\`\`\`js\n${text}\`\`\`\n`, world)),
      ];

      fc.assert(
        fc.property(programs(surface, level), (text) => assert.deepEqual(findings(text), [])),
        { numRuns: 150, seed: 7 },
      );
    });
}
