// What people type on a phone, by the hundred, over four workspaces: each saying has the outcome that its row
// names, in few requests, with an answer that is short and claims nothing that is not staged.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Conversation, converse, LOOM, PLAIN, QUIRE } from "./conversation.ts";
import { KILN } from "./people/kiln.ts";
import { kilnSayings, loomSayings, plainSayings } from "./people/others.ts";
import { changes } from "./people/quire-edits.ts";
import { questions, smallTalk } from "./people/quire-questions.ts";
import { notRemovals, removals } from "./people/quire-removals.ts";
import { revisions } from "./people/quire-revisions.ts";
import type { Edit, Good, Saying } from "./people/saying.ts";
import { quireAgain } from "./people/second-round.ts";
import { SHOP, shopSayings } from "./people/shop.ts";

const ANSWER_MAX = 1_600;
/** The answer is one of them. */
const REQUESTS_MAX = 8;
const CLAIM = /^(?:Removed|Renamed|Replaced|Moved|Changed|Set) /;

type Place = { from: string | Record<string, string>; docs?: string };

const quire: Place = { from: QUIRE, docs: "docs" };
const loom: Place = { from: LOOM, docs: "reference" };

tell("things that shall go", quire, removals);
tell("nothing shall go", quire, notRemovals);
tell("questions", quire, questions);
tell("small talk and what is beyond it", quire, smallTalk);
tell("renames, replacements, moves", quire, changes);
tell("second thoughts", quire, revisions);
tell("a second round", quire, quireAgain);
tell("the loom", loom, loomSayings);
tell("a plain folder", { from: PLAIN }, plainSayings);
tell("a shop in several languages", { from: SHOP }, shopSayings);
tell("a kiln in Lua", { from: KILN }, kilnSayings);

function tell(title: string, { from, docs }: Place, sayings: Saying[]): void {
  describe(title, () => {
    for (const one of sayings) {
      test(named(one), async () => {
        await using conversation = await converse(from, docs === undefined ? {} : { docs });
        for (const words of one.after) await conversation.say(words);
        const before = await staged(conversation);

        const { text, calls, requests } = await conversation.say(one.say);

        const after = await staged(conversation);
        const told = `\nsaid: ${text}\ncalls: ${calls.join(" ")} in ${requests}\nstaged: ${[...after.keys()].join(" ")}`;
        assert.ok(text.trim().length > 0 && text.length <= ANSWER_MAX, `an answer, and a short one${told}`);
        assert.ok(requests <= REQUESTS_MAX, `within its requests${told}`);
        if (after.size === 0) assert.doesNotMatch(text, CLAIM);
        for (const pattern of one.good.says) assert.match(text, pattern, told);
        await judge(one.good, { conversation, before, after, told });
      });
    }
  });
}

function named({ say, after }: Saying): string {
  const short = say.length > 60 ? `${say.slice(0, 60)}… (${say.length} characters)` : say;
  return [...after, short].join(" → ");
}

type Contents = Map<string, string | null>;
type Outcome = { conversation: Conversation; before: Contents; after: Contents; told: string };

async function judge(good: Good, { conversation, before, after, told }: Outcome): Promise<void> {
  switch (good.type) {
    case "answers":
      return assert.deepEqual(after, before, told);
    case "nothing":
      return assert.deepEqual([...after.keys()], [], told);
    case "deletes":
      if (good.orAsks && after.size === 0) return;
      return sameTexts(after, await withoutLines(conversation, good.lines), told);
    case "edits":
      if (good.orAsks && after.size === 0) return;
      return sameTexts(after, await withEdits(conversation, good.edits), told);
    case "drops":
      return assert.deepEqual(after, new Map([[good.path, null]]), told);
    case "moves":
      assert.equal(after.get(good.from), null, told);
      return assert.equal(after.get(good.to), await conversation.original(good.from), told);
  }
}

async function staged(conversation: Conversation): Promise<Contents> {
  const contents: Contents = new Map();
  for (const path of conversation.stagedPaths()) contents.set(path, await conversation.file(path));
  return contents;
}

/** Blank lines are no part of the bargain: a deletion may take the one above or below along. */
function sameTexts(after: Contents, wanted: Map<string, string>, told: string): void {
  const solid = (text: string | null | undefined) => text?.split("\n").filter((line) => line.trim() !== "");
  assert.deepEqual([...after.keys()].sort(), [...wanted.keys()].sort(), told);
  for (const [path, text] of wanted) assert.deepEqual(solid(after.get(path)), solid(text), told);
}

async function withoutLines(conversation: Conversation, lines: Record<string, string>) {
  const wanted = new Map<string, string>();
  for (const [path, ranges] of Object.entries(lines)) {
    const gone = new Set(ranges.split(" ").flatMap(numbers));
    const all = (await conversation.original(path)).split("\n");
    wanted.set(path, all.filter((_, index) => !gone.has(index + 1)).join("\n"));
  }
  return wanted;
}

function numbers(range: string): number[] {
  const [first = 0, last = first] = range.split("-").map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

async function withEdits(conversation: Conversation, edits: Record<string, Edit[]>) {
  const wanted = new Map<string, string>();
  for (const [path, list] of Object.entries(edits)) {
    const all = (await conversation.original(path)).split("\n");
    const changed = all.map((line, index) =>
      list.reduce((text, { old, to, line: only }) => {
        if (only !== undefined && only !== index + 1) return text;
        return text.replace(new RegExp(`\\b${old}\\b`, "g"), to);
      }, line),
    );
    wanted.set(path, changed.join("\n"));
  }
  return wanted;
}
