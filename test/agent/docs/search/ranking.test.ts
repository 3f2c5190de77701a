// What people ask and what comes first: other words for the same, phrases, forms, slips, and members that hundreds of
// interfaces share. Promises small documentation of our own through a real build. Refuses questions of any corpus.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { docsOf } from "../surface-of.ts";

const member = (owner: string, name: string, text: string): [string, string] => [
  `${owner}-${name}.md`,
  `# ${owner}.${name}\n\n${text}\n`,
];

const LOOM = Object.fromEntries([
  ["Loom.md", "# Loom\n\nThe machine that weaves cloth from yarn.\n"],
  member("Loom", "removePattern", "`removePattern(name)`\n\nDeletes a pattern."),
  member(
    "Loom",
    "insertPicture",
    "`insertPicture(file)`\n\nSets a graphic into the cloth at the current row.",
  ),
  member("Loom", "rowCount", "`rowCount` {number}\n\nRows woven so far."),
  member("Loom", "isLocked", "`isLocked` {boolean}\n\nIf true, the machine is locked and weaves nothing."),
  member("Loom", "lock", "`lock()`\n\nLocks the machine."),
  member("Loom", "checkboxWeave", "`checkboxWeave()`\n\nA weave of small squares."),
  member("Loom", "backgroundColor", "`backgroundColor`\n\nBehind the pattern, as three numbers."),
  member("Loom", "relinkYarn", "`relinkYarn(to)`\n\nTakes the yarn from elsewhere."),
  member("Loom", "messages", "`messages`\n\nA collection of messages that were sent to the weaver."),
  member("Loom", "oldWeave", "`oldWeave()`\n\nDeprecated. Weaves a twill."),
  member("Loom", "twill", "`twill()`\n\nWeaves a twill."),
  member(
    "Shuttle",
    "notes",
    "`notes`\n\nPatterns, rows, pictures, checks: pattern pattern pattern picture picture row row row.",
  ),
]);

async function firsts(
  t: TestContext,
  files: Record<string, string>,
  queries: string[],
): Promise<(string | undefined)[]> {
  const { docs } = await docsOf(t, files);
  return await Promise.all(queries.map(async (query) => (await docs.lookup(query)).hits[0]?.chunk));
}

test("another word for the same finds it", async (t) => {
  const found = await firsts(t, LOOM, [
    "erase a pattern",
    "put an image into the cloth",
    "is the machine protected",
  ]);

  assert.deepEqual(found, ["Loom-removePattern", "Loom-insertPicture", "Loom-isLocked"]);
});

test("a phrase means what its words alone do not", async (t) => {
  const found = await firsts(t, LOOM, ["how many rows", "get rid of a pattern", "throw away the pattern"]);

  assert.deepEqual(found, ["Loom-rowCount", "Loom-removePattern", "Loom-removePattern"]);
});

test("one word, two words and a hyphen are the same, and so are British and American", async (t) => {
  const found = await firsts(t, LOOM, [
    "check box",
    "check-box",
    "checkbox",
    "background colour",
    "colour behind the pattern",
  ]);

  assert.deepEqual(found, [
    "Loom-checkboxWeave",
    "Loom-checkboxWeave",
    "Loom-checkboxWeave",
    "Loom-backgroundColor",
    "Loom-backgroundColor",
  ]);
});

test("irregular forms and words with something before them find their word", async (t) => {
  const found = await firsts(t, LOOM, ["send a message", "link to other yarn"]);

  assert.deepEqual(found, ["Loom-messages", "Loom-relinkYarn"]);
});

test("a question for yes or no finds what answers it, a request what does it", async (t) => {
  const found = await firsts(t, LOOM, ["can the machine be locked?", "lock the machine"]);

  assert.deepEqual(found, ["Loom-isLocked", "Loom-lock"]);
});

test("what covers the question comes before what repeats one of its words, and the new before the old", async (t) => {
  const found = await firsts(t, LOOM, ["insert a picture at a row", "weave a twill"]);

  assert.deepEqual(found, ["Loom-insertPicture", "Loom-twill"]);
});

const SHARED = Object.fromEntries([
  ...Array.from({ length: 40 }, (_, at) =>
    member(`Part${at}`, "fillTint", "The tint of the fill, in percent."),
  ),
  member("Part1", "fillTintAngle", "The angle of the fill's tint."),
  member("Press", "inkTint", "The tint of an ink that fills."),
]);

test("a member of forty interfaces takes one place, and the rest of them come behind", async (t) => {
  const { docs } = await docsOf(t, SHARED);

  const { hits, total } = await docs.search("tint of the fill", 20);

  const members = hits.map(({ chunk }) => chunk.replace(/^\w+-/, ""));
  assert.deepEqual(new Set(members.slice(0, 3)), new Set(["fillTint", "fillTintAngle", "inkTint"]));
  assert.deepEqual(new Set(members.slice(3)), new Set(["fillTint"]));
  assert.ok(total >= 40);
  assert.deepEqual(
    hits.map(({ score }) => score),
    hits.map(({ score }) => score).toSorted((a, b) => b - a),
  );
});

test("a list of type names does not stand before what is about the words", async (t) => {
  const types = Array.from({ length: 60 }, (_, at) => `Part${at}`).join(", ");
  const files = Object.fromEntries([
    member("Event", "parent", `The parent of the event. Can return: Picture, Pattern, Cloth, ${types}.`),
    member("Loom", "place", "Puts a picture onto the cloth."),
  ]);

  assert.deepEqual(await firsts(t, files, ["picture pattern cloth"]), ["Loom-place"]);
});

test("what an example says that it does finds the members that it uses", async (t) => {
  const files = {
    "Loom.md": "# Loom\n\nA global object, accessed using the global property `loom`.\n",
    ...Object.fromEntries([
      member(
        "Loom",
        "begin",
        "Starts.\n\n```js\n// Weave a herringbone scarf\nloom.begin();\nloom.zigzag(4);\n```",
      ),
      member("Loom", "zigzag", "`zigzag(width)`\n\nTurns after so many threads."),
      member("Loom", "stripe", "`stripe(width)`\n\nChanges the yarn after so many threads."),
    ]),
  };
  const { docs } = await docsOf(t, files);

  const { hits } = await docs.lookup("herringbone");

  assert.deepEqual(new Set(hits.map(({ chunk }) => chunk)), new Set(["Loom-begin", "Loom-zigzag"]));
});

test("a slip in one word of many is no typo; in a name it is", async (t) => {
  const { docs } = await docsOf(t, LOOM);

  const [question, name] = await Promise.all(
    ["put a piture into the cloth", "rowCoutn"].map((query) => docs.lookup(query)),
  );

  assert.deepEqual([question?.kind, question?.hits[0]?.chunk], ["words", "Loom-insertPicture"]);
  assert.deepEqual([name?.kind, name?.hits[0]?.chunk], ["typo", "Loom-rowCount"]);
});

test("the same question has the same answer, whatever was asked before", async (t) => {
  const { docs } = await docsOf(t, LOOM);
  const ask = async () => (await docs.search("erase a pattern", 10)).hits;

  const before = await ask();
  for (const other of ["rows", "pattern picture row yarn", "is it locked", "xyzzy", ""])
    await docs.search(other);

  assert.deepEqual(await ask(), before);
});
