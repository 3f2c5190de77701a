// Names in every dress that code gives them: receivers, calls, chains, brackets, other spellings. Promises the sample
// engine's documentation and small pages of our own. Refuses full text: a kind other than "name" fails.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Docs } from "../../../../agent/docs/open-docs.ts";
import { joinedName, readExpression } from "../../../../agent/docs/search/read-expression.ts";
import { sampleDocs } from "../sample-docs.ts";
import { docsOf } from "../surface-of.ts";

async function named(docs: Docs, query: string): Promise<string | undefined> {
  const { kind, hits } = await docs.lookup(query);
  assert.equal(kind, "name", query);
  return hits[0]?.chunk;
}

const DESK = {
  "App.md": "# App\n\nThe program. Accessed using the global property `app`.\n",
  "App-desk.md": "# App.desk\n\n- Interface: App\n- Kind: property\n- Type: Desk\n\nThe desk.\n",
  "Desk.md": "# Desk\n\nWhere things lie.\n",
  "Desk-papers.md":
    "# Desk.papers\n\n- Interface: Desk\n- Kind: property\n- Type: Array of Paper\n\nWhat lies there.\n",
  "Paper.md": "# Paper\n\nA sheet.\n",
  "Paper-fold.md": "# Paper.fold\n\n- Interface: Paper\n- Kind: method\n\nFolds it.\n",
  "Card-fold.md": "# Card.fold\n\n- Interface: Card\n- Kind: method\n\nFolds a card.\n",
  "PaperCollection-fold.md":
    "# PaperCollection.fold\n\n- Interface: PaperCollection\n- Kind: method\n\nFolds all.\n",
  "Card-turnOver.md": "# Card.turnOver\n\n- Interface: Card\n- Kind: method\n\nTurns it.\n",
};

test("a receiver leads over the types of its members to the member", async (t) => {
  const { docs } = await docsOf(t, DESK);

  for (const query of [
    "app.desk.papers[0].fold()",
    'app.desk.papers["first"].fold(1, "a)b", [2, {c: 3}]);',
    "var folded = app.desk.papers[i].fold(function () { return x.y; })",
    "await app.desk.papers[0]?.fold()",
    "desk.papers[0].fold",
  ])
    assert.equal(await named(docs, query), "Paper-fold", query);
  assert.equal(await named(docs, "app.desk.papers = []"), "Desk-papers");
});

test("a variable of an unknown type is read by its name", async (t) => {
  const { docs } = await docsOf(t, DESK);

  assert.equal(await named(docs, "card.fold()"), "Card-fold");
  assert.equal(await named(docs, "papers.fold()"), "Paper-fold");
  assert.equal(await named(docs, "paperCollection.fold()"), "PaperCollection-fold");
});

test("other spellings of a name, and the word for what it is, do not hide it", async (t) => {
  const { docs } = await docsOf(t, DESK);

  for (const query of [
    "turn-over",
    "turn_over",
    "TURNOVER",
    "Card#turnOver",
    "Card::turnOver",
    "Card > turnOver",
    "Card turnOver",
    "the turnOver method",
    "method turnOver",
    "`card.turnOver()`",
    'card["turnOver"]()',
    "card.turnOver == undefined",
  ])
    assert.equal(await named(docs, query), "Card-turnOver", query);
});

test("a name behind the last documented one leads to that one", async (t) => {
  const { docs } = await docsOf(t, DESK);

  assert.equal(await named(docs, "app.desk.somewhere"), "App-desk");
});

test("prose that holds names is no name", async (t) => {
  const { docs } = await docsOf(t, DESK);

  for (const query of ["fold all papers", "where does paper lie", "desk, papers", "a > b"])
    assert.notEqual((await docs.lookup(query)).kind, "name", query);
});

test("the sample engine's names are found as its scripts write them", async (t) => {
  const { docs } = await sampleDocs(t, "quire");

  assert.equal(await named(docs, "sheet.gridBegin(grid);"), "Sheet-gridBegin");
  assert.equal(await named(docs, "new Band()"), "Band");
  assert.equal(await named(docs, "band.repeat = true"), "Band-repeat");
});

test("any text at all is read without an error, and code comes out as names", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 80 }), (query) => {
      const names = readExpression(query)?.names ?? [];
      assert.ok(names.every((name) => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)));
      joinedName(query);
    }),
    { numRuns: 500 },
  );
  const name = fc
    .stringMatching(/^[a-z][a-zA-Z0-9]{0,8}$/)
    .filter((one) => !/^(?:the|new|this|var|let|const|await|return|typeof|void|delete)$/.test(one));
  fc.assert(
    fc.property(
      fc.array(name, { minLength: 2, maxLength: 4 }),
      fc.constantFrom("", "()", "(1, 'x')", "[0]"),
      (names, call) => {
        assert.deepEqual(readExpression(`${names.map((one) => one + call).join(".")};`)?.names, names);
      },
    ),
  );
});
