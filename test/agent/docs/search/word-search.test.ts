// Whether the documentation's text has a word, over the sample's real index.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sampleDocs } from "../sample-docs.ts";

test("a word of the text is there in exactly its case, and as a whole word", async (t) => {
  const { docs } = await sampleDocs(t, "quire");
  const [interfaceName = ""] = docs.surface.interfaces();

  assert.equal(docs.hasWord(interfaceName), true);
  assert.equal(docs.hasWord(interfaceName.toUpperCase()), false);
  assert.equal(docs.hasWord("gridBegin"), true);
  assert.equal(docs.hasWord("gridBegi"), false);
  assert.equal(docs.hasWord("ridBegin"), false);
  assert.equal(docs.hasWord("grid%"), false);
  assert.equal(docs.hasWord(""), false);
  assert.equal(docs.hasWord("$"), false);
});
