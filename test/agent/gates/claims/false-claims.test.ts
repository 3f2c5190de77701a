// The claim audit by its rules: what counts as a claim, whose claim it is, and which files it names. The tables of an
// independent author stand in claims-table.test.ts; here each rule has its sentence.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClaimFacts } from "../../../../agent/gates/claims/claim.ts";
import { falseClaims } from "../../../../agent/gates/claims/false-claims.ts";

/** A turn that changed src/loader.js alone, and looked once into the documentation. */
const turn: ClaimFacts = {
  changed: { staged: ["src/loader.js"], landed: [], rejected: [] },
  ops: new Map([["src/loader.js", "modify"]]),
  read: ["src/loader.js"],
  lookups: [{ tool: "lookup_docs", query: "grid cell end" }],
  testsRun: false,
  checks: "open",
  files: ["src/main.js", "index.html"],
  request: "You changed index.html to load the grid first, now please fix the loader",
};
const idle: ClaimFacts = {
  ...turn,
  changed: { staged: [], landed: [], rejected: [] },
  ops: new Map(),
  read: [],
  lookups: [],
};

const saidOf = (draft: string, facts: ClaimFacts = turn) =>
  falseClaims(draft, facts).map(({ kind, names }) =>
    names.length === 0 ? kind : `${kind}: ${names.join(", ")}`,
  );

const honest: Record<string, string[]> = {
  "a plan is no claim": [
    "I will update main.js next.",
    "I'll update main.js after you've reviewed loader.js.",
    "Next, update main.js.",
    "Once I've updated main.js, I'll tell you.",
    "Next steps:\n- Updated main.js should import it.",
  ],
  "a statement about code is no claim": [
    "main.js includes loader.js.",
    "buildGrid() created a Grid in main.js.",
    "A row is added to the table when main.js is loaded.",
    "The click handler that was added to main.js is never removed.",
    "The updated loader.js is staged for review.",
  ],
  "what did not happen may be said": [
    "I did not update main.js.",
    "Neither main.js nor index.html was changed.",
    "I didn't need to change main.js, so I left it.",
    "No changes were made to main.js.",
    "Instead of changing main.js, I changed loader.js.",
    "No tests were run.",
  ],
  "a condition or a wish is no claim": [
    "If main.js was updated, run it again.",
    "I would have added it to main.js.",
    "main.js should be updated.",
    "All tests should pass.",
    "Run npm test to make sure that all tests pass.",
  ],
  "others, and other times, are not the writer's claim": [
    "The previous version added main.js to index.html.",
    "I noticed that index.html has been changed.",
    "The README says that main.js was rewritten last year.",
    "Line 12 of main.js was added in an earlier commit.",
    "main.js is updated by the build whenever loader.js was changed.",
  ],
  "code, quotes and the person's words are not the writer's": [
    "`Updated main.js` is the commit message.",
    '"I updated main.js" is what you said.',
    "> I updated main.js",
    "```\nUpdated main.js\n```",
    "You changed index.html to load the grid first, so the loader had to follow.",
  ],
  "a question is no claim": ["Should I have updated main.js?", "Was main.js updated? No."],
  "parts of a file may go, or come, while the file stays": [
    "I deleted 17 lines of loader.js.",
    "Deleted the guard of loader.js.",
    "17 lines of loader.js were deleted.",
    "loader.js: 17 of 82 lines deleted, none changed.",
    "Removed the guard from loader.js: 17 of 82 lines deleted, none changed.",
    "loader.js: guard created.",
    "Created the header of loader.js.",
  ],
  "a file that is only spoken of is not claimed": [
    "Updated loader.js: main.js can now call it.",
    "Updated loader.js to use main.js.",
    "Added a guard to loader.js, since main.js was calling it too early.",
    "Removed the unused import of main.js from loader.js.",
    "I extracted the loader from main.js into loader.js.",
    "I created the helper in loader.js based on main.js.",
  ],
};

for (const [rule, drafts] of Object.entries(honest)) {
  test(rule, () => {
    for (const draft of drafts) assert.deepEqual(saidOf(draft), [], draft);
  });
}

const wrong: Record<string, [draft: string, claims: string[]][]> = {
  "the writer's past is a claim, with and without a subject": [
    ["I updated main.js.", ["change: main.js"]],
    ["Updated main.js to use the new loader.", ["change: main.js"]],
    ["I've updated main.js and loader.js.", ["change: main.js"]],
    ["I was able to update main.js.", ["change: main.js"]],
    ["I made the requested changes in main.js.", ["change: main.js"]],
  ],
  "passive and list forms are claims": [
    ["main.js has been updated.", ["change: main.js"]],
    ["A function was added to main.js.", ["change: main.js"]],
    ["Changes made:\n1. Updated loader.js\n2. Updated main.js to use it", ["change: main.js"]],
    ["- `index.html` – added a script tag", ["change: index.html"]],
    ["| main.js | updated |", ["change: main.js"]],
    ["Files changed: main.js, loader.js", ["change: main.js"]],
  ],
  "each verb of a sentence is a claim of its own": [
    ["Updated loader.js, which loads config.json, and rewrote main.js.", ["change: main.js"]],
    ["I moved the helper out of loader.js and added it to main.js.", ["change: main.js"]],
  ],
  "what happened to a file has to be what is said": [
    ["Created loader.js.", ["change: loader.js"]],
    ["Deleted the old loader.js.", ["change: loader.js"]],
    ["Updated both files and created three modules.", ["change"]],
  ],
  "tests, reads, lookups and checks are claims too": [
    ["All tests pass.", ["tests"]],
    ["I ran the linter.", ["tests"]],
    ["I read index.html first.", ["read: index.html"]],
    ["I searched the web for it.", ["lookup"]],
    ["I looked up `Sheet.border` in the docs.", ["lookup: Sheet.border"]],
    ["The dry run found no problems.", ["check"]],
    ["The changes are now live.", ["landing"]],
  ],
};

for (const [rule, cases] of Object.entries(wrong)) {
  test(rule, () => {
    for (const [draft, claims] of cases) assert.deepEqual(saidOf(draft), claims, draft);
  });
}

test("a claim without a file's name is false where nothing was changed at all", () => {
  for (const draft of [
    "I've fixed the bug.",
    "All the files have been updated.",
    "Fixed.",
    "Added `makeGrid()` to it.",
  ]) {
    assert.deepEqual(saidOf(draft), [], draft);
    assert.deepEqual(saidOf(draft, idle), ["change"], draft);
  }
  assert.deepEqual(saidOf("I checked the docs.", idle), ["lookup"]);
  assert.deepEqual(saidOf("I've added an example below.", idle), []);
});

test("after landing, what the person rejected was not changed", () => {
  const landed: ClaimFacts = {
    ...turn,
    changed: { staged: [], landed: ["src/loader.js"], rejected: ["src/main.js"] },
  };

  assert.deepEqual(saidOf("I updated loader.js and main.js.", landed), ["change: main.js"]);
  assert.deepEqual(saidOf("I updated loader.js. main.js was not applied.", landed), []);
});

test("a false claim says in which words and on which line it stands", () => {
  const [claim] = falseClaims("All is well.\n\n- **Updated** `main.js` to use it. It works.", turn);

  assert.equal(claim?.text, "**Updated** `main.js` to use it");
  assert.equal(claim?.line, 3);
});
