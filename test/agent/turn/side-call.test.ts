// Questions to the small model that have to be answered by a call of one tool: what is sent, what counts as an answer,
// and what a restart makes of it. Over the real client, the strict server and a real ledger.

import assert from "node:assert/strict";
import { test } from "node:test";
import { replayTurn } from "../../../agent/replay.ts";
import type { SideAsk, SideReply } from "../../../agent/tools/tool.ts";
import { openLog } from "../../../agent/turn/log.ts";
import { sideCaller } from "../../../agent/turn/side-call.ts";
import { call, faulty, type ScriptItem, say, together } from "../../servers/scripted-model.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

const ASK: SideAsk = {
  purpose: "queries",
  messages: [{ role: "user", content: "draw a frame" }],
  tool: {
    name: "give_queries",
    description: "Gives them.",
    parameters: { type: "object", properties: { queries: { type: "array", items: { type: "string" } } } },
  },
};
const ANSWER = call("give_queries", { queries: ["frame"] });

async function asked(forced: ScriptItem[], then: (asked: Asked) => Promise<void> | void): Promise<void> {
  await using shop = await openWorkshop({ files: {}, model: { script: [], forced } });
  const turn = await shop.ask("draw a frame");
  const reply = await askAgain(shop, turn);
  await then({ shop, turn, reply });
}

type Asked = { shop: Workshop; turn: string; reply: SideReply };

/** As a process does that finds the turn in the ledger. */
async function askAgain({ deps }: Workshop, turn: string): Promise<SideReply> {
  const log = await openLog(deps.ledger, turn);
  const { signal } = new AbortController();
  return await sideCaller({ step: 1, index: 0 }, { log, deps, signal })(ASK);
}

test("a forced tool is in the request, named, and its arguments are the answer", async () => {
  await asked([together(say("Here:"), ANSWER)], async ({ shop, turn, reply }) => {
    assert.deepEqual(reply, { ok: true, text: '{"queries":["frame"]}' });

    const [request] = shop.model.requests;
    const body = JSON.parse(request?.raw.toString() ?? "");
    assert.deepEqual(body.tool_choice, { type: "function", function: { name: "give_queries" } });
    assert.deepEqual(
      body.tools.map((tool: { function: { name: string } }) => tool.function.name),
      ["give_queries"],
    );
    const replay = await replayTurn(await shop.deps.ledger.log(turn), shop.deps.ledger);
    assert.deepEqual([replay.requests, replay.faults], [1, []]);
  });
});

test("words, another tool's call and arguments that are no object of JSON are failures, and asked again", async () => {
  for (const wrong of [
    say('{"queries":["frame"]}'),
    say(""),
    call("write_file", { queries: [] }),
    call("give_queries", "queries: frame"),
    call("give_queries", "[]"),
    call("give_queries", ""),
  ]) {
    await asked([wrong, ANSWER], async ({ shop, turn, reply }) => {
      assert.deepEqual(reply, { ok: true, text: '{"queries":["frame"]}' });

      const types = (await shop.events(turn)).map((event) => event.type);
      assert.deepEqual(types, ["started", "asked", "replied", "call_failed", "asked", "replied"]);
    });
  }
});

test("after three failures of whatever kind nobody is asked any more, also not by the next process", async () => {
  const down = faulty({ type: "status", status: 503 });
  await asked([say("no"), down, call("give_queries", "oops"), ANSWER], async ({ shop, turn, reply }) => {
    assert.ok(!reply.ok);
    assert.match(reply.text, /Go on without/);

    const again = await askAgain(shop, turn);

    assert.deepEqual(again, reply);
    assert.equal(shop.model.remaining(), 1);
  });
});

test("an answer that the log holds is used again, and what was said on the way counts as tokens", async () => {
  await asked([say("no"), ANSWER], async ({ shop, turn }) => {
    const again = await askAgain(shop, turn);

    assert.deepEqual(again, { ok: true, text: '{"queries":["frame"]}' });
    assert.equal(shop.model.requests.length, 2);
    const replies = (await shop.events(turn)).filter((event) => event.type === "replied");
    assert.ok(replies.every(({ usage }) => usage.completionTokens > 0));
  });
});

test("an answer that is cut by length is none", async () => {
  await asked([faulty({ type: "length", as: "stop" }, ANSWER)], ({ reply }) => {
    assert.equal(reply.ok ? "" : reply.reason, "cut");
  });
});
