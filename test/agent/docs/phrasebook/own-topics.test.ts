// The owner's topics from engine.json: beside the mined ones, checked against the index, and told in the report when they
// name what is not there. Promises real files and the command itself.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { findTopics, ownTopics } from "../../../../agent/docs/phrasebook/find-topics.ts";
import { loadProfile } from "../../../../agent/workspace/profile.ts";
import { indexCommand } from "../../../../bot/cli/index-command.ts";
import { systemClock } from "../../../../store/clock.ts";
import { tempDocs } from "../docs-folder.ts";
import { sampleDocs } from "../sample-docs.ts";

const stationery = { phrases: ["stationery", "our own letter paper"], symbols: ["Sheet.bandBegin", "Band"] };

test("the owner's goal words lead to documented names, before mined topics of as many hits", async (t) => {
  const { docs, profile } = await sampleDocs(t, "quire");
  const mine = {
    ...profile,
    topics: [stationery, { phrases: ["bulleted list"], symbols: ["Sheet.listBegin"] }],
  };

  assert.deepEqual(findTopics("our stationery", { docs, profile }, 3), []);
  assert.deepEqual(findTopics("our letter paper", { docs, profile: mine }, 3)[0]?.topic.symbols, [
    "Sheet.bandBegin",
    "Band",
  ]);
  assert.equal(findTopics("a bulleted list", { docs, profile: mine }, 3)[0]?.topic.chunk, null);
  assert.equal(findTopics("a bulleted list", { docs, profile: mine }, 3)[1]?.topic.chunk, "List");
});

test("symbols that the documentation does not have are dropped, and a topic of none is none", async (t) => {
  const { docs } = await sampleDocs(t, "quire");
  const topics = [
    { phrases: ["a stamp"], symbols: ["Sheet.stamp", "Frame", "sheet", "Align.LEFT", "Frame.width"] },
    { phrases: ["barcode"], symbols: ["Barcode"] },
  ];

  const own = ownTopics({ topics }, docs.surface);

  assert.deepEqual(
    own.topics.map((topic) => topic.symbols),
    [["Frame", "sheet", "Align.LEFT", "Frame.width"]],
  );
  assert.deepEqual(own.dropped, [
    { symbol: "Sheet.stamp", phrase: "a stamp" },
    { symbol: "Barcode", phrase: "barcode" },
  ]);
});

test("the index report names what a topic of engine.json names in vain", async (t) => {
  const { root, write } = tempDocs(t, { "Loom-oil.md": "# Loom.oil\n\nOils it." });
  write("../.handrail/docs.json", JSON.stringify({ sources: [{ name: "loom", folder: "docs" }] }));
  write(
    "../.handrail/engine.json",
    JSON.stringify({ topics: [{ phrases: ["grease"], symbols: ["Loom.oil", "Loom.grease"] }] }),
  );
  const said = { out: "" };
  const io = {
    stdout(text: string) {
      said.out += text;
    },
    stderr: () => {},
    isTty: false,
    clock: systemClock,
    signal: t.signal,
    dataDir: path.join(root, "data"),
    cwd: fs.realpathSync(root),
  };

  const code = await indexCommand([], io);

  assert.equal(code, 0);
  assert.match(
    said.out,
    /^engine\.json: the topic "grease" names Loom\.grease, which the documentation does not have/m,
  );
  assert.doesNotMatch(said.out, /Loom\.oil, which/);
});

test("a topic without phrases or symbols is refused with its place", async (t) => {
  const { root, write } = tempDocs(t);
  write("../.handrail/engine.json", JSON.stringify({ topics: [{ phrases: [], symbols: ["Loom.oil"] }] }));

  await assert.rejects(loadProfile(root), /topics/);
});
