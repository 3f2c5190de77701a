// The card's lines on what the checks said of exactly this changeset.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { CheckReport, EventBody, EventOf, TurnEvent } from "../../../agent/events.ts";
import { checkLines } from "../../../agent/gates/check-lines.ts";
import { noReport } from "./context.ts";

const checked = (report: Partial<CheckReport>, outstanding: string[] = []): EventBody => ({
  type: "checked",
  draft: "",
  stage: "s",
  held: null,
  cut: null,
  outstanding,
  report: { ...noReport, ...report },
});

function linesOf(...bodies: EventBody[]): string[] {
  const opened: EventOf<"review_opened"> = {
    type: "review_opened",
    review: "r",
    changeset: "",
    changes: [],
    draft: "",
    ...{ turn: "t", seq: 99, thread: "main", step: 1, at: 0 },
  };
  const events = bodies.map(
    (body, seq): TurnEvent => ({ ...body, turn: "t", seq, thread: "main", step: 1, at: 0 }),
  );
  return checkLines(opened, [...events, opened]);
}

test("the card says how much was judged, and what was there before in one line", () => {
  assert.deepEqual(linesOf(checked({ files: 3, judged: 214, open: 128, inherited: 4 })), [
    "Checks: 3 files, 214 of 342 names judged, nothing invented",
    "4 older findings in these files were there before",
  ]);
});

test("what stands open comes first, then the dry run of the same stage, then what is only told", () => {
  const note = {
    family: "object" as const,
    about: "quire",
    symbol: "quire.openXml",
    line: 3,
    path: "main.js",
  };
  const ran = (stage: string, line: string): EventBody => ({
    type: "dry_ran",
    by: "draft",
    stage,
    report: "",
    line,
    findings: [],
    ms: 1,
  });

  const lines = linesOf(
    ran("other", "dry run: of something else"),
    ran("s", "dry run: 2 scripts ran to their end"),
    checked({ files: 1, judged: 2, introduced: [note], told: [note] }, [
      "Not fixed: quire.openXml (main.js:3).",
    ]),
  );

  assert.deepEqual(lines, [
    "Not fixed: quire.openXml (main.js:3).",
    "Checks: 1 file, 2 of 2 names judged, 1 invented",
    "Dry run: 2 scripts ran to their end",
    "Told: quire.openXml (main.js:3) may not exist",
  ]);
});

test("nothing was checked: the card says nothing of it", () => {
  assert.deepEqual(linesOf(), []);
  assert.deepEqual(linesOf(checked({})), []);
});
